"""docs/logs.md: every line that the bot itself writes into its log, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEVELS = {"exception": "ERROR", "critical": "CRITICAL"}
Written = tuple[str, str]


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    """The calls that write into the log, with their levels."""
    for path in (file for room in ("bot", "storage") for file in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
                said = ast.unparse(node.func).removeprefix("log.")
                yield path, node, LEVELS.get(said, said.upper())


def test_each_line_is_documented_with_its_level_and_none_that_is_gone() -> None:
    told = (ROOT / "docs/logs.md").read_text(encoding="utf-8")
    rows: list[Written] = re.findall(r"^\| `([^`]+)` \| (\w+) \| \S", told, re.MULTILINE)
    assert len(set(rows)) == len(rows)
    written = {(call.args[0].value, level) for _, call, level in calls()}  # type: ignore[attr-defined]
    assert written == set(rows)


def test_the_words_of_a_line_are_written_where_it_is_logged() -> None:
    """A reader of a log then finds where it comes from."""
    for path, call, _ in calls():
        assert isinstance(call.args[0], ast.Constant), f"{path.relative_to(ROOT)}:{call.lineno}"

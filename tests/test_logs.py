"""docs/logs.md: every line that the bot itself writes into its log, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.size import nodes, sources, text

LEVELS = {"exception": "ERROR", "critical": "CRITICAL"}
Written = tuple[str, str]


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    """The calls that write into the log, with their levels."""
    for path in sources("bot", "storage"):
        for node in nodes(path):
            match node:
                case ast.Call(ast.Attribute(ast.Name("log"), said)):
                    yield path, node, LEVELS.get(said, said.upper())


def test_each_line_is_documented_with_its_level_and_none_that_is_gone() -> None:
    """Its words are written where it is logged: a reader then finds where it comes from."""
    told = text("docs/logs.md")
    rows: list[Written] = re.findall(r"^\| `([^`]+)` \| (\w+) \| \S", told, re.MULTILINE)
    assert len(set(rows)) == len(rows)
    written = set[Written]()
    for path, call, level in calls():
        words = call.args[0]
        assert isinstance(words, ast.Constant), f"{path}:{call.lineno}"
        written.add((str(words.value), level))
    assert written == set(rows)

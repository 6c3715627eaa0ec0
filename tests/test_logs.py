"""docs/logs.md: every line that the bot itself writes into its log, and no other."""

from __future__ import annotations

import ast
import re

import pytest

from tests.size import nodes, sources, text

LEVELS = {"exception": "ERROR", "critical": "CRITICAL"}


@pytest.mark.slow
def test_each_line_is_documented_with_its_level_and_none_that_is_gone() -> None:
    """Its words are written where it is logged: a reader then finds where it comes from."""
    rows = re.findall(r"^\| `([^`]+)` \| (\w+) \| \S", text("docs/logs.md"), re.MULTILINE)
    assert len(set(rows)) == len(rows)
    written = set[tuple[str, str]]()
    for path in sources("bot", "storage"):
        for node in nodes(path):
            match node:
                case ast.Call(ast.Attribute(ast.Name("log"), level), [words, *_]):
                    assert isinstance(words, ast.Constant), f"{path}:{node.lineno}"
                    written.add((str(words.value), LEVELS.get(level, level.upper())))
    assert written == set(rows)

"""Approved text: the answers in a test, compared with a file that somebody has read.

    ## test_a_reminder_names_the_wait          the test, or a promise as a sentence
    A reminder names the game that waits.      its docstring: why this must be so

    Ann waits for a day                        the situation
        <@1>, it is your turn, since a day.    the answer there, indented

A test with the fixture `approved` writes both, and its text stands under its name:

    tests/bot/test_reminders.py                approved("Ann waits for a day", post.content)
    tests/approved/bot/test_reminders.txt

In examples the situations are written by hand; a test reads them and answers each one:

    tests/rules/test_said_there.py     @pytest.mark.parametrize("example", examples(__file__))
    tests/approved/rules/test_said_there/*.txt     example.judge(answer)

`make approve ONLY=tests/bot/test_reminders.py` writes today's answers. Read `git diff` afterwards:
you approve what it shows.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from textwrap import indent

import pytest

TESTS = Path(__file__).parent
FOLDER = TESTS / "approved"
ACCEPTING = "LUMBERCAMP_APPROVE"
INDENT = "    "
HEADING = re.compile(r"^## (.*)\n", re.MULTILINE)
# Lines at the margin, and their answer: indented lines, with empty lines between them.
BLOCK = re.compile(rf"((?:^\S.*\n)+)((?:^{INDENT}.*\n|^\n(?={INDENT}))*)", re.MULTILINE)

Answer = Callable[[str], str | list[str]]  # to a block; or one to each of its lines


def sections(file: Path) -> dict[str, str]:
    """The text below each heading of a file; the text before the first has no name."""
    if not file.exists():
        return {}
    first, *rest = HEADING.split(file.read_text(encoding="utf-8"))
    assert len(set(rest[::2])) == len(rest) // 2, f"{file.name} has two sections of one name"
    return {"": first} | dict(zip(rest[::2], rest[1::2], strict=True))


def compare(file: Path, name: str, said: str) -> None:
    """Fail if a section differs from the answers; or, when accepting, write them down."""
    found = sections(file)
    known, said = found.get(name, "").rstrip("\n"), said.rstrip("\n")
    if known == said:
        return
    if os.environ.get(ACCEPTING) != "1":
        head = f"{os.path.relpath(file, TESTS.parent)}, {name}: if right, run make approve"
        lines = unified_diff(known.splitlines(), said.splitlines(), "approved", "said", lineterm="")
        pytest.fail("\n".join([f"{head} (tests/approved.py)", *lines]), False)
    assert "PYTEST_XDIST_WORKER" not in os.environ, "what is said is accepted by one process"
    found[name] = said
    texts = (f"## {each}\n{text}" if each else text for each, text in found.items())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(text.strip("\n") for text in texts if text) + "\n", "utf-8")


def indented(said: str) -> str:
    return indent(said.rstrip("\n"), INDENT) + "\n" if said else ""


def answered(block: str, said: str | list[str]) -> str:
    """A block with its answers; neighbouring lines with the same answer share it."""
    if isinstance(said, str):
        return block + indented(said)
    lines = zip(block.splitlines(keepends=True), said, strict=True)
    shared = groupby(lines, key=itemgetter(1))
    return "".join("".join(line for line, _ in same) + indented(one) for one, same in shared)


class Approved:
    def __init__(self, test: pytest.Function) -> None:
        self.file = FOLDER / test.path.relative_to(TESTS).with_suffix(".txt")
        self.name, self.about = test.name, inspect.getdoc(test.function) or ""
        self.said: list[str] = []

    def __call__(self, situation: str, said: object) -> None:
        self.said.append(f"{situation}\n{indented(str(said) or '(nothing)')}")

    def judge(self) -> None:
        compare(self.file, self.name, "\n".join([self.about + "\n", *self.said]))


@pytest.fixture
def approved(request: pytest.FixtureRequest) -> Approved:
    assert isinstance(request.node, pytest.Function)
    return Approved(request.node)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Judge a test's answers at its end, as a part of it."""
    result = yield
    if isinstance(said := pyfuncitem.funcargs.get("approved"), Approved):
        said.judge()
    return result


@dataclass(frozen=True)
class Example:
    """A section that gives a test its situations."""

    file: Path
    name: str
    text: str

    def blocks(self) -> list[str]:
        return [block[1].rstrip() for block in BLOCK.finditer(self.text.partition("\n\n")[2])]

    def judge(self, answer: Answer) -> None:
        """Each block of lines at the margin is answered as the file says, in its order."""
        about, _, blocks = self.text.partition("\n\n")
        said = BLOCK.sub(lambda block: answered(block[1], answer(block[1].rstrip())), blocks)
        compare(self.file, self.name, f"{about}\n\n{said}")


def files(test: str) -> list[Path]:
    """The approved files of a module: the one of its name, or all in the folder of its name."""
    file = FOLDER / Path(test).relative_to(TESTS).with_suffix(".txt")
    return [file] if file.exists() else sorted(file.with_suffix("").glob("*.txt"))


def examples(test: str) -> list[object]:
    """The sections of a test's files, as its parameters."""
    return [
        pytest.param(Example(file, name, text), id=f"{file.stem}: {name}")
        for file in files(test)
        for name, text in sections(file).items()
        if name
    ]

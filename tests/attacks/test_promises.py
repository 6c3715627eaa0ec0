"""Each promise of SECURITY.md and docs/fairness.md names the tests that prove it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAPERS = ("SECURITY.md", "docs/fairness.md")


def named(paper: str) -> set[str]:
    """The tests that a paper names."""
    return set(re.findall(r"`(test_\w+)`", (ROOT / paper).read_text(encoding="utf-8")))


def proofs_in(file: Path) -> set[str]:
    return set(re.findall(r"^ *(?:async )?def (test_\w+)", file.read_text(encoding="utf-8"), re.M))


def rows(paper: str) -> list[list[str]]:
    """The cells of its table of promises, without the head."""
    text = (ROOT / paper).read_text(encoding="utf-8")
    _, _, table = text.partition("| proved by |\n")
    lines = [line for line in table.partition("\n\n")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_test_that_a_promise_names_is_there() -> None:
    there = set[str]().union(*map(proofs_in, ROOT.glob("tests/**/test_*.py")))
    assert [test for paper in PAPERS for test in named(paper) - there] == []


@pytest.mark.parametrize(("paper", "least"), [("SECURITY.md", 20), ("docs/fairness.md", 8)])
def test_every_promise_names_a_test(paper: str, least: int) -> None:
    cells = rows(paper)
    assert len(cells) >= least
    assert [what for *_, what, proof in cells if not re.search(r"`test_\w+`", proof)] == []


def test_every_attacker_stands_in_the_table() -> None:
    """A file of attacks proves a promise, or nobody needs it."""
    attacks = set(Path(__file__).parent.glob("test_*.py")) - {Path(__file__)}
    assert [file.name for file in attacks if not proofs_in(file) & named("SECURITY.md")] == []

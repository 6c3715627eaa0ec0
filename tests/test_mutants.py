"""The list of planted faults is sound, and a run tells the caught from the escaped."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.mutants.listed import Mutant, Unplantable, mutants
from tests.mutants.planting import BROKEN, CAUGHT, ESCAPED, ROOT, Tree, fates

EVERY = mutants()
LEAST = 60
AREAS = {
    "rules", "consent", "clocks", "outbox", "secrets", "web", "storage", "deletion", "chance",
    "computers",
}  # fmt: skip


def test_there_are_enough_mutants_in_every_area() -> None:
    """A refactoring re-targets a mutant, and drops none."""
    counted = Counter(each.area for each in EVERY)
    assert len(EVERY) >= LEAST
    assert set(counted) == AREAS
    assert min(counted.values()) >= 3, counted
    assert [name for name, n in Counter(each.name for each in EVERY).items() if n > 1] == []


def test_every_mutant_can_be_planted_and_has_tests() -> None:
    """Its text stands in its file once, the fault parses, and its tests exist."""
    assert {each.name: wrong for each in EVERY if (wrong := _wrong(each))} == {}


def _wrong(mutant: Mutant) -> str:
    """Why a mutant would be broken, if it would."""
    try:
        planted = mutant.planted((ROOT / mutant.file).read_text(encoding="utf-8"))
        if mutant.file.endswith(".py"):
            ast.parse(planted)
    except (OSError, SyntaxError, Unplantable) as why:
        return str(why)
    split = [test.partition("[")[0].split("::") for test in mutant.tests]
    missing = [names for file, *names in split if not {*names[-1:]} & _functions(file)]
    return f"tests: {missing}" if missing or not split or mutant.find == mutant.replace else ""


@cache
def _functions(file: str) -> frozenset[str]:
    """The names of all functions of a file of tests."""
    code = (ROOT / file).read_text(encoding="utf-8")
    return frozenset(re.findall(r"^ *(?:async )?def (\w+)", code, re.MULTILINE))


SUM = "def total(a, b):\n    return a + b\n"
TESTS = """
from adding import total

def test_adds():
    assert total(2, 2) == 4

def test_wrong():
    assert total(0, 0) == 1
"""
ADDS = "test_adding.py::test_adds"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A tree of two files, not in git yet."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "adding.py").write_text(SUM)
    (root / "test_adding.py").write_text(TESTS)
    subprocess.run(("git", "init", "--quiet"), cwd=root, check=True)
    return root


def adding(name: str, find: str, replace: str, *tests: str) -> Mutant:
    return Mutant(name, "rules", "adding.py", find, replace, tests or (ADDS,))


def test_a_mutant_is_caught_or_escapes_or_is_broken(project: Path, tmp_path: Path) -> None:
    """And the tree stays as it was."""
    planted = (
        adding("less", "a + b", "a - b"),
        adding("times", "a + b", "a * b"),
        adding("gone", "a + c", "a"),
        adding("not imported", "def total", "def totals"),
    )
    found = {each.mutant.name: each for each in fates(planted, tmp_path / "copies", project)}
    assert {name: each.how for name, each in found.items()} == {
        "less": CAUGHT,
        "times": ESCAPED,
        "gone": BROKEN,
        "not imported": BROKEN,
    }
    assert found["less"].why == ADDS
    assert (project / "adding.py").read_text() == SUM


def test_a_mutant_whose_tests_fail_anyway_is_broken(project: Path) -> None:
    less = adding("less", "a + b", "a - b", "test_adding.py::test_wrong")
    assert Tree(project, 60.0).judged(less, sound=False)[0] == BROKEN


def test_a_mutant_whose_tests_hang_is_caught(project: Path) -> None:
    """And its fault is taken out again, before the next one is planted."""
    hangs = adding("hangs", "    return", "    while True: pass\n    return")
    assert Tree(project, 1.0).judged(hangs, sound=True)[0] == CAUGHT
    assert (project / "adding.py").read_text() == SUM

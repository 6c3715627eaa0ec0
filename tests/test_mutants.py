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
from tests.mutants.planting import BROKEN, CAUGHT, ESCAPED, Tree, fates
from tests.size import text

EVERY = mutants()
LEAST = 60
AREAS = {
    "rules", "consent", "clocks", "outbox", "secrets", "web", "storage", "deletion", "chance",
    "computers",
}  # fmt: skip


def test_there_are_enough_mutants_in_every_area() -> None:
    counted = Counter(each.area for each in EVERY)
    assert len(EVERY) >= LEAST
    assert set(counted) == AREAS
    assert min(counted.values()) >= 3, counted
    assert [name for name, n in Counter(each.name for each in EVERY).items() if n > 1] == []


@pytest.mark.slow
def test_every_mutant_can_be_planted_and_has_tests() -> None:
    """Its text stands in its file once, the fault parses, and its tests exist."""
    assert {each.name: wrong for each in EVERY if (wrong := _wrong(each))} == {}


def _wrong(mutant: Mutant) -> str:
    try:
        planted = mutant.planted(text(mutant.file))
        if mutant.file.endswith(".py"):
            ast.parse(planted)
    except (OSError, SyntaxError, Unplantable) as why:
        return str(why)
    split = [test.partition("[")[0].split("::") for test in mutant.tests]
    missing = [names for file, *names in split if not {*names[-1:]} & _functions(file)]
    return f"tests: {missing}" if missing or not split or mutant.find == mutant.replace else ""


@cache
def _functions(file: str) -> frozenset[str]:
    code = text(file)
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


def mutate(name: str, find: str, replace: str, *tests: str) -> Mutant:
    return Mutant(name, "rules", "adding.py", find, replace, tests or (ADDS,))


FATES = {
    mutate("less", "a + b", "a - b"): (CAUGHT, ADDS),
    mutate("times", "a + b", "a * b"): (ESCAPED, ADDS),
    mutate("gone", "a + c", "a"): (BROKEN, "adding.py holds its text 0 times"),
    mutate("not imported", "def total", "def totals"): (BROKEN, "cannot be collected"),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "adding.py").write_text(SUM)
    (root / "test_adding.py").write_text(TESTS)
    return root


def test_tests_that_take_too_long_are_ended(project: Path) -> None:
    slow = mutate("slow", "a + b", "b + a")
    assert Tree(project, 0.01).judged(slow, sound=True) == (CAUGHT, "its tests hang for 0 s")


@pytest.mark.slow
def test_a_mutant_is_caught_or_escapes_or_is_broken(project: Path, tmp_path: Path) -> None:
    """In a copy; its fault is taken out again before the next one is planted."""
    subprocess.run(("git", "init", "--quiet"), cwd=project, check=True)
    found = {each.mutant: each for each in fates((*FATES,), tmp_path / "copies", project)}
    for mutant, (how, why) in FATES.items():
        assert found[mutant].how == how, mutant.name
        assert why in found[mutant].why
    assert (project / "adding.py").read_text() == SUM
    wrong = mutate("wrong", "a + b", "a - b", "test_adding.py::test_wrong")
    why = "its tests fail without the fault, or are gone"
    assert Tree(project, 60.0).judged(wrong, sound=False) == (BROKEN, why)

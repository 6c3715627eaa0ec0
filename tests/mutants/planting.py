"""Plant one fault at a time in a copy of the tree, and run the tests that must notice.

    tree ── git ls-files ──> copy 1 ── all tests pass? ──> copy 2, 3 … ── a mutant each ──> fates

The copies hold what Python has compiled and the sprites that tests have drawn, so no run begins
with nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter

from tests.mutants.listed import Mutant, Unplantable
from tests.sprites import FOLDER as SPRITES

CAUGHT, ESCAPED, BROKEN = "caught", "ESCAPED", "broken"
ROOT = Path(__file__).parents[2]
LIMIT = 120.0  # seconds for the tests of one mutant; a hang counts as a failure
PASSED, FAILED = 0, 1  # pytest's exit codes; any other one means that no test ran to its end
# Seconds by which a planted file looks younger than it is, another number for each fault: Python
# believes bytecode that was made from as many bytes of the same second.
_YOUNGER = count(1)
PYTEST = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
# Settings of the shell that change the tests.
DROPPED = (
    "LUMBERCAMP_APPROVE",
    "LUMBERCAMP_OPENAPI",
    "LUMBERCAMP_TEST_STORE",
    "PYTHONDONTWRITEBYTECODE",
)
DRAWS = ("rules/", "renderer/")  # code that sprites are made from
_FAILING = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fate:
    mutant: Mutant
    how: str
    why: str  # the test that failed, or the reason why none could
    seconds: float

    def __str__(self) -> str:
        return f"{self.how:8}{self.seconds:5.0f} s  {self.mutant.name}: {self.why}"


@dataclass(frozen=True, slots=True)
class Tree:
    """A copy in which faults are planted."""

    at: Path
    limit: float

    def run(self, tests: Iterable[str], *more: str) -> tuple[int | None, str]:
        """Run tests: pytest's exit code and its words. None: the time was over."""
        command = (sys.executable, *PYTEST, *more, *dict.fromkeys(tests))
        env = {name: value for name, value in os.environ.items() if name not in DROPPED}
        env |= {"LUMBERCAMP_REQUIRE_ALL": "1"}  # generated cases are the same in every run
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=self.at, env=env, stdout=pipe, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,
        ) as tried:  # fmt: skip
            try:
                said, _ = tried.communicate(timeout=self.limit)
            except subprocess.TimeoutExpired:
                os.killpg(tried.pid, signal.SIGKILL)  # the tests, and processes that they started
                return None, ""
        return tried.returncode, said

    @contextmanager
    def holding(self, mutant: Mutant) -> Iterator[None]:
        """Plant a fault for a while. Raises Unplantable."""
        file = self.at / mutant.file
        if not file.is_file():
            raise Unplantable(f"{mutant.file} is gone")
        code, made = file.read_text(encoding="utf-8"), file.stat().st_mtime
        file.write_text(mutant.planted(code), encoding="utf-8")
        younger = made + next(_YOUNGER)
        os.utime(file, (younger, younger))
        try:
            yield
        finally:
            file.write_text(code, encoding="utf-8")
            os.utime(file, (made, made))

    def judged(self, mutant: Mutant, *, sound: bool) -> tuple[str, str]:
        """How the tests of a mutant take it, and why. sound: they pass without it."""
        if not sound and self.run(mutant.tests)[0] != PASSED:
            return BROKEN, "its tests fail without the fault, or are gone"
        try:
            with self.holding(mutant):
                code, said = self.run(mutant.tests)
        except Unplantable as gone:
            return BROKEN, str(gone)
        if code is None:
            return CAUGHT, f"its tests hang for {self.limit:.0f} s"
        if code == PASSED:
            return ESCAPED, " ".join(mutant.tests)
        if code != FAILED:
            return BROKEN, "its tests cannot be collected with the fault"
        return CAUGHT, next(iter(_FAILING.findall(said)), "a test")


def fates(
    mutants: Sequence[Mutant], folder: Path, root: Path = ROOT, limit: float = LIMIT
) -> Iterator[Fate]:
    """Judge each mutant in copies of the tree at `root`, as many at once as there are cores. The
    copies lie in `folder`; nothing else is written."""
    cores = os.cpu_count() or 1
    first = Tree(folder / "1", limit)
    copied(root, first.at)
    every = Tree(first.at, limit * len(mutants))
    code, _ = every.run((t for each in mutants for t in each.tests), "--numprocesses", str(cores))
    trees = SimpleQueue[Tree]()
    trees.put(first)
    for n in range(2, cores + 1):
        trees.put(Tree(Path(shutil.copytree(first.at, folder / str(n), symlinks=True)), limit))

    def judged(mutant: Mutant) -> Fate:
        tree, began = trees.get(), perf_counter()
        try:
            how, why = tree.judged(mutant, sound=code == PASSED)
        finally:
            trees.put(tree)
        return Fate(mutant, how, why, perf_counter() - began)

    # A fault in code that sprites are made from sweeps the drawn ones away, so those come last.
    ordered = sorted(mutants, key=lambda each: each.file.startswith(DRAWS))
    with ThreadPoolExecutor(cores) as pool:
        for done in as_completed([pool.submit(judged, each) for each in ordered]):
            yield done.result()


def copied(root: Path, into: Path) -> None:
    """Copy the files that git knows or would take, as they are now, and the drawn sprites."""
    names = subprocess.check_output(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), cwd=root, text=True
    )
    for name in filter(None, names.split("\0")):
        if (file := root / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, into / name)
    if SPRITES.is_relative_to(root) and SPRITES.is_dir():
        shutil.copytree(SPRITES, into / SPRITES.relative_to(root))

"""`make mutants`: plant each fault of `mutants.toml` in a copy of the tree, one at a time, run the
tests that must notice, and report the faults that no test notices."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from storage import progress
from tests.mutants.listed import Mutant, mutants
from tests.mutants.planting import BROKEN, CAUGHT, ESCAPED, fates


def _wanted() -> list[Mutant]:
    every = mutants()
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the mutants' names")
    parser.add_argument("--area", choices=sorted({each.area for each in every}))
    wanted = parser.parse_args()
    chosen = [m for m in every if any(part in m.name for part in wanted.only)]
    return [m for m in chosen if wanted.area in (None, m.area)] or parser.error("no such mutant")


def main() -> int:
    """The exit code: 0 where tests have noticed every fault."""
    counted = Counter[str]()
    chosen = _wanted()
    with TemporaryDirectory(prefix="mutants-") as folder:
        for fate in progress("Mutants", fates(chosen, Path(folder)), len(chosen)):
            print(fate, flush=True)
            counted[fate.how] += 1
    print(", ".join(f"{counted[how]} {how}" for how in (CAUGHT, ESCAPED, BROKEN)))
    return int(counted[CAUGHT] < len(chosen))


if __name__ == "__main__":
    sys.exit(main())

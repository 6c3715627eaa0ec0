"""`make simulate`: sixty days of forty people at twenty tables, within a minute or two."""

from __future__ import annotations

import argparse
import sys

from tests.simulation.plan import whole
from tests.simulation.simulation import simulate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="another seed, another sixty days")
    parser.add_argument("--days", type=float, default=60)
    wanted = parser.parse_args()
    figures = simulate(whole(wanted.seed, wanted.days))
    print(figures)
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""`make arena`: computers play each other, with seats and openings changed, and the shares that
they win, each with the interval in which the true one lies 95 times of 100. If each level has
played the one below, also the ratings that follow."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import accumulate, pairwise
from math import log10, sqrt
from time import perf_counter

from players import LEVELS
from rules import GAMES
from storage import progress
from tests.arena.contest import Contest, player

Z = 1.96  # 95 of 100 such intervals hold the true share
NEIGHBOURS = tuple(f"{better}:{worse}" for worse, better in pairwise(LEVELS))
LADDER = ("first:beginner", *NEIGHBOURS)


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description=__doc__)
    parser.add_argument("pairs", nargs="*", default=LADDER, help=f"usually {' '.join(LADDER)}")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=["logger"])
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--seats", type=int, default=2, help="one of the first among others")
    parser.add_argument("--seconds", type=float, default=0, help="of processor time a turn")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def _contests(wanted: argparse.Namespace) -> Iterator[Contest]:
    for game in wanted.game:
        for pair in wanted.pairs:
            first, others = (player(name, wanted.seconds) for name in pair.split(":"))
            yield Contest(game, first, others, wanted.seats, wanted.seed)


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval in which the true share lies (E. B. Wilson, 1927). Draws count as parts."""
    share, z = won / games, Z * Z / games
    middle = (share + z / 2) / (1 + z)
    around = Z * sqrt(share * (1 - share) / games + z / (4 * games)) / (1 + z)
    return max(0.0, middle - around), min(1.0, middle + around)


def told(won: float, games: int) -> str:
    """A share in words: a percentage, the number of games, and the interval."""
    low, high = (100 * bound for bound in wilson(won, games))
    return f"{100 * won / games:.1f}% of {games} games ({low:.1f} to {high:.1f})"


def ratings(shares: Sequence[float]) -> list[int]:
    """The ratings of players who win these shares, each against the one before, the weakest first:
    as in chess 400 points more win ten games of eleven. Rounded to tens; the middle one has
    1500."""
    gaps = (400 * log10(share / (1 - share)) for share in shares)
    points = [*accumulate(gaps, initial=0.0)]
    middle = points[len(points) // 2]
    return [10 * round((1500 + each - middle) / 10) for each in points]


def rated(shares: Mapping[str, float]) -> str:
    """The ratings that follow from the shares of pairs for two; nothing, unless each level has
    played the one below and neither has won all."""
    if not all(0 < shares.get(pair, 0) < 1 for pair in NEIGHBOURS):
        return ""
    found = ratings([shares[pair] for pair in NEIGHBOURS])
    return ", ".join(f"{level} {each}" for level, each in zip(LEVELS, found, strict=True))


def main() -> None:
    wanted = _wanted()
    shares: dict[str, dict[str, float]] = {game: {} for game in wanted.game}
    with ProcessPoolExecutor(wanted.processes) as processes:
        for contest in _contests(wanted):
            start = perf_counter()
            games = wanted.games
            shared = processes.map(partial(Contest.share, contest), range(games))
            won = sum(progress("Games", shared, games))
            who = f"{contest.first.name} against {contest.others.name}"
            what, time = f"{contest.game}, {contest.seats} seats, {who}:", perf_counter() - start
            print(what, told(won, games), f"{time:.0f} s", flush=True)
            shares[contest.game][f"{contest.first.name}:{contest.others.name}"] = won / games
    for game, found in shares.items():
        if wanted.seats == 2 and (ratings_told := rated(found)):
            print(f"{game}, ratings: {ratings_told}")


if __name__ == "__main__":
    main()

"""Whether the shipped puzzles are still right by today's computers, with a larger budget.

python -m tests.puzzles.rejudged --game logjam fellers --times 4

Each position is searched again, with `times` times the positions that it was made with: is the best
turn still the best, and how far is it ahead of the second?
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

from bot.features.puzzles.puzzle import Puzzle, puzzles_of
from bot.table.lessons import begun
from players import Budget, ranked
from players.choice import beside
from players.search import share_of
from rules import GAMES
from rules.game import GameRules, Step
from rules.play import perform
from tests.puzzles.judging import DEEP, after, chancy, line


class Again(NamedTuple):
    """The judgement of a puzzle by another search."""

    line: str  # the search's turn
    ahead: float  # the lead in win of the best turn over all others, searched equally far
    told: float  # the lead in the puzzle's file


def again(game: GameRules[Any], seen: Any, puzzle: Puzzle, times: float, seed: int = 7) -> Again:
    """A puzzle searched again."""
    told = (puzzle.best.share - puzzle.turns[1].share) / 100
    positions = round(times * (DEEP // 4 if chancy(game, seen) else DEEP))
    best, _ = perform(game, seen, puzzle.best.line)
    ways = [way.steps for way in ranked(game, seen, seed, Budget(positions), 2)]
    right = next(steps for steps in ways if after(game, seen, steps) == best)
    rest = [steps for steps in ways if steps is not right]
    return Again(line(ways[0]), _ahead(game, seen, [right, *rest[:3]], positions), told)


def _ahead(
    game: GameRules[Any], seen: Any, ways: Sequence[Sequence[Step]], positions: int
) -> float:
    """The lead of the first of them over the best of the others."""
    values = [share_of(game, value) for value in beside(game, seen, ways, 11, Budget(positions))]
    return values[0] - max(values[1:])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles.rejudged", description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=[*GAMES])
    parser.add_argument("--times", type=float, default=4, help="as many positions")
    wanted = parser.parse_args()
    for key in wanted.game:
        start, right, puzzles = perf_counter(), 0, puzzles_of(key)
        for n, puzzle in enumerate(puzzles, 1):
            found = again(
                GAMES[key].game, begun(GAMES[key], puzzle.record).state, puzzle, wanted.times
            )
            right += found.ahead > 0
            print(
                f"{key}-{n:02}: {found.ahead:+.0%} ahead (told: {found.told:.0%}),"
                f" {puzzle.best.line}; the search plays {found.line}",
                flush=True,
            )
        time = f"{perf_counter() - start:.0f} s"
        print(f"{key}: the best turn is still the best in {right} of {len(puzzles)}, {time}")


if __name__ == "__main__":
    main()

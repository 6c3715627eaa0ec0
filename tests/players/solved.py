"""Positions of Logger for two in which the player to move wins for certain with two turns of theirs
and not with one, found by trying everything. `python -m tests.players.solved` finds them again.

They stand in solved.txt, one a line, as the text of the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from players import Budget, ranked
from rules.game import NOBODY, Seat, Setup
from rules.logger.rules import BOARD, GOAL, Phase, Position
from rules.play import winners
from tests.rules.boards import LOGGER, whole

FILE = Path(__file__).with_name("solved.txt")
STAGES = ".sTMG"
MANY, RARE = 20, 3  # positions to find; first turns of a position that win


def positions() -> list[Position]:
    """Those of the file."""
    return [read(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def read(text: str) -> Position:
    """The position of a text, at the beginning of a turn."""
    trees, loggers, points, supply, mover, phase, _, stirred = text.split()
    return Position(
        Phase(phase),
        int(mover),
        tuple(STAGES.index(sign) for row in reversed(trees.split("/")) for sign in row),
        tuple(BOARD.by_name[name] for name in loggers.split(",")),
        tuple(map(int, points.split(","))),
        tuple(map(int, supply.split(","))),
        (),
        stirred == "stirred",
    )


def forced(s: Position, seat: Seat, turns: int) -> bool:
    """Whether the seat wins within n turns of its own against any play: every turn is tried."""
    if s.phase is Phase.OVER:
        return winners(LOGGER, s) == (seat,)
    if s.mover == seat and turns == 0:
        return False
    left = turns - (s.mover == seat)
    answers = (forced(after, seat, left) for after in whole(s))
    return any(answers) if s.mover == seat else all(answers)


def winning(s: Position, turns: int) -> list[Position]:
    """The positions after the mover's turns from which they win within n more."""
    return [after for after in whole(s) if forced(after, s.mover, turns)]


def hard(s: Position) -> bool:
    """Few turns win, none at once, and the best-looking turn is none of them."""
    right = [] if winning(s, 0) else winning(s, 1)
    first = ranked(LOGGER, s, 1, Budget(1))[0].steps
    return 1 <= len(right) <= RARE and first not in [whole(s)[after] for after in right]


def found(seed: int) -> Iterator[Position]:
    """The hard positions of a random game that need more than a look at one's own turn."""
    chance, s = Random(seed), LOGGER.new(Setup(2))
    while LOGGER.actor(s) != NOBODY:
        if s.phase is Phase.WALK and max(s.points) >= GOAL - 3 and hard(s):
            yield s
        some = chance.sample(list(whole(s)), k=min(4, len(whole(s))))
        s = max(some, key=lambda after: LOGGER.worth(after, s.mover))


def main() -> None:
    kept: list[Position] = []
    for seed in range(10_000):
        kept += list(found(seed))[:1]
        FILE.write_text("".join(f"{s}\n" for s in kept[:MANY]), encoding="utf-8")
        if len(kept) >= MANY:
            break


if __name__ == "__main__":
    main()

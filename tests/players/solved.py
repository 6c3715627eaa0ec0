"""Positions of Logger for two in which the player to move wins for certain with two turns of theirs
and not with one, found by trying everything. They stand in solved.txt, one a line, as its text.
"""

from __future__ import annotations

from pathlib import Path

from rules.game import Seat
from rules.logger.rules import BOARD, Phase, Position
from rules.play import winners
from tests.rules.boards import LOGGER, whole

FILE = Path(__file__).with_name("solved.txt")
STAGES = ".sTMG"


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

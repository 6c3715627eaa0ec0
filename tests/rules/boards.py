"""Positions of Logger as drawings, and turns on them.

position('''
    . . . . .       row 5
    . s T M G       s seedling  T sapling  M mature tree  G guarded (protested) mature tree
    A . . . .       A to D the loggers, A first
    . . . . .
    . . . . B       row 1; columns a to e
''')
"""

from __future__ import annotations

from random import Random

from rules import GAMES
from rules.game import Event, Setup, Step
from rules.logger import Logger
from rules.logger.rules import BOARD, Phase, Position, legal
from rules.play import perform

LOGGER = Logger()
KIND = GAMES["logger"]
STAGES = ".sTMG"


def position(
    drawing: str,
    *,
    phase: Phase = Phase.WALK,
    mover: int = 0,
    points: tuple[int, ...] = (),
    supply: tuple[int, ...] = (),
    owing: str = "",
    stirred: bool = False,
) -> Position:
    """The position of a drawing; nobody has points or protesters by default."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    signs = "".join(sign for row in reversed(rows) for sign in row)
    assert [len(row) for row in rows] == [5] * 5
    loggers = tuple(signs.find(sign) for sign in "ABCD" if sign in signs)
    return Position(
        phase,
        mover,
        tuple(max(STAGES.find(sign), 0) for sign in signs),
        loggers,
        points or (0,) * len(loggers),
        supply or (0,) * len(loggers),
        tuple(BOARD.by_name[name] for name in owing.split()),
        stirred,
    )


def opening(seats: int) -> Position:
    return LOGGER.new(Setup(seats))


def say(s: Position, line: str) -> tuple[Position, list[Event]]:
    """Where a line of words leads; each must be legal."""
    return perform(LOGGER, s, line)


def after(s: Position, line: str) -> Position:
    return say(s, line)[0]


def choices(s: Position, sign: str = "") -> set[str]:
    """The legal words that begin with a sign."""
    return {str(step) for step in legal(s) if str(step).startswith(sign)}


def whole(s: Position) -> dict[Position, tuple[Step, ...]]:
    """The positions after all whole turns of the mover, each with a way that leads there."""
    return {after: steps for steps, after in LOGGER.whole(s)}


def at(s: Position, name: str) -> str:
    """The sign of a square, as in the drawings."""
    cell = BOARD.by_name[name]
    return "ABCD"[s.loggers.index(cell)] if cell in s.loggers else STAGES[s.trees[cell]]


def drawn(s: Position) -> str:
    """The position as a drawing."""
    return "\n".join(" ".join(at(s, f"{x}{row}") for x in "abcde") for row in "54321")


def scattered(rng: Random, seats: int, *, crowd: float = 0.5) -> Position:
    """Any board at all with a walk due, most of them thornier than play would make them."""
    cells = rng.sample(BOARD.cells, 25)
    trees = dict.fromkeys(cells[:seats], 0)
    trees |= {c: rng.choice((1, 2, 3, 3, 4)) if rng.random() < crowd else 0 for c in cells[seats:]}
    return Position(
        Phase.WALK,
        rng.randrange(seats),
        tuple(trees[c] for c in BOARD.cells),
        tuple(cells[:seats]),
        tuple(rng.randrange(12) for _ in range(seats)),
        tuple(rng.randrange(3) for _ in range(seats)),
        stirred=rng.random() < 0.5,
    )

"""A course on the river: what lies where, and where every step leads. Nothing here changes in a
game; what moves stands in rules.fellers.position.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rules.hexes import Place, name

# Where a step leads that does not lead to a cell.
BANK = -1  # bank or rock
OFF = -2  # off the board over the finish
BARRED = -3  # backward over rapids, or off the board at the start
STILL = -1  # no current

SHOVED = 2  # things that a step or a float can shove at once


@dataclass(frozen=True)
class Course:
    """One to four segments, one below the other. Cells are numbers in order of row, then lane.

    title: the letters of its segments, `A+B`; places: of each cell; toward: for each cell and
    direction (rules.hexes.COMPASS) the next cell, BANK, OFF or BARRED; currents: for each cell
    the direction in which it carries, or STILL; marked: the cells where a log lies at first;
    starts: the three cells that a lumberjack may enter by; segment: for each cell which
    segment it is part of, 0 is the first; steps: for each cell how few steps lead off the
    board, and `shore` from before the start; land: places of bank and rock inside the frame;
    rapids: for each but the last segment the row where the next one begins.
    """

    title: str
    places: tuple[Place, ...]
    toward: tuple[tuple[int, ...], ...]
    currents: tuple[int, ...]
    marked: tuple[int, ...]
    starts: tuple[int, ...]
    segment: tuple[int, ...]
    steps: tuple[int, ...]
    shore: int
    land: tuple[Place, ...]
    rapids: tuple[int, ...]

    def __hash__(self) -> int:
        return hash(self.title)  # the rest is large, and there are few courses

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: `e1` is the topmost of the middle lane."""
        return tuple(map(name, self.places))

    @cached_property
    def called(self) -> dict[int, str]:
        """The name of each cell, and what the water beyond the finish is called in an event."""
        return {OFF: "off", **dict(enumerate(self.names))}

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The cell of each name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def eddies(self) -> tuple[int, ...]:
        """For each cell a number, shared by those that floats and their shoves can carry a thing
        to and fro between; most share it with none. What has left its eddy is not carried back."""
        ways = self._carrying()
        reached = {cell: _reached(ways, cell) for cell in ways}
        return tuple(
            min({cell, *(c for c in reached.get(cell, ()) if cell in reached.get(c, ()))})
            for cell in range(len(self.places))
        )

    def _carrying(self) -> dict[int, set[int]]:
        """Where a current can bring a thing at once: what floats goes on by one cell, and so does
        what lies before it."""
        ways: dict[int, set[int]] = {}
        for start, current in enumerate(self.currents):
            here = start
            for _ in range(1 + SHOVED if current != STILL else 0):
                if (to := self.toward[here][current]) < 0:
                    break
                ways.setdefault(here, set()).add(to)
                here = to
        return ways


def _reached(ways: dict[int, set[int]], start: int) -> set[int]:
    found, waiting = set[int](), [start]
    while waiting:
        fresh = ways.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found

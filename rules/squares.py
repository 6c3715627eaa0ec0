"""A board of named squares: columns a, b, c … from the left, rows 1, 2, 3 … from the bottom.

Squares are small integers, row by row from a1, so a board is a tuple. North is towards higher rows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from rules.text import Text

COMPASS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
SPELT = {"n": Text("north"), "e": Text("east"), "s": Text("south"), "w": Text("west")}


# Equal to itself alone, so its hash is cheap: make one for each size, and pickle no step of it.
@dataclass(frozen=True, eq=False)
class Grid:
    """A board of `columns` by `rows` squares, with its tables computed once."""

    columns: int
    rows: int

    @cached_property
    def cells(self) -> range:
        """All squares."""
        return range(self.columns * self.rows)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each square: names[0] is a1."""
        return tuple(
            f"{ascii_lowercase[c % self.columns]}{c // self.columns + 1}" for c in self.cells
        )

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The square of each name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def rays(self) -> tuple[dict[str, tuple[int, ...]], ...]:
        """For each square and direction, all squares that way, nearest first."""

        def ray(cell: int, dx: int, dy: int) -> tuple[int, ...]:
            x, y, found = cell % self.columns, cell // self.columns, list[int]()
            while 0 <= (x := x + dx) < self.columns and 0 <= (y := y + dy) < self.rows:
                found.append(y * self.columns + x)
            return tuple(found)

        return tuple({d: ray(cell, *way) for d, way in COMPASS.items()} for cell in self.cells)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each square its orthogonal neighbours, in order of the squares."""
        return tuple(tuple(sorted(r[0] for r in rays.values() if r)) for rays in self.rays)

    @cached_property
    def crosses(self) -> tuple[tuple[int, ...], ...]:
        """For each square the other squares of its row and column, in order."""
        return tuple(tuple(sorted(sum(rays.values(), ()))) for rays in self.rays)

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The four corner squares, in order."""
        last = len(self.cells) - 1
        return (0, self.columns - 1, last - self.columns + 1, last)

    def toward(self, cell: int, direction: str) -> int | None:
        """The next square in a direction (n, e, s, w), or None at the edge."""
        ray = self.rays[cell][direction]
        return ray[0] if ray else None

    def bearing(self, cell: int, other: int) -> str | None:
        """The direction in which `other` lies straight from `cell`, or None."""
        return next((d for d, ray in self.rays[cell].items() if other in ray), None)


def bits(cells: Iterable[int]) -> int:
    """The set of these squares, as the bits of a number."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def squares(found: int) -> list[int]:
    """The squares of a set, in ascending order."""
    cells: list[int] = []
    while found:
        lowest = found & -found
        cells.append(lowest.bit_length() - 1)
        found ^= lowest
    return cells


def no_square_beyond(direction: str, square: str) -> Text:
    """The refusal of a step over the edge."""
    return Text("There's no square {side} of {square}.", side=SPELT[direction], square=square)

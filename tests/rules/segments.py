"""Segments of a river to try things on: the shipped ones, and a still pool with changes."""

from __future__ import annotations

import pytest

from rules.fellers.river import Segment, read, read_all
from seeds import rivers

SEGMENTS = read_all(rivers())
EVERY = pytest.mark.parametrize("letter", sorted(SEGMENTS))
HEAD = "Z Trial: board 9, back\nA segment to try things on.\n\n"
POOL = """
# # # . . . # # #
# # . o . o . # #
# # . o . o . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # # . . . # # #
# # # . = . # # #
"""


def pool(**signs: str) -> Segment:
    """A wide, still segment with these signs in other places: pool(e5="3")."""
    return read(text(**signs))


def text(**signs: str) -> str:
    lines = (HEAD + POOL.strip()).splitlines()
    for cell, sign in signs.items():
        line, column = int(cell[1:]) + 2, 2 * "abcdefghi".index(cell[0])
        lines[line] = lines[line][:column] + sign + lines[line][column + 1 :]
    return "\n".join(lines) + "\n"

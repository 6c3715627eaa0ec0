r"""Flat-topped hexes in lanes: the river runs south, and every other lane lies half a hex lower.

    n               A place is (lane, row). Lanes are counted from the middle, -4 to 4, and
nw ___ ne           called a to i; rows are counted from 0 and called 1, 2, 3 … downstream.
  /   \             Even lanes lie half a hex lower than odd ones.
  \___/
sw     se
    s
"""

from __future__ import annotations

from string import ascii_lowercase

from rules.text import Text

Place = tuple[int, int]  # lane, row

COMPASS = ("n", "ne", "se", "s", "sw", "nw")
SPELT = (
    Text("north"),
    Text("northeast"),
    Text("southeast"),
    Text("south"),
    Text("southwest"),
    Text("northwest"),
)
MIDDLE = 4  # lanes to the west of the middle lane, e

_STEPS = {
    True: ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),  # from an even lane
    False: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
}


def beside(place: Place, direction: int) -> Place:
    """The next place in a direction, a number into COMPASS."""
    lane, row = place
    across, down = _STEPS[lane % 2 == 0][direction]
    return lane + across, row + down


def name(place: Place) -> str:
    """The name of a place: e1 is the topmost one of the middle lane."""
    return f"{ascii_lowercase[place[0] + MIDDLE]}{place[1] + 1}"

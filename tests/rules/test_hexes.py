"""The hexes of a river: their neighbours and their names.

Source: the picture in rules/fellers/river.py.
"""

from itertools import product

import pytest

from rules.fellers.river import COMPASS, SPELT, beside, name

PLACES = list(product(range(-4, 5), range(13)))
BACK = {"n": "s", "ne": "sw", "se": "nw", "s": "n", "sw": "ne", "nw": "se"}


def centre(place: tuple[int, int]) -> tuple[float, float]:
    """Where a hex lies on paper, in hexes to the east and half hexes to the south."""
    lane, row = place
    return lane, 2 * row + (lane % 2 == 0)


@pytest.mark.parametrize(
    ("direction", "way"),
    [
        ("n", (0, -2)),
        ("ne", (1, -1)),
        ("se", (1, 1)),
        ("s", (0, 2)),
        ("sw", (-1, 1)),
        ("nw", (-1, -1)),
    ],
)
def test_a_step_goes_on_paper_where_its_name_says(direction: str, way: tuple[int, int]) -> None:
    """From every place, in an even lane or an odd one."""
    for place in PLACES:
        there = centre(beside(place, COMPASS.index(direction)))
        here = centre(place)
        assert (there[0] - here[0], there[1] - here[1]) == way


def test_each_step_can_be_undone_by_the_opposite_one() -> None:
    for place, direction in product(PLACES, COMPASS):
        there = beside(place, COMPASS.index(direction))
        assert beside(there, COMPASS.index(BACK[direction])) == place


def test_a_straight_line_stays_straight() -> None:
    """Shoving goes on in the same direction: three steps southeast go three lanes to the east."""
    place = (-1, 0)
    for _ in range(3):
        place = beside(place, COMPASS.index("se"))
    assert place == (2, 1)


def test_lanes_are_letters_and_rows_count_from_one() -> None:
    """The middle lane is e, the first row 1."""
    assert [name(place) for place in ((-4, 0), (0, 0), (4, 12), (0, 25))] == [
        "a1",
        "e1",
        "i13",
        "e26",
    ]


def test_every_direction_has_a_spelt_name() -> None:
    """In the same order, clockwise from north."""
    spelt = [word.replace("north", "n").replace("south", "s") for word in map(str, SPELT)]
    assert [word.replace("east", "e").replace("west", "w") for word in spelt] == list(COMPASS)

"""Whoever looks at a picture sees, or hears, which seats computers play.

Source: issue 13, item 2 ("Names that say what they are").
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image, ImageChops

from renderer import Labels, Picture, draw, draw_lobby, draw_result
from renderer.picture import WIDTH
from rules import GAMES
from rules.ending import Ending
from rules.game import Setup
from rules.text import Text
from tests.hosted import HOSTED
from tests.renderer import rivers
from tests.renderer.gallery import COUNTS, late

PEOPLE = Labels("X7", ("Ann", "Birch", "Cy", "Rowan", "Eve", "Fay"), 12)
TREES = ((1, "Birch"), (3, "Rowan"))
EACH = [(kind, seats) for kind in GAMES for seats in (COUNTS[kind][0], COUNTS[kind][-1])]


def of(seats: int) -> tuple[Labels, Labels]:
    """At a table of so many, once all of them people."""
    people = replace(PEOPLE, names=PEOPLE.names[:seats])
    return people, replace(people, computers=frozenset(n for n, _ in TREES if n < seats))


def marks(people: Picture, machines: Picture, *, beside: bool = True) -> int:
    """How many lines differ that say who sits there; nothing else does. beside: they stand in a
    panel at the right."""
    with Image.open(BytesIO(people.png)) as one, Image.open(BytesIO(machines.png)) as other:
        differs = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    left, *_ = differs.getbbox() or (WIDTH,)
    assert left > 0.5 * WIDTH or not beside
    wide, high = differs.size
    rows = [bool(differs.crop((0, y, wide, y + 1)).getbbox()) for y in range(high)]
    return sum(now and not before for before, now in zip([False, *rows], rows, strict=False))


def told(alt: str) -> list[str]:
    return [name for _, name in TREES if f"{name} " in alt.partition("computer")[0]]


@pytest.mark.parametrize(("kind", "seats"), EACH)
def test_a_computer_has_a_mark_before_its_name(kind: str, seats: int) -> None:
    """On the board, in each game, on roomy cards and on low ones; the alt text says it."""
    people, machines = (draw(HOSTED[kind], late(kind, seats), each) for each in of(seats))
    there = [name for n, name in TREES if n < seats]
    assert "computer" not in people.alt
    assert told(machines.alt) == there
    assert marks(people, machines) == len(there)


def test_so_it_has_where_the_seats_are_below_the_river() -> None:
    """Forest Fellers with three segments."""
    seen = next(islice(rivers.playout(3, "A+C+H", 3), 9, None))
    people, machines = (draw(HOSTED["fellers"], seen, each) for each in of(3))
    assert marks(people, machines, beside=False) == 1


@pytest.mark.parametrize("kind", GAMES)
def test_so_it_has_in_a_lobby_and_under_a_result(kind: str) -> None:
    """With the same mark."""
    most = GAMES[kind].game.most
    (alone, seated), (people, machines) = of(2), of(most)
    opening = GAMES[kind].game.new(Setup(most))
    cards = [draw_lobby(HOSTED[kind], opening, replace(x, turn=0), most) for x in (alone, seated)]
    assert cards[1].alt.endswith("Birch is a computer.")
    assert marks(*cards) == 1
    ending = Ending(((0,) * most, (1,) * most), Text("points"), None)
    last = [draw_result(HOSTED[kind], late(kind, most), x, ending) for x in (people, machines)]
    assert told(last[1].alt) == [name for seat, name in TREES if seat < most]
    assert marks(*last) == len(told(last[1].alt))

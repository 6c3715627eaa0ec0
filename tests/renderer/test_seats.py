"""One colour a player in every picture, and a mark for computers."""

from collections import Counter
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

import renderer
from renderer import Balance, Labels, Picture, draw, draw_lobby, draw_result
from renderer.chart import ABOVE, BELOW, CURVE, LEFT, RIGHT
from renderer.fellers import sprites
from renderer.figures import coat
from renderer.palette import RGB
from renderer.picture import WIDTH
from rules import GAMES
from rules.ending import Ending
from rules.fellers.position import FIGURES
from rules.game import NATURE, Setup
from rules.play import Seen, look
from rules.text import Text
from tests.hosted import HOSTED
from tests.renderer.gallery import COUNTS, labels, late

EACH = [(kind, seats) for kind in GAMES for seats in (COUNTS[kind][0], COUNTS[kind][-1])]


def started(kind: str, seats: int) -> Seen[Any]:
    game = GAMES[kind].game
    s, dice = game.new(Setup(seats)), Random(seats)
    while game.actor(s) == NATURE:
        s, _ = game.apply(s, dice.choice(game.legal(s)))
    return look(game, s, (), None)


def on_the_board(kind: str, view: Seen[Any], seats: int) -> list[RGB]:
    """The colour of each seat's pieces."""
    if kind != "fellers":
        return [coat(seat)[0] for seat in range(seats)]
    firsts = (FIGURES[view.state.owners.index(seat)] for seat in range(seats))
    return [sprites.coat(sprites.RAMPS[code[0]])[0] for code in firsts]


def inks(picture: Picture, box: tuple[int, int, int, int] | None = None) -> Counter[RGB]:
    shown = Image.open(BytesIO(picture.png)).convert("RGB").crop(box)
    return Counter({ink: n for n, ink in shown.getcolors(1 << 16) or ()})  # type: ignore[misc]


@pytest.mark.parametrize(("kind", "seats"), EACH)
def test_a_player_has_one_colour_in_every_picture(kind: str, seats: int) -> None:
    view, named = started(kind, seats), labels(kind, seats)
    worn, hosted = on_the_board(kind, view, seats), HOSTED[kind]
    chart = CURVE[0] + LEFT, CURVE[1] + ABOVE, CURVE[2] - RIGHT, CURVE[3] - BELOW
    flat = Ending((tuple(range(seats)),) * 2, Text("points"), None)
    last = inks(renderer.draw_result(hosted, view, named, flat))
    board = inks(renderer.draw(hosted, view, named))
    assert len({*worn}) == seats
    for seat, ink in enumerate(worn):
        shares = tuple(float(seat == other) for other in range(seats))
        curve = inks(renderer.draw_balance(hosted, view, named, Balance((shares,) * 3)), chart)
        painted = {each: n for each, n in curve.items() if each in worn}
        assert max(painted, key=painted.__getitem__) == ink, seat
        assert board[ink] > 100, seat
        assert last[ink] > 1000, seat  # a line across the chart, and a disc


@pytest.mark.parametrize("seats", [2, 5])
def test_the_curve_of_forest_fellers_shows_its_own_lumberjacks(seats: int) -> None:
    view, named = started("fellers", seats), labels("fellers", seats)
    coats = HOSTED["fellers"].artist.coats(view.state, named)
    assert {each.figure[0] for each in coats} == {sprites.figure}
    assert [[*each.figure][1] for each in coats] == [
        FIGURES[view.state.owners.index(seat)] for seat in range(seats)
    ]


NAMED = Labels("X7", ("Ann", "Birch", "Cy", "Rowan", "Eve", "Fay", "Gus"), 12)
TREES = ((1, "Birch"), (3, "Rowan"))


def tables(seats: int) -> tuple[Labels, Labels]:
    """The labels of a table with people only, and with computers."""
    people = replace(NAMED, names=NAMED.names[:seats])
    return people, replace(people, computers=frozenset(n for n, _ in TREES if n < seats))


def marks(people: Picture, machines: Picture) -> int:
    """The number of lines of a player's name that differ in the panel, and nothing else may."""
    with Image.open(BytesIO(people.png)) as one, Image.open(BytesIO(machines.png)) as other:
        differs = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    left, *_ = differs.getbbox() or (WIDTH,)
    assert left > 0.5 * WIDTH
    wide, high = differs.size
    rows = [bool(differs.crop((0, y, wide, y + 1)).getbbox()) for y in range(high)]
    return sum(now and not before for before, now in zip([False, *rows], rows, strict=False))


def told(alt: str) -> list[str]:
    return [name for _, name in TREES if f"{name} " in alt.partition("computer")[0]]


@pytest.mark.parametrize(("kind", "seats"), EACH)
def test_a_computer_has_a_mark_before_its_name(kind: str, seats: int) -> None:
    people, machines = (draw(HOSTED[kind], late(kind, seats), each) for each in tables(seats))
    there = [name for n, name in TREES if n < seats]
    assert "computer" not in people.alt
    assert told(machines.alt) == there
    assert marks(people, machines) == len(there)


@pytest.mark.parametrize("kind", GAMES)
def test_so_it_has_in_a_lobby_and_under_a_result(kind: str) -> None:
    most = GAMES[kind].game.most
    (alone, seated), (people, machines) = tables(2), tables(most)
    opening = GAMES[kind].game.new(Setup(most))
    cards = [draw_lobby(HOSTED[kind], opening, replace(x, turn=0), most) for x in (alone, seated)]
    assert cards[1].alt.endswith("Birch is a computer.")
    assert marks(*cards) == 1
    ending = Ending(((0,) * most, (1,) * most), Text("points"), None)
    last = [draw_result(HOSTED[kind], late(kind, most), x, ending) for x in (people, machines)]
    assert told(last[1].alt) == [name for seat, name in TREES if seat < most]
    assert marks(*last) == len(told(last[1].alt))

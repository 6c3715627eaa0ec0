"""One colour a player: on the board, in the last picture and on the curve. Source: issue 44."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

import renderer
from renderer import Balance, Labels, Picture
from renderer.chart import ABOVE, BELOW, CURVE, LEFT, RIGHT
from renderer.fellers import sprites
from renderer.figures import coat
from renderer.palette import RGB
from rules import GAMES
from rules.ending import Ending
from rules.fellers.position import FIGURES
from rules.game import NATURE, Setup
from rules.play import Seen, legal, look
from rules.text import Text
from tests.hosted import HOSTED

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
TABLES = [
    (kind, seats)
    for kind, each in GAMES.items()
    for seats in range(each.game.fewest, each.game.most + 1)
]


def started(kind: str, seats: int) -> Seen[Any]:
    game = GAMES[kind].game
    s, dice = game.new(Setup(seats)), Random(seats)
    while game.actor(s) == NATURE:
        s, _ = game.apply(s, dice.choice(legal(game, s)))
    return look(game, s, (), None)


def labels(seats: int) -> Labels:
    return Labels("X7", PEOPLE[:seats], 12)


def on_the_board(kind: str, view: Seen[Any], seats: int) -> list[RGB]:
    """The colour of each seat's pieces."""
    if kind != "fellers":
        return [coat(seat)[0] for seat in range(seats)]
    firsts = (FIGURES[view.state.owners.index(seat)] for seat in range(seats))
    return [sprites.coat(sprites.RAMPS[code[0]])[0] for code in firsts]


def inks(picture: Picture, box: tuple[int, int, int, int] | None = None) -> Counter[RGB]:
    shown = Image.open(BytesIO(picture.png)).convert("RGB").crop(box)
    return Counter({ink: n for n, ink in shown.getcolors(1 << 16) or ()})  # type: ignore[misc]


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_a_player_has_one_colour_in_every_picture(kind: str, seats: int) -> None:
    view, named = started(kind, seats), labels(seats)
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


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_curve_of_forest_fellers_shows_its_own_lumberjacks(seats: int) -> None:
    view, named = started("fellers", seats), labels(seats)
    coats = HOSTED["fellers"].artist.coats(view.state, named)
    assert {each.figure[0] for each in coats} == {sprites.figure}
    assert [[*each.figure][1] for each in coats] == [
        FIGURES[view.state.owners.index(seat)] for seat in range(seats)
    ]

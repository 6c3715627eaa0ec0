"""One colour a player in every picture, and a mark for computers."""

from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
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
from rules.game import Setup
from rules.play import Seen, look
from rules.text import Text
from tests.hosted import HOSTED, rgb
from tests.renderer.gallery import COUNTS, PEOPLE, labels, late_view
from tests.rules.games import dealt

EACH = [(kind, seats) for kind in GAMES for seats in (COUNTS[kind][0], COUNTS[kind][-1])]


def start_game(kind: str, seats: int) -> Seen[Any]:
    game = GAMES[kind].game
    return look(game, dealt(game, game.new(Setup(seats)), Random(seats)), (), None)


def board_colours(kind: str, view: Seen[Any], seats: int) -> list[RGB]:
    """The colour of each seat's pieces."""
    if kind != "fellers":
        return [coat(seat)[0] for seat in range(seats)]
    firsts = (FIGURES[view.state.owners.index(seat)] for seat in range(seats))
    return [sprites.coat(sprites.RAMPS[code[0]])[0] for code in firsts]


def inks(picture: Picture, box: tuple[int, int, int, int] | None = None) -> Counter[RGB]:
    shown = Image.open(BytesIO(picture.png)).convert("RGB").crop(box)
    return Counter({ink: n for n, ink in shown.getcolors(1 << 16) or ()})  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seats"), EACH)
def test_a_player_has_one_colour_in_every_picture(kind: str, seats: int) -> None:
    view, named = start_game(kind, seats), labels(kind, seats)
    worn, hosted = board_colours(kind, view, seats), HOSTED[kind]
    chart = CURVE[0] + LEFT, CURVE[1] + ABOVE, CURVE[2] - RIGHT, CURVE[3] - BELOW
    flat = Ending((tuple(range(seats)),) * 2, Text("points"), None)
    last = inks(renderer.draw_result(hosted, view, named, flat))
    board = inks(renderer.draw(hosted, view, named))
    assert len({*worn}) == seats
    shares = tuple(2 * (seat + 1) / seats / (seats + 1) for seat in range(seats))
    curve = inks(renderer.draw_balance(hosted, view, named, Balance((shares,) * 3)), chart)
    assert all(curve[less] < curve[more] for less, more in pairwise(worn))
    for seat, ink in enumerate(worn):
        assert board[ink] > 100, seat
        assert last[ink] > 1000, seat  # a line across the chart, and a disc


TREES = {1: "Birch", 3: "Rowan"}


def tables(kind: str, seats: int) -> tuple[Labels, Labels]:
    """The labels of a table with people only, and with computers."""
    names = tuple(TREES.get(seat, name) for seat, name in enumerate(PEOPLE[:seats]))
    people = replace(labels(kind, seats), names=names)
    return people, replace(people, computers=frozenset(n for n in TREES if n < seats))


def find_computers(people: Picture, machines: Picture) -> list[str]:
    """The computers that the alt text tells of; as many lines differ in the panel, nothing else."""
    differs = ImageChops.difference(rgb(people), rgb(machines)).convert("L")
    left, *_ = differs.getbbox() or (WIDTH,)
    assert left > 0.5 * WIDTH
    rows = [max(differs.crop((0, y, WIDTH, y + 1)).tobytes()) > 0 for y in range(differs.height)]
    told = [name for name in TREES.values() if f"{name} " in machines.alt.partition("computer")[0]]
    assert sum(b > a for a, b in pairwise([False, *rows])) == len(told)
    assert "computer" not in people.alt
    return told


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seats"), EACH)
def test_a_computer_has_a_mark_before_its_name(kind: str, seats: int) -> None:
    pictures = (draw(HOSTED[kind], late_view(kind, seats), each) for each in tables(kind, seats))
    assert find_computers(*pictures) == [name for seat, name in TREES.items() if seat < seats]


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_so_it_has_in_a_lobby_and_under_a_result(kind: str) -> None:
    most = GAMES[kind].game.most
    opening = GAMES[kind].game.new(Setup(most))
    ending = Ending(((0,) * most,) * 2, Text("points"), None)
    two = (replace(each, turn=0) for each in tables(kind, 2))
    lobby = (draw_lobby(HOSTED[kind], opening, each, most) for each in two)
    assert find_computers(*lobby) == ["Birch"]
    last = (draw_result(HOSTED[kind], late_view(kind, most), x, ending) for x in tables(kind, most))
    assert find_computers(*last) == [name for seat, name in TREES.items() if seat < most]

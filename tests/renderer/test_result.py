"""The picture of a lobby, and the one with which a game ends."""

from typing import Any

import pytest
from PIL import ImageChops

import renderer
from renderer import Labels, Picture, panel
from renderer.result import HIGH, MARGIN, places
from rules import GAMES
from rules.ending import Ending, Highlight, ending_of
from rules.game import Setup
from rules.logger.rules import Phase
from rules.play import Seen, frames, look
from rules.record import Record
from rules.text import Text
from tests.approved import Approved
from tests.hosted import HOSTED, rgb
from tests.renderer.gallery import PEOPLE
from tests.renderer.positions import opening, seen
from tests.renderer.test_words import SHOWN

KINDS = [(kind, n) for kind, each in GAMES.items() for n in (each.game.fewest, each.game.most)]


def finish(record: Record) -> tuple[Picture, Seen[Any], Labels]:
    """The result of a game, and everybody's view of its last board."""
    hosted, game = HOSTED[record.kind], GAMES[record.kind].game
    played = list(frames(game, record))
    last, labels = played[-1], Labels("X7", record.names, 40)
    seen = look(game, last.after, last.events, None)
    return renderer.draw_result(hosted, seen, labels, ending_of(game, played)), seen, labels


def test_the_result_says_who_won_how_it_went_and_what_was_best(approved: Approved) -> None:
    """WCAG 2.2, 1.1.1: in words too."""
    for record in SHOWN:
        approved(record.kind, finish(record)[0].alt)
    best = Highlight(1, 2, Text("longest row: {n} trees", n=3))
    approved("a best moment", result(((0, 0), (0, 1)), best).alt)


@pytest.mark.parametrize("record", SHOWN, ids=lambda record: record.kind)
def test_the_last_board_stays_with_what_ended_the_game(record: Record) -> None:
    hosted, (drawn, last, labels) = HOSTED[record.kind], finish(record)
    result, board = (rgb(picture) for picture in (drawn, renderer.draw(hosted, last, labels)))
    assert result.size == board.size
    unlike = ImageChops.difference(result, board).convert("L").getbbox()
    assert unlike is not None
    seating = hosted.artist.seats(last.state, labels)
    (column,) = seating.columns
    assert unlike[0] >= column.left - MARGIN
    assert unlike[1] >= seating.top - MARGIN


def test_equals_share_a_place() -> None:
    """A draw looks like one, in words too; the next player after two equals is third."""
    state = opening(3)._replace(phase=Phase.OVER, points=(10, 10, 4))
    kind, labels = HOSTED["logger"], Labels("L1", ("Ana", "Ben", "Cy"), 36)
    told = [(place.nth, place.seat, place.first) for place in places(kind.kind, seen(state))]
    assert told == [(1, 0, True), (1, 1, True), (3, 2, False)]
    ending = Ending(((0, 0, 0),), Text("points"), None)
    drawn = renderer.draw_result(kind, seen(state), labels, ending)
    assert "Places: 1. Ana · 1. Ben · 3. Cy." in drawn.alt
    assert "a draw between Ana and Ben" in drawn.alt


def result(scores: tuple[tuple[int, ...], ...], moment: Highlight | None = None) -> Picture:
    points, ending = (scores[-1][0], scores[-1][1]), Ending(scores, Text("points"), moment)
    view = seen(opening(2)._replace(phase=Phase.OVER, points=points))
    labels = Labels("L1", ("Ana", "Ben"), len(scores))
    return renderer.draw_result(HOSTED["logger"], view, labels, ending)


def test_another_curve_is_another_picture() -> None:
    level, other = ((0, 0), (1, 0), (2, 2)), ((0, 0), (0, 1), (2, 2))
    assert result(level).png != result(other).png
    assert result(level).alt.startswith("Logger L1, turn 3, a draw between Ana and Ben.")


def test_a_game_that_ended_before_it_began_has_a_result_too() -> None:
    assert rgb(result(((0, 0),))).width == 1200
    assert "moment" not in result(((0, 0), (0, 0))).alt


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_a_lobby_shows_the_board_who_is_seated_and_who_may_be(kind: str, seats: int) -> None:
    state = GAMES[kind].game.new(Setup(seats))
    pictures = {}
    for n in (0, 1, seats):
        labels = Labels("X7", PEOPLE[:n], 1)
        pictures[n] = renderer.draw_lobby(HOSTED[kind], state, labels, seats)
    assert len({picture.png for picture in pictures.values()}) == 3
    assert pictures[1].alt.endswith(f"Seated: Ana. Open seats: {seats - 1}.")
    assert "Seated: nobody yet." in pictures[0].alt


def test_somebody_in_a_lobby_wears_nothing_of_a_seat_yet() -> None:
    """Seats are drawn when the game begins, so nobody may think that a hat is theirs."""
    state = GAMES["logger"].game.new(Setup(2))
    alone, second = (
        rgb(renderer.draw_lobby(HOSTED["logger"], state, labels, 2))
        for labels in (Labels("L7", ("Ana",), 0), Labels("L7", ("Ben", "Ana"), 0))
    )
    left, top = panel.LEFT, panel.TOP + panel.HEAD
    below = top + HIGH + panel.GAP
    where = (left, top, left + panel.WIDE, top + HIGH)
    there = (left, below, left + panel.WIDE, below + HIGH)
    assert alone.crop(where).tobytes() == second.crop(there).tobytes()

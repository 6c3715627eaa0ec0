"""A hand of cards is a picture for one pair of eyes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderer import Picture
from renderer.fellers.hand import card
from renderer.palette import COLOURS
from rules import GAMES
from rules.fellers.position import FIGURES, HOME, JOKER, VALUES, Position
from rules.game import Leave, Seat
from rules.play import look
from tests.hosted import draw_hand
from tests.renderer.positions import labels as logger_labels
from tests.renderer.positions import opening as logger_opening
from tests.renderer.positions import seen as logger_seen
from tests.renderer.rivers import FELLERS, labels, opening


def hand(s: Position, seat: Seat | None) -> Picture:
    return draw_hand("fellers", look(FELLERS, s, (), seat), labels(len(s.hands)))


def holding(*cards: str) -> Position:
    s = opening(2)
    return s._replace(hands=(cards, s.hands[1]))


def test_a_hand_is_a_palette_image_with_the_words_of_the_english() -> None:
    """Hidden hands: text first, and a picture of the cards."""
    s = holding("gm4", "gw2", "j")
    drawn = hand(s, 0)
    shown = Image.open(BytesIO(drawn.png))
    assert (shown.format, shown.mode, shown.size) == ("PNG", "P", (1200, 640))
    flat = shown.getpalette() or []
    assert {tuple(flat[n : n + 3]) for n in range(0, len(flat), 3)} <= {*COLOURS, (0, 0, 0)}
    assert len(drawn.png) < 100_000
    assert drawn.alt == GAMES["fellers"].english.hand(FELLERS.view(s, 0), 0)
    assert "grass man 4" in drawn.alt


def test_every_card_looks_different() -> None:
    """Eight cards a lumberjack, of five values, and the beaver (Forest Fellers rules)."""
    names = {*(f"{code}3" for code in FIGURES), *(f"gm{n}" for n in VALUES), JOKER}
    assert len(names) == 15
    assert len({card(name, home=False).tobytes() for name in names}) == 15


def test_a_card_of_a_lumberjack_that_is_home_says_so() -> None:
    """It moves another one of the same player (Forest Fellers, our ruling)."""
    s = holding("gm4", "gw2", "j")
    home = s._replace(figures=(HOME, *s.figures[1:]))
    assert hand(s, 0).png != hand(home, 0).png


def test_cards_lie_as_they_stand_in_the_hand() -> None:
    """A card button carries its slot, so the picture keeps the order."""
    assert hand(holding("gm1", "gm4", "gw2"), 0).png != hand(holding("gm1", "gw2", "gm4"), 0).png


def test_a_hand_with_a_card_played_has_two() -> None:
    assert hand(holding("gm1", "gm4"), 0).png != hand(holding("gm1", "gm4", "gw2"), 0).png


def test_a_hand_shows_nothing_of_the_others() -> None:
    """Non-interference: what Ben holds does not alter what Ana sees."""
    s = holding("gm1", "gm4", "gw2")
    other = s._replace(hands=(s.hands[0], ("j", "ym5", "yw5")))
    assert hand(s, 0) == hand(other, 0)


def test_strangers_and_whoever_has_left_see_no_hand() -> None:
    """The interface: only for a seat whose hand may be seen."""
    s = opening(3)
    with pytest.raises(ValueError, match="no hand"):
        hand(s, None)
    gone, _ = FELLERS.apply(s, Leave(1))
    with pytest.raises(ValueError, match="no hand"):
        hand(gone, 1)


def test_a_view_of_somebody_else_shows_no_hand() -> None:
    """Even when the seat is claimed, hidden cards are not drawn."""
    s = opening(2)
    wrong = replace(look(FELLERS, s, (), None), seat=0)
    with pytest.raises(ValueError, match="no hand"):
        draw_hand("fellers", wrong, labels(2))


def test_a_game_without_hands_has_no_picture_of_one() -> None:
    with pytest.raises(ValueError, match="no hands"):
        draw_hand("logger", logger_seen(logger_opening()), logger_labels())

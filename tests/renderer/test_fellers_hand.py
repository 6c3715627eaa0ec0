"""A hand of cards is a picture for one pair of eyes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderer import Picture
from renderer.fellers.hand import CardMove, card, ways
from renderer.palette import COLOURS
from rules import GAMES
from rules.fellers.position import FIGURES, HOME, JOKER, VALUES, Position
from rules.game import Leave, Seat
from rules.play import look
from tests.hosted import draw_hand
from tests.renderer.positions import labels as logger_labels
from tests.renderer.positions import opening as logger_opening
from tests.renderer.positions import seen as logger_seen
from tests.renderer.rivers import FELLERS, afloat, labels, opening, river
from tests.spoken import Spoken


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
    assert (shown.format, shown.mode, shown.size) == ("PNG", "P", (1200, 716))
    flat = shown.getpalette() or []
    assert {tuple(flat[n : n + 3]) for n in range(0, len(flat), 3)} <= {*COLOURS, (0, 0, 0)}
    assert len(drawn.png) < 100_000
    assert drawn.alt == Spoken(GAMES["fellers"].texts).hand(FELLERS.view(s, 0), 0)
    assert "grass man 4" in drawn.alt


def test_every_card_looks_different() -> None:
    """Eight cards a lumberjack, of five values, and the beaver (Forest Fellers rules)."""
    names = {*(f"{code}3" for code in FIGURES), *(f"gm{n}" for n in VALUES), JOKER}
    assert len(names) == 15
    assert len({card(name, (CardMove("gm", "e5", "e8"),)).tobytes() for name in names}) == 15


def test_a_card_of_a_lumberjack_that_is_home_says_so() -> None:
    """It moves another one of the same player (Forest Fellers, our ruling)."""
    s = holding("gm4", "gw2", "j")
    home = s._replace(figures=(HOME, *s.figures[1:]))
    assert hand(s, 0).png != hand(home, 0).png


def nearer(s: Position, way: CardMove) -> int:
    """By how many steps the end of a way is nearer to the finish."""
    course = river(s)
    here, there = (course.by_name[name] for name in (way.here, way.there))
    return course.steps[here] - course.steps[there]


def test_a_card_says_where_its_lumberjack_stands_and_how_far_it_gets() -> None:
    """By its own steps, on the river as it is: each leads a space nearer where nothing bars it."""
    s = afloat(holding("gm1", "gm4", "gw2"), gm="e1")
    for name, steps in (("gm1", 1), ("gm4", 4)):
        (way,) = ways(s, 0, name)
        assert (way.code, way.here, nearer(s, way)) == ("gm", "e1", steps)
    (shore,) = ways(s, 0, "gw2")
    assert (shore.here, shore.there[1:]) == ("shore", "2")
    shown = [hand(each, 0).png for each in (s, afloat(s, gm="e2"))]
    assert len(set(shown)) == 2


def test_what_cannot_be_shoved_costs_steps() -> None:
    """One log is shoved, a river full of them is not (Forest Fellers rules, shoving)."""
    s = afloat(holding("gm1"), gm="d1")
    full = [name for name in river(s).names if name[1:] in "23456"]
    (shoving,) = ways(afloat(s, "d2", gm="d1"), 0, "gm1")
    (barred,) = ways(afloat(s, *full, gm="d1"), 0, "gm1")
    assert nearer(s, shoving) == 1
    assert barred.there == barred.here


def test_near_the_finish_a_card_gets_home() -> None:
    s = afloat(holding("gm2"), gm="d26")
    assert ways(s, 0, "gm2") == (CardMove("gm", "d26", "home"),)


def test_the_beaver_and_the_card_of_one_at_home_tell_of_all_others() -> None:
    """Each may be the one that is moved (Forest Fellers rules, Playing the Game)."""
    s = afloat(holding("gm4", "j"), gm="e5", gw="e9", kw="d12")
    assert [way.code for way in ways(s, 0, "j")] == ["gm", "gw", "kw"]
    home = s._replace(figures=(HOME, *s.figures[1:]))
    assert [way.code for way in ways(home, 0, "gm4")] == ["gw", "kw"]


def test_how_far_a_card_gets_depends_on_nothing_hidden() -> None:
    """Non-interference, also where every other hand and deck is another one."""
    s = afloat(holding("gm4", "gw2", "j"), gm="e5", gw="e9")
    seen = FELLERS.view(s, 0)
    other = seen._replace(
        hands=(s.hands[0], ("j", "ym5", "yw5")), decks=((), ("ym1",)), mover=1 - s.mover
    )
    for name in s.hands[0]:
        assert ways(s, 0, name) == ways(seen, 0, name) == ways(other, 0, name)


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

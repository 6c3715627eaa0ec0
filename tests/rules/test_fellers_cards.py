"""Forest Fellers: which card moves whom, and how far."""

import pytest

from rules.fellers.position import HIDDEN, Phase
from rules.game import WrongPhase
from tests.rules.courses import (
    FELLERS,
    after,
    at,
    changed,
    choices,
    mistimed,
    position,
    river,
    told,
    why_not,
)

CHANNEL = river()


def test_a_card_moves_its_lumberjack_up_to_its_number() -> None:
    """Forest Fellers rules, Playing the Game: up to as many spaces as the card shows."""
    s = position(CHANNEL, "gm4", gm="e2", gw="d5")
    assert at(after(s, "s s s s"), "gm") == "e6"
    assert after(s, "s s s s").phase is Phase.DRAW
    assert after(s, "s s s").phase is Phase.MOVE
    assert at(after(s, "s s ."), "gm") == "e4"
    assert at(after(s, "s s s s"), "gw") == "d5"


def test_standing_still_is_allowed() -> None:
    """Fellers 2. None of the steps must be made; the card is played all the same."""
    s = position(CHANNEL, gm="e2", hand="gm4")
    stayed = after(s, "gm4 .")
    assert (at(stayed, "gm"), stayed.discards[0]) == ("e2", ("gm4",))
    assert told(s, "gm4 .", "stays") == [("gm",)]
    assert told(s, "gm4 s .", "stays") == []


def test_a_card_must_be_played_even_if_nothing_can_move() -> None:
    """Fellers 3. Nobody passes: with no step possible the card goes, and the lumberjack stays."""
    s = position(CHANNEL, gm="e1", gw="d1", kw="f1", logs="d2 e2 f2 d3 e3 f3 d4 e4 f4", hand="gm4")
    assert choices(s) == ["gm4"]
    assert why_not(s, ".") == "first play a card"
    assert choices(after(s, "gm4")) == ["."]
    assert after(s, "gm4 .").phase is Phase.DRAW


def test_only_a_card_in_hand_can_be_played() -> None:
    """Forest Fellers rules, Playing the Game: one of the three cards in the hand."""
    s = position(CHANNEL, hand="gm4 gw2 j")
    assert choices(s) == ["gm4", "gw2", "j"]
    assert why_not(s, "gm3") == "you do not hold gm3"
    assert (
        why_not(changed(s, hands=((HIDDEN,) * 3, ())), "gm4") == "only its player knows this hand"
    )


def test_the_beaver_moves_any_of_ones_own_up_to_three() -> None:
    """Forest Fellers rules, Playing the Game, and the caption of the beaver."""
    s = position(CHANNEL, "j", gm="e2", gw="d5", ym="f7")
    assert choices(s) == ["gm", "gw", "kw"]
    moved = after(s, "gw s s s")
    assert (at(moved, "gw"), moved.phase) == ("d8", Phase.DRAW)
    assert told(s, "gw", "plays") == [("j", "gw")]
    assert why_not(s, "ym") == "honey man is not yours"
    assert why_not(s, "rw") == "rose woman is not in this race"
    assert why_not(s, "s") == "first name whom the beaver is for"


def test_example_7_the_card_of_one_who_is_home_moves_another() -> None:
    """Fellers 14. Up to the number on it, not up to three; and it is for none who is home."""
    s = position(CHANNEL, gm="home", gw="e2", hand="gm4")
    assert why_not(after(s, "gm4"), "s") == ("grass man is home already; name whom the card is for")
    assert choices(after(s, "gm4")) == ["gw", "kw"]
    assert why_not(after(s, "gm4"), "gm") == "grass man is home already"
    moved = after(s, "gm4 gw s s s s")
    assert (at(moved, "gw"), moved.phase) == ("e6", Phase.DRAW)
    assert told(s, "gm4 gw .", "plays") == [("gm4", "gw")]
    assert choices(position(CHANNEL, "j", gm="home")) == ["gw", "kw"]


def test_the_card_of_one_who_is_on_the_way_is_for_nobody_else() -> None:
    """Forest Fellers rules, Playing the Game: it moves the lumberjack that it shows."""
    s = position(CHANNEL, "gm4", gm="e2", gw="d5")
    assert why_not(s, "gw") == "you are moving grass man: name a direction, or say `.`"
    assert mistimed(s, "gw")


def test_the_first_step_is_onto_a_start_space_and_costs_one() -> None:
    """Forest Fellers rules, Playing the Game: a lumberjack begins with one of the three."""
    s = position(CHANNEL, "gm2")
    assert choices(s) == ["d1", "e1", "f1", "."]
    assert at(after(s, "e1 s"), "gm") == "e2"
    assert after(s, "e1 s").phase is Phase.DRAW
    assert told(s, "e1", "enters") == [("gm", "e1")]
    assert why_not(s, "s") == (
        "grass man is not on the river yet; name a start space, d1, e1 or f1"
    )
    assert why_not(s, "e2") == "e2 is no start space; grass man enters on d1, e1 or f1"
    assert why_not(after(s, "e1"), "d1") == "grass man is on the river already; name a direction"


def test_those_on_the_shore_are_in_nobody_s_way() -> None:
    """Fellers 4. They stand beside one another before the start."""
    s = position(CHANNEL, "gm1")
    assert at(after(s, "e1"), "gm") == "e1"
    assert at(after(s, "e1"), "gw") == "shore"


def test_entering_shoves_straight_downstream() -> None:
    """Fellers 4. A taken start space is entered by shoving along its lane, two at most."""
    s = position(CHANNEL, "gm1", ym="e1", logs="e2 d1 d2 d3")
    entered = after(s, "e1")
    assert (at(entered, "gm"), at(entered, "ym")) == ("e1", "e2")
    assert told(s, "e1", "shoves") == [("ym", "e1", "e2"), ("log", "e2", "e3")]
    assert why_not(s, "d1") == "three in a row cannot be shoved"


def test_the_start_can_be_blocked() -> None:
    """Fellers 4. Then a lumberjack waits on the shore."""
    full = river("# # # . . . # # #\n# # # . . # # # #")
    s = position(full, "gm1", ym="f1", logs="d1 d2 d3 e1 e2 e3")
    assert choices(s) == ["."]
    assert why_not(s, "f1") == "behind honey man on f1 is bank or rock"


@pytest.mark.parametrize("phase", [Phase.FLOAT, Phase.DRAW, Phase.OVER, Phase.DEAL])
def test_out_of_time_everything_has_one_reason(phase: Phase) -> None:
    """docs/decisions.md, 3: a word that is due in another phase is told so."""
    s = changed(position(CHANNEL, gm="e2", hand="gm4"), phase=phase)
    for step in FELLERS.candidates(changed(s, phase=Phase.PLAY)):
        if not str(step).startswith(":") or phase is not Phase.FLOAT:
            assert isinstance(FELLERS.why_not(s, step), WrongPhase)


def test_any_card_of_the_deck_may_be_drawn() -> None:
    """Forest Fellers rules, Playing the Game: the hand is filled up from one's own deck."""
    s = after(position(CHANNEL, "gm4", gm="e2"), ".")
    assert s.phase is Phase.DRAW
    assert set(choices(s)) == set(s.decks[s.mover])
    assert choices(changed(s, phase=Phase.OVER)) == []

"""English: what happened in Forest Fellers, each mover's name once and then his deeds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.english import FellersEnglish
from rules.fellers.position import FIGURES, called
from rules.game import Event
from rules.play import look
from tests.rules.courses import FELLERS, opening
from tests.rules.fellers_games import any_seed, game
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva")


def test_the_deal_is_told_once_and_each_hand_to_its_owner() -> None:
    """Forest Fellers rules, Preparation: three cards for everybody."""
    dealt = [Event("draws", seat, (), n) for seat in (0, 1) for n in (1, 2, 3)]
    got = [Event("gets", 1, (card,), only=1) for card in ("ym1", "j", "wm3")]
    assert ENGLISH.story(dealt, PEOPLE) == "Everyone drew three cards."
    assert ENGLISH.story([*dealt, *got], PEOPLE) == (
        "Everyone drew three cards.\nBen: drew honey man 1, the beaver and wool man 3."
    )


def test_a_draw_is_no_news() -> None:
    """Forest Fellers rules, Draw Cards: that everybody draws after his move goes without saying;
    that a deck is new does not."""
    assert ENGLISH.story([Event("draws", 0, (), 3)], PEOPLE) == ""
    assert ENGLISH.story([Event("draws", 0, (), 3), Event("reshuffles", 0)], PEOPLE) == (
        "Ann: shuffled the discards into a new deck."
    )


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_every_event_of_a_game_is_in_the_story(seats: int, seed: int) -> None:
    """docs/decisions.md, 1: each place where a thing came to be, and each thing, is told."""
    for said in game(seats, seed):
        seen = look(FELLERS, said.after, said.events, None).events
        text = ENGLISH.story(seen, PEOPLE)
        assert "\n" not in text or seen[-1].verb == "wins"
        for event in seen:
            if event.verb not in ("chooses", "draws"):
                assert PEOPLE[event.seat] in text
            if event.verb in ("enters", "floats", "stuck", "loses", "finishes"):
                assert event.at[1] in text
                assert event.at[-1] in (*text.rstrip(".").split(), "off")
            if event.verb in ("floats", "finishes", "shoves") and event.at[0] in FIGURES:
                assert str(called(event.at[0])) in text


def test_a_game_begins_with_the_deal_and_ends_with_the_winner() -> None:
    """Forest Fellers rules, Preparation and Game End."""
    assert opening(2).hands[0]
    told = [
        ENGLISH.story(look(FELLERS, x.after, x.events, None).events, PEOPLE) for x in game(2, 3)
    ]
    assert told[0] == "Everyone drew three cards."
    assert told[-1].endswith("has everyone home and wins.")


def test_what_was_shoved_there_and_back_is_not_told() -> None:
    """What is where it was has not been shoved as far as a reader minds."""
    there, back = (Event("shoves", 0, at) for at in (("gw", "e6", "e7"), ("gw", "e7", "e6")))
    assert "shoved" in ENGLISH.story([there], PEOPLE)
    assert "shoved" not in ENGLISH.story([there, back], PEOPLE)
    afloat = Event("floats", 0, ("log", "e3", "e4", "e5"))
    assert "it shoved" in ENGLISH.story([afloat, there], PEOPLE)
    assert "shoved" not in ENGLISH.story([afloat, there, back], PEOPLE)

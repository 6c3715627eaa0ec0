"""English: what happened in Forest Fellers, each mover's name once and then his deeds."""

import ast
from inspect import getsource

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers import afloat, effects
from rules.fellers.english import FellersEnglish
from rules.fellers.naming import called
from rules.fellers.position import FIGURES
from rules.game import NATURE, Event
from rules.play import look
from tests.rules.courses import FELLERS, opening
from tests.rules.fellers_games import any_seed, game
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva")


def verbs() -> set[str]:
    """Every verb that an event can have, read from the source of the rules."""
    found = set[str]()
    for module in (effects, afloat):
        for node in ast.walk(ast.parse(getsource(module))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ("Event", "tell") and isinstance(node.args[0], ast.Constant):
                    found.add(str(node.args[0].value))
    return found | {"floats", "stuck"}  # one of two, chosen before the event is made


TOLD = {
    "chooses": (Event("chooses", NATURE, ("A", "H")), "The course is A+H."),
    "draws": (Event("draws", 0, (), 1), "Everybody drew three cards."),
    "gets": (Event("gets", 0, ("gw4",), only=0), "Ann: drew grass woman 4."),
    "reshuffles": (Event("reshuffles", 0), "Ann: shuffled the discards into a new deck."),
    "plays": (Event("plays", 0, ("gw4",)), "Ann: played grass woman 4."),
    "enters": (Event("enters", 0, ("gw", "d1")), "Ann: entered at d1."),
    "steps": (Event("steps", 0, ("gw", "e5", "f6")), "Ann: from e5 se to f6."),
    "stays": (Event("stays", 0, ("gw",)), "Ann: grass woman stayed."),
    "shoves": (Event("shoves", 0, ("log", "e5", "e6")), "Ann: shoved a log e5 to e6."),
    "finishes": (Event("finishes", 0, ("gw", "e25")), "Ann: grass woman is home."),
    "loses": (Event("loses", 0, ("log", "e25")), "Ann: the log from e25 is out of the game."),
    "floats": (Event("floats", 0, ("ym", "e5", "e6", "e7")), "Ann: honey man floated e5 to e7."),
    "stuck": (Event("stuck", 0, ("log", "e5")), "Ann: the log on e5 could not float."),
    "wins": (Event("wins", 0), "Ann: has everybody home and wins."),
    "ends": (Event("ends", 0), "Ann: after 400 rounds the game is over."),
    "leaves": (Event("leaves", 0), "Ann: left the game."),
}


def test_there_is_a_sentence_for_every_verb() -> None:
    """docs/decisions.md, 1: each fact that a step can bring about is told."""
    assert verbs() == TOLD.keys()


@pytest.mark.parametrize("verb", TOLD)
def test_each_event_is_told(verb: str) -> None:
    """docs/decisions.md, 1: who, and then what he did."""
    event, sentence = TOLD[verb]
    assert ENGLISH.story([event], PEOPLE) == sentence


def test_an_unknown_verb_is_never_passed_over_in_silence() -> None:
    """docs/decisions.md, 1: a new verb without a sentence is a bug that shows."""
    with pytest.raises(ValueError, match="dances"):
        ENGLISH.story([Event("dances", 0)], PEOPLE)


def test_the_deal_is_told_once_and_each_hand_to_its_owner() -> None:
    """Forest Fellers rules, Preparation: three cards for everybody."""
    dealt = [Event("draws", seat, (), n) for seat in (0, 1) for n in (1, 2, 3)]
    got = [Event("gets", 1, (card,), only=1) for card in ("ym1", "j", "wm3")]
    assert ENGLISH.story(dealt, PEOPLE) == "Everybody drew three cards."
    assert ENGLISH.story([*dealt, *got], PEOPLE) == (
        "Everybody drew three cards.\nBen: drew honey man 1, the beaver and birch man 3."
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
    assert told[0] == "Everybody drew three cards."
    assert told[-1].endswith("has everybody home and wins.")


def test_what_was_shoved_there_and_back_is_not_told() -> None:
    """What is where it was has not been shoved as far as a reader minds."""
    there, back = (Event("shoves", 0, at) for at in (("gw", "e6", "e7"), ("gw", "e7", "e6")))
    assert "shoved" in ENGLISH.story([there], PEOPLE)
    assert "shoved" not in ENGLISH.story([there, back], PEOPLE)
    afloat = Event("floats", 0, ("log", "e3", "e4", "e5"))
    assert "it shoved" in ENGLISH.story([afloat, there], PEOPLE)
    assert "shoved" not in ENGLISH.story([afloat, there, back], PEOPLE)

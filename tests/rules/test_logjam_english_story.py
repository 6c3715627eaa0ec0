"""English: what happened in Logjam, told."""

import ast
import inspect
import re

import pytest

from rules import GAMES
from rules.game import Event
from rules.logjam import building, effects, order
from rules.play import answers
from tests.rules.rivers_of_logs import (
    LOGJAM,
    opening,
    river,
    say,
    whole_game,
)
from tests.rules.test_logjam_english_position import PEOPLE, camps, named, stacked
from tests.spoken import Spoken

TEXTS, ENGLISH = GAMES["logjam"].texts, Spoken(GAMES["logjam"].texts)


def verbs() -> set[str]:
    """Every verb that the rules can give an event, read from their source."""
    found, verb_at = set[str](), {"Event": 0, "_event": 1}
    for module in (building, effects, order):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in verb_at:
                verb = node.args[verb_at[ast.unparse(node.func)]]
                found |= {str(verb.value)} if isinstance(verb, ast.Constant) else set()
    return found | {"slides", "drifts"}  # one of two, chosen before the event is made


TOLD = {
    "rolls_off": (Event("rolls_off", 0, (), 5), "Roll-off: Ann 5."),
    "begins": (Event("begins", 0), "Ann begins."),
    "lays": (Event("lays", 0, ("b4", "c4", "d4")), "Ann: laid a log on b4-d4."),
    "stands": (Event("stands", 0, ("a1",)), "Ann: stood a logger on a1."),
    "rolls": (Event("rolls", 0, (), 4), "Ann: rolled 4."),
    "runs": (Event("runs", 0, ("b3", "c5")), "Ann: b3 to c5."),
    "rests": (Event("rests", 0), "Ann: did nothing."),
    "exits": (Event("exits", 0, ("b11", "off"), 1), "Ann: home from b11."),
    "captures": (Event("captures", 0, ("b3", "b4")), "Ann: b3 to b4."),
    "captured": (Event("captured", 0, ("b4",), 2), "Ann: captured 2 loggers of Ann."),
    "pushes": (Event("pushes", 0, ("b3", "b4")), "Ann: pushed from b3 to b4."),
    "slides": (
        Event("slides", 0, ("b4", "c4", "d4", "b5", "c5", "d5")),
        "Ann: moved log b4-d4 to b5-d5.",
    ),
    "drifts": (Event("drifts", 0, ("a11", "a12")), "Ann: moved log a11-a12 out of the game."),
    "carried": (Event("carried", 0, ("c5", "c6"), 1), "Ann: carried Ann from c5 to c6."),
    "crushed": (Event("crushed", 0, ("d5",), 3), "Ann: crushed Ann on d5 (3)."),
    "returns": (Event("returns", 0, ("a1",)), "Ann: Ann back to a1."),
    "wins": (Event("wins", 0), "Ann: all loggers of Ann are home."),
    "ends": (
        Event("ends", 0),
        "All rounds have been played, so the game is over and what is home counts.",
    ),
    "leaves": (Event("leaves", 0), "Ann: left the game."),
}


def test_there_is_a_sentence_for_every_verb() -> None:
    """docs/decisions.md, 1: each fact that a step can bring about is told."""
    assert verbs() == {*TOLD, "shifts"}  # that is told by where the log went


@pytest.mark.parametrize("verb", TOLD)
def test_each_event_is_told(verb: str) -> None:
    """docs/decisions.md, 1: who, and then what he did."""
    event, sentence = TOLD[verb]
    assert ENGLISH.story([event], PEOPLE) == sentence


def test_an_unknown_verb_is_never_passed_over_in_silence() -> None:
    """docs/decisions.md, 1: a new verb without a sentence is a bug that shows."""
    with pytest.raises(ValueError, match="dances"):
        ENGLISH.story([Event("dances", 0)], PEOPLE)


@pytest.mark.no_cover
def test_every_square_of_every_event_of_a_game_is_told() -> None:
    """docs/decisions.md, 1: who and where, of each mover's whole turn."""
    for seed, setup in enumerate(("quick", "classic", "quick")):
        for _, seat, _, events, s in whole_game(3, seed, setup=setup):
            story = ENGLISH.story(events, named(s))
            for event in events if seat >= 0 else ():
                ends = event.at if len(event.at) < 3 else (event.at[0], event.at[-1])
                assert all(name in story for name in ends if name != "off")
                assert event.verb == "ends" or PEOPLE[event.seat] in story


DRAWING = """
    . . . . . . . .
    . . . . . . . .
    . . . B D . . .
    . 2 . C . E . .
    . 2 1 1 1 . . .
    . . . A . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_a_turn_is_told_with_its_roll_and_the_next_roll_is_left_to_the_call() -> None:
    """Logjam rules, Play of the Game: roll, word, and then the next one's roll."""
    s = river(DRAWING)
    rolled, first = say(s, "5")
    gone, word = say(rolled, "d3-c1")
    next_, second = say(gone, "3")
    assert ENGLISH.story(first, PEOPLE) == "Ann: rolled 5."
    assert ENGLISH.story([*first, *word, *second], PEOPLE) == "Ann rolled 5: d3 to c1."
    assert str(TEXTS.call(next_)) == "You rolled 3."
    assert ENGLISH.pieces(next_, named(s)).endswith("\nBen rolled 3.")
    _, rest = say(next_, ".")
    assert ENGLISH.story([*first, *word, *second, *rest], PEOPLE) == (
        "Ann rolled 5: d3 to c1.\nBen rolled 3: did nothing."
    )
    off = [Event("rolls", 1, (), 1), Event("exits", 1, ("a8", "off"), 1)]
    assert ENGLISH.story([*word, *off], PEOPLE) == "Ann: d3 to c1.\nBen rolled 1: home from a8."


def test_the_set_up_by_chance_is_told_in_brief() -> None:
    """Logjam rules, Initial Setup: who begins, how many logs fitted, who stands where."""
    s = opening(3, loggers="4")
    rows = list(answers(LOGJAM, s, b"seed", 1))
    s, events = rows[-1][1], [event for *_, more in rows for event in more]
    story = ENGLISH.story(events, PEOPLE).splitlines()
    assert len(story) == 3
    assert re.fullmatch(
        r"Roll-off: Ann \d, Ben \d, Cy \d(; again .*)?\. (Ann|Ben|Cy) begins\.", story[0]
    )
    assert story[1] == f"On the river: {len(s.logs)} logs."
    stood = stacked(story[2].removeprefix("On the starting row: ").rstrip("."), " · ")
    assert stood == camps(s)

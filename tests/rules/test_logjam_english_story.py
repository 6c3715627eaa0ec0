"""English: what happened in Logjam, told."""

import re

import pytest

from rules import GAMES
from rules.game import Event
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
        r"Roll-off: Ann \d, Ben \d, Cy \d(; then .*)?\. (Ann|Ben|Cy) begins\.", story[0]
    )
    assert story[1] == f"On the river: {len(s.logs)} logs."
    stood = stacked(story[2].removeprefix("On the starting row: ").rstrip("."), " · ")
    assert stood == camps(s)

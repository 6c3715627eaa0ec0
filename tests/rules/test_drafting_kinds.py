"""Drafts in Logjam and Forest Fellers: several words a turn, `.` between them, some automatic."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import Draft, draft
from rules.errors import Illegal
from rules.fellers import Fellers
from rules.fellers.position import Phase, Position
from rules.fellers.river import course_of
from rules.game import MOST_POSITIONS, NATURE, NOBODY, Setup, Step, converges, foreseen
from tests.rules.courses import FELLERS, after, changed, choices, position, river
from tests.rules.races import choose

KIND = GAMES["fellers"]
IN_A_ROW = river("# # # . . . # # #\n# # # . . . # # #\n# # # . 3 . # # #\n# # # . 3 . # # #")
APART = river("# # # . . . # # #\n# # # . . . # # #\n# # # 3 . 3 # # #")


def turn(*, logs: str = "", **figures: Any) -> Position:
    """The grass man is where nothing floats, with two steps or four to go."""
    course = IN_A_ROW if figures.get("ym") == "e3" else APART
    return position(course, hand="gm2 gm4 j", gm="d8", logs=logs, **figures)


def typed(s: Position, text: str) -> Draft[Position]:
    return draft(KIND, s, text)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (":ym", ":ym"),
        (":e4", ":e4 :ym"),
        (":e4 :ym", ":e4 :ym"),
        ("log e4 floats, honey man floats", ":e4 :ym"),
    ],
)
def test_such_an_order_may_be_said_all_the_same(said: str, line: str) -> None:
    """Then it is that one, at once and word by word; and older lines are still accepted."""
    s = turn(ym="e3", logs="e4")
    whole, drafted = typed(s, f"gm4 s s . {said}"), typed(s, "gm4 s s .")
    assert (whole.line, whole.complete) == (f"gm4 s s . {line}", True)
    assert whole.state == drafted.state
    assert draft(KIND, s, said, kept=drafted.said) == whole
    assert draft(KIND, s, "", kept=whole.said, typed=False).line == whole.line


@pytest.mark.parametrize("again", [":ym :ym", ":e4 :ym :ym"])
def test_a_word_that_filled_itself_in_is_said_once(again: str) -> None:
    """docs/decisions.md, 7: a second time it says something else, which is too much."""
    s = turn(ym="e3", logs="e4")
    with pytest.raises(Illegal, match="`:ym` isn't needed here"):
        typed(s, f"gm4 s s . {again}")
    with pytest.raises(Illegal, match="`:ym` isn't needed here"):
        draft(KIND, s, again, kept=typed(s, "gm4 s s .").said)


def ends(s: Position, seat: int) -> set[Position]:
    """Every position in which the turn of a seat can end, by any words."""
    waiting, found, known = [s], set[Position](), {s}
    while waiting:
        here = waiting.pop()
        if FELLERS.actor(here) != seat:
            found.add(here)
            continue
        later = {after(here, word) for word in choices(here)} - known
        known |= later
        waiting += later
    return found


@pytest.mark.no_cover
def test_an_order_of_floats_is_asked_for_exactly_where_it_matters() -> None:
    """Fellers 12: most questions made no difference."""
    asked, alike = 0, 0
    for seats in (2, 4):
        for s in (s for s in turns(seats, 2) if s.phase is Phase.FLOAT):
            there, step = ends(s, s.mover), FELLERS.forced_step(s)
            alike += len(there) == 1 and len(choices(s)) > 1
            asked += step is None
            assert len(there) > 1 or step is not None
            assert step is None or ends(after(s, str(step)), s.mover) == there
    assert alike > 20
    assert 0 < asked < alike / 5


def turns(seats: int, seed: int) -> Iterator[Position]:
    """The positions of a random race in which somebody is to say something."""
    chance, s = Random(seed), FELLERS.new(Setup(seats, {"course": "random"}))
    while FELLERS.actor(s) != NOBODY:
        if FELLERS.actor(s) != NATURE:
            yield s
        s, _ = FELLERS.apply(s, choose(chance, s, 0.8))


def test_whether_all_ends_alike_is_looked_for_no_further_than_patience() -> None:
    """docs/decisions.md, 7: if no answer is found, the player is asked."""
    s = after(turn(ym="e3", logs="e4"), "gm4 s s .")
    assert converges(FELLERS, s)
    assert not converges(FELLERS, s, patience=1)


def floating(things: int) -> Position:
    """N logs on the currents of the longest course; the move is over."""
    course = course_of(FELLERS.segments, "B+E+G+K")
    cells = [cell for cell, way in enumerate(course.currents) if way >= 0]
    s = position(course, hand="gm1 gm2 j", gm=course.names[course.starts[0]])
    return after(changed(s, logs=tuple(Random(things).sample(cells, things))), "gm1 .")


class Counting(Fellers):
    """Counts the positions that are looked at."""

    _looked = 0

    def legal(self, s: Position) -> list[Step]:
        self._looked += 1
        return super().legal(s)


@pytest.mark.parametrize("things", [8, 40])
def test_looking_ahead_never_takes_more_than_its_patience(things: int) -> None:
    """docs/decisions.md, 7: for all steps together, so a crowded river keeps nobody waiting."""
    s, game = floating(things), Counting(FELLERS.segments)
    found = foreseen(game, s)
    assert game._looked <= MOST_POSITIONS + 2
    assert (found is None) == (things > 8)
    assert foreseen(game, s, patience=1) is None


@pytest.mark.parametrize("things", [3, 40])
def test_the_question_what_floats_next_is_short(things: int) -> None:
    """rules/english.py: a sentence to the mover, that fits into a message with much else."""
    asked = str(KIND.texts.choices(floating(things)))
    assert len(asked) < 700
    assert all(f"`{word}`" in asked for word in choices(floating(things)))

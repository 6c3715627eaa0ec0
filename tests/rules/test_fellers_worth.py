"""Forest Fellers: its own simple valuation, by which a turn is sensible or not, and what is played
offhand by it.

Source: rules/game.py."""

from functools import cache
from math import inf, isfinite

import pytest

from rules.fellers.position import HOME, SHORE, Phase, Position
from rules.fellers.river import BANK, BARRED, OFF, Course
from rules.fellers.valuation import CARDS, FURTHEST, rests, turns, ways
from rules.game import Setup
from rules.play import legal
from tests.rules.courses import FELLERS, after, opening, position, river
from tests.rules.races import race
from tests.sensible import sensible

CHANNEL = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . . . . . # #
    # # . . . . . # #
""")
QUICK = river("""
    # # # . . . # # #
    # # . . 3 . . # #
    # # . . 3 . . # #
    # # . . 3 . . # #
""")


def worth(s: Position, line: str) -> float:
    """What a position is worth to the mover after some words of theirs."""
    return FELLERS.worth(after(s, line), s.mover)


def offhand(s: Position) -> str:
    """A whole turn."""
    words = list[str]()
    while FELLERS.actor(s) >= 0:
        words.append(str(FELLERS.offhand(s)))
        s = after(s, words[-1])
    return " ".join(words)


@cache
def mean_turns(steps: int) -> float:
    """How many cards so many steps take, if none of them is wasted before the last."""
    return 1 + sum(mean_turns(max(0, steps - n)) for n in CARDS) / len(CARDS) if steps else 0.0


def test_turns_are_counted_by_the_cards_of_a_deck() -> None:
    """Forest Fellers rules, Goal and Playing the Game: a card a turn; without currents."""
    course = river()
    needed = turns(course)
    for cell, steps in enumerate(course.steps):
        assert needed[cell] == pytest.approx(mean_turns(steps), abs=1e-6)
    assert needed[SHORE] == pytest.approx(mean_turns(course.shore), abs=1e-6)
    assert needed[HOME] == 0


def within(course: Course, start: int, steps: int) -> set[int]:
    """Every cell, or OFF, that a lumberjack alone on the river can walk to."""
    found = {start}
    for _ in range(steps):
        found |= {to for cell in found - {OFF} for to in course.toward[cell]} - {BANK, BARRED}
    return found


@pytest.mark.parametrize("course", [CHANNEL, QUICK, river()])
def test_the_best_ways_are_known_beforehand(course: Course) -> None:
    """Forest Fellers rules, Playing the Game: up to as many steps as the card shows; no way leaves
    fewer turns, and each leads where it says."""
    needed, rest = turns(course), rests(course)
    for start, by_steps in enumerate(ways(course)):
        for steps in range(FURTHEST + 1):
            least, path = by_steps[steps]
            here = start
            for cell, way in path:
                assert here == cell
                here = course.toward[cell][way]
            ends = {
                end: needed[HOME if end == OFF else rest[end]]
                for end in within(course, start, steps)
            }
            assert len(path) <= steps
            assert ends[here] == least == min(ends.values())


def test_a_current_ahead_saves_turns() -> None:
    """Forest Fellers rules, Playing the Game: who ends a move on a current floats for nothing."""
    slow, quick = turns(CHANNEL), turns(QUICK)
    assert all(fast <= still for fast, still in zip(quick, slow, strict=True))
    start, below = QUICK.by_name["e1"], QUICK.by_name["e8"]
    assert quick[start] < slow[start] - 0.3
    assert quick[below] == slow[below]
    blocked = turns(river(*["# # # . 0 . # # #"]))
    assert all(map(isfinite, blocked))


def test_no_step_backward_is_the_best() -> None:
    """Forest Fellers rules, Game End: who has the shorter ways to go is ahead."""
    s = position(CHANNEL, "gm4", gm="e5")
    best = max(legal(FELLERS, s), key=lambda step: worth(s, str(step)))
    assert str(best) == "s"
    assert worth(s, "s") > worth(s, ".") > worth(s, "n")


def test_a_rival_shoved_on_is_worth_less() -> None:
    """Forest Fellers rules, Playing the Game: who shoves a rival downstream helps them as much."""
    s = position(CHANNEL, "gm4", gm="e5", ym="e6")
    alone = position(CHANNEL, "gm4", gm="e5", ym="d6")
    assert worth(s, "s") - worth(s, ".") < (worth(alone, "s") - worth(alone, ".")) / 4


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_start_is_even_and_victory_is_everything(seats: int) -> None:
    """Forest Fellers rules, Game End; everybody has as far to go."""
    s = opening(seats)
    assert {FELLERS.worth(s, seat) for seat in range(seats)} == {0}
    assert FELLERS.worth(s._replace(winner=1), 1) == inf
    unchosen = FELLERS.new(Setup(seats, {"course": "random"}))
    assert FELLERS.worth(unchosen, 0) == 0


@pytest.mark.no_cover
def test_what_is_played_offhand_is_nearly_as_good() -> None:
    """rules/game.py, offhand: legal, and of all that the best turns gain four fifths at least."""
    gained, possible = 0.0, 0.0
    for n, said in enumerate(race(3, "D+F", 5)):
        s = said.before
        if s.phase is Phase.PLAY and n % 3 == 0:
            _, best = sensible(FELLERS, s) or ((), s)
            there = after(s, offhand(s))
            possible += min(FELLERS.worth(best, s.mover) - FELLERS.worth(s, s.mover), 9)
            gained += min(FELLERS.worth(there, s.mover) - FELLERS.worth(s, s.mover), 9)
    assert possible * 0.8 <= gained <= possible

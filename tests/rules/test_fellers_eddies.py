"""Forest Fellers: floats that could go round in circles, on rivers drawn by chance.

On no river of ours can anything be carried back to where it was, so what is said of that is
proved where currents lie in each other's way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from rules.fellers.position import ABSENT, FIGURES, Phase, Position, called
from rules.fellers.river import STILL, Course, course_of
from rules.fellers.story import shoved
from rules.game import NATURE, Leave
from rules.play import legal, turns
from tests.rules import naive_fellers as naive
from tests.rules.courses import FELLERS, after, at, changed, choices, logs, position, river
from tests.rules.races import COURSES
from tests.rules.test_fellers_rules import place, scene

JACKS = ("gm", "gw", "ym", "yw")
TO_AND_FRO = river(
    """
    # # # . . . # # #
    # # # . . . # # #
    # # # . 3 . # # #
    # # # . . . # # #
    # # # 3 0 . # # #
    # # # 3 . . # # #
"""
)


def drawn(rng: Random) -> str:
    """A pool in which more than every second space is a current."""
    rows = [list("###...###"), list("##.....##")]
    rows += [list("".join(rng.choice("..01234501234512#") for _ in range(9))) for _ in range(5)]
    rows += [list("##.....##"), *(list("###...###") for _ in range(4)), list("###.=.###")]
    return "\n".join(" ".join(row) for row in rows)


@cache
def wild(seed: int, fewest: int = 3, most: int = 5) -> Position:
    """A move is over on such a river, so many things being close together."""
    rng = Random(seed)
    while closed(course := river(drawn(rng))) or len(inner(course)) < 20:
        pass
    cells = rng.sample(inner(course), rng.randint(fewest, most))
    figures = [ABSENT] * len(FIGURES)
    for code, cell in zip(JACKS, cells, strict=False):
        figures[FIGURES.index(code)] = cell
    s = position(course, seats=2, hand="gm1")
    s = changed(s, figures=tuple(figures), logs=tuple(sorted(cells[len(JACKS) :])))
    return after(s, "gm1 .")


def inner(course: Course) -> list[int]:
    return [cell for cell, (_, y) in enumerate(course.places) if 1 <= y <= 7]


def closed(course: Course) -> bool:
    """Some current comes back to itself: then a float would never end."""
    for start in range(len(course.places)):
        here, known = start, set[int]()
        while here >= 0 and course.currents[here] != STILL:
            if here in known:
                return True
            known.add(here)
            here = course.toward[here][course.currents[here]]
    return False


def rows(course: Course) -> list[tuple[str, ...]]:
    """The river as the second engine reads it."""
    drawing = [["#"] * 9 for _ in range(13)]
    for (lane, y), current in zip(course.places, course.currents, strict=True):
        drawing[y][lane + 4] = "." if current == STILL else str(current)
    drawing[12][4] = "="
    return [tuple("".join(row) for row in drawing)]


def play(s: Position) -> naive.Play:
    assert s.course is not None
    return naive.Play(naive.water(rows(s.course)))


WILD = range(300)
CAME_BACK = (247, 1000, 1704)  # there a float shoves something to and fro


@pytest.mark.slow
@pytest.mark.no_cover
def test_floats_on_wild_rivers_are_those_of_the_second_engine() -> None:
    """Fellers 12 and 13. All that the orders of the floats can lead to, beside
    tests/rules/naive_fellers.py, on rivers where things are handed to and fro."""
    for seed in WILD:
        s = wild(seed)
        expected = {naive.positions(there) for there in play(s).currents(scene(s))}
        assert ends(s) == expected, seed


def ends(s: Position) -> set[object]:
    if FELLERS.actor(s) == NATURE:
        return {naive.positions(scene(s))}
    return {naive.positions(scene(there)) for _, there in turns(FELLERS, s)}


def test_what_never_floated_still_does_when_others_go_round() -> None:
    """Fellers 13. Only those who have floated since everything was so float no more."""
    s = after(position(TO_AND_FRO, "gm1", logs="e3", ym="e4", wm="d5"), ".")
    assert choices(s) == [":wm", ":e3"]
    round_once = after(s, ":e3 :ym")
    assert (logs(round_once), at(round_once, "ym")) == ({"e3"}, "e4")
    assert choices(round_once) == [":wm"]
    assert at(after(round_once, ":wm"), "wm") == "d7"
    between = after(s, ":e3 :wm :ym")
    assert (logs(between), at(between, "wm"), choices(between)) == ({"e3"}, "d7", [":e3"])
    assert after(between, ":e3").phase is Phase.DRAW


def test_what_can_come_back_is_part_of_the_position() -> None:
    """docs/decisions.md, 1: what changes what is legal is compared. Whoever floats for good in the
    meantime makes another position of it, as nothing will be as it was."""
    s = after(position(TO_AND_FRO, "gm1", logs="e3", ym="e4", wm="d5"), ".")
    first, between = after(s, ":wm :e3"), after(s, ":e3 :wm")
    assert (first.figures, first.logs, first.pending) == (
        between.figures,
        between.logs,
        between.pending,
    )
    assert first != between
    assert after(first, ":ym").phase is Phase.DRAW
    assert choices(after(between, ":ym")) == [":e3"]
    assert not s.passed
    assert first.passed


def test_on_our_rivers_nothing_can_be_carried_back() -> None:
    """Fellers 13. So orders of floats that end alike are equal positions on all of them, and no
    arrangement is remembered."""
    for letters in (*FELLERS.segments, *COURSES):
        course = course_of(FELLERS.segments, letters)
        assert course.eddies == tuple(range(len(course.places)))


def test_who_leaves_makes_what_has_been_impossible() -> None:
    """Fellers 24. Nothing can be as it was with somebody who is gone."""
    s = after(position(TO_AND_FRO, "gm1", seats=3, logs="e3", ym="e4", rm="d5"), ". :e3")
    assert s.passed
    assert not FELLERS.apply(s, Leave(2))[0].passed


@pytest.mark.no_cover
def test_the_shoves_of_a_float_are_told_as_they_were() -> None:
    """docs/decisions.md, 1: each thing once, from where it was to where it is, whatever is shoved
    after it in the same line; beside the second engine, where every log has a number."""
    told = 0
    for seed in (*range(60), *CAME_BACK):
        s = wild(seed, 8, 14)
        for step in legal(FELLERS, s) if s.phase is Phase.FLOAT else ():
            _, events = FELLERS.apply(s, step)
            found = shoved(events)
            assert sorted(map(str, found)) == sorted(carried(s, str(step)[1:])), (seed, str(step))
            told += len(found)
    assert told > 100


def carried(s: Position, thing: str) -> Iterator[str]:
    """What one float moves besides the thing itself, by the second engine."""
    was = dict(scene(s).things)
    who = thing if thing in FIGURES else next(t for t in was if named(s, was[t]) == thing)
    now = dict(play(s).float(scene(s), who).things)
    for other in was.keys() - {who}:
        if was[other] != now.get(other):
            what = "a log" if other.startswith("log") else str(called(other))
            to = f"to {named(s, now[other])}" if other in now else "over the finish"
            yield f"{what} {named(s, was[other])} {to}"


def named(s: Position, spot: naive.Place) -> str:
    assert s.course is not None
    cells = range(len(s.course.places))
    return s.course.names[next(cell for cell in cells if place(s, cell) == spot)]

"""Segments joined to a course: where each step leads, and that two ways never meet.

Source: docs/rivers.md; Forest Fellers rules, Preparation, Rapids and Goal.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest

from rules.fellers.river import (
    BANK,
    BARRED,
    COMPASS,
    FIRST,
    LOGS,
    OFF,
    STILL,
    Course,
    beside,
    join,
    pairs,
    straits,
    unjoinable,
)
from tests.rules.segments import EVERY, SEGMENTS, pool


def course(title: str) -> Course:
    return join([SEGMENTS[letter] for letter in title.split("+")])


def end(river: Course, cell: str, direction: str) -> str | int:
    """The name of the cell that a step leads to, or BANK, OFF, BARRED."""
    there = river.toward[river.by_name[cell]][COMPASS.index(direction)]
    return there if there < 0 else river.names[there]


def test_the_twelve_make_120_courses_of_two() -> None:
    """Forest Fellers rules, Preparation: never the two sides of one board."""
    found = pairs(SEGMENTS.values())
    assert len(set(found)) == 120
    assert all(one.board != two.board for one, two in found)


@pytest.mark.parametrize(
    ("letters", "why"),
    [
        ("", "a course has 1 to 4 segments"),
        ("ACEGI", "a course has 1 to 4 segments"),
        ("ACA", "segment A is used twice"),
        ("CAD", "segments C and D are two sides of the same board"),
        ("DJEH", "this river needs 47 logs, but there are only 45"),
        ("DJE", None),
        ("A", None),
    ],
)
def test_what_may_be_one_course(letters: str, why: str | None) -> None:
    """Forest Fellers rules, Preparation: 45 logs, one on every marked space."""
    chosen = [SEGMENTS[letter] for letter in letters]
    assert str(unjoinable(chosen) or "") == (why or "")
    assert why or len(join(chosen).marked) <= LOGS


def test_the_first_course_may_be_raced() -> None:
    assert unjoinable([SEGMENTS[letter] for letter in FIRST.split("+")]) is None


def test_nobody_leaves_the_board_upstream() -> None:
    """Forest Fellers rules, Rapids: it is the same at the start spaces."""
    river = course("A")
    assert [river.names[cell] for cell in river.starts] == ["d1", "e1", "f1"]
    upstream = {("d1", "n"), ("d1", "ne"), ("e1", "n"), ("f1", "n"), ("f1", "nw")}
    assert {end(river, *step) for step in upstream} == {BARRED}
    assert end(river, "e1", "ne") == "f1"
    assert end(river, "d1", "nw") == BANK


def test_the_finish_is_straight_down_or_over_the_half_hex() -> None:
    """Forest Fellers rules, Goal: the half space below the middle one is off the board."""
    river = course("A+C")
    finishing = {
        (river.names[cell], COMPASS[direction])
        for cell, ends in enumerate(river.toward)
        for direction, there in enumerate(ends)
        if there == OFF
    }
    assert finishing == {("d26", "s"), ("d26", "se"), ("e25", "s"), ("f26", "s"), ("f26", "sw")}


def test_rapids_are_crossed_downstream_only() -> None:
    """Forest Fellers rules, Rapids. The space between two segments is part of the lower one."""
    river = course("A+C")
    assert river.rapids == (13,)
    assert [end(river, "e12", "s"), end(river, "d13", "se"), end(river, "d13", "s")] == [
        "e13", "e13", "d14",
    ]  # fmt: skip
    back = [("e13", "n"), ("e13", "nw"), ("e13", "ne"), ("d14", "n"), ("f14", "n")]
    assert {end(river, *step) for step in back} == {BARRED}
    assert [end(river, "d14", "ne"), end(river, "e14", "n")] == ["e13", "e13"]
    assert river.segment[river.by_name["e13"]] == 1


def test_cells_are_numbered_downstream() -> None:
    """By row, then by lane; so one position has one text."""
    river = course("D+A+J+F")
    assert list(river.places) == sorted(river.places, key=lambda place: (place[1], place[0]))
    assert river.rapids == (13, 26, 39)
    assert river.title == "D+A+J+F"


@EVERY
def test_water_and_land_fill_the_frame(letter: str) -> None:
    """Nine lanes by thirteen rows, without the half hex that is off the board."""
    river = course(letter)
    assert len(set(river.places) | set(river.land)) == 9 * 13 - 1
    assert not set(river.places) & set(river.land)


@EVERY
def test_signs_become_logs_and_currents(letter: str) -> None:
    river, segment = course(letter), SEGMENTS[letter]
    signs = dict(segment.signs())
    for cell, place in enumerate(river.places):
        assert (cell in river.marked) == (signs[place] == "o")
        current = river.currents[cell]
        assert signs[place] == (
            str(current) if current != STILL else "o" if cell in river.marked else "."
        )


@pytest.mark.parametrize("title", ["A", "C+L", "H+A", "K+J+I", "D+A+J+F"])
def test_the_number_of_steps_shrinks_by_one_a_step(title: str) -> None:
    """A cell's number is one more than the best of those that it leads to."""
    river = course(title)
    for cell, ends in enumerate(river.toward):
        best = 0 if OFF in ends else min(river.steps[there] for there in ends if there >= 0)
        assert river.steps[cell] == best + 1
    assert river.shore == 1 + min(river.steps[cell] for cell in river.starts)


def flow(river: Course) -> int:
    """How many ways there are that share no cell: maximal flow, each cell split in two."""
    after: dict[tuple[int, bool], set[tuple[int, bool]]] = {}
    for cell, ends in enumerate(river.toward):
        after[cell, False] = {(cell, True)}
        after[cell, True] = {(there, False) for there in ends if there >= 0 or there == OFF}
    source, sink = (-9, True), (OFF, False)
    after[source], after[sink] = {(cell, False) for cell in river.starts}, set()
    found = 0
    while way := shortest(after, source, sink):
        for one, two in pairwise(way):
            after[one].remove(two)
            after[two].add(one)
        found += 1
    return found


def shortest(
    after: dict[tuple[int, bool], set[tuple[int, bool]]],
    one: tuple[int, bool],
    two: tuple[int, bool],
) -> list[tuple[int, bool]]:
    """A shortest way in a graph; empty when there is none."""
    before, due = {one: one}, deque([one])
    while due and two not in before:
        for there in after[here := due.popleft()]:
            if there not in before:
                before[there] = here
                due.append(there)
    way = [two] if two in before else []
    while way and way[-1] != one:
        way.append(before[way[-1]])
    return way[::-1]


def test_every_course_of_two_has_two_ways_that_do_not_meet() -> None:
    """Issue 5; counted here as a flow, by the survey as cells that no way can avoid."""
    for pair in pairs(SEGMENTS.values()):
        river = join(pair)
        assert flow(river) >= 2
        assert straits(river) == ()


def test_a_strait_is_what_no_way_avoids() -> None:
    """The two countings agree where there is only one way."""
    river = join([pool(c6="#", d6="#", f6="#", g6="#")])
    assert flow(river) == 1
    assert [river.names[cell] for cell in straits(river)] == ["e5", "e6"]


def test_no_step_leads_into_a_neighbour_that_is_not_beside() -> None:
    """Each step of the longest course against the hexes themselves."""
    river = course("D+A+J+F")
    for cell, place in enumerate(river.places):
        for direction, there in enumerate(river.toward[cell]):
            beyond = beside(place, direction)
            assert there < 0 or river.places[there] == beyond
            assert there >= 0 or there == BARRED or beyond not in river.places

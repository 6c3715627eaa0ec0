"""The river of Forest Fellers: hexes, segments in text, and segments joined to courses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.fellers.river import (
    BANK,
    BARRED,
    COMPASS,
    OFF,
    SHOVED,
    STILL,
    Course,
    Misdrawn,
    Segment,
    faults,
    join,
    pairs,
    read,
    read_all,
    straits,
)
from seeds import rivers
from tests.approved import Example, examples

SEGMENTS = read_all(rivers())
HEAD = "Z Trial: board 9, back\nA segment to try things on.\n\n"
POOL = """
# # # . . . # # #
# # . o . o . # #
# # . o . o . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # . . . . . # #
# # # . . . # # #
# # # . = . # # #
"""


def pool(**signs: str) -> Segment:
    """A wide, still segment with these signs in other places: pool(e5="3")."""
    return read(text(**signs))


def text(**signs: str) -> str:
    lines = (HEAD + POOL.strip()).splitlines()
    for cell, sign in signs.items():
        line, column = int(cell[1:]) + 2, 2 * "abcdefghi".index(cell[0])
        lines[line] = lines[line][:column] + sign + lines[line][column + 1 :]
    return "\n".join(lines) + "\n"


PAGE = Path(__file__).parents[2] / "docs" / "rivers.md"


def wrong(segment: Segment) -> list[str]:
    return [str(fault) for fault in faults(segment)]


# ---- the text form


def test_a_segment_is_written_as_it_was_read() -> None:
    for letter, segment in SEGMENTS.items():
        assert str(segment) == rivers()[f"{letter.lower()}.txt"]


def test_spaces_at_ends_of_lines_do_not_matter() -> None:
    assert read(text().replace("\n", "  \r\n") + "\n\n") == pool()


def judged(change: str) -> str:
    """The faults of the pool with other signs, or of its text with something else in it."""
    was, changes, becomes = change.replace("\\n", "\n").replace("(nothing)", "").partition(" => ")
    if not changes:
        found = wrong(pool(**dict(each.split("=") for each in change.split())))
        return "\n".join(found) or "It is fit."
    with pytest.raises(Misdrawn) as misdrawn:
        read(text().replace(was, becomes, 1))
    return "\n".join(map(str, misdrawn.value.faults))


@pytest.mark.parametrize("example", examples(__file__))
def test_what_is_no_fit_segment_is_told_with_its_place(example: Example) -> None:
    example.judge(lambda changes: [*map(judged, changes.splitlines())])


def test_a_misdrawn_file_is_named() -> None:
    with pytest.raises(Misdrawn, match=r"one\.txt: line 4: the first row"):
        read_all({"one.txt": text(c1=".")})
    with pytest.raises(Misdrawn, match=r"two\.txt: the letter Z is taken already"):
        read_all({"one.txt": text(), "two.txt": text()})


# ---- a fit segment


def test_every_shipped_segment_is_fit() -> None:
    assert [each for segment in SEGMENTS.values() for each in wrong(segment)] == []


def test_the_twelve_are_the_two_sides_of_six_boards() -> None:
    """Forest Fellers rules, Components: six boards, printed on both sides."""
    assert "".join(SEGMENTS) == "ABCDEFGHIJKL"
    sides = [(segment.board, segment.side) for segment in SEGMENTS.values()]
    assert sides == [(board, side) for board in range(1, 7) for side in ("front", "back")]


def test_the_table_of_the_segments_is_right() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for letter, segment in SEGMENTS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| {letter} |"))
        assert f"| {segment.board}, {segment.side} | {segment.name} |" in row
        counted = re.findall("([0-9]+) logs", row)
        assert counted in ([], [str("".join(segment.rows).count("o"))])


def test_a_river_that_is_shut_is_a_fault() -> None:
    assert wrong(pool()) == []
    shut = wrong(pool(c6="#", d6="#", e6="#", f6="#", g6="#"))
    assert "line 4, column 9: no way leads from e1 off the board" in shut
    assert "line 11, column 9: no way leads to e8" in shut


def course(title: str) -> Course:
    return join([SEGMENTS[letter] for letter in title.split("+")])


def end(river: Course, cell: str, direction: str) -> str | int:
    """The name of the cell that a step leads to, or BANK, OFF, BARRED."""
    there = river.toward[river.by_name[cell]][COMPASS.index(direction)]
    return there if there < 0 else river.names[there]


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


def test_signs_become_logs_and_currents() -> None:
    """Nine lanes by thirteen rows are water or land, without the half hex off the board."""
    for letter, segment in SEGMENTS.items():
        river = course(letter)
        assert len(set(river.places) ^ set(river.land)) == 9 * 13 - 1
        still = ["o" if cell in river.marked else "." for cell in range(len(river.places))]
        signs = zip(river.currents, still, strict=True)
        drawn = [sign if current == STILL else str(current) for current, sign in signs]
        assert [dict(segment.signs())[place] for place in river.places] == drawn
        assert {cell for cell, sign in enumerate(drawn) if sign == "o"} == {*river.marked}


def test_every_course_of_two_has_two_ways_that_do_not_meet() -> None:
    for pair in [*pairs(SEGMENTS.values())][::5]:
        assert straits(join(pair)) == ()


def test_on_our_rivers_nothing_can_be_carried_back() -> None:
    """Fellers 13. No way of currents and shoves leads back, below or above any other segment."""
    for pair in pairs(SEGMENTS.values()):
        river = join(pair)
        carried = carrying(river)
        for start in carried:
            assert all(river.segment[to] >= river.segment[start] for to in carried[start])
            found, due = set[int](), [start]
            while due:
                fresh = carried.get(due.pop(), set()) - found
                found |= fresh
                due += fresh
            assert start not in found, (river.title, river.names[start])


def carrying(river: Course) -> dict[int, set[int]]:
    """Where a thing on a cell can be taken at once, by a current there or by a shove."""
    ways: dict[int, set[int]] = {}
    for here, current in enumerate(river.currents):
        for _ in range(1 + SHOVED if current != STILL else 0):
            if (to := river.toward[here][current]) < 0:
                break
            ways.setdefault(here, set()).add(to)
            here = to
    return ways

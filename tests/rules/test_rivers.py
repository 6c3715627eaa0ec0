"""A segment of a river: its text form, and what makes it fit to be raced on.

Source: docs/rivers.md; docs/rulings.md says what is ours because the printed boards are not in
the text we had.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.fellers.river import Misdrawn, Segment, faults, read, read_all
from seeds import rivers
from tests.rules.segments import EVERY, SEGMENTS, pool, text

PAGE = Path(__file__).parents[2] / "docs" / "rivers.md"


def wrong(segment: Segment) -> list[str]:
    return [str(fault) for fault in faults(segment)]


# ---- the text form


@EVERY
def test_a_segment_is_written_as_it_was_read(letter: str) -> None:
    """docs/rivers.md: there is one way to write a segment."""
    assert str(SEGMENTS[letter]) == rivers()[f"{letter.lower()}.txt"]


def test_spaces_at_ends_of_lines_do_not_matter() -> None:
    """Nor do empty lines at the end, nor the line ends of another system."""
    assert read(text().replace("\n", "  \r\n") + "\n\n") == pool()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Z Trial: board 9, back", "Trial", "line 1: here stands, for example"),
        ("A segment to try things on.", "", "line 2: here stands a sentence"),
        ("on.\n\n", "on.\nand more\n", "line 3: this line stays empty"),
        ("# # # . = . # # #", "", "there are 13 rows on a segment, here 12"),
        ("# # . . . . . # #", "# # . . . . . #", "line 7: a row has 9 signs"),
        ("# # . . . . . # #", "# # . . .,. . # #", "line 7, column 10: a space stands between"),
        ("# # . . . . . # #", "# # . . x . . # #", "line 7, column 9: the sign 'x' means nothing"),
        ("# # . . . . . # #", "# # . . = . . # #", "line 7, column 9: the half hex stands only"),
        ("# # # . . . # # #\n#", "# # . . . . # # #\n#", "line 4: the first row is always"),
        ("# # # . = . # # #", "# # # . . . # # #", "line 16: the last row is always"),
    ],
)
def test_what_is_no_segment_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    """docs/rivers.md: lines and columns are counted from one, as an editor shows them."""
    with pytest.raises(Misdrawn) as misdrawn:
        read(text().replace(old, new, 1))
    assert [fault for fault in map(str, misdrawn.value.faults) if fault.startswith(said)]


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(Misdrawn):
        read("")


def test_two_segments_cannot_have_one_letter() -> None:
    with pytest.raises(Misdrawn, match=r"two\.txt: the letter Z is taken already"):
        read_all({"one.txt": text(), "two.txt": text()})


def test_a_misdrawn_file_is_named() -> None:
    with pytest.raises(Misdrawn, match=r"one\.txt: line 4: the first row"):
        read_all({"one.txt": text(c1=".")})


# ---- what makes a segment fit


@EVERY
def test_every_shipped_segment_is_fit(letter: str) -> None:
    """Issue 5: checked as `lumbercamp rivers check` does."""
    assert wrong(SEGMENTS[letter]) == []


def test_the_twelve_are_the_two_sides_of_six_boards() -> None:
    """Forest Fellers rules, Components: six boards, printed on both sides."""
    assert "".join(SEGMENTS) == "ABCDEFGHIJKL"
    sides = [(segment.board, segment.side) for segment in SEGMENTS.values()]
    assert sides == [(board, side) for board in range(1, 7) for side in ("front", "back")]


@EVERY
def test_the_table_of_the_segments_is_right(letter: str) -> None:
    """docs/rivers.md: name, board and, where it is given, the number of logs."""
    segment = SEGMENTS[letter]
    page = PAGE.read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {letter} |"))
    assert f"| {segment.board}, {segment.side} | {segment.name} |" in row
    counted = re.findall("([0-9]+) logs", row)
    assert counted in ([], [str("".join(segment.rows).count("o"))])


def test_a_pool_is_fit() -> None:
    """So that each of the faults below is the only one."""
    assert wrong(pool()) == []


@pytest.mark.parametrize(
    ("signs", "said"),
    [
        ({"d2": "."}, ["a segment has 4 to 22 logs, this one 3"]),
        ({"e12": "o"}, ["line 15, column 9: e12 is a goal space, with no log on it"]),
        ({"e12": "0"}, ["line 15, column 9: e12 is a goal space, with no current on it"]),
        ({"a5": "."}, ["line 8, column 1: no way leads to a5"]),
        ({"c5": "4"}, ["line 8, column 5: the current on c5 leads to no space of the segment"]),
        ({"e5": "3", "e6": "0"}, [
            "line 8, column 9: the current on e5 comes back to it",
            "line 9, column 9: the current on e6 comes back to it",
        ]),
        ({"e5": "2", "f6": "3", "f7": "0"}, [
            "line 9, column 11: the current on f6 comes back to it",
            "line 10, column 11: the current on f7 comes back to it",
        ]),
        ({"c6": "#", "d6": "#", "f6": "#", "g6": "#"}, [
            "line 8, column 9: every way leads over e5",
            "line 9, column 9: every way leads over e6",
        ]),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(signs: dict[str, str], said: list[str]) -> None:
    """docs/rivers.md, what a segment must be."""
    assert wrong(pool(**signs)) == said


def test_a_river_that_is_shut_is_a_fault() -> None:
    """Nobody could ever finish."""
    shut = wrong(pool(c6="#", d6="#", e6="#", f6="#", g6="#"))
    assert "line 4, column 9: no way leads from e1 off the board" in shut
    assert "line 11, column 9: no way leads to e8" in shut


def test_currents_may_meet_and_turn_where_they_do_not_close() -> None:
    assert wrong(pool(e5="2", f6="3", f7="4", e7="3")) == []

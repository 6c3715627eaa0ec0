"""The segments that a course is put together from, and their text form.

A Bends: board 1, front            letter, name, and which side of which board it is
Winding banks and a few logs.      what it plays like, in a sentence
                                   an empty line; then 13 rows, 9 lanes from a to i
# # # . . . # # #                  # bank or rock   . water   o water where a log lies at first
⋮                                  0 to 5 a current to n, ne, se, s, sw, nw
# # # . = . # # #                  = the half hex below the middle lane
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.hexes import MIDDLE, Place
from rules.text import Text

LANES, ROWS = 9, 13
LAND, WATER, LOG, HALF, CURRENTS = "#", ".", "o", "=", "012345"
TOP, BOTTOM = "###...###", "###.=.###"
HEAD_LINES = 3
LOGS, LONGEST = 45, 4  # logs in the box; segments of a course (our ruling)
FIRST = "A+H"  # the course for a first race

_HEAD = re.compile(r"([A-Z]) (\S[^:]*): board ([1-9]\d*), (front|back)")


@dataclass(frozen=True, slots=True)
class Segment:
    """One side of a board. rows: ROWS strings of LANES signs, the upstream end first."""

    letter: str
    name: str
    board: int
    side: str
    sentence: str
    rows: tuple[str, ...]

    def __str__(self) -> str:
        head = f"{self.letter} {self.name}: board {self.board}, {self.side}\n{self.sentence}\n\n"
        return head + "".join(" ".join(row) + "\n" for row in self.rows)

    @property
    def logs(self) -> int:
        """How many logs lie on it at first."""
        return sum(row.count(LOG) for row in self.rows)

    def signs(self) -> Iterator[tuple[Place, str]]:
        """Every place, row by row, with its sign."""
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                yield (x - MIDDLE, y), sign


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a segment's text. line, column: counted from 1; 0: all of it."""

    why: str
    line: int = 0
    column: int = 0

    @classmethod
    def on(cls, place: Place, why: str) -> Fault:
        """A fault at a place of a segment (lane, row)."""
        return cls(why, place[1] + HEAD_LINES + 1, 2 * (place[0] + MIDDLE) + 1)

    def __str__(self) -> str:
        where = [f"{word} {n}" for word, n in (("line", self.line), ("column", self.column)) if n]
        return f"{', '.join(where)}: {self.why}" if where else self.why


class Misdrawn(Exception):
    """A text that is no segment; `faults` says all that is wrong with its form."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


def read(text: str) -> Segment:
    """The segment of a text. Whatever can be read can be joined; rules.fellers.survey says
    whether it is also fit to be raced on. Raises Misdrawn."""
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    head = _HEAD.fullmatch(lines[0]) if lines else None
    faults = [*_head_faults(lines, head is not None), *_row_faults(lines[HEAD_LINES:])]
    if faults or head is None:
        raise Misdrawn(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    letter, name, board, side = head.groups()
    rows = tuple(line[::2] for line in lines[HEAD_LINES:])
    return Segment(letter, name, int(board), side, lines[1], rows)


def read_all(texts: Mapping[str, str]) -> dict[str, Segment]:
    """The segments of several texts (by any name) by letter. Raises Misdrawn, with the name."""
    found: dict[str, Segment] = {}
    for name, text in texts.items():
        try:
            segment = read(text)
        except Misdrawn as wrong:
            raise Misdrawn([Fault(f"{name}: {wrong}")]) from wrong
        if segment.letter in found:
            raise Misdrawn([Fault(f"{name}: the letter {segment.letter} is taken already")])
        found[segment.letter] = segment
    return dict(sorted(found.items()))


def unjoinable(segments: Sequence[Segment]) -> Text | None:
    """Why these cannot be one course, or None. Source: Forest Fellers rules, Set-up (45 logs;
    the two sides of a board); at most four is our ruling."""
    if not 1 <= len(segments) <= LONGEST:
        return Text("a course has 1 to {n} segments", n=LONGEST)
    for i, segment in enumerate(segments):
        for other in segments[:i]:
            if other.letter == segment.letter:
                return Text("segment {letter} is used twice", letter=segment.letter)
            if other.board == segment.board:
                return _one_board(other, segment)
    logs = sum(segment.logs for segment in segments)
    if logs <= LOGS:
        return None
    return Text("this river needs {needed} logs, but there are only {logs}", needed=logs, logs=LOGS)


def _one_board(one: Segment, other: Segment) -> Text:
    return Text(
        "segments {one} and {other} are two sides of the same board",
        one=one.letter,
        other=other.letter,
    )


def pairs(segments: Iterable[Segment]) -> tuple[tuple[Segment, Segment], ...]:
    """Every course of two, in the order of the segments; nature chooses one of these."""
    known = tuple(segments)
    both = ((one, two) for one in known for two in known)
    return tuple(pair for pair in both if not unjoinable(pair))


def _head_faults(lines: Sequence[str], headed: bool) -> Iterator[Fault]:
    if not headed:
        yield Fault("here stands, for example, `A Bends: board 1, front` (or back)", 1)
    if not lines[1:2] or not lines[1]:
        yield Fault("here stands a sentence about what the segment plays like", 2)
    if lines[2:3] and lines[2]:
        yield Fault("this line stays empty; the rows begin on the next", 3)


def _row_faults(rows: Sequence[str]) -> Iterator[Fault]:
    if len(rows) != ROWS:
        yield Fault(f"there are {ROWS} rows on a segment, here {len(rows)}")
    for y, row in enumerate(rows[:ROWS]):
        wrong = list(_sign_faults(y, row))
        yield from wrong
        form = {0: TOP, ROWS - 1: BOTTOM}.get(y)
        if form and not wrong and row[::2] != form:
            end = "first" if y == 0 else "last"
            yield Fault(f"the {end} row is always `{' '.join(form)}`", y + HEAD_LINES + 1)


def _sign_faults(y: int, row: str) -> Iterator[Fault]:
    """What is wrong with the signs of one row, the spaces between them and their number."""
    line = y + HEAD_LINES + 1
    if len(row) != 2 * LANES - 1:
        yield Fault(f"a row has {LANES} signs with one space between each two", line)
        return
    for i, sign in enumerate(row):
        if i % 2 and sign != " ":
            yield Fault("a space stands between two signs", line, i + 1)
        elif i % 2 == 0 and sign not in LAND + WATER + LOG + CURRENTS + HALF:
            yield Fault(f"the sign {sign!r} means nothing", line, i + 1)
        elif sign == HALF and (y, i) != (ROWS - 1, 2 * MIDDLE):
            yield Fault("the half hex stands only in the middle of the last row", line, i + 1)

"""Perft: how many distinct positions whole turns lead to, pinned, and found by two programs.

One is the engine's enumeration of turns, the other tests/rules/naive*.py, which share nothing
with it. The pins notice a change that would alter both."""

from typing import Any

import pytest

from rules.fellers.position import Position as River
from rules.fellers.river import course_of
from rules.logger.rules import Position
from rules.logjam.position import Position as Jam
from rules.play import turns
from tests.rules import naive, naive_fellers, naive_logjam
from tests.rules.boards import LOGGER, after, opening, position
from tests.rules.courses import FELLERS
from tests.rules.courses import position as race
from tests.rules.rivers_of_logs import LOGJAM, river
from tests.rules.test_fellers_games import scene

OPENING = after(after(opening(2), "a1"), "e5")

CROWDED = position(
    """
    M . M . s
    . M B M .
    M . A . M
    . M . M .
    T . M . M
""",
    supply=(2, 0),
)

FULL = position(
    """
    M T M G M
    s M M T M
    M M A M G
    T M M M s
    M G M T B
""",
    supply=(1, 0),
    points=(7, 9),
)

LAST_TREES = position(
    """
    . . . . .
    . G . . .
    . . A . .
    . . . G .
    B . . . .
""",
    supply=(1, 1),
)


def reached(s: Position, depth: int) -> set[Position]:
    """The positions after so many whole turns, by the engine."""
    found = {s}
    for _ in range(depth):
        found = {there for here in found for _, there in turns(LOGGER, here)}
    return found


def reached_naively(s: Position, depth: int) -> set[naive.Table]:
    """The same by the second program."""
    found = {naive.table(s)}
    for _ in range(depth):
        found = set[naive.Table]().union(*map(naive.results, found))
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("start", "depth", "count"),
    [
        pytest.param(OPENING, 1, 18, id="opening, one turn"),
        pytest.param(OPENING, 2, 336, id="opening, two turns"),
        pytest.param(CROWDED, 1, 7_444, id="crowded growth"),
        pytest.param(FULL, 1, 18, id="full board"),
        pytest.param(LAST_TREES, 1, 164, id="protesters on the last two trees"),
    ],
)
def test_perft(start: Position, depth: int, count: int) -> None:
    """Logger, 2011 sheet, Gameplay: everything that a turn can be, and nothing else."""
    found = reached(start, depth)
    assert {naive.table(s) for s in found} == reached_naively(start, depth)
    assert len(found) == count


CRUSHING = """
    . . C . . . .
    . 1 1 1 . D .
    A2 B3 . C2 4 4 .
    2 . A . . . .
    2 B 3 3 A . B2
    . A2 D . . D .
    A . B . C . D
"""

SURROUNDED = """
    . . . . . . .
    . 1 1 . . 2 .
    . . B3 C2 . 2 .
    . D A2 E A F2 .
    . . D . B . .
    A C . . E . F
"""


@pytest.mark.parametrize(
    ("drawing", "mover", "roll", "count"),
    [
        pytest.param(CRUSHING, 0, 1, 40, id="a roll of 1 beside stacks"),
        pytest.param(CRUSHING, 0, 2, 23, id="a roll of 2, logs that crush and carry"),
        pytest.param(CRUSHING, 1, 3, 35, id="a roll of 3, any log"),
        pytest.param(CRUSHING, 0, 6, 38, id="a roll of 6 through a jam"),
        pytest.param(SURROUNDED, 0, 1, 44, id="six players and a capture"),
    ],
)
def test_perft_of_logjam(drawing: str, mover: int, roll: int, count: int) -> None:
    """Logjam rules, Moving a Logger and Special Actions: everything that a turn can be."""
    s: Jam = river(drawing, roll=roll, mover=mover, each=9)
    found = {there for _, there in turns(LOGJAM, s)}
    assert {naive_logjam.table(there) for there in found} == naive_logjam.results(
        naive_logjam.table(s), roll
    )
    assert len(found) == count


SIX_FLOATS = {"gm": "e7", "ym": "c4", "wm": "b6", "logs": "c8 c7 d7 c5 c6"}
NINE_FLOATS = {"gm": "e22", "ym": "e19", "wm": "f19", "logs": "e21 d19 e20 d22 e18"}


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("course", "card", "count", "things"),
    [
        pytest.param("B+K", 3, 106, SIX_FLOATS, id="up to six floats in any order"),
        pytest.param("G+L", 3, 72, NINE_FLOATS, id="up to nine floats"),
    ],
)
def test_perft_of_fellers(course: str, card: int, count: int, things: dict[str, Any]) -> None:
    """Forest Fellers rules, Playing the Game: everything that a card and the currents can do."""
    s: River = race(course_of(FELLERS.segments, course), hand=f"gm{card}", **things)
    drawn = naive_fellers.water([FELLERS.segments[x].rows for x in course.split("+")])
    found = {naive_fellers.positions(scene(there)) for _, there in turns(FELLERS, s)}
    assert found == naive_fellers.results(drawn, scene(s), "gm", card)
    assert len(found) == count

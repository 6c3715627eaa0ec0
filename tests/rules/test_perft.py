"""Perft: how many distinct positions whole turns lead to, pinned, and found by two programs.

One is the engine's enumeration of turns, the other tests/rules/naive.py, which shares nothing
with it. The pins notice a change that would alter both."""

import pytest

from rules.logger.position import Position
from rules.play import turns
from tests.rules import naive
from tests.rules.boards import LOGGER, after, opening, position

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

"""Logjam: the set-up, quick and by the book, and that the quick one favours nobody.

The figures that the tests of chance print come from fixed seeds, so they never change.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from math import erfc, sqrt

import pytest

from rules.dice import pick
from rules.game import NATURE
from rules.logjam.position import Lay, Phase, Position
from rules.play import answers, legal
from tests.rules.rivers_of_logs import LOGJAM, after, at, choices, facts, opening, say, whole_game

SEEDS = 1000
LEAST = 0.001  # a probability below this would be more than chance


@cache
def quick(seats: int, seed: int) -> Position:
    """A river that nature has built, the first roll made."""
    *_, (_, s, _) = answers(LOGJAM, opening(seats), seed.to_bytes(16), 4)
    return s


def square(cell: int, columns: int = 10) -> tuple[int, int]:
    return cell % columns, cell // columns


def touching(one: Iterable[int], other: Iterable[int], columns: int) -> bool:
    """Two logs share a square, a side or a corner, found pair by pair."""
    pairs = product((square(c, columns) for c in one), (square(c, columns) for c in other))
    return any(max(abs(a - c), abs(b - d)) <= 1 for (a, b), (c, d) in pairs)


def may_lie(s: Position, cells: tuple[int, ...]) -> bool:
    """The rule of the set-up once more, square by square."""
    rows = {cell // s.terms.columns for cell in cells}
    clear = not rows & {0, 1, s.terms.rows - 1}
    apart = not any(touching(cells, log, s.terms.columns) for log in s.logs)
    return len(cells) in s.unused and clear and apart


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("board", ["6x8", "10x12", "12x16"])
def test_nature_lays_only_what_the_rules_allow_and_all_that_fits(seats: int, board: str) -> None:
    """Logjam rules, Initial Setup, 2 and 3; Logjam 20. Every placement is offered once, whatever
    number of logs of that length is left, so that nature's next log is uniform among them."""
    for s, seat, step, _, done in whole_game(seats, seats, board=board):
        if s.phase is Phase.LOGS:
            offered = [x.cells for x in legal(LOGJAM, s) if isinstance(x, Lay)]
            every = (x.cells for x in LOGJAM.candidates(s) if isinstance(x, Lay))
            assert offered == [cells for cells in every if may_lie(s, cells)]
            assert len(set(offered)) == len(offered)
            assert seat == NATURE
            assert isinstance(step, Lay)
        if done.phase is Phase.ROLL:
            assert not any(may_lie(done, x.cells) for x in legal_lays(done))
            break


def legal_lays(s: Position) -> list[Lay]:
    building = opening(2, board=f"{s.terms.columns}x{s.terms.rows}")
    s = after(building, "6 1")
    return [x for x in LOGJAM.candidates(s) if isinstance(x, Lay)]


def test_the_highest_roller_begins_after_a_quick_set_up() -> None:
    """Logjam 20. Nature has laid and stood everything, so the roll-off says who begins."""
    for seed in range(20):
        s = quick(3, seed)
        assert (s.mover, s.first, s.phase) == (s.first, s.mover, Phase.MOVE)


def test_the_classic_set_up_goes_round_the_table() -> None:
    """Logjam rules, Initial Setup, 2 and 3, and Play of the Game: log by log from the highest
    roller; left of who laid the last one begins with the loggers; left of who stood the last one
    has the first turn."""
    s = after(opening(3, setup="classic", board="6x8", logs="55"), "1 6 1")
    assert LOGJAM.actor(s) == s.mover == 1
    s, events = say(s, "b3-b7")
    assert facts(events) == ["lays 1 b3 b4 b5 b6 b7"]
    s = after(s, "d3-d7")
    order = list[int]()
    while s.phase is Phase.LOGGERS:
        order.append(s.mover)
        s = after(s, sorted(choices(s))[0])
    assert order == [0, 1, 2] * 3
    assert (s.phase, s.mover, s.first, s.round) == (Phase.ROLL, 0, 0, 1)
    assert [at(s, name) for name in ("a1", "b1", "c1")] == ["A3", "B3", "C3"]


@pytest.mark.no_cover
def test_a_quick_river_is_legal() -> None:
    """Logjam rules, Initial Setup, 2 and 3, on a thousand rivers: no log in three rows, none
    beside another; one colour on a square of the starting row."""
    for seed in range(SEEDS):
        s = quick(2, seed)
        assert all(1 < cell // 10 < 11 for log in s.logs for cell in log)
        covered = [cell for log in s.logs for cell in log]
        assert len(set(covered)) == len(covered)
        assert not any(touching(a, b, 10) for a, b in combinations(s.logs, 2))
        assert max(max(cells) for cells in s.loggers) < 10
        assert not set(s.loggers[0]) & set(s.loggers[1])
        assert sorted([*s.unused, *map(len, s.logs)]) == [2] * 4 + [3] * 4 + [4] * 4


def two_sided(differences: list[float]) -> float:
    """The probability of a mean as far from 0 as this one, if each difference is as likely with
    either sign: normal by the number of seeds."""
    spread = sqrt(sum(d * d for d in differences))
    return erfc(abs(sum(differences)) / spread / sqrt(2))


def chi_square(counts: list[int], expected: float) -> float:
    """The probability of counts as uneven as these (Wilson and Hilferty's cube root)."""
    freedom = len(counts) - 1
    value = sum((n - expected) ** 2 / expected for n in counts)
    spread = 2 / (9 * freedom)
    return erfc(((value / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread) / sqrt(2)) / 2


@pytest.mark.no_cover
@pytest.mark.parametrize("column", range(5))
def test_mirrored_columns_hold_equally_many_logs(column: int) -> None:
    """Logjam 20. Over a thousand rivers a column and its mirror image differ by chance alone."""
    differences = list[float]()
    for seed in range(SEEDS):
        held = Counter(cell % 10 for log in quick(2, seed).logs for cell in log)
        differences.append(held[column] - held[9 - column])
    p = two_sided(differences)
    print(f"columns {column} and {9 - column}: {sum(differences):+.0f} squares, p = {p:.3f}")
    assert p > LEAST


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", range(6))
def test_no_seat_stands_better(seat: int) -> None:
    """Logjam 20. The squares of a seat are neither further left nor further from the middle nor
    on fewer columns than those of the next, over a thousand rivers of six."""
    left, middle, spread = list[float](), list[float](), list[float]()
    for seed in range(SEEDS):
        mine, theirs = (quick(6, seed).loggers[i] for i in (seat, (seat + 1) % 6))
        left.append(sum(mine) - sum(theirs))
        middle.append(sum(abs(2 * c - 9) for c in mine) - sum(abs(2 * c - 9) for c in theirs))
        spread.append(len(set(mine)) - len(set(theirs)))
    chances = [two_sided(differences) for differences in (left, middle, spread)]
    print(f"seat {seat}: left, middle, spread: p =", *(f"{p:.3f}" for p in chances))
    assert min(chances) > LEAST


@pytest.mark.no_cover
def test_every_seat_begins_equally_often() -> None:
    """Logjam 2 and 20. The roll-off of six over a thousand games."""
    counts = Counter(quick(6, seed).first for seed in range(SEEDS))
    p = chi_square([counts[seat] for seat in range(6)], SEEDS / 6)
    print(f"who begins: {[counts[seat] for seat in range(6)]}, p = {p:.3f}")
    assert p > LEAST


@pytest.mark.no_cover
def test_the_first_log_is_uniform_over_all_placements() -> None:
    """Logjam 20. Over five thousand rivers each placement comes equally often."""
    s = after(opening(2), "6 1")
    placements, tries = legal(LOGJAM, s), 5000
    counts = Counter(first_lay(s, seed) for seed in range(tries))
    p = chi_square([counts[str(x)] for x in placements], tries / len(placements))
    print(f"first log: {len(placements)} placements, p = {p:.3f}")
    assert p > LEAST
    assert sum(counts[str(x)] for x in placements) == tries


def first_lay(s: Position, seed: int) -> str:
    return str(pick(seed.to_bytes(16), 4, 2, legal(LOGJAM, s)))

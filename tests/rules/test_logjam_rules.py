"""Logjam: set-up, options, leaving, and the promises of every game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import erfc, sqrt

import pytest

from rules.game import NATURE, Leave
from rules.logjam.position import Lay, Phase, Position
from rules.play import answers, play_unattended
from tests.rules.rivers_of_logs import (
    LOGJAM,
    after,
    at,
    choices,
    facts,
    opening,
    river,
    say,
    whole_game,
)

SEEDS = 40
LEAST = 0.001  # a probability below this would be more than chance


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
@pytest.mark.parametrize(("seats", "board"), [(6, "6x8"), (2, "8x10")])
def test_nature_lays_only_what_the_rules_allow_and_all_that_fits(seats: int, board: str) -> None:
    """Logjam rules, Initial Setup, 2 and 3; Logjam 20."""
    for s, seat, step, _, done in whole_game(seats, seats, board=board):
        if s.phase is Phase.LOGS:
            offered = [x.cells for x in LOGJAM.legal(s) if isinstance(x, Lay)]
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
    """Logjam 20. Nature has placed everything, so the roll-off decides who begins."""
    for seed in range(5):
        s = quick(3, seed)
        assert (s.mover, s.first, s.phase) == (s.first, s.mover, Phase.MOVE)


def test_the_classic_set_up_goes_round_the_table() -> None:
    """Logjam rules, Initial Setup, 2 and 3, and Play of the Game: logs, loggers, then turns."""
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


def two_sided(differences: list[float]) -> float:
    """The probability of a mean as far from 0 as this one, if each difference is as likely with
    either sign: normal by the number of seeds."""
    spread = sqrt(sum(d * d for d in differences))
    return erfc(abs(sum(differences)) / spread / sqrt(2))


def to_middle(cells: tuple[int, ...]) -> int:
    return sum(abs(2 * cell - 9) for cell in cells)


def columns(cells: tuple[int, ...]) -> int:
    return len(set(cells))


@pytest.mark.no_cover
def test_no_seat_stands_better() -> None:
    """Logjam 20. No seat is further left, further from the middle or on fewer columns."""
    made = [quick(6, seed).loggers for seed in range(SEEDS)]
    for seat, measure in product(range(6), (sum, to_middle, columns)):
        apart = [measure(all_[seat]) - measure(all_[(seat + 1) % 6]) for all_ in made]
        assert two_sided(apart) > LEAST, (seat, measure)


def test_board_and_logs_are_parameters_with_a_default() -> None:
    """Logjam 1. The text lost its equipment list; a sentence refuses impossible sizes."""
    terms = opening(6).terms
    assert (terms.columns, terms.rows, terms.each, terms.quick) == (10, 12, 3, True)
    assert terms.lengths == (2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)
    other = opening(6, board=" 6 x 8", logs="5432", loggers="5", setup="classic").terms
    assert (other.columns, other.rows, other.lengths) == (6, 8, (2, 3, 4, 5))
    assert (other.each, other.quick) == (5, False)


def test_everybody_has_three_four_or_five_loggers() -> None:
    """Logjam 5. Logjam rules, Initial Setup, 1: the table chooses once, for all alike."""
    assert {opening(3, loggers=each).hand for each in "345"} == {(3,) * 3, (4,) * 3, (5,) * 3}


THREE = """
    . . . . .
    . . . B .
    . A C . .
    . 1 1 . .
    . . . . .
    . . . . .
"""


def leave(s: Position, *seats: int) -> Position:
    for seat in seats:
        s, _ = LOGJAM.apply(s, Leave(seat))
    return s


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_leaves_takes_nobody_along_who_is_home(seat: int) -> None:
    """Logjam 14 and 21. Only those on the river or on their way back are taken off."""
    s = river(THREE, roll=6, home=(1, 2, 3))
    gone = leave(s, seat)
    assert (gone.home, gone.loggers[seat], gone.hand[seat]) == ((1, 2, 3), (), 0)
    others = [each for each in range(3) if each != seat]
    assert leave(gone, others[0]).home == (1, 2, 3)
    captured = after(river(THREE, roll=1), "b4xc4")._replace(home=(1, 2, 0))
    assert leave(captured, seat).home == (1, 2, 0)


def test_the_turn_of_who_leaves_is_over() -> None:
    """Logjam 21. Whatever was rolled; rounds are counted on from the seat that began."""
    s = leave(river(THREE, roll=6), 0)
    assert (s.phase, s.mover, s.roll, s.round) == (Phase.ROLL, 1, 0, 1)
    s = after(after(after(after(s, "6"), "."), "6"), ".")
    assert (s.mover, s.round) == (1, 2)


def test_when_the_last_who_has_loggers_to_place_leaves_the_game_begins() -> None:
    """Logjam 21 and 7: nobody is left to build, so the first turn is due."""
    played = whole_game(3, 1, setup="classic", board="6x8", logs="2233")
    s = next(s for s, *_ in played if s.phase is Phase.LOGGERS and sum(s.hand) == 1)
    gone = leave(s, s.mover)
    assert (gone.phase, any(gone.hand)) == (Phase.ROLL, False)


def test_the_set_up_goes_on_without_who_does_not_come() -> None:
    """Logjam 23. A classic set-up is laid and stood to its end, all by the clock."""
    s, turns = opening(2, setup="classic"), 0
    while s.phase is not Phase.ROLL:
        if LOGJAM.actor(s) == NATURE:
            s = after(s, str(LOGJAM.legal(s)[turns % 6]))
        else:
            s = play_unattended(LOGJAM, s)[1]
        turns += 1
    assert turns > 10
    assert all(len(stood) == s.terms.each for stood in s.loggers)

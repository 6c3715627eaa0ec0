"""Logger's fast ways to all whole turns, in step with the rules, and its valuation."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from rules.game import NOBODY
from rules.logger.computer import Machine
from rules.logger.rules import Phase, Position
from rules.play import perform, turns, winners
from tests.rules.boards import LOGGER, opening, position, scattered
from tests.rules.games import STYLES, positions


@pytest.mark.parametrize(("seats", "style"), [(2, "any"), (3, "no chop"), (4, "chop")])
def test_whole_turns_are_those_of_the_rules(seats: int, style: str) -> None:
    """2011 sheet, Game Play: movement, growth and action make a turn; also from its middle. Each
    leads there by legal words."""
    for s in [*positions(seats, 0, style)][::2]:
        found = [*LOGGER.whole(s)]
        assert sorted(after for _, after in found) == sorted(after for _, after in turns(LOGGER, s))
        for steps, after in found[::9]:
            assert perform(LOGGER, s, " ".join(map(str, steps)))[0] == after


def test_the_first_of_them_begin_in_every_way() -> None:
    """2011 sheet, Movement: an example is one of the first turns found, and not all of one walk."""
    crowded = max(positions(4, 1, "no chop"), key=lambda s: sum(1 for _ in LOGGER.whole(s)))
    begun = [steps[0] for steps, _ in LOGGER.whole(crowded)]
    assert len(begun) > 40
    assert len(set(begun)) > 1
    assert set(begun[: len(begun) // 2]) == set(begun)


THORNY = 12


def begun(style: str) -> list[Position]:
    """Positions at the beginning of a turn."""
    return [s for s in positions(2, 0, style) if s.phase is Phase.WALK]


def outcome(s: Position, machine: Machine, seat: int) -> tuple[str, float]:
    """A position after a turn of a seat, as the machine should have it, and its worth."""
    if s.phase is Phase.OVER:
        best = winners(LOGGER, s)
        return "None", 0.0 if len(best) == 2 else inf if best == (seat,) else -inf
    lead = LOGGER.worth(s, seat) - LOGGER.worth(s, 1 - seat)
    return str(machine.place(s)), round(lead, 9)


def in_step(s: Position) -> int:
    """The machine has the whole turns of the rules, each once, with the same end and worth."""
    machine = Machine()
    here = machine.place(s)
    true = sorted(outcome(after, machine, s.mover) for _, after in LOGGER.whole(s))
    turns = machine.turns(here)
    assert sorted((str(machine.after(here, x)), round(x[0], 9)) for x in turns) == true
    assert [x[0] for x in turns] == sorted((x[0] for x in turns), reverse=True)
    best, looked = machine.best(here, inf)
    assert best == pytest.approx(turns[0][0])
    assert looked == len(turns) or best == inf
    return len(turns)


@pytest.mark.parametrize("style", STYLES)
def test_it_finds_the_turns_and_ends_of_the_rules(style: str) -> None:
    """2011 sheet, Game Play and End Game: walk, growth and action; points, then protesters."""
    assert sum(map(in_step, begun(style))) > 200


def test_it_keeps_step_where_play_would_hardly_lead() -> None:
    """rules/game.py, whole: crowded boards, hands and ends of every kind."""
    thorny = [scattered(Random(n), 2) for n in range(THORNY)]
    drawn = [s._replace(mover=1, points=(11, 11), supply=(0, 0)) for s in thorny[:6]]
    assert sum(map(in_step, thorny + drawn)) > 200


def test_a_turn_that_is_good_enough_is_enough() -> None:
    """rules/game.py, Machine: a caller who wants only a value gets no better turn."""
    machine = LOGGER.machine(begun("any")[9])
    assert machine is not None
    assert LOGGER.machine(opening(3)) is None, "with more, several do not conspire"
    here = machine.place(begun("any")[9])
    best, most = machine.best(here, inf)
    value, looked = machine.best(here, -5.0)
    assert -5.0 <= value <= best
    assert looked < most


ROWS = """
    . . . . .
    . . . . .
    M A M T .
    . . . . .
    . . . . B
"""


def worth(points: tuple[int, ...] = (), supply: tuple[int, ...] = ()) -> float:
    return LOGGER.worth(position(ROWS, points=points, supply=supply), 0)


def test_points_and_protesters_are_worth_having() -> None:
    """2011 sheet, End Game: the most points win, then protesters; more so near the end."""
    start, late = worth(points=(1, 0)), worth(points=(8, 0))
    assert start < worth(points=(2, 0))
    assert worth(points=(9, 0)) - late > worth(points=(2, 0)) - start
    assert start < worth(points=(1, 0), supply=(1, 0)) < worth(points=(1, 0), supply=(2, 0))


def test_a_catch_is_the_points_that_were_won() -> None:
    """2011 sheet, Chop: the points that anybody sees; nobody else's count."""
    before = position(ROWS, points=(1, 4))
    assert LOGGER.catch(before, position(ROWS, points=(3, 5)), 0) == 2


def test_nothing_is_prepared_when_the_game_is_over() -> None:
    """2011 sheet, End Game: the last turn of all is good for its points alone."""
    s = position(ROWS, mover=1, points=(10, 0))
    over = next(after for _, after in LOGGER.whole(s) if LOGGER.actor(after) == NOBODY)
    assert LOGGER.reasons(s, over, 1) == []

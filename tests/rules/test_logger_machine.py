"""Logger's machine for looking ahead, in step with the rules over all whole turns of random games.

Source: issue 31, item 2."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from rules.game import Setup
from rules.logger.computer import Machine, seedings
from rules.logger.rules import Phase, Position
from rules.play import winners
from tests.rules.boards import LOGGER, opening, scattered
from tests.rules.games import STYLES, positions
from tests.rules.rivers_of_logs import LOGJAM

GAMES, THORNY = 3, 60


def begun(style: str) -> list[Position]:
    """Positions at the beginning of a turn."""
    games = (s for seed in range(GAMES) for s in positions(2, seed, style))
    return [s for s in games if s.phase is Phase.WALK]


def outcome(s: Position, machine: Machine, seat: int) -> tuple[str, float]:
    """A position after a turn of a seat, as the machine should have it, and what it is worth."""
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
    assert sum(map(in_step, begun(style))) > 1000 or style == "no chop"


def test_it_keeps_step_where_play_would_hardly_lead() -> None:
    """rules/game.py, whole: crowded boards, hands and ends of every kind."""
    thorny = [scattered(Random(n), 2) for n in range(THORNY)]
    drawn = [s._replace(mover=1, points=(11, 11), supply=(0, 0)) for s in thorny[:9]]
    assert sum(map(in_step, thorny + drawn)) > 1000


def test_a_turn_that_is_good_enough_is_enough() -> None:
    """rules/game.py, Machine: whoever asks for no more than a value is not told of a better one."""
    machine = Machine()
    here = machine.place(begun("any")[9])
    best, most = machine.best(here, inf)
    value, looked = machine.best(here, -5.0)
    assert -5.0 <= value <= best
    assert looked < most


def test_trees_seed_in_any_order() -> None:
    """2011 sheet, Growth: a tree without a free neighbour seeds nothing; two cannot seed one
    square. Of c1 and c3 with c2 and b3 free, one must take what the other leaves."""
    c1, c3, c2, b3 = (1 << n for n in (2, 12, 7, 11))
    assert set(seedings(c1 | c3, c2 | b3)) == {c2, c2 | b3}
    assert seedings(c1, b3) == (0,)


def test_it_is_for_two() -> None:
    """rules/game.py, machine: with more the rules look ahead, as several others do not conspire; so
    do they in a game that has none."""
    assert LOGJAM.machine(LOGJAM.new(Setup(2))) is None
    assert LOGGER.machine(opening(3)) is None
    assert LOGGER.machine(opening(2)) is not None


def test_nothing_is_played_on_where_nothing_is_left_to_chance() -> None:
    """rules/game.py, playouts and dice: a game need not have what plays on, or rolls no die."""
    assert LOGGER.playouts(opening(2)) is None
    assert LOGGER.dice(opening(2)) is None

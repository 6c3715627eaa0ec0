"""Logjam's machine for playing on, in step with the rules over all whole turns of random games.

Source: issue 31, items 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product, repeat
from random import Random
from typing import Any

import pytest

from rules.game import NOBODY, Leave
from rules.logjam.computer import Playouts, Race
from rules.logjam.position import (
    DIE,
    OFF,
    Phase,
    Position,
    Run,
    Shift,
    bits,
    ends,
    free,
    lying,
    squares,
)
from rules.logjam.rules import in_the_way, legal
from rules.play import turns
from tests.rules.rivers_of_logs import LOGJAM, after, opening, river, scattered, whole_game

CROWDED, GAMES, EVERY = 500, 2, 15
# A log that goes north crushes B and C, and they find one empty square to go back to, or none.
TIGHT, TIGHTER = (
    river(
        f"""
        1 1 . . . .
        B2 C2 . . . .
        2 2 . . . .
        . . . . . .
        . . . . . .
        A . . . . .
        . . . . . .
        B A A D D {last}
        """,
        roll=3,
    )
    for last in ".D"
)


def placed(s: Position) -> Race:
    return Playouts(s).place(s)


def known(race: Race) -> tuple[Any, ...]:
    """A position of the machine, to be compared."""
    assert race.masks == [bits(cells) for cells in race.cells]
    return race.river.logs, [sorted(cells) for cells in race.cells], race.home, race.hand


def begun() -> Iterator[Position]:
    """Crowded rivers, and positions of whole games, with the mover's word due."""
    yield from (TIGHT, TIGHTER)
    yield from (scattered(Random(seed), 2 + seed % 5) for seed in range(CROWDED))
    for seed in range(GAMES):
        moves = whole_game(2 + seed % 3, seed)
        yield from [s for s, *_ in moves if s.phase is Phase.MOVE][::EVERY]


def special(s: Position) -> list[Position]:
    """What comes of everything that the rules allow besides a run, and that the machine looks at:
    shifts of logs only that somebody is in the way of."""
    steps = [step for step in legal(s) if not isinstance(step, Run) and str(step) != "."]
    shifts = [x for x in steps if isinstance(x, Shift)]
    idle = {x for x in shifts if not in_the_way(s, lying(s.logs)[x.at], x.side)}
    return [LOGJAM.apply(s, step)[0] for step in steps if step not in idle]


def in_step(s: Position) -> int:
    """The machine finds what can be done besides a run, plays a turn of the rules, and none that
    looks worse to it than another."""
    machine, race = Playouts(s), placed(s)
    found = special(s)
    true = sorted(map(str, (known(machine.place(x)) for x in found)))
    assert sorted({*map(str, map(known, race.specials(s.roll)))}) == sorted({*true})
    runs = [LOGJAM.apply(s, x)[0] for x in legal(s) if isinstance(x, Run)]
    best = race.lead()
    for x in (*found, *runs):
        there = machine.place(replace(x, mover=s.mover))
        best = max(best, there.lead())
    ends = {str(known(machine.place(x))): x for _, x in turns(LOGJAM, s)}
    gain = max([race.run(s.roll)[0], *(x.lead() - race.lead() for x in race.specials(s.roll))])
    assert race.lead() + gain == pytest.approx(best)
    played = race.like().turn(s.roll)
    end = ends[str(known(played))]
    assert played.over == (end.phase is Phase.OVER)
    assert played.over or played.mover == end.mover
    return len(found)


def test_it_keeps_step_with_the_rules() -> None:
    """Logjam rules, Moving a Logger and Special Actions."""
    assert sum(map(in_step, begun())) > 150


BESIDE = """
. . . . . .
A . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . A B . .
. . . . . .
"""


def test_a_capture_that_gains_no_more_than_a_run_is_worth_more() -> None:
    """Logjam rules, Rolling a One. So are pushes and shifts. Whoever plays on in this way
    wins 53.4 % of 10,000 games against one who goes by the steps alone."""
    race = placed(river(BESIDE, roll=1))
    (capture,) = race.specials(1)
    assert capture.lead() - race.lead() == race.run(1)[0]
    assert race.turn(1).cells[1][0] in range(6), "B stands on the starting row"


LANE = """
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
A . . . . B
"""


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_best_run_of_a_logger_is_the_best_of_the_rules(seats: int) -> None:
    """Logjam rules, Moving a Logger: of any roll, with rivals in the way. Home where it leads
    there, else as near to it as it gets."""
    for seed in range(CROWDED):
        s = scattered(Random(seed), seats)
        river, rivals = placed(s).river, placed(s).others(s.mover)
        for roll, cell in product(DIE, sorted(set(s.loggers[s.mover]))):
            found, home = ends(replace(s, roll=roll), cell, free(s))
            to, gain, *_ = river.run(cell, roll, rivals)
            nearest = min(river.off[x] for x in (*squares(found), cell))
            assert (to == OFF) == home
            assert home or gain == river.off[cell] - nearest
            assert home or to == cell or found >> to & 1


def test_nobody_runs_onto_a_square_of_a_rival() -> None:
    """Logjam rules, Moving a Logger: with a two B stands in the way of the run off the board, and
    on the only square that is as near to it."""
    s = river(
        """
        1 1 B B . .
        . . A . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
        roll=2,
        each=2,
        home=(1, 0),
    )
    race = placed(s)
    assert race.run(2)[0] == 0
    assert race.turn(2).masks[0] & race.masks[1] == 0


def test_a_game_is_played_on_to_its_end() -> None:
    """rules/game.py, Playouts: shares that add up to one, and what it took. Who always rolls a six
    wins, and with the same luck it is the same again."""
    s = river(LANE, each=1)
    machine = LOGJAM.playouts(s)
    assert machine is not None
    shares, positions = machine.ended(s, repeat(0.99))
    assert (shares, positions) == machine.ended(s, repeat(0.99))
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.5
    assert positions == 3
    fast = (face for pair in repeat((0.0, 0.99)) for face in pair)
    assert machine.ended(s, fast)[0][1] > 0.5


def test_whoever_has_left_wins_nothing() -> None:
    """rules/game.py, Playouts: they are skipped, and the others share the win."""
    s = LOGJAM.apply(river(LANE, each=1, seats=3, home=(0, 0, 0)), Leave(2))[0]
    machine = Playouts(s)
    shares, _ = machine.ended(s, repeat(0.5))
    assert shares[2] == 0
    assert sum(shares) == pytest.approx(1)


def test_first_sight_is_left_to_worth() -> None:
    """rules/game.py, Playouts: None, where a game's `worth` says how good a turn looks."""
    assert Playouts(TIGHT).seems(TIGHT) is None


def test_a_game_that_does_not_end_is_told_by_how_it_stands() -> None:
    """docs/decisions.md, 86: by what is left to go. Nobody gets anywhere behind logs that nobody
    moves."""
    s = river(LANE.replace(". . . . . .", "1 1 1 2 2 2", 1), each=1)
    shares, positions = Playouts(s).ended(s, repeat(0.8))
    assert positions > 100
    assert shares[0] == pytest.approx(1 - shares[1])


def test_the_set_up_is_not_played_on() -> None:
    """rules/game.py, playouts: computers look some rounds ahead there."""
    s = opening(2)
    assert LOGJAM.actor(s) != NOBODY
    assert LOGJAM.playouts(s) is None


def test_few_rivers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/decisions.md, 86: a long search measures many, and does not fill the memory."""
    monkeypatch.setattr("rules.logjam.computer.MOST", 3)
    s = next(s for s in begun() if len(s.logs) > 3)
    machine = Playouts(s)
    for seed in range(5):
        machine.ended(after(s, ".") if s.roll else s, iter(Random(seed).random, None))
    assert len(machine.rivers) <= 5


def test_who_is_sent_back_has_far_to_go() -> None:
    """docs/decisions.md, 86: everybody plays what is sensible. Others stand far from the way home,
    and what is the mover's own near it."""
    s = river(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        1 1 1 1 . .
        . . . . . B
        . . . . . A
        . . . . . .
        . . . . . .
        """,
        roll=1,
    )
    race = placed(s).turn(1)
    off = [race.river.off[cell] for cell in range(6)]
    assert off[race.cells[1][0]] == max(off)
    own = placed(s)
    own.crushed(0, own.cells[0][0])
    own.send_back()
    assert off[own.cells[0][0]] == min(off)

"""Logjam's machines, in step with the rules, and their measures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from random import Random
from typing import Any

import pytest

from rules.game import NATURE, NOBODY, Leave, Setup
from rules.logjam.computer import FastGame, Playouts, steps_to_go
from rules.logjam.odds import Dice, Side
from rules.logjam.position import DIE, Phase, Position, Roll, Run, Shift
from rules.logjam.rules import in_the_way
from rules.play import turns
from rules.squares import bits
from tests.rules.rivers_of_logs import EMPTY, LOGJAM, after, river, scattered, whole_game


def first_turn(seats: int = 2, **options: str) -> Position:
    """The first turn is due; chance has laid the logs."""
    s: Position = next(s for s, *_ in whole_game(seats, 1, **options) if s.phase is Phase.ROLL)
    return s


def between(seed: int) -> Iterator[Position]:
    """Positions of a game in which everybody plays sensibly, now and then at random."""
    chance, s = Random(seed), LOGJAM.new(Setup(2))
    while LOGJAM.actor(s) != NOBODY:
        if s.phase is Phase.ROLL:
            yield s
        step = LOGJAM.offhand(s) if chance.random() < 0.7 else None
        if LOGJAM.actor(s) == NATURE or step is None:
            step = chance.choice(LOGJAM.legal(s))
        s, _ = LOGJAM.apply(s, step)


def compared(race: FastGame) -> tuple[Any, ...]:
    """A position of the machine, for comparison: also a finished one, where nobody is next."""
    return *known(race), NOBODY if race.over else race.mover


def test_turns_that_are_looked_at_are_turns_of_the_rules() -> None:
    """Logjam rules, Moving a Logger and Special Actions: whatever a roll may lead to."""
    for s in [*between(1)][::18]:
        dice = Dice(s)
        for roll, answers in zip(DIE, dice.answers(dice.place(s)), strict=True):
            rolled, _ = LOGJAM.apply(s, Roll(roll))
            true = {str(compared(dice.place(after))) for _, after in turns(LOGJAM, rolled)}
            assert {str(compared(race)) for race in answers} <= true
            assert all(0 < dice.share(race) < 1 for race in answers if not race.over)


def test_the_best_run_of_each_logger_is_looked_at_and_to_stay() -> None:
    """docs/decisions.md, 90: no other run is. Logjam rules, Moving a Logger: nobody has to."""
    s = river(OPEN, roll=0)
    dice = Dice(s)
    found = dice.answers(dice.place(s))
    assert sorted(sorted(race.cells[0]) for race in found[1]) == [[0, 8], [0, 20], [8, 12]]
    dice = Dice(shut := river(6 * EMPTY + "1 1 . . . .\nA B . . . .", each=1))
    assert [sorted(race.cells[0]) for race in dice.answers(dice.place(shut))[4]] == [[0]]


OPEN = 6 * EMPTY + ". . A . . .\nA . . . . B"


def test_a_game_that_is_over_is_told_as_it_is() -> None:
    """Logjam rules, Victory Conditions: if two have all home at once the mover wins."""
    dice = Dice(s := river(OPEN, each=2, home=(0, 1)))
    race = dice.place(s).like()
    for cell in (0, 8):
        race.go(cell, -1)
    race.pass_turn()
    assert dice.is_over(race)
    assert dice.share(race) == 0.0


def test_games_for_two_by_default_are_looked_ahead_in() -> None:
    """rules/game.py, dice: from the first turn to the last, and not in the set-up."""
    s = first_turn()
    assert LOGJAM.dice(s) is not None
    assert LOGJAM.dice(LOGJAM.new(Setup(2))) is None
    assert LOGJAM.dice(s._replace(phase=Phase.OVER)) is None
    left, _ = LOGJAM.apply(first_turn(3), Leave(2))
    assert LOGJAM.dice(left) is not None
    assert LOGJAM.dice(first_turn(2, board="10x11")) is None


def test_few_sides_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/decisions.md, 86: a long search measures many, and does not fill the memory."""
    monkeypatch.setattr("rules.logjam.odds.MOST", 3)
    s = first_turn()
    dice = Dice(s)
    for answers in dice.answers(dice.place(s)):
        for race in answers:
            dice.share(race)
    assert len(dice.odds.sides) <= 5
    assert all(isinstance(side, Side) for side in dice.odds.sides.values())


CROWDED, GAMES, EVERY = 60, 1, 30
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


def placed(s: Position) -> FastGame:
    return Playouts(s).place(s)


def known(race: FastGame) -> tuple[Any, ...]:
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
    """The results of everything that the rules allow but a run, and that the machine looks at:
    shifts of logs only if somebody is in their way."""
    steps = [step for step in LOGJAM.legal(s) if not isinstance(step, Run) and str(step) != "."]
    shifts = [x for x in steps if isinstance(x, Shift)]
    idle = {x for x in shifts if not in_the_way(s, x)}
    return [LOGJAM.apply(s, step)[0] for step in steps if step not in idle]


def in_step(s: Position) -> int:
    """The machine finds the deeds other than a run, plays a turn of the rules, and none that looks
    worse to it than another."""
    machine, race = Playouts(s), placed(s)
    found = special(s)
    true = sorted(map(str, (known(machine.place(x)) for x in found)))
    assert sorted({*map(str, map(known, race.specials(s.roll)))}) == sorted({*true})
    runs = [LOGJAM.apply(s, x)[0] for x in LOGJAM.legal(s) if isinstance(x, Run)]
    best = race.lead()
    for x in (*found, *runs):
        there = machine.place(x._replace(mover=s.mover))
        best = max(best, there.lead())
    ends = {str(known(machine.place(x))): x for _, x in turns(LOGJAM, s)}
    gain = max([race.run(s.roll)[0], *(x.lead() - race.lead() for x in race.specials(s.roll))])
    assert race.lead() + gain == pytest.approx(best)
    played = race.like().turn(s.roll)
    end = ends[str(known(played))]
    assert played.over == (end.phase is Phase.OVER)
    assert played.over or played.mover == end.mover
    return len(found)


@pytest.mark.slow
def test_it_keeps_step_with_the_rules() -> None:
    """Logjam rules, Moving a Logger and Special Actions."""
    assert sum(map(in_step, begun())) > 20


LANE = 7 * EMPTY + "A . . . . B"


def test_a_game_is_played_on_to_its_end() -> None:
    """rules/game.py, Playouts: shares that add up to one, and its cost."""
    s = river(LANE, each=1)
    machine = LOGJAM.playouts(s)
    assert machine is not None
    assert machine.seems(s) is None, "worth says how good a turn looks"
    shares, positions = machine.play_out(s, repeat(0.99))
    assert (shares, positions) == machine.play_out(s, repeat(0.99))
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.5
    assert positions == 3
    fast = (face for pair in repeat((0.0, 0.99)) for face in pair)
    assert machine.play_out(s, fast)[0][1] > 0.5


def test_whoever_has_left_wins_nothing() -> None:
    """rules/game.py, Playouts: they are skipped, and the others share the win."""
    s = LOGJAM.apply(river(LANE, each=1, seats=3, home=(0, 0, 0)), Leave(2))[0]
    machine = Playouts(s)
    shares, _ = machine.play_out(s, repeat(0.5))
    assert shares[2] == 0
    assert sum(shares) == pytest.approx(1)


def test_a_game_that_does_not_end_is_told_by_how_it_stands() -> None:
    """docs/decisions.md, 86: by the steps to go. Nobody gets anywhere behind unmoved logs."""
    s = river(LANE.replace(". . . . . .", "1 1 1 2 2 2", 1), each=1)
    shares, positions = Playouts(s).play_out(s, repeat(0.8))
    assert positions > 100
    assert shares[0] == pytest.approx(1 - shares[1])


def test_few_rivers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/decisions.md, 86: a long search measures many, and does not fill the memory."""
    monkeypatch.setattr("rules.logjam.computer.MOST", 3)
    s = next(s for s in begun() if len(s.logs) > 3)
    machine = Playouts(s)
    for seed in range(5):
        machine.play_out(after(s, ".") if s.roll else s, iter(Random(seed).random, None))
    assert len(machine.rivers) <= 5


DRAWING = """
    . . A . . . . .
    . . . . . . . .
    . . . . . . . .
    . B . . 2 2 2 .
    . 1 1 1 . . . .
    . A . . A B . .
    . . . . . . . .
    . . . . . B . .
"""


def test_what_is_nearer_home_is_worth_more() -> None:
    """Logjam rules, Moving a Logger: one's own steps, round the logs, against a rival's."""
    s = river(DRAWING, roll=4)
    assert (steps_to_go(s, 0), steps_to_go(s, 1), s.home) == (1 + 7 + 9, 4 + 8 + 10, (2, 2))
    assert LOGJAM.worth(s, 0) == 22 - 17 == -LOGJAM.worth(s, 1)
    three = river(DRAWING, roll=4, seats=3)
    assert LOGJAM.worth(three, 2) == (17 - 2 + 22 - 2) / 2 + 5


def test_a_catch_is_a_logger_home_before_any_that_are_sent_back() -> None:
    """Logjam rules, Rolling a One: a captured logger stands on the starting row again."""
    before = river(DRAWING, roll=1)
    sent = before._replace(loggers=(before.loggers[0], (0, *before.loggers[1][::2])))
    home = before._replace(home=(3, 2))
    assert LOGJAM.catch(before, sent, 0) == 1
    assert LOGJAM.catch(before, sent, 1) == 0
    assert LOGJAM.catch(before, home, 0) > before.terms.each

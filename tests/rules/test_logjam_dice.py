"""Logjam for two, looked ahead in: in step with the rules, and what is measured of a position.

Source: issue 31, items 1 and 2; docs/decisions.md, 90."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.game import NATURE, NOBODY, Leave, Setup
from rules.logjam.computer import Race
from rules.logjam.odds import BESIDE, OWN, Dice, Side
from rules.logjam.position import DIE, Phase, Position, Roll
from rules.play import legal, turns
from tests.rules.rivers_of_logs import LOGJAM, river

GAMES, EVERY = 6, 4


def begun(seats: int = 2, **options: str) -> Position:
    """The first turn is due; chance has laid the logs."""
    chance, s = Random(1), LOGJAM.new(Setup(seats, options))
    while s.phase is not Phase.ROLL:
        s, _ = LOGJAM.apply(s, chance.choice(legal(LOGJAM, s)))
    return s


def between(seed: int) -> Iterator[Position]:
    """Positions of a game in which everybody plays what is sensible, now and then at random."""
    chance, s = Random(seed), LOGJAM.new(Setup(2))
    while LOGJAM.actor(s) != NOBODY:
        if s.phase is Phase.ROLL:
            yield s
        step = LOGJAM.offhand(s) if chance.random() < 0.7 else None
        if LOGJAM.actor(s) == NATURE or step is None:
            step = chance.choice(legal(LOGJAM, s))
        s, _ = LOGJAM.apply(s, step)


def known(race: Race) -> tuple[Any, ...]:
    """A position of the machine, to be compared: also one that is over, where nobody is next."""
    mover = NOBODY if race.over else race.mover
    return race.river.logs, [sorted(cells) for cells in race.cells], race.home, race.hand, mover


@pytest.mark.parametrize("seed", range(GAMES))
def test_turns_that_are_looked_at_are_turns_of_the_rules(seed: int) -> None:
    """Logjam rules, Moving a Logger and Special Actions: whatever a roll may lead to."""
    for s in [*between(seed)][seed % EVERY :: EVERY]:
        dice = Dice(s)
        for roll, answers in zip(DIE, dice.answers(dice.place(s)), strict=True):
            rolled, _ = LOGJAM.apply(s, Roll(roll))
            true = {str(known(dice.place(after))) for _, after in turns(LOGJAM, rolled)}
            assert {str(known(race)) for race in answers} <= true
            assert all(0 < dice.share(race) < 1 for race in answers if not race.over)


def test_the_best_run_of_each_logger_is_looked_at_and_to_stay() -> None:
    """docs/decisions.md, 90: no other run is. Logjam rules, Moving a Logger: nobody has to."""
    s = river(OPEN, roll=0)
    dice = Dice(s)
    found = dice.answers(dice.place(s))
    assert sorted(sorted(race.cells[0]) for race in found[1]) == [[0, 8], [0, 20], [8, 12]]


OPEN = """
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . A . . .
A . . . . B
"""


def test_a_game_that_is_over_is_told_as_it_is() -> None:
    """Logjam rules, Victory Conditions: of two who have all home at once the mover wins."""
    s = river(OPEN, each=2, home=(0, 1))
    dice = Dice(s)
    race = dice.place(s).like()
    for cell in (0, 8):
        race.go(cell, -1)
    race.passed()
    assert dice.over(race)
    assert dice.share(race) == 0.0
    both = race.like()
    both.go(5, -1)
    assert dice.share(both) == 0.0
    assert dice.share(both.passed()) == 0.0
    lost = dice.place(s).like()
    lost.go_as(1, 5, -1)
    assert dice.share(lost.passed()) == 1.0


MET = """
. . . . . .
. . . . . .
. 2 2 . . .
. . A . . .
A2 B . . . .
. . . . . .
. . . . . .
. . . . . B
"""


def test_what_is_measured_of_a_side() -> None:
    """docs/decisions.md, 90: OWN and BESIDE. Two of A stand on a4, five steps from being off, where
    B beside them captures both; the one on c5 goes round the log in front of it."""
    dice = Dice(s := river(MET, each=4, home=(1, 2)))
    race = dice.place(s)
    side = dice.odds.side(race, 0)
    assert dict(zip(OWN, side.own, strict=True)) == {
        "steps to go, of all": 5 + 5 + 5,
        "steps to go, of the first": 5,
        "steps to go, of the last": 5,
        "loggers at home": 1,
        "steps that a shift takes": 0,
        "pairs that share a square": 1,
        "rows to go, as if no log lay there": 5 + 5 + 4,
        "how near the last of all is": 0,
        "one": 1,
    }
    assert dict(zip(BESIDE, side.beside(race.masks[1]), strict=True)) == {
        "steps that a run gains at most, of all six rolls": 1 + 2 + 3 + 4 + 2 * (5 + 4),
        "rolls that bring one home": 2,
        "steps that a capture takes": 2 * (8 - 5),
        "steps that a push takes": 0,
    }
    assert side.beside(0)[BESIDE.index("steps that a capture takes")] == 0


def test_rivals_in_the_way_make_a_roll_gain_less() -> None:
    """Logjam rules, Moving a Logger: nobody passes a rival, and two steps to a side gain
    nothing."""
    gained = list[float]()
    for row in (". . . . . .", ". B B B . ."):
        drawn = OPEN.replace("A . . . . B", "B . . . . .").replace(
            f"{'. ' * 5}.\n. . A", f"{row}\n. . A"
        )
        s = river(drawn, each=4, home=(3, 4 - drawn.count("B")))
        race = Dice(s).place(s)
        gained.append(Dice(s).odds.side(race, 0).beside(race.masks[1])[0])
    assert gained == [1 + 2 + 3 + 4 + 5 + 6, 0 + 0 + 1 + 2 + 3 + 4]


CRUSHED = """
. . . . . .
. . . . . .
. 2 2 . . .
. . A . . .
. . 1 1 . .
. . B . . .
. . . . . .
. . . . . B
"""


@pytest.mark.parametrize(("rivals", "push"), [(True, 8 - 4), (False, 0)])
def test_what_a_log_would_crush_is_at_risk(rivals: bool, push: int) -> None:
    """Logjam rules, Rolling a Two and Rolling a Three: A stands before another log, so a shift of
    the one behind them sends them back; a push does so where a rival stands on its other side."""
    drawn = CRUSHED if rivals else CRUSHED.replace(". . B . . .", ". . . . . .")
    dice = Dice(s := river(drawn, each=2, home=(1, 0 if rivals else 1)))
    race = dice.place(s)
    side = dice.odds.side(race, 0)
    steps = race.river.off[26]
    assert side.own[OWN.index("steps that a shift takes")] == 8 - steps
    found = side.beside(race.masks[1])[BESIDE.index("steps that a push takes")]
    assert found == (8 - steps if push else 0)


def test_the_last_logger_is_measured_by_how_near_it_is() -> None:
    """docs/decisions.md, 90: steps less than the greatest roll, of whoever has one to go."""
    drawn = "\n. A . . . .\n" + ". . . . . .\n" * 6 + ". . . . . B"
    dice = Dice(s := river(drawn, each=3, home=(2, 1), hand=(0, 1)))
    race = dice.place(s)
    near = OWN.index("how near the last of all is")
    assert dice.odds.side(race, 0).own[near] == len(DIE) - 1
    assert dice.odds.side(race, 0).beside(0) == (6 * (1 + 4), 6, 0, 0)


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {}), (2, {"loggers": "4"}), (2, {"board": "10x11"})]
)
def test_what_the_net_does_not_know_is_played_on(seats: int, options: dict[str, str]) -> None:
    """docs/decisions.md, 90: it was taught by games for two as they are by default."""
    s = begun(seats, **options)
    assert LOGJAM.dice(s) is None
    assert LOGJAM.playouts(s) is not None


def test_games_for_two_by_default_are_looked_ahead_in() -> None:
    """rules/game.py, dice: from the first turn to the last, and not in the set-up. Also where only
    two of three are left."""
    s = begun()
    assert LOGJAM.dice(s) is not None
    assert LOGJAM.dice(LOGJAM.new(Setup(2))) is None
    assert LOGJAM.dice(replace(s, phase=Phase.OVER)) is None
    left, _ = LOGJAM.apply(begun(3), Leave(2))
    assert LOGJAM.dice(left) is not None


def test_few_sides_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/decisions.md, 86: a long search measures many, and does not fill the memory."""
    monkeypatch.setattr("rules.logjam.odds.MOST", 3)
    s = begun()
    dice = Dice(s)
    for answers in dice.answers(dice.place(s)):
        for race in answers:
            dice.share(race)
    assert len(dice.odds.sides) <= 5
    assert all(isinstance(side, Side) for side in dice.odds.sides.values())

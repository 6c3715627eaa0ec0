"""Looking ahead where a die is rolled before each turn. Source: docs/decisions.md, 90."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from players import Budget, rank
from players.expectation import Expected
from players.search import whole_turns
from rules.game import NATURE, Setup
from rules.logjam.position import Phase, Position
from tests.rules.rivers_of_logs import LOGJAM, river

PLENTY = 10**7


def roll_sixth_turn() -> Position:
    """A rolled turn of a game for two as it is by default."""
    chance, s, rolled = Random(1), LOGJAM.new(Setup(2)), 0
    while (rolled := rolled + (s.phase is Phase.MOVE)) < 6:
        step = LOGJAM.offhand(s) if LOGJAM.actor(s) != NATURE else None
        s, _ = LOGJAM.apply(s, step or chance.choice(LOGJAM.legal(s)))
    return s


def naive(dice: Any, here: Any, depth: int) -> float:
    """The next seat's win if everybody plays for the best for `depth` turns."""
    if depth == 0 or dice.is_over(here):
        return float(dice.share(here))
    rolls = [max(1 - naive(dice, x, depth - 1) for x in turns) for turns in dice.answers(here)]
    return sum(rolls) / len(rolls)


def river_of(*rows: str, roll: int, **more: Any) -> Position:
    """A river as it is by default, empty but for the last few rows before the edge."""
    lines = {int(row.split(None, 1)[0]): row.split(None, 1)[1] for row in rows}
    drawn = "\n".join(lines.get(n, ". " * 10) for n in range(12, 0, -1))
    return river(drawn, roll=roll, each=3, **more)


@pytest.mark.parametrize("depth", [1, 2])
def test_every_roll_counts_the_same_and_everybody_plays_their_best(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A share is the result of an endless search to the same depth, if all answers are followed."""
    monkeypatch.setattr("players.expectation.NARROW", 1000)
    s = roll_sixth_turn()
    dice = LOGJAM.dice(s)
    assert dice is not None
    looking = Expected(LOGJAM, s, Budget(PLENTY), dice)
    all_turns = whole_turns(LOGJAM, looking.root, looking.standing, Budget(PLENTY))
    turns = [*map(looking.glance, all_turns[:2])]
    for turn, found in zip(turns, looking.further(turns, depth), strict=True):
        assert found.share == pytest.approx(1 - naive(looking.dice, turn.place, depth))


def test_who_would_be_home_next_is_held_up() -> None:
    """Logjam rules, Moving a Logger: nobody passes a rival."""
    s = river_of(
        "11 . . . 1 . 2 . B . .",
        "10 . . . 1 . 2 . . . .",
        "9 . . . 1 A 2 . . . .",
        "8 . . . 3 3 3 . . . .",
        "2 . . . . . B . . . .",
        roll=4,
        mover=1,
        home=(2, 1),
    )
    assert "h11-off" in map(str, LOGJAM.legal(s))
    assert [*map(str, rank(LOGJAM, s, 1, Budget(3000))[0].steps)] == ["h11-e12"]


def test_a_clear_best_is_played_without_looking_further() -> None:
    s = river_of("12 . . . . A . . . . .", "9 . A . . . . . B . .", roll=1, home=(1, 2))
    played, asked = Budget(3_000), Budget(3_000)
    first, *_ = rank(LOGJAM, s, 1, played, 1)
    assert [*map(str, first.steps)] == ["e12-off"]
    assert rank(LOGJAM, s, 1, asked, 3)[0].steps == first.steps
    assert played.spent < asked.spent / 2

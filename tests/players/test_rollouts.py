"""Searching with dice or hidden hands: the possible results of a turn decide."""

from typing import Any

import pytest

from players import Budget, rank
from players.rollouts import Candidate
from players.search import WON, Reached, lead_of, share_of
from tests.rules.courses import FELLERS, holding, position
from tests.rules.courses import river as course
from tests.rules.keep import KIND, Table
from tests.rules.rivers_of_logs import EMPTY, LOGJAM, river


def best(game: Any, s: Any, positions: int = 1_000) -> str:
    return " ".join(map(str, rank(game, s, 1, Budget(positions))[0].steps))


@pytest.mark.parametrize(("die", "word"), [(2, "again"), (5, "keep")])
def test_what_others_hold_is_imagined(die: int, word: str) -> None:
    """docs/new-game.md, Keep: of two dice a five is mostly the higher one, and a two is not."""
    s = Table((die, -1), (False, False), (2, 2), (False, False))
    assert best(KIND.game, s) == word


def test_nobody_runs_to_where_they_may_be_captured() -> None:
    """Logjam rules, Rolling a One: of two runs that lead as far, one ends beside a rival."""
    wide = ". . . . . . . .\n"
    s = river(f"{4 * wide}. . . . . . B .\n{2 * wide}A . B B . A . .", roll=3)
    runs = [step for step in LOGJAM.legal(s) if str(step) in ("a1-a4", "f1-f4")]
    safe, risky = (LOGJAM.apply(s, step)[0] for step in runs)
    assert LOGJAM.worth(safe, 0) == LOGJAM.worth(risky, 0)
    assert best(LOGJAM, s, 8_000) == "a1-a4"


@pytest.mark.parametrize(("mover", "least", "most"), [(0, 0.9, 1.0), (1, 0.0, 0.1)])
def test_a_turn_is_worth_what_is_won_after_it(mover: int, least: float, most: float) -> None:
    """Values are chances to win, given as equal leads."""
    s = river(f"{2 * EMPTY}A . . . . .\n{4 * EMPTY}. . . B B B", roll=2, mover=mover)
    ways = rank(LOGJAM, s, 1, Budget(2000))
    assert least < share_of(LOGJAM, ways[0].value) < most
    assert ways[0].value < WON
    for share in (0.01, 0.5, 0.9):
        assert share_of(LOGJAM, lead_of(LOGJAM, share)) == pytest.approx(share)


def test_a_single_world_does_not_outweigh_what_is_plain() -> None:
    """A weak level sees one world or two; it does not give up a turn that looks good for that."""
    plain, lucky = (Candidate(Reached((), None, sight), sight) for sight in (6.0, 0.0))
    lucky.total, lucky.times, plain.times = 12.0, 1, 1
    assert plain.value > lucky.value
    lucky.total, plain.total, lucky.times, plain.times = 90.0, 60.0, 30, 30
    assert plain.value < lucky.value


def test_where_every_turn_ends_the_game_the_search_ends_too() -> None:
    s = holding(position(course(), hand="gm4 gm5", gm="e11", gw="home", kw="home"), 1, "ym1")
    assert best(FELLERS, s).startswith("gm")

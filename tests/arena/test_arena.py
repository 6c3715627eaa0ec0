"""`make arena`: its measures."""

from __future__ import annotations

import pytest

from tests.arena.__main__ import NEIGHBOURS, rated, ratings, told, wilson
from tests.arena.contest import Contest, player


def test_intervals_are_wilsons() -> None:
    """E. B. Wilson, 1927: 8 of 10 lie between 49.0% and 94.3%, and never outside of 0 and 1."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=5e-4)
    assert wilson(10, 10)[1] == 1
    assert told(150, 200) == "75.0% of 200 games (68.6 to 80.5)"


def test_ratings_are_those_of_chess() -> None:
    """A. Elo, 1978: 400 points more win ten games of eleven, and equals share them."""
    assert ratings([10 / 11, 10 / 11, 1 / 2, 1 / 11]) == [700, 1100, 1500, 1500, 1100]
    assert ratings([3 / 4, 3 / 4]) == [1310, 1500, 1690]


def test_ratings_are_told_where_each_level_has_played_the_one_below() -> None:
    shares = dict.fromkeys(NEIGHBOURS, 3 / 4)
    assert rated(shares) == "first 1120, easy 1310, medium 1500, strong 1690, master 1880"
    assert rated({pair: shares[pair] for pair in NEIGHBOURS[1:]}) == ""
    assert rated({**shares, NEIGHBOURS[0]: 1.0}) == ""


def test_what_one_wins_another_loses() -> None:
    contest = Contest("logger", player("beginner"), player("random"), seats=3)
    shares = [contest.share(n) for n in range(3)]
    assert shares == [contest.share(n) for n in range(3)]
    assert all(share in (0, 1 / 3, 1 / 2, 1) for share in shares)


def test_players_are_known_by_name() -> None:
    strong, more, few = player("strong", 1), player("strong*10", 1), player("strong@5", 1)
    first, tenfold, five = (each.level.positions for each in (strong, more, few) if each.level)
    assert (tenfold, five) == (10 * first, 5)
    assert (strong.seconds, more.seconds) == (1, 10)

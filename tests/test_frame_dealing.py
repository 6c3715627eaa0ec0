"""tests/dealing.py: no worker is left alone with the tests that take long."""

from __future__ import annotations

import pytest

from tests.dealing import dealt

SLOW, QUICK = [f"slow {n}" for n in range(10)], [f"quick {n}" for n in range(51)]


def runs(order: list[str], hands: int) -> list[list[str]]:
    """What pytest-xdist gives to each worker (its scheduler `worksteal`)."""
    rest, found = [*order], list[list[str]]()
    for nobody_yet in range(hands, 0, -1):
        length = len(rest) // nobody_yet
        found.append(rest[:length])
        rest = rest[length:]
    return found


@pytest.mark.parametrize("hands", [1, 2, 3, 5])
def test_every_worker_begins_with_its_share_of_what_takes_long(hands: int) -> None:
    """And then has as much that is quick, which others can take from its end."""
    order = dealt(SLOW, QUICK, hands)
    assert sorted(order) == sorted([*SLOW, *QUICK])
    shares = [[test in SLOW for test in run] for run in runs(order, hands)]
    assert all(share == sorted(share, reverse=True) for share in shares)
    assert max(map(sum, shares)) - min(map(sum, shares)) <= 1


@pytest.mark.parametrize(("slow", "quick"), [(SLOW, []), ([], QUICK), (SLOW, QUICK[:2]), ([], [])])
def test_none_is_lost_where_there_is_little_of_one_kind(slow: list[str], quick: list[str]) -> None:
    assert sorted(dealt(slow, quick, 3)) == sorted([*slow, *quick])

"""The short simulation, and that each kind of fault would be seen in it (docs/decisions.md)."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace

import pytest

from tests.simulation.planted import BRIEF, PLANTED
from tests.simulation.simulation import simulate

WORLDS = tuple(dict.fromkeys(world for _, world, *_ in PLANTED.values()))
HAPPENED = (
    *("turns", "games over", "played", "remind", "call", "dm", "seat", "ask", "nudge", "vacation"),
    *("rematches", "games muted", "seats of who had left the server", "outages of the bot"),
    *("tables with computers", "presses of a passer-by", "mended"),
)


@pytest.mark.slow
def test_nothing_is_wrong_in_short_simulations() -> None:
    """`make simulate` does the same for longer. The checks that find planted faults find none here,
    and everything that they check happens in one world or another."""
    told = Counter[str]()
    for world in WORLDS:
        figures = simulate(world)
        assert figures.faults == (), world.title
        told.update(figures.rows)
    assert [name for name in HAPPENED if not told[name]] == []


@pytest.mark.slow
def test_a_seed_leads_to_the_same_days() -> None:
    one, other = (simulate(replace(BRIEF, days=0.5)).rows for _ in range(2))
    del one["seconds of processor"], other["seconds of processor"]
    assert one == other


@pytest.mark.slow
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    """Each is a promise that a sleeping oracle would let pass, in a world that is sound without it
    (the test above). Should people do other things there some day, similar worlds are tried."""
    rule, world, *patches = PLANTED[fault]
    with ExitStack() as planted:
        for each in patches:
            planted.enter_context(each)
        worlds = (replace(world, seed=seed) for seed in (world.seed, *range(10, 18)))
        assert any(rule in {each.rule for each in simulate(w, rule).faults} for w in worlds)

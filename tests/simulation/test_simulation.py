"""The short simulation, and that each kind of fault would be seen in it (docs/decisions.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.simulation.plan import SHORT, Habits, Plan
from tests.simulation.planted import PLANTED, PLANTED_MEANING
from tests.simulation.simulation import simulate

BRIEF = replace(SHORT, seed=4, people=6, tables=3, days=3, leisure=0.1)


SHORTS = tuple(replace(SHORT, seed=seed) for seed in (49, 35, 20, 17))
# No table has a clock, and nobody is in a hurry.
LEISURELY = tuple(replace(SHORT, seed=seed, paces=("none",), leisure=0.5) for seed in (1, 2, 5))
# After nearly every turn somebody asks the others for something.
ASKING = tuple(replace(BRIEF, seed=seed, habits=Habits(asks=0.9)) for seed in (1, 4))
# The server's managers have much to mend.
MENDING = tuple(replace(BRIEF, seed=seed, habits=Habits(mends=2.0)) for seed in (1, 2, 3))
WORLDS = (BRIEF, *MENDING, *SHORTS, *LEISURELY, *ASKING)
HAPPENED = (
    "turns",
    "games over",
    "played",
    "remind",
    "call",
    "dm",
    "seat",
    "ask",
    "nudge",
    "vacation",
    "rematches",
    "games muted",
    "seats of who had left the server",
    "outages of the bot",
    "tables with computers",
    "presses of a passer-by",
    "mended",
)


def rules_broken(plan: Plan) -> set[str]:
    """The broken rules."""
    return {fault.rule for fault in simulate(plan).faults}


@pytest.mark.slow
def test_nothing_is_wrong_in_short_simulations() -> None:
    """`make simulate` does the same for longer. The checks that find planted faults find none here,
    and everything that they check happens in one world or another."""
    told = Counter[str]()
    for plan in (*WORLDS, *dict.fromkeys(plan for _, plan in PLANTED_MEANING.values())):
        figures = simulate(plan)
        assert figures.faults == (), plan.title
        told.update(dict(figures.rows))
    assert [name for name in HAPPENED if not told[name]] == []


def test_a_seed_leads_to_the_same_days() -> None:
    """A seed's findings can be looked at again."""
    one, other = (dict(simulate(BRIEF).rows) for _ in range(2))
    del one["seconds of processor"], other["seconds of processor"]
    assert one == other


@pytest.mark.slow
@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Any) -> None:
    """Each of these is a promise that a sleeping oracle would let pass. The cause may be rare, so
    the days run until it comes."""
    with fault():
        assert any(PLANTED[fault] in rules_broken(plan) for plan in WORLDS)


@pytest.mark.parametrize("fault", PLANTED_MEANING, ids=lambda fault: fault.__name__)
def test_a_fault_of_meaning_is_found(fault: Any) -> None:
    """The oracle works out winners, agreements and absences without the bot. Each fault has a world
    in which it comes about within seconds, and which is sound without it (the test above). Should
    people do other things there some day, the test looks for it in similar worlds."""
    rule, plan = PLANTED_MEANING[fault]
    with fault():
        worlds = (replace(plan, seed=seed) for seed in (plan.seed, *range(10, 18)))
        assert any(rule in rules_broken(world) for world in worlds)

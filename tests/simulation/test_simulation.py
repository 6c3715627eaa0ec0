"""The short simulation, and that each kind of fault would be seen in it (docs/decisions.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.simulation.plan import SHORT, Plan
from tests.simulation.planted import PLANTED, RARE
from tests.simulation.simulation import simulate

BRIEF = replace(SHORT, seed=4, people=6, tables=3, days=3, leisure=0.1)


def rules_broken(plan: Plan = BRIEF) -> set[str]:
    """The rules against which something was found."""
    return {fault.rule for fault in simulate(plan).faults}


def test_nothing_is_wrong_in_the_short_simulation() -> None:
    """Issue 12, "Must hold"; `make simulate` does the same for longer."""
    figures = simulate(SHORT)
    assert figures.faults == ()
    told = dict(figures.rows)
    assert told["turns"] > 50
    happened = (
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
    )
    assert [name for name in happened if not told[name]] == []


def test_a_seed_leads_to_the_same_days() -> None:
    """What a seed has found can be looked at again."""
    one, other = (dict(simulate(BRIEF).rows) for _ in range(2))
    del one["seconds of processor"], other["seconds of processor"]
    assert one == other


def _plan(fault: Any) -> Plan:
    """The shortest one in which it shows."""
    return replace(SHORT, seed=RARE[fault]) if fault in RARE else BRIEF


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Any) -> None:
    """Each of these is a promise that an oracle which sleeps would let pass."""
    with fault():
        assert PLANTED[fault] in rules_broken(_plan(fault))

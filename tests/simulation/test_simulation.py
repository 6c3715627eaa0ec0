"""The short simulation, and that each kind of fault would be seen in it (docs/decisions.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.messages import layouts
from bot.tables import consequences
from tests.simulation.plan import SHORT, Plan
from tests.simulation.simulation import simulate
from tests.simulation.witness import Witness

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
    assert told["games over"]
    assert told["outages of the bot"]


def test_a_seed_leads_to_the_same_days() -> None:
    """What a seed has found can be looked at again."""
    one, other = (dict(simulate(BRIEF).rows) for _ in range(2))
    del one["seconds of processor"], other["seconds of processor"]
    assert one == other


@contextmanager
def posts_twice() -> Iterator[None]:
    """The outbox tells Discord everything two times."""
    posted = Witness._posted

    def twice(witness: Witness, *parts: Any) -> Any:
        posted(witness, *parts)
        return posted(witness, *parts)

    with patch.object(Witness, "_posted", twice):
        yield


@contextmanager
def calls_the_next_seat() -> Iterator[None]:
    """The call of a turn mentions somebody else."""
    turn = layouts.turn

    def wrong(table: Any, call: Any) -> Any:
        users = [sitter.user for sitter in table.game.sitters]
        return replace(turn(table, call), pings=(users[table.actor - 1],))

    with patch.object(layouts, "turn", wrong):
        yield


@contextmanager
def calls_nobody() -> Iterator[None]:
    """The call of a turn mentions nobody."""
    turn = layouts.turn
    with patch.object(layouts, "turn", lambda *given: replace(turn(*given), pings=())):
        yield


@contextmanager
def results_twice() -> Iterator[None]:
    """The commit that ends a game has its result told two times."""
    called = consequences._called

    def twice(*given: Any) -> Any:
        change = called(*given)
        return replace(change, posts=(*change.posts, *(p for p in change.posts if p == "result")))

    with patch.object(consequences, "_called", twice):
        yield


PLANTED = {
    posts_twice: "doubled",
    calls_the_next_seat: "whose turn",
    calls_nobody: "mentions",
    results_twice: "result",
}


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Any) -> None:
    """Each of these is a promise that an oracle which sleeps would let pass."""
    with fault():
        assert PLANTED[fault] in rules_broken()

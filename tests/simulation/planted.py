"""Faults, each of a kind that people would suffer from, to be put into the bot for a while.

The oracle has to find every one of them (test_simulation.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from bot.games import clocks
from bot.messages import layouts
from bot.tables import consequences
from bot.tables.heartbeat import Heartbeat
from bot.timers.clock import LONGEST_NAP, Clock
from tests.simulation.witness import Witness


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


@contextmanager
def clocks_that_gain_a_minute() -> Iterator[None]:
    """Every turn is a minute cheaper than it was."""
    passed = clocks._passed
    with patch.object(clocks, "_passed", lambda *given: max(0.0, passed(*given) - 60)):
        yield


@contextmanager
def outages_are_not_credited() -> Iterator[None]:
    """Whoever was on turn while the bot was away pays for it."""

    async def nothing(heartbeat: Heartbeat) -> tuple[()]:
        return ()

    with patch.object(Heartbeat, "look", nothing):
        yield


@contextmanager
def the_clock_task_is_dead() -> Iterator[None]:
    """Nothing that is due is done."""

    async def asleep(clock: Clock) -> float:
        return LONGEST_NAP

    with patch.object(Clock, "tick", asleep):
        yield


PLANTED = {
    posts_twice: "doubled",
    calls_the_next_seat: "whose turn",
    calls_nobody: "mentions",
    results_twice: "result",
    clocks_that_gain_a_minute: "clocks",
    outages_are_not_credited: "clocks",
    the_clock_task_is_dead: "stuck",
}

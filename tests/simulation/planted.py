"""Faults, each of a kind that people would suffer from, to be put into the bot for a while. Some
are in what a game means: who has won, who has agreed, who was there. Those post nothing twice or at
night, and every table continues.

The oracle has to find every one of them (test_simulation.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

from bot.features import consent, consequences, lobby, mending, personal
from bot.features import reminders as tables_reminders
from bot.features.clocks import Uptime
from bot.messages import layouts
from bot.messages import posts as results_told
from bot.outbox import calls
from bot.outbox.clock import LONGEST_NAP, TimerRunner
from bot.outbox.queue import Outbox, Wait
from bot.table import clocks, reminders, table
from bot.table.clocks import Calendar
from bot.table.commit import Commits
from bot.table.intent import held_seat, seat_of
from bot.table.seats import Answers, must_agree, open_offer
from bot.table.settings import vacation_of
from rules.errors import NotYou
from storage import GameRow, Post
from tests.simulation.plan import HOUR, Habits, Plan
from tests.simulation.witness import Witness

LATE_MARCH = datetime(2026, 3, 27, 15, tzinfo=UTC)  # clocks change on the 29th


def small(seed: int, **more: Any) -> Plan:
    """Few people, who are quick: rare things happen every day."""
    given: dict[str, Any] = {"people": 6, "tables": 3, "days": 4, "trouble": 1.0, "leisure": 0.1}
    given |= {"begins": LATE_MARCH, "paces": ("brisk", "none")}
    return Plan(seed=seed, **given | more)


ENDINGS = small(6, kinds=("logger",), seats=(2,), habits=Habits(leaves=0.05))
CLOSED = small(12, kinds=("logger",), seats=(2,), habits=Habits(leaves=0.15, orders=0, regrets=0))
TALKING = small(2, days=6, kinds=("logger",), seats=(3, 4), habits=Habits(asks=0.9))
MENDED = small(1, kinds=("logger",), habits=Habits(mends=6.0))
TRAVELS = small(1, days=12, habits=Habits(travels=1.0))
BRIEF = small(4, days=3, trouble=4.0, paces=("brisk", "brisk", "none"))
MUCH_MENDED = replace(BRIEF, seed=1, habits=Habits(mends=2.0))


def posts_twice() -> Any:
    shows = Witness.shows

    def twice(witness: Witness, post: Any) -> None:
        shows(witness, post)
        shows(witness, post)

    return patch.object(Witness, "shows", twice)


def calls_the_next_seat() -> Any:
    turn = layouts.turn

    def wrong(table: Any, call: Any, *more: Any) -> Any:
        users = [sitter.user for sitter in table.game.sitters]
        return replace(turn(table, call, *more), pings=(users[table.actor - 1],))

    return patch.object(layouts, "turn", wrong)


def calls_nobody() -> Any:
    turn = layouts.turn
    return patch.object(layouts, "turn", lambda *given: replace(turn(*given), pings=()))


def results_twice() -> Any:
    commit = Commits.commit

    async def twice(self: Commits, game: Any, change: Any, *after: Any) -> Any:
        results = (post for post in change.posts if post == "result")
        return await commit(self, game, replace(change, posts=(*change.posts, *results)), *after)

    return patch.object(Commits, "commit", twice)


def clocks_that_gain_a_minute() -> Any:
    passed = clocks._passed
    return patch.object(clocks, "_passed", lambda *given: max(0.0, passed(*given) - 60))


def outages_are_not_credited() -> Any:
    """The player to move while the bot was away pays for it."""

    async def nothing(uptime: Uptime) -> tuple[()]:
        return ()

    return patch.object(Uptime, "look", nothing)


def the_clock_task_is_dead() -> Any:
    async def asleep(clock: TimerRunner) -> float:
        return LONGEST_NAP

    return patch.object(TimerRunner, "tick", asleep)


def calls_at_night() -> Any:
    return patch.object(Calendar, "awake", lambda calendar, at: at)


@contextmanager
def calls_when_the_turn_was_taken() -> Iterator[None]:
    """A waiting post, here after an hour, is sent whatever has happened since."""
    tried = Outbox._tried

    async def slow(outbox: Outbox, post: Post, bugs: list[str]) -> Wait | None:
        await asyncio.sleep(HOUR)
        return await tried(outbox, post, bugs)

    with patch.object(Outbox, "_tried", slow), patch.object(GameRow, "past", lambda row, n: False):
        yield


@contextmanager
def reminds_every_hour() -> Iterator[None]:
    def hourly(*given: Any) -> tuple[float, ...]:
        return tuple(given[2] + hour * HOUR for hour in range(1, 40))

    with (
        patch.object(tables_reminders, "reminder_times", hourly),
        patch.object(tables_reminders, "MOST_REMINDERS", 40),
        patch.object(tables_reminders, "BETWEEN_MESSAGES", 0),
    ):
        yield


def offers_call_at_night() -> Any:
    async def everybody(self: calls.Calls, line: Any, *given: Any) -> Any:
        return line

    return patch.object(calls.Calls, "by_line", everybody)


def reminds_nobody_without_a_clock() -> Any:
    return patch.object(tables_reminders, "DAYS", {"daily": ()})


def calls_who_has_muted_the_game() -> Any:
    return patch.object(reminders, "muted_games", lambda settings: frozenset())


def vacations_stop_no_clock() -> Any:
    return patch.object(clocks, "vacations_count", lambda game: False)


def offers_call_twice() -> Any:
    by_line = calls.Calls.by_line

    async def twice(self: calls.Calls, *given: Any) -> Any:
        line = await by_line(self, *given)
        return replace(line, pings=line.pings * 2)

    return patch.object(calls.Calls, "by_line", twice)


def results_are_inverted() -> Any:
    """The player with the most points is last, and the one with the fewest has won."""
    results = consequences.results

    def inverted(after: Any) -> Any:
        right = results(after)
        last = max(each.place for each in right)
        return tuple(replace(r, won=not r.won, place=1 + last - r.place) for r in right)

    return patch.object(consequences, "results", inverted)


def the_last_one_is_told_to_win() -> Any:
    """The store is right, and the post names the player with the fewest points."""

    def worst(self: Any) -> tuple[int, ...]:
        scores = self.kind.game.scores(self.at.state)
        return (min(range(len(scores)), key=scores.__getitem__),)

    told = results_told.result

    def wrong(*given: Any, **more: Any) -> Any:
        with patch.object(table.Table, "winners", worst):
            return told(*given, **more)

    return patch.object(results_told, "result", wrong)


def an_outsiders_press_is_a_yes() -> Any:
    """An outsider speaks for the first player who is asked."""

    def anybody(game: Any, user: int) -> int:
        try:
            return held_seat(game, user)
        except NotYou:
            offer = open_offer(game)
            if offer is None or seat_of(game, user) is not None:
                raise
            return next(iter(must_agree(game, offer)), offer.seat)

    return patch.object(consent, "held_seat", anybody)


def the_first_yes_is_enough() -> Any:
    def nobody_else(rows: Any, offer: Any) -> Answers:
        return Answers((0, 1, 2, 3))

    return patch.object(consent, "answers_to", nobody_else)


def the_same_is_asked_for_again() -> Any:
    return patch.object(consent, "asked_this_turn", lambda *given: False)


def a_host_walks_out() -> Any:
    """A host cancels a game that they are losing."""
    return patch.object(lobby, "needs_consent", lambda *given: False)


def who_was_away_once_is_away_for_ever() -> Any:
    def ever(settings: Any, at: float) -> Any:
        return vacation_of(settings)

    return patch.object(personal, "away", ever)


def who_manages_the_server_asks_nobody() -> Any:
    """A rated game is taken back without those who play it."""
    return patch.object(mending, "needs_others", lambda game, user, measure: False)


# Faults to find: the rule that each one breaks, and a world in which it soon does.
PLANTED = {
    posts_twice: ("doubled", ENDINGS),
    calls_the_next_seat: ("whose turn", ENDINGS),
    calls_nobody: ("mentions", ENDINGS),
    results_twice: ("result", ENDINGS),
    clocks_that_gain_a_minute: ("clocks", ENDINGS),
    outages_are_not_credited: ("outages", ENDINGS),
    the_clock_task_is_dead: ("stuck", ENDINGS),
    calls_at_night: ("quiet hours", ENDINGS),
    calls_when_the_turn_was_taken: ("late", ENDINGS),
    reminds_every_hour: ("reminders", BRIEF),
    offers_call_twice: ("offers", TALKING),
    offers_call_at_night: ("quiet hours", ENDINGS),
    reminds_nobody_without_a_clock: ("reminders", MUCH_MENDED),
    calls_who_has_muted_the_game: ("unwanted", MUCH_MENDED),
    vacations_stop_no_clock: ("clocks", MUCH_MENDED),
    results_are_inverted: ("winners", ENDINGS),
    the_last_one_is_told_to_win: ("winners", ENDINGS),
    an_outsiders_press_is_a_yes: ("consent", TALKING),
    the_first_yes_is_enough: ("consent", replace(TALKING, seed=11)),
    the_same_is_asked_for_again: ("offers", TALKING),
    a_host_walks_out: ("consent", CLOSED),
    who_was_away_once_is_away_for_ever: ("vacations", TRAVELS),
    who_manages_the_server_asks_nobody: ("consent", MENDED),
}

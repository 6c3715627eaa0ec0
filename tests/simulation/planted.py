"""Faults, each of a kind that people would suffer from, to be put into the bot for a while. Some
are in what a game means: who has won, who has agreed, who was there. Those post nothing twice or at
night, and every table continues.

The oracle has to find every one of them (test_simulation.py).
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from unittest.mock import patch

from bot.features import consent, consequences, lobby, mending, personal
from bot.features import reminders as reminding
from bot.features.clocks import Uptime
from bot.messages import layouts, posts
from bot.messages.fitting import FewWords
from bot.outbox.calls import Calls
from bot.outbox.clock import LONGEST_NAP, TimerRunner
from bot.outbox.queue import Outbox
from bot.table import clocks, reminders, seats, table
from bot.table.clocks import Calendar
from bot.table.commit import Commits
from bot.table.intent import held_seat, seat_of
from bot.table.seats import Answers, must_agree, open_offer
from bot.table.settings import vacation_of
from rules.errors import NotYou
from rules.text import Joined
from storage import GameRow
from tests.simulation.plan import HOUR, Habits, Plan
from tests.simulation.witness import Witness

LATE_MARCH = datetime(2026, 3, 27, 15, tzinfo=UTC)  # clocks change on the 29th
swap = patch.object
EVERY_SEAT = Answers((0, 1, 2, 3))


def small(seed: int, **more: Any) -> Plan:
    """Few people, who are quick: rare things happen every day."""
    given: dict[str, Any] = {"people": 6, "tables": 3, "days": 4, "trouble": 1.0, "leisure": 0.1}
    given |= {"begins": LATE_MARCH, "paces": ("brisk", "none")}
    return Plan(seed=seed, **given | more)


ENDINGS = small(6, kinds=("logger",), seats=(2,), habits=Habits(leaves=0.15))
TALKING = small(11, kinds=("logger",), seats=(3, 4), habits=Habits(asks=0.9))
MENDED = small(1, kinds=("logger",), habits=Habits(mends=6.0))
TRAVELS = small(20, days=6, people=4, tables=2, habits=Habits(travels=1.0))
BRIEF = small(4, days=3, trouble=4.0, paces=("brisk", "brisk", "none"))
BUSY = replace(BRIEF, seed=1, habits=Habits(mends=2.0))


def show_twice(witness: Witness, post: Any, shows: Any = Witness.shows) -> None:
    shows(witness, post)
    shows(witness, post)


def call_next_seat(table: Any, call: Any, *more: Any, turn: Any = layouts.turn) -> Any:
    users = [sitter.user for sitter in table.game.sitters]
    return replace(turn(table, call, *more), pings=(users[table.actor - 1],))


def call_nobody(*given: Any, turn: Any = layouts.turn) -> Any:
    return replace(turn(*given), pings=())


async def tell_results_twice(
    self: Commits, game: Any, change: Any, *after: Any, commit: Any = Commits.commit
) -> Any:
    results = (post for post in change.posts if post == "result")
    return await commit(self, game, replace(change, posts=(*change.posts, *results)), *after)


def gain_a_minute(*given: Any, passed: Any = clocks._passed) -> float:
    return max(0.0, float(passed(*given)) - 60)


async def credit_nothing(uptime: Uptime) -> tuple[()]:
    return ()


async def sleep_on(clock: TimerRunner) -> float:
    return LONGEST_NAP


async def send_late(*given: Any, tried: Any = Outbox._tried) -> Any:
    await asyncio.sleep(HOUR)
    return await tried(*given)


def remind_hourly(*given: Any) -> tuple[float, ...]:
    return tuple(given[2] + hour * HOUR for hour in range(1, 40))


async def call_everybody(self: Calls, line: Any, *given: Any) -> Any:
    return line


async def call_twice(self: Calls, *given: Any, by_line: Any = Calls.by_line) -> Any:
    line = await by_line(self, *given)
    return replace(line, pings=line.pings * 2)


def invert(after: Any, results: Any = consequences.results) -> Any:
    """The player with the most points is last, and the one with the fewest has won."""
    right = results(after)
    last = max(each.place for each in right)
    return tuple(replace(r, won=not r.won, place=1 + last - r.place) for r in right)


def misname_winner(*given: Any, told: Any = posts.result, **more: Any) -> Any:
    """The store is right, and the post names the player with the fewest points."""

    def worst(self: Any) -> tuple[int, ...]:
        scores = self.kind.game.scores(self.at.state)
        return (min(range(len(scores)), key=scores.__getitem__),)

    with patch.object(table.Table, "winners", worst):
        text = told(*given, **more)
        return FewWords(text.most, [partial(Joined, "", (way(),)) for way in text.ways])


def hear_anybody(game: Any, user: int) -> int:
    """An outsider speaks for the first player who is asked."""
    try:
        return held_seat(game, user)
    except NotYou:
        offer = open_offer(game)
        if offer is None or seat_of(game, user) is not None:
            raise
        return next(iter(must_agree(game, offer)), offer.seat)


def deny(*given: Any) -> bool:
    return False


# Faults to find: the rule that each one breaks, a world in which it soon does, and its patches.
PLANTED: dict[str, tuple[Any, ...]] = {
    "posts_twice": ("doubled", ENDINGS, swap(Witness, "shows", show_twice)),
    "calls_the_next_seat": ("whose turn", ENDINGS, swap(layouts, "turn", call_next_seat)),
    "calls_nobody": ("mentions", ENDINGS, swap(layouts, "turn", call_nobody)),
    "results_twice": ("result", ENDINGS, swap(Commits, "commit", tell_results_twice)),
    "clocks_gain": ("clocks", ENDINGS, swap(clocks, "_passed", gain_a_minute)),
    "outages_not_credited": ("outages", ENDINGS, swap(Uptime, "look", credit_nothing)),
    "the_clock_task_is_dead": ("stuck", ENDINGS, swap(TimerRunner, "tick", sleep_on)),
    "calls_at_night": ("quiet hours", ENDINGS, swap(Calendar, "awake", lambda _, at: at)),
    "calls_when_the_turn_was_taken": (
        "late",
        ENDINGS,
        swap(Outbox, "_tried", send_late),
        swap(GameRow, "past", lambda row, n: False),
    ),
    "reminds_every_hour": (
        "reminders",
        BRIEF,
        swap(reminding, "reminder_times", remind_hourly),
        swap(reminding, "MOST_REMINDERS", 40),
        swap(reminding, "BETWEEN_MESSAGES", 0),
    ),
    "offers_call_twice": ("offers", TALKING, swap(Calls, "by_line", call_twice)),
    "offers_call_at_night": ("quiet hours", TALKING, swap(Calls, "by_line", call_everybody)),
    "reminds_nobody_without_a_clock": ("reminders", BUSY, swap(reminding, "DAYS", {"daily": ()})),
    "calls_who_has_muted_the_game": (
        "unwanted",
        BUSY,
        swap(reminders, "muted_games", lambda _: ()),
    ),
    "vacations_stop_no_clock": ("clocks", BUSY, swap(clocks, "vacations_count", deny)),
    "results_are_inverted": ("winners", ENDINGS, swap(consequences, "results", invert)),
    "the_last_one_is_told_to_win": ("winners", ENDINGS, swap(posts, "result", misname_winner)),
    "an_outsiders_press_is_a_yes": ("consent", TALKING, swap(consent, "held_seat", hear_anybody)),
    "the_first_yes_is_enough": (
        "consent",
        TALKING,
        swap(seats, "answers_to", lambda *_: EVERY_SEAT),
    ),
    "the_same_is_asked_for_again": ("offers", TALKING, swap(consent, "asked_this_turn", deny)),
    "a_host_walks_out": ("consent", ENDINGS, swap(lobby, "needs_consent", deny)),
    "who_was_away_once_is_away_for_ever": (
        "vacations",
        TRAVELS,
        swap(personal, "away", lambda settings, at: vacation_of(settings)),
    ),
    "who_manages_the_server_asks_nobody": ("consent", MENDED, swap(mending, "needs_others", deny)),
}

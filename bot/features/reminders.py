"""Whoever is waited for is called at the end of their night, and reminded.

What is sent is a row of the outbox, which is looked at again when it is delivered; what comes next
is a timer. Both go with the turn, in the transaction that ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot.core.commit import Commits
from bot.core.game import CLOCK, REMIND, Game
from bot.core.rows import OutboxRow, decode
from bot.core.table import Tables
from bot.core.timers import TimerKind
from bot.domain.calls import MorningCall, Reminder
from bot.domain.personal import BUNDLE, REMINDERS, chosen, on
from bot.domain.reminders import (
    GAP,
    LONGEST_WAIT,
    MOST_REMINDERS,
    Stage,
    begun,
    calls_of,
    calm,
    is_called_later,
    is_stage,
    mover,
    on_its_way,
    reminder,
    schedule_reminders,
    so_far,
    stage_of,
    ways,
    whom,
)
from bot.domain.servers import quiet_until
from bot.domain.settings import OFF
from bot.features.consequences import card_of
from bot.features.feature import Feature
from bot.features.uptime import Uptime
from bot.text.lists import waits_for
from storage import Change, Conflict, GameRow, NewTimer, Sitter, Store, Timer


class Reminders:
    """Does what timers of that kind are for."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        commits: Commits,
        uptime: Uptime,
        now: Callable[[], float],
    ) -> None:
        self._uptime = uptime
        self._store, self._tables = store, tables
        self._commits, self._now = commits, now

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Somebody is to be called or reminded now. Raises Conflict when somebody else was
        first."""
        game = self._tables.games.of(row)
        posts, timers = await self._due(game, timer)
        change = Change((), f"remind:{timer.id}", posts=posts, timers=timers, done=(timer,))
        await self._commits.commit(game, change)

    async def _due(self, game: Game, timer: Timer) -> tuple[tuple[str, ...], tuple[NewTimer, ...]]:
        """The rows of the outbox that are due now, and what is set besides."""
        row = None if is_stage(timer.payload) else decode(timer.payload)
        if (seat := whom(game, row)) is None:
            return (), ()
        sitter, now = game.sitters[seat], self._now()
        if (then := calm(game, sitter, now)) > now:
            return (), (NewTimer(timer.kind, then, timer.payload),)
        if row is None or row.reminds:
            then = quiet_until(await self._store.server(game.guild), now)
            if then > now:
                return (), (NewTimer(timer.kind, then, timer.payload),)
        if isinstance(row, MorningCall):
            return tuple(calls_of(game, sitter)), ()
        if row is not None:
            return (timer.payload,), ()  # something else that waited for the end of the night
        if (calm_until := await self._uptime.calm()) is not None:
            return (), (NewTimer(timer.kind, calm_until, timer.payload),)
        return await self._reminded(game, sitter, Stage.decode(timer.payload).number)

    async def _reminded(
        self, game: Game, sitter: Sitter, stage: int
    ) -> tuple[tuple[str, ...], tuple[NewTimer, ...]]:
        """A reminder, or nothing; and the next one. Soon after another message it is put off."""
        if not ways(game, sitter) or chosen(sitter.settings, REMINDERS) == OFF:
            return (), ()
        now = self._now()
        if (told := await self._told(game)) >= MOST_REMINDERS:
            return card_of(game), ()
        last = await self._called(sitter.user)
        if last is not None and last <= now < last + GAP:
            stage += on(sitter.settings, BUNDLE)  # that message has spoken of this game too
            return (), self._next(game, sitter, stage, last + GAP)
        after = self._next(game, sitter, stage + 1, now + GAP) if told + 1 < MOST_REMINDERS else ()
        return (Reminder().encode(), *(() if after else card_of(game))), after

    def _next(self, game: Game, sitter: Sitter, stage: int, after: float) -> tuple[NewTimer, ...]:
        away = self._uptime.away
        then = reminder(game, sitter, stage, after, begun(game), game.due(CLOCK), away)
        return (then,) if then else ()

    async def _told(self, game: Game) -> int:
        """How many reminders this turn has had."""
        return so_far(await self._store.calls(game.id, game.stands))

    async def _called(self, user: int) -> float | None:
        """When somebody was called last, in any game; now, where they are being called: whatever
        else is due in the same moment goes before a reminder."""
        theirs = [row for row in await self._store.games_of(user) if mover(row) == user]
        posts = await self._store.under_way([row.id for row in theirs])
        if any(on_its_way(row, posts, self._now()) for row in theirs):
            return self._now()
        return await self._store.last_call(user)

    async def later(self, game: Game, row: OutboxRow) -> None:
        """Somebody could not be called when a row of the outbox was sent, as it was night for
        them: they are at its end."""
        while not (now := await self._tables.game(game.id)).past(game.n):
            then = calm(now, now.sitters[whom(now, row) or 0], self._now())
            call = Change((), f"call:{now.id}", timers=(NewTimer(REMIND, then, row.encode()),))
            with suppress(Conflict):  # somebody has said something; it is still their turn
                await self._commits.commit(now, call)
                return

    async def replan(self, user: int) -> None:
        """Somebody is to be called in another way, or at other hours."""
        for row in await self._store.games_of(user):
            if row.kind in self._tables.games and waits_for(
                game := self._tables.games.of(row), user
            ):
                await self._replan(game)

    async def _replan(self, game: Game) -> None:
        """Nobody is reminded just after they were there; somebody else may be first, and then
        there is nothing to remind of."""
        sitter, now, there = game.sitters[game.on_turn or 0], self._now(), stage_of(game)
        stage = Stage.decode(there.payload).number if there else await self._told(game)
        timers = self._next(game, sitter, stage, now + GAP) if ways(game, sitter) else ()
        if is_called_later(game):
            timers = (*timers, NewTimer(REMIND, calm(game, sitter, now), MorningCall().encode()))
        done = (there,) if there else ()
        with suppress(Conflict):
            change = Change((), f"replan:{game.id}", timers=timers, done=done)
            await self._commits.commit(game, change)


def feature(reminders: Reminders) -> Feature:
    timer = TimerKind(REMIND, LONGEST_WAIT, reminders.expire)
    return Feature(timers=(timer,), policies=(schedule_reminders,))

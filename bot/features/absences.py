"""Who is gone is forgotten: people who have left a server, servers that have removed the bot, and
whoever has played nothing for long.

    each night, some people ── not there ──> noted ── 30 days, not there still ──> forgotten on that
               every server         └ there again: the note goes                   server

Discord tells who leaves to none but bots that may see all members, so it is asked. Where somebody
still plays they are not forgotten; on a server without the bot, open games end first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date, datetime
from typing import Final

from bot.boundary import Broken, guarded
from bot.core.calendar import DAY
from bot.core.effective import line_of
from bot.core.game import Game
from bot.domain.nights import due
from bot.domain.presence import Presence
from bot.features.services import Services
from rules.history import Word
from storage import THE_BOT, Change, Seen

GONE_FOR: Final = 30 * DAY  # seconds until who is gone is forgotten
A_NIGHT: Final = 1000  # people who are asked for
BETWEEN: Final = 1.0  # seconds after each question, and each time that somebody is forgotten
LONGEST_NAP: Final = 600.0  # seconds; a machine's clock may be set forward meanwhile
_DONE: Final = "absences looked for"  # the setting that holds the day on which it was done last

Sleep = Callable[[float], Awaitable[None]]


class Absences:
    """Looks for whoever is gone. hour: at which."""

    def __init__(
        self,
        at: Services,
        presence: Presence,
        hour: int,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._at, self._store, self._presence = at, at.store, presence
        self._hour, self._sleep = hour, sleep

    async def run(self) -> None:
        """Every night, as long as the bot runs and is there."""
        while True:
            nap = LONGEST_NAP
            with suppress(Broken):
                nap = min(nap, await guarded(self._until_night()))
            await self._sleep(nap)

    async def _until_night(self) -> float:
        """Do what is due; the seconds until something is."""
        now, done = self._today(), await self._store.setting(_DONE)
        last = date.fromisoformat(done) if done else None
        wait = (due(self._hour, now, last) - now).total_seconds()
        if wait <= 0 and self._at.uptime.there():
            await self.look()
            await self._store.set(_DONE, now.date().isoformat())
        return wait if wait > 0 else LONGEST_NAP

    async def look(self) -> None:
        """What is to do tonight. A death in the middle leaves the rest for another night."""
        for guild, since in (await self._store.servers()).items():
            await self._look_for_server(guild, since)
        for seen in await self._store.people(self._today().toordinal(), A_NIGHT):
            await self._look_for(seen)

    def _today(self) -> datetime:
        return datetime.fromtimestamp(self._at.now())

    async def _look_for(self, seen: Seen) -> None:
        if seen.live:
            return
        kept = self._at.hosting.names_kept
        if kept and seen.latest + kept <= self._at.now():
            await self._forget(seen.user, seen.guild)
        elif seen.guild > 0:
            there = await self._presence.here(seen.guild, seen.user)
            if await self._gone(seen.guild, seen.user, there, seen.absent):
                await self._forget(seen.user, seen.guild)

    async def _look_for_server(self, guild: int, since: float | None) -> None:
        there = await self._presence.serves(guild)
        if await self._gone(guild, THE_BOT, there, since):
            for row in await self._store.games_on(guild):
                if row.kind in self._at.games:
                    await self._at.commits.again(self._at.games.of(row), self._end)
            for user in await self._store.people_on(guild):
                await self._forget(user, guild)
            await self._store.forget_server(guild)

    async def _gone(self, guild: int, user: int, there: bool | None, since: float | None) -> bool:
        """Whether somebody has been gone for so long. Since when, is noted."""
        await self._sleep(BETWEEN)
        now = self._at.now()
        if there is None:
            return False
        if there == (since is not None):  # nothing is as it was noted
            await self._store.note_absence(guild, user, None if there else now)
        return not there and since is not None and since + GONE_FOR <= now

    async def _forget(self, user: int, guild: int) -> None:
        """It walks through whole tables, so others have their turns in between."""
        await self._store.forget(user, guild)
        await self._sleep(BETWEEN)

    async def _end(self, game: Game) -> None:
        """Nobody plays there any more, and nobody has won."""
        row, key = line_of(Word("cancel")), f"removed:{game.id}"
        await self._at.commits.commit(game, Change((row,), key, status="cancelled", on_turn=None))

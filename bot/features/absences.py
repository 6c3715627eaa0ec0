"""Forget people who left a server or haven't played for long, and servers that removed the bot.
Discord reports departures only to bots that may see all members, so the bot asks each night, and
forgets people and servers gone for 30 days. People with a running game stay; on a server
without the bot, open games end first."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date, datetime

from bot.features.services import Services
from bot.messages.boundary import Broken, guard
from bot.table.clocks import due
from bot.table.game import DAY, Game
from bot.table.rows import line_of
from rules.history import Word
from storage import THE_BOT, Change

BETWEEN = 1.0  # seconds of rest after each question to Discord, and each person forgotten
LONGEST_NAP = 600.0  # seconds, in case the machine's clock is set forward


class Absences:
    """Forgets people and servers that are gone."""

    def __init__(
        self,
        at: Services,
        hour: int,  # of the night
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._at, self._store = at, at.store
        self._hour, self._sleep = hour, sleep

    async def run(self) -> None:
        """Look every night, as long as the bot runs and is online."""
        while True:
            nap = LONGEST_NAP
            with suppress(Broken):
                nap = min(nap, await guard(self._until_night()))
            await self._sleep(nap)

    async def _until_night(self) -> float:
        """Look if it is time. Returns the seconds until it is."""
        day = "absences looked for"  # the setting with the day of the last look
        now = datetime.fromtimestamp(self._at.now())
        done = await self._store.setting(day)
        last = date.fromisoformat(done) if done else None
        wait = (due(self._hour, now, last) - now).total_seconds()
        if wait <= 0 and self._at.uptime.there():
            await self.look()
            await self._store.set(day, now.date().isoformat())
        return wait if wait > 0 else LONGEST_NAP

    async def look(self) -> None:
        """Do a night's work. A crash leaves the rest for another night."""
        for guild, since in (await self._store.servers()).items():
            if await self._gone(guild, THE_BOT, await self._at.direct.serves(guild), since):
                for game in self._at.games.among(await self._store.games_on(guild)):
                    await self._at.commits.retry_on_conflict(game, self._end)
                for user in await self._store.people_on(guild):
                    await self._forget(user, guild)
                await self._store.forget_server(guild)
        kept = self._at.hosting.names_kept
        today = datetime.fromtimestamp(self._at.now()).toordinal()
        for seen in await self._store.people(today, 1000):
            if seen.live:
                continue
            if kept and seen.latest + kept <= self._at.now():
                await self._forget(seen.user, seen.guild)
            elif seen.guild > 0:
                there = await self._at.direct.is_member(seen.guild, seen.user)
                if await self._gone(seen.guild, seen.user, there, seen.absent):
                    await self._forget(seen.user, seen.guild)

    async def _gone(self, guild: int, user: int, there: bool | None, since: float | None) -> bool:
        """Whether a person has been gone for long enough. Notes when they left or came back."""
        await self._sleep(BETWEEN)
        now = self._at.now()
        if there is None:
            return False
        if there == (since is not None):  # this is new
            await self._store.note_absence(guild, user, None if there else now)
        return not there and since is not None and since + 30 * DAY <= now

    async def _forget(self, user: int, guild: int) -> None:
        """Forget a person. It reads whole tables, so rest afterwards for others."""
        await self._store.forget(user, guild)
        await self._sleep(BETWEEN)

    async def _end(self, game: Game) -> None:
        """Close a game without a winner."""
        row, key = line_of(Word("cancel")), f"removed:{game.id}"
        await self._at.commits.commit(game, Change((row,), key, status="cancelled", on_turn=None))

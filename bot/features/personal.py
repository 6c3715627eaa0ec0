"""What people set for themselves, anywhere, also in direct messages.

A button says what something will be, not that it is to change: pressed twice, delivered twice or
pressed in an old panel, it leads to what stands on it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.core.commands import Command
from bot.core.game import Game, Games
from bot.core.intent import Intent
from bot.domain.direct import Direct
from bot.domain.personal import (
    BOTH,
    DIRECT,
    LANGUAGE,
    MUTED,
    OFF,
    ON,
    PINGS,
    QUIET,
    REMINDERS,
    SETTINGS,
    TIME_ZONE,
    USUAL_QUIET,
    VACATION,
    away,
    chosen,
    muted,
    zone_of,
)
from bot.features import typed_hours
from bot.features.clocks import Clocks
from bot.features.feature import Feature, Field, Slash, SlashOption, Value, Verb, spoken_option
from bot.features.reminders import Reminders
from bot.messages import personal
from bot.messages.layout import Choice, Layout
from bot.messages.paging import turned
from bot.text.languages import Languages
from bot.text.personal import (
    DIRECT_REFUSED,
    DIRECT_TEST,
    DIRECT_UNSURE,
    DIRECT_WORKS,
    ZONE_FIRST,
    no_setting,
)
from rules.errors import Unavailable
from rules.text import NOTHING, Text
from rules.voice import Voice
from storage import Store

HOURS = (TIME_ZONE, QUIET, VACATION)  # by which clocks go
AS_DISCORD: Final = "discord"  # the language of somebody's own Discord


class Personal:
    """Shows and changes what somebody has set."""

    def __init__(
        self,
        store: Store,
        games: Games,
        clocks: Clocks,
        reminders: Reminders,
        direct: Direct,
        now: Callable[[], float],
    ) -> None:
        self._store, self._games, self._clocks = store, games, clocks
        self._reminders, self._direct, self._now = reminders, direct, now

    async def show(self, intent: Intent, note: Text = NOTHING, page: int = 0) -> Layout:
        """Everything that can be set. page: of the games that can be muted."""
        settings = await self._store.personal(intent.user)
        mine = await self._mine(intent)
        browsers = bool(await self._store.browsers_of(intent.user))
        at = away(settings, self._now())
        return personal.settings(settings, mine, at, note, browsers=browsers, page=page)

    async def set(self, intent: Intent, name: str, value: str) -> Layout:
        """One thing is so from now on; what is as it was at first is not stored. Raises
        Unavailable."""
        values = SETTINGS.get(name, ())
        if value not in values:
            raise Unavailable(no_setting(name))
        if name == PINGS and value in (DIRECT, BOTH):
            return await self._by_direct_message(intent, value)
        await self._keep(intent, name, None if value == values[0] else value)
        return await self.show(intent)

    async def choose(self, intent: Intent, name: str, value: str) -> Layout:
        """Set what was picked from a menu. Raises Unavailable."""
        if name == QUIET:
            return await self.at(intent, quiet=value)
        if name == MUTED and (page := turned(value)) is not None:
            return await self.show(intent, page=page)
        if name == MUTED:
            return await self._mute(intent, value)
        switch, colon, to = value.partition(":")
        return await self.set(intent, *((switch, to) if colon else (name, value)))

    async def language(self, user: int) -> str:
        """The language that somebody has chosen; empty: as their Discord is."""
        return (await self._store.personal(user)).get(LANGUAGE, "")

    async def at(
        self, intent: Intent, time_zone: str = "", quiet: str = "", language: str = ""
    ) -> Layout:
        """Where somebody lives, when it is night there, and which language they read. Raises
        Unavailable; then nothing has changed."""
        named = typed_hours.zone(time_zone) if time_zone.strip() else None
        settings = await self._store.personal(intent.user)
        if quiet.strip() and named is None and zone_of(settings) is None:
            raise Unavailable(ZONE_FIRST)
        night = _quiet(quiet) if quiet.strip() else None
        if language:
            await self._keep(intent, LANGUAGE, None if language == AS_DISCORD else language)
        if named is not None:
            await self._keep(intent, TIME_ZONE, named)
        if night is not None:
            await self._keep(intent, QUIET, None if night == USUAL_QUIET else night)
        return await self.show(intent)

    async def _by_direct_message(self, intent: Intent, value: str) -> Layout:
        """It is tried at once, so that nobody waits for a call that cannot come."""
        if chosen(await self._store.personal(intent.user), PINGS) in (DIRECT, BOTH):
            await self._keep(intent, PINGS, value)  # it was tried then
            return await self.show(intent)
        spoken = await self.language(intent.user) or intent.language
        reached = await self._direct.reaches(intent.user, DIRECT_TEST, spoken)
        if reached is None:
            raise Unavailable(DIRECT_UNSURE)
        await self._keep(intent, PINGS, value if reached else None)
        return await self.show(intent, DIRECT_WORKS if reached else DIRECT_REFUSED)

    async def _mute(self, intent: Intent, value: str) -> Layout:
        """value: `12:on`, a game and what it will be. Those that are over are forgotten."""
        game, _, wanted = value.partition(":")
        mine = {each.id for each in await self._mine(intent)}
        if wanted not in (ON, OFF) or not game.isdecimal() or int(game) not in mine:
            raise Unavailable(no_setting(MUTED))
        now = muted(await self._store.personal(intent.user)) & mine
        then = now | {int(game)} if wanted == ON else now - {int(game)}
        await self._keep(intent, MUTED, " ".join(map(str, sorted(then))) or None)
        return await self.show(intent)

    async def _keep(self, intent: Intent, name: str, value: str | None) -> None:
        write = self._store.set_personal(intent.user, name, value)
        if name in HOURS:
            await self._clocks.by_other_hours(intent.user, write)
        else:
            await write
        if name in (*HOURS, PINGS, REMINDERS, MUTED):
            await self._reminders.replan(intent.user)

    async def _mine(self, intent: Intent) -> list[Game]:
        rows = await self._store.games_of(intent.user)
        return [self._games.of(row) for row in rows if row.kind in self._games]


def _quiet(typed: str) -> str:
    """Quiet hours as they are stored. Raises Unavailable."""
    if typed.strip().casefold() == OFF:
        return OFF
    return typed_hours.quiet(typed)


def feature(personal: Personal, languages: Languages) -> Feature:
    async def zones(wish: Intent, voice: Voice) -> list[Choice]:
        return typed_hours.zones_meant(wish.words)

    async def choose(wish: Intent, name: str) -> Layout:
        return await personal.choose(wish, name, wish.words)

    name, value = Field("name", "[a-z_]{1,32}"), Field("value", "[a-z_]{1,32}")
    where = Text("Your time zone, such as Europe/Berlin")
    anywhere = partial(Verb, way=Command("games", "settings"), game=False, anywhere=True)
    slash = Slash(
        "games",
        Text("/settings"),
        Text("Change your notifications, reminders, quiet hours and language"),
        (
            SlashOption("time_zone", where, complete=zones),
            SlashOption(
                "quiet_hours",
                Text("Hours without notifications, such as 22:00-08:00, or off"),
                into=QUIET,
            ),
            *spoken_option(
                languages,
                Text("Language for replies only you can see"),
                Value(AS_DISCORD, Text("same as Discord")),
            ),
        ),
    )
    return Feature(
        verbs=(
            anywhere("settings", personal.at, (), slash=slash, help=Text("Settings")),
            anywhere("set", personal.set, (name, value), instead=True),
            anywhere("choose", choose, (name,), instead=True),
        )
    )

"""People's own settings, also in direct messages: the table in bot/table/settings.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.features.feature import Feature, Field, Slash, Verb
from bot.features.services import Services
from bot.features.settings import options, person, show, typed
from bot.messages.layout import Layout, turned
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.settings import BOTH, DIRECT, LANGUAGE, PERSONAL, PINGS, PersonView, chosen, wanted
from rules.errors import Unavailable
from rules.text import Text


class Personal:
    """Shows and changes a person's settings."""

    def __init__(self, at: Services) -> None:
        self._at, self._store = at, at.store

    async def set(self, intent: Intent, name: str, value: str) -> Layout:
        """Change one thing. A default isn't stored. Raises Unavailable."""
        stored = wanted(PERSONAL, await person(self._at, intent), name, value)
        if name == PINGS and stored in (DIRECT, BOTH):
            return await self._by_direct_message(intent, stored)
        await self._keep(intent, {name: stored})
        return await show(self._at, intent)

    async def choose(self, intent: Intent, name: str) -> Layout:
        """Set a value picked from a menu, or turn the menu's page. Raises Unavailable."""
        if (page := turned(intent.words)) is not None:
            return await show(self._at, intent, page=page)
        switch, _, to = intent.words.partition(":")  # one within the menu
        within = switch in PERSONAL
        return await self.set(intent, *((switch, to) if within else (name, intent.words)))

    async def by_command(self, intent: Intent, **said: str) -> Layout:
        """Set the typed values. Raises Unavailable; then nothing has changed."""
        await self._keep(intent, typed(PERSONAL, await person(self._at, intent), said))
        return await show(self._at, intent)

    async def _by_direct_message(self, intent: Intent, value: str) -> Layout:
        """Try a direct message at once, so nobody waits for one that can't come."""
        settings = await self._store.personal(intent.user)
        if chosen(settings, PINGS) in (DIRECT, BOTH):
            await self._keep(intent, {PINGS: value})  # it was tried then
            return await show(self._at, intent)
        spoken = settings.get(LANGUAGE) or intent.language
        test = Text(
            "From now on I'll message you here when it's your turn, with a link to the board. You "
            "can change that with {settings}.",
            settings=Command("games", "settings"),
        )
        reached = await self._at.direct.reaches(intent.user, test, spoken)
        if reached is None:
            unsure = Text(
                "Discord didn't respond when I tried to message you. Try again in a minute."
            )
            raise Unavailable(unsure)
        await self._keep(intent, {PINGS: value if reached else None})
        works = Text("I've sent you a direct message to make sure I can reach you.")
        blocked = Text(
            "Discord blocked my direct message, so I'll keep notifying you in the game's channel. "
            "Allow direct messages in the privacy settings of a server we share, then choose this "
            "again."
        )
        return await show(self._at, intent, works if reached else blocked)

    async def _keep(self, intent: Intent, values: Mapping[str, str | None]) -> None:
        for name, value in values.items():
            write = self._store.set_personal(intent.user, name, value)
            if PERSONAL[name].clocks:
                await self._at.clocks.by_other_hours(intent.user, write)
            else:
                await write
        if any(PERSONAL[name].reminders for name in values):
            await self._at.reminders.replan(intent.user)


def feature(at: Services) -> Feature:
    personal = Personal(at)
    blank = PersonView({}, languages=at.languages.names)
    name, value = Field("name", "[a-z_]{1,32}"), Field("value", "[a-z_]{1,32}")
    anywhere = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
    slash = Slash(
        "games",
        Text("/settings"),
        Text("Change your notifications, reminders, quiet hours and language"),
        options(PERSONAL, blank),
    )
    return Feature(
        verbs=(
            anywhere("settings", personal.by_command, (), slash=slash, help=Text("Settings")),
            anywhere("set", personal.set, (name, value), instead="panel"),
            anywhere("choose", personal.choose, (name,), instead="panel"),
        )
    )

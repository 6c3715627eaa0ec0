"""`/games-admin setup`: those who may manage a server say how games are played there.

    front ──> a page for each subject ──> a menu or a button ──> set, with a line of the log
          └─> a page for each game: what its tables agree on where nobody says anything else

Everything works with nothing set. A button says what something will be, so that it may be pressed
twice; what is so already is not said again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final
from urllib.parse import quote, unquote

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.intent import Intent
from bot.core.rows import coded
from bot.domain.personal import OFF, ON, QUIET, TIME_ZONE, zone_of
from bot.domain.servers import (
    CHANNELS,
    LANGUAGE,
    LOG,
    MANAGERS,
    NAMES,
    PERSON,
    SERVER,
    SPECTATORS,
    STARTERS,
    THREADS,
    Settings,
    channels_of,
)
from bot.features import typed_hours
from bot.features.feature import (
    Feature,
    Field,
    Slash,
    SlashOption,
    Value,
    Verb,
    number,
    spoken_option,
)
from bot.features.servers import role_named
from bot.features.services import Services
from bot.messages import setup as panels
from bot.messages.courier import Logged
from bot.messages.layout import Choice, Layout
from bot.messages.paging import narrowed, turned
from bot.messages.setup import NOT_SET, Around, offered, shown_channels, values_of
from bot.text import setup as texts
from bot.text.personal import no_setting
from bot.text.servers import doer
from rules.errors import Unavailable, quoted
from rules.game import Option
from rules.text import Name, Text
from rules.voice import Voice

ALLOW, FORBID = "allow", "forbid"  # a channel, and leave the others as they are
# What stands for "as if nothing had been set".
UNSET: Final = {(THREADS, OFF), (SPECTATORS, OFF), (QUIET, OFF), (STARTERS, "everybody")}
NAME_LENGTH: Final = 60  # characters of a name in a line of the log


@coded("set_up")
class SetUp(Logged):
    """Somebody has set something for the server's tables. value: as it is shown, quoted as in an
    address; empty: it is set no more. title: of the game that it is about."""

    by: int
    name: str
    value: str
    title: str

    def line(self, game: Game | None) -> Text:
        value = unquote(self.value)
        if self.name in NAMES:
            what = texts.said_of(self.name, value)
        else:
            title = unquote(self.title)
            what = texts.usual_changed(title, self.name.partition(".")[2], value)
        return texts.changed(doer(self.by), what)


class Setup:
    """Shows and changes what a server has set."""

    def __init__(self, at: Services) -> None:
        self._servers, self._guilds, self._games = at.servers, at.guilds, at.games
        self._limits, self._languages, self._at = at.limits, at.languages, at
        self._read: Mapping[str, Callable[[Intent, Settings, str], str]] = {
            CHANNELS: self._channels,
            THREADS: _switch,
            SPECTATORS: _switch,
            STARTERS: self._role,
            PERSON: _number,
            SERVER: _number,
            TIME_ZONE: _zone,
            QUIET: _quiet,
            LOG: self._channel,
            LANGUAGE: self._language,
        }

    async def show(self, intent: Intent, page: str = "", part: int = 0) -> Layout:
        """A page; the front where there is no such page. What was picked on a game's page is the
        option whose values are offered. part: the page of the longest menu there."""
        around = await self._around(intent, part)
        if page in panels.PAGES:
            told: Layout = panels.PAGES[page](around)
            return told
        if page in self._games:
            return panels.of_game(around, self._games[page].game, intent.words)
        return panels.front(around, (self._games[kind].game for kind in self._games))

    async def by_command(
        self, intent: Intent, page: str = "", part: int = 0, **typed: str
    ) -> Layout:
        """What was typed is set; then a page is shown. Raises Unavailable; then nothing is set."""
        settings, values = dict(await self._servers.settings(intent.guild)), dict[str, str | None]()
        for name, said in typed.items():
            if said.strip():
                values[name] = self._wanted(intent, settings, name, said.strip())
                settings[name] = values[name] or ""
        if values:
            await self._keep(intent, values)
        return await self.show(intent, page, part)

    async def pick(self, intent: Intent, name: str, part: int = 0) -> Layout:
        """Set what was picked from a menu, or turn to another page of it. Raises Unavailable."""
        said = intent.words
        if (there := turned(said)) is not None:
            return await self._turned(intent, name, there)
        if name == CHANNELS:
            said = await self._beside_the_menu(intent, part)
        return await self.set(intent, name, said or NOT_SET, part)

    async def _turned(self, intent: Intent, name: str, part: int) -> Layout:
        kind, dot, option = name.partition(".")
        if dot and kind in self._games:
            around = await self._around(intent, part)
            return panels.of_game(around, self._games[kind].game, option)
        return await self.show(intent, texts.PAGE_OF.get(name, ""), part)

    async def set(self, intent: Intent, name: str, value: str, part: int = 0) -> Layout:
        """One thing is so from now on. Raises Unavailable."""
        settings = await self._servers.settings(intent.guild)
        if name in (ALLOW, FORBID):
            allowed = [str(each) for each in channels_of(settings) if str(each) != value]
            name, value = CHANNELS, " ".join([*allowed, *([value] if name == ALLOW else [])])
        wanted = self._wanted(intent, settings, name, value or NOT_SET)
        await self._keep(intent, {name: wanted})
        kind, dot, option = name.partition(".")
        if dot:
            return panels.of_game(await self._around(intent), self._games[kind].game, option)
        return await self.show(intent, texts.PAGE_OF[name], part)

    async def _keep(self, intent: Intent, values: Mapping[str, str | None]) -> None:
        lines = [self._line(intent, name, value or "") for name, value in values.items()]
        await self._servers.set(intent.guild, values, *lines)

    def _line(self, intent: Intent, name: str, value: str) -> SetUp:
        kind, dot, _ = name.partition(".")
        title = self._games[kind].game.title if dot else ""
        shown = self._shown(intent.guild, name, value)
        return SetUp(intent.user, name, quote(shown, safe=""), quote(title, safe=""))

    def _shown(self, guild: int, name: str, value: str) -> str:
        """A value as people are shown it: a role by its name, behind an @, as long as there is
        one."""
        if name == STARTERS and (role := role_named(self._guilds, guild, value)):
            return f"@{role[:NAME_LENGTH]}"
        return value

    async def _around(self, intent: Intent, part: int = 0) -> Around:
        settings = await self._servers.settings(intent.guild)
        shown = {name: self._shown(intent.guild, name, v) for name, v in settings.items()}
        here = self._guilds.channel(intent.guild, intent.parent or intent.channel)
        channels, roles = self._guilds.channels(intent.guild), self._guilds.roles(intent.guild)
        boards = bool(self._at.boards_at)
        return Around(settings, shown, here, channels, roles, self._limits, boards, part)

    async def _beside_the_menu(self, intent: Intent, part: int) -> str:
        """The channels that were picked, with those that the menu had no room for."""
        around = await self._around(intent, part)
        in_menu = {each.id for each in shown_channels(around)}
        others = [str(each) for each in channels_of(around.settings) if each not in in_menu]
        return " ".join([*intent.words.split(), *others])

    # what may be set; each raises Unavailable

    def _wanted(self, intent: Intent, settings: Settings, name: str, said: str) -> str | None:
        """A value as it is stored; None: it is set no more."""
        option = None if name in self._read else self._option(name)
        if said == NOT_SET or (name, said) in UNSET:
            return None
        if option is None:
            return self._read[name](intent, settings, said)
        if said not in values_of(option):
            raise Unavailable(no_setting(name))
        return said

    def _option(self, name: str) -> Option:
        kind, _, wanted = name.partition(".")
        options = offered(self._games[kind].game) if kind in self._games else []
        if (option := next((o for o in options if o.name == wanted), None)) is None:
            raise Unavailable(no_setting(name))
        return option

    def _channels(self, intent: Intent, settings: Settings, said: str) -> str:
        """Those that were chosen and have been deleted since are left out."""
        known = [each for each in dict.fromkeys(said.split()) if self._is_there(intent, each)]
        if not known:
            raise Unavailable(texts.NO_CHANNEL)
        return " ".join(known)

    def _channel(self, intent: Intent, settings: Settings, said: str) -> str:
        if not self._is_there(intent, said):
            raise Unavailable(texts.NO_CHANNEL)
        return said

    def _is_there(self, intent: Intent, channel: str) -> bool:
        if not (channel.isascii() and channel.isdecimal()):
            return False
        return self._guilds.channel(intent.guild, int(channel)) is not None

    def _language(self, intent: Intent, settings: Settings, said: str) -> str:
        if said not in self._languages.names:
            raise Unavailable(no_setting(LANGUAGE))
        return said

    def _role(self, intent: Intent, settings: Settings, said: str) -> str:
        """By its id, as it is offered, or by its name as it may be typed."""
        roles = self._guilds.roles(intent.guild)
        named = {each.name.casefold(): str(each.id) for each in reversed(roles)}
        if said == MANAGERS or said in {str(each.id) for each in roles}:
            return said
        if (role := named.get(said.removeprefix("@").casefold())) is None:
            raise Unavailable(texts.no_starters(quoted(said)))
        return role

    async def starters(self, wish: Intent, voice: Voice) -> list[Choice]:
        """Who may be meant while somebody types."""
        known = {
            Choice(NOT_SET, panels.EVERYBODY): "everybody",
            Choice(MANAGERS, panels.MANAGING): MANAGERS,
        }
        roles = {Choice(str(r.id), Name(r.name)): r.name for r in self._guilds.roles(wish.guild)}
        return narrowed(known | roles, wish.words)


def _switch(intent: Intent, settings: Settings, said: str) -> str:
    if said != ON:
        raise Unavailable(no_setting(THREADS))
    return said


def _number(intent: Intent, settings: Settings, said: str) -> str:
    if said not in panels.NUMBERS:
        raise Unavailable(no_setting(PERSON))
    return said


def _zone(intent: Intent, settings: Settings, said: str) -> str:
    return typed_hours.zone(said)


def _quiet(intent: Intent, settings: Settings, said: str) -> str:
    if zone_of(settings) is None:
        raise Unavailable(texts.SERVER_ZONE_FIRST)
    return typed_hours.quiet(said)


def feature(at: Services) -> Feature:
    setup = Setup(at)

    async def zones(wish: Intent, voice: Voice) -> list[Choice]:
        return typed_hours.zones_meant(wish.words)

    slash = Slash(
        "games-admin",
        Text("/setup"),
        Text("Set up games on this server: channels, who can start them, quiet hours, log"),
        (
            SlashOption(
                "time_zone", Text("The server's time zone, such as Europe/Berlin"), complete=zones
            ),
            SlashOption(
                "quiet_hours",
                Text("Hours without reminders, such as 22:00-08:00, or off"),
                into=QUIET,
            ),
            SlashOption(
                "who_can_start",
                Text("Who can start games: a role, or managers only"),
                complete=setup.starters,
                into=STARTERS,
            ),
            *spoken_option(
                at.languages,
                Text("Default language for new games"),
                Value(NOT_SET, Text("same as the server's language on Discord")),
            ),
        ),
    )
    name, value = Field("name", "[a-z_.]{1,64}"), Field("value", "[a-z0-9]{1,32}")
    part = number("part", 3)._replace(optional=True)
    managed = partial(
        Verb, way=Command("games-admin", "setup"), game=False, instead=True, manages=True
    )
    return Feature(
        verbs=(
            managed("setup", setup.by_command, (Field("page", "[a-z]{0,32}"), part), slash=slash),
            managed("rule", setup.set, (name, value)),
            managed("pick", setup.pick, (name, part)),
        )
    )

"""The settings of a server, for all features: read where needed, changed with a line of its log. A
change to a game carries its own line, as a post. Turns read none of these settings.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.messages.courier import Logged
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.table import servers
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.rows import OpenThread, OutboxRow
from bot.table.settings import LANGUAGE, ON, Settings
from bot.table.table_options import FORUM
from rules.errors import NotYou, Unavailable
from rules.text import ChannelName, Listed, Name, Strong, Text, sentences
from storage import NewGame, Store

SETUP: Final = Command("games-admin", "setup")


class OwnPlace(NamedTuple):
    """The place of a game outside the channel where it was opened, if it has one."""

    thread: bool = False
    forum: int = 0  # it is a post there

    def settle(self, new: NewGame) -> NewGame:
        """A new game that will be played there."""
        if self.forum:
            return replace(new, channel=None, options={**new.options, FORUM: str(self.forum)})
        if self.thread:
            return replace(new, channel=None, posts=(*new.posts, OpenThread().encode()))
        return new


class Servers:
    """Reads and changes the settings of servers."""

    def __init__(
        self,
        store: Store,
        guilds: servers.Guilds,  # Discord's data about servers
        wake: Callable[..., Any],  # called when there are new posts
        languages: Languages = ENGLISH_ALONE,  # that the bot can speak
    ) -> None:
        self._store, self._guilds, self._wake = store, guilds, wake
        self._languages = languages

    async def language(self, guild: int) -> str:
        """The language of a server's own posts and of its new tables: its setting, or its language
        on Discord; empty: that of the bot's host. English is Discord's default, so it doesn't count
        as a choice."""
        theirs = self._languages.code_of(self._guilds.language(guild))
        return (await self._store.server(guild)).get(LANGUAGE) or (theirs if theirs != "en" else "")

    async def set(self, guild: int, values: Mapping[str, str | None], *rows: OutboxRow) -> bool:
        """Set values (None: the default), and write lines of the log and other posts. False:
        nothing changed or was written."""
        written = await self._store.set_server(guild, values, [row.encode() for row in rows])
        if written:
            self._wake(None, ())
        return written is not None

    async def opening(self, intent: Intent) -> Settings:
        """The server's settings, for a person who opens a game. Raises Unavailable or NotYou."""
        settings = await self.playing_here(intent)
        starters = settings.get(servers.STARTERS)
        if starters is None or intent.rights.manages or starters in map(str, intent.rights.roles):
            return settings
        role = servers.role_named(self._guilds.roles(intent.guild), starters)
        if not role and starters != servers.MANAGERS:
            raise NotYou.because(
                "The role that can start games here no longer exists. A server manager can "
                "choose another: {setup}.",
                setup=SETUP,
            )
        only = Text("Only server managers can start games here.")
        if starters != servers.MANAGERS:
            name = Strong(Name(role))
            only = Text("Only members with the {role} role can start games here.", role=name)
        instead = Text(
            "You can join other people's games, or practise alone in direct messages with me."
        )
        raise NotYou(sentences(only, instead))

    async def playing_here(self, intent: Intent) -> Settings:
        """The server's settings. Raises Unavailable in channels where it wants no games."""
        settings = await self._store.server(intent.guild)
        allowed = servers.channels_of(settings)
        here = {intent.channel, intent.parent} - {0}
        if allowed and not here & {*allowed, servers.number_of(settings, FORUM)}:
            raise Unavailable.because(
                "Games on this server run in {channels}. A server manager can change that: "
                "{setup}.",
                channels=Listed(map(ChannelName, allowed), "or"),
                setup=SETUP,
            )
        return settings

    def own_place(self, settings: Settings, wish: Intent, *, thread: bool = False) -> OwnPlace:
        """The place that a game gets if somebody opens it by this wish. thread: the person asks for
        one. Raises Unavailable."""
        forum = servers.number_of(settings, FORUM)
        if wish.guild < 0:  # nobody else can come there, and there are no threads
            return OwnPlace()
        if forum and not thread and wish.parent in (0, forum):
            return OwnPlace(forum=forum)
        if thread or (settings.get(servers.THREADS) == ON and not wish.parent):
            self.threads_here(wish)
            return OwnPlace(thread=True)
        return OwnPlace()

    def threads_here(self, wish: Intent, *, always: bool = False) -> None:
        """Check that a channel can hold threads. always: the bot needs its rights too, as there is
        no other way. Raises Unavailable."""
        why = self._guilds.no_threads(wish.guild, wish.channel)
        said = None
        if wish.parent or why is servers.NoThreads.THREAD:
            said = Text("A thread can't hold other threads. Do this in a text channel.")
        elif why is servers.NoThreads.KIND:
            said = Text("This kind of channel can't have threads. Do this in a text channel.")
        elif why is servers.NoThreads.RIGHT and always:
            said = Text(
                "I can't open threads here. I need the permissions Create Public Threads and Send "
                "Messages in Threads; a channel manager can grant them."
            )
        if said is not None:
            raise Unavailable(said)

    async def bar(self, guild: int, user: int, line: Logged, *, on: bool) -> bool:
        """Ban somebody from the server's tables, or lift it, and log it. False: nothing changed."""
        written = await self._store.bar(guild, user, on, [line.encode()])
        if written:
            self._wake(None, ())
        return written is not None

    async def watchable(self, games: Collection[int]) -> Collection[int]:
        """The games that anybody may watch in a browser now: all of the server read the channel."""
        places = await self._store.places_with(games, servers.SPECTATORS, ON)
        return {game for game, place in places.items() if self._guilds.public(*place)}

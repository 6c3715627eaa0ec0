"""The turn list: a message in a channel that a server chose, with its running games and the players
to move.

a change ──> due a minute later ──> a row of the outbox ──> the message is edited, or posted again
a start  ──> every list is due within a minute, as dues are in memory only

A game whose channel not everybody may read is in the list of its own channel only.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from bot.features.feature import PAGE, Feature, Verb
from bot.features.services import Services
from bot.messages.answers import board_link
from bot.messages.boundary import Broken, guard
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.layout import Button, Layout, Pages, render
from bot.table.computers import wait_for_news
from bot.table.game import PAUSED, Game
from bot.table.intent import Intent
from bot.table.names import Command, names_by_seat, title
from bot.table.rows import TurnsShown
from bot.table.servers import TURNS, channel_of, without_posts
from rules.text import NOTHING, Moment, Strong, Text
from storage import BOARD, GameRow

MINUTE: Final = 60.0  # seconds
AT_ONCE: Final = 20  # games of a page


class TurnLists:
    """Keeps the lists of all servers right. Only a set is asked after each commit."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._guilds = at, at.store, at.guilds
        self._wanted = set[int]()  # the servers with a list
        self._due = dict[int, float]()  # when theirs is edited, the earliest first
        self._began = False  # whether the servers were read
        self._news = asyncio.Event()

    def hear(self, game: GameRow) -> None:
        """Note a change of a game."""
        if game.guild in self._wanted:
            self._mark(game.guild)

    def _mark(self, guild: int) -> None:
        if guild not in self._due:
            self._due[guild] = self._at.now() + MINUTE
            self._news.set()

    async def run(self) -> None:
        """Edit lists for ever."""
        while True:
            self._news.clear()
            seconds: float | None = 5.0  # after a bug
            with suppress(Broken):
                seconds = await guard(self.tick())
            await wait_for_news(self._news, seconds)

    async def tick(self) -> float | None:
        """Have the due lists edited. The seconds until the next one; None: none is due."""
        if not self._began:
            found = await self._store.servers_with(TURNS)
            self._wanted |= {*found}
            for n, guild in enumerate(found):  # spread, as mentions need Discord's limits, too
                self._due.setdefault(guild, self._at.now() + MINUTE * n / len(found))
            self._began = True
        while self._due:
            guild, due = next(iter(self._due.items()))
            if 0 < (left := due - self._at.now()) <= MINUTE:  # unless the clock was set back
                return left
            channel = channel_of(await self._store.server(guild), TURNS)
            del self._due[guild]  # before the row is there: later changes are due again
            if channel is not None and self._closed(guild, channel):
                self._mark(guild)
            elif channel is not None:
                try:
                    await self._at.servers.set(guild, {}, TurnsShown(channel))
                except Exception:
                    self._mark(guild)
                    raise
        return None

    async def show(self, row: TurnsShown, courier: Courier) -> Made:
        """Make a channel's list right."""
        post, guild = courier.post, courier.post.guild or 0
        chosen = channel_of(await self._store.server(guild), TURNS)
        wanted = chosen == row.channel
        (self._wanted.discard if chosen is None else self._wanted.add)(guild)
        if wanted and self._closed(guild, row.channel):
            self._mark(guild)  # perhaps Discord hasn't told us about the server yet
            return None
        panel = await self._list(guild, {row.channel})
        copy = await courier.find_copy(row.channel, panel) if courier.again else None
        last = await self._store.latest(post.game, post.kind)
        message = copy.message if copy else last and last.message
        if wanted and message:
            with suppress(PermanentError):  # somebody deleted it
                said = await render(panel, courier.voices.voice_of(courier.language))
                await courier.transport.edit(row.channel, message, said)
                return copy
        if message:
            await courier.delete(row.channel, message)
        return await courier.in_channel(row.channel, panel) if wanted else None

    async def turn_page(self, intent: Intent, page: int = 0) -> Layout:
        """A page of the list, for a person who turns it."""
        return await self._list(intent.guild, {intent.channel, intent.parent}, page)

    async def _list(self, guild: int, readable: Collection[int], page: int = 0) -> Layout:
        """The running games, the longest wait first. readable: channels whose readers see it."""

        def seen(row: GameRow) -> bool:
            own = row.home in readable or row.channel in readable
            return own or self._guilds.public(guild, row.channel or row.home)

        rows = [row for row in await self._store.games_on(guild) if row.kind in self._at.games]
        games = [row for row in rows if row.status == "playing" and seen(row)]
        games.sort(key=lambda game: game.changed)
        shown = games[: (min(page, len(games) // AT_ONCE) + 1) * AT_ONCE]
        each = [await self._entry(game) for game in self._at.games.among(shown)]
        # No page up to this one has the others, which are only counted.
        each += [NOTHING] * (len(games) - len(each))
        none = NOTHING if each else Text("No game here is waiting for a turn.")
        pages = Pages(each, page, lambda to: f"lc:turnspage:{to}", none, most=AT_ONCE)
        mine = Button(Text("My Games"), "lc:minepage:0")  # by which a search finds the message
        return Layout(Strong(Text("Whose turn is it?")), buttons=(mine,), pages=pages, silent=True)

    async def _entry(self, game: Game) -> Text:
        who = Text("the die hasn't been rolled yet")
        if game.on_turn is not None:
            who = Strong(names_by_seat(game.sitters)[game.on_turn])
        if game.due(PAUSED) is not None:
            who = Text("{name} (paused)", name=who)
        return Text(
            "{game} ({title}): {name} · {since}",
            game=board_link(game, await self._store.latest(game.id, BOARD)),
            title=title(game),
            name=who,
            since=Moment(game.changed, "R"),
        )

    def _closed(self, guild: int, channel: int) -> bool:
        """Whether a channel can't have the list now, or isn't known yet."""
        there = self._guilds.channel(guild, channel)
        return there is None or bool(without_posts(there))


def feature(at: Services) -> Feature:
    lists, way = TurnLists(at), Command("games", "here")
    turn = Verb("turnspage", lists.turn_page, PAGE, game=None, way=way, instead="own")
    row = handles(TurnsShown, lists.show)
    return Feature(verbs=(turn,), rows=(row,), hear=lists.hear, works=lists.run)

"""Turns rows of the outbox into messages.

    row ──> decoded ──> its handler ──> courier: look for it, send it (nonce of the row) ──> its id

A row that a dead process may have sent is looked for in the channel first. If one of Discord's
routes fails for long, another route to the same people replaces it: a thread's board goes to the
channel, without the search for an earlier post.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.messages import errors
from bot.messages.courier import Courier, Handles, Logged, Made, Sent, handles
from bot.messages.fitting import WithNote
from bot.messages.languages import IN_ENGLISH, Voices
from bot.messages.layout import Layout, rendered
from bot.outbox.boards import Boards
from bot.outbox.calls import Calls, Lateness, TurnClocks
from bot.outbox.cards import Cards, OfAGame
from bot.outbox.transport import LONG, PermanentError, TransientError, Transport, TransportError
from bot.table.game import Game
from bot.table.intent import typed_in
from bot.table.names import host_seat
from bot.table.posts import Away
from bot.table.reminders import in_peace
from bot.table.rows import decode, row_class
from bot.table.seats import StillThere
from bot.table.servers import LOG, channel_of
from bot.table.settings import LANGUAGE
from bot.table.table import Tables
from rules.game import NATURE
from rules.text import Text
from rules.voice import Voice
from storage import Post, Row, Store

log = logging.getLogger(__name__)

Gone: TypeAlias = Callable[[int, int], Awaitable[None]]
Spoken: TypeAlias = Callable[[int], Awaitable[str]]

ALIKE: Final = 5  # earlier posts of a kind that may still exist
UNKNOWN: Final = 86_400.0  # seconds by which the clocks may differ before the first message
GoHome: TypeAlias = Callable[[Game, Text], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class PostCourier:
    """Delivers a row (see bot/messages/courier.py). go_home: moves a game from a lost thread to its
    channel; raises PermanentError."""

    store: Store
    tables: Tables
    transport: Transport
    voices: Voices
    language: str
    go_home: GoHome
    post: Post
    again: bool

    @property
    def voice(self) -> Voice:
        return self.voices.of(self.language)

    async def game(self) -> Game:
        return await self.tables.game(self.post.game)

    async def at_table(self, panel: Layout, game: Game, rows: Sequence[Row] = ()) -> Sent:
        """If the thread is deleted or locked, continue the game in the thread's channel, unless
        another game is played there."""
        panel = _without_deaf(panel, game)
        try:
            return await self.in_channel(game.place, panel, rows)
        except PermanentError as closed:
            if game.place == game.home:
                raise
            await self.go_home(game, closed.why)
            noted = WithNote(panel.text, errors.gone_home(game, closed.why))
            there = replace(self, again=True)
            return await there.in_channel(game.home, replace(panel, text=noted), rows)

    async def in_channel(self, channel: int, panel: Layout, rows: Sequence[Row] = ()) -> Sent:
        if self.again and (sent := await self.found(channel, panel)):
            return sent
        reply, said = _typed(self.post, channel, rows), await rendered(panel, self.voice)
        return Sent(channel, await self.transport.post(channel, said, self.post.nonce, reply))

    async def direct(self, user: int, panel: Layout) -> Sent:
        there, alone = await self.transport.direct(user), self
        if self.voices.languages.foreign:  # in their chosen language
            own = await self.store.personal(user)
            alone = replace(self, language=own.get(LANGUAGE) or self.language)
        return await alone.in_channel(there, panel)

    async def found(self, channel: int, panel: Layout, *, surely: bool = False) -> Made:
        """Look for an earlier copy. After long failure, give up: a duplicate is better than a lost
        message."""
        try:
            return await self._found(channel, panel)
        except TransientError as failed:
            if surely or self.post.tries < LONG:
                raise
            log.warning("not looked for", extra={"post": self.post.id, "why": str(failed)})
            return None

    async def _found(self, channel: int, panel: Layout) -> Made:
        """Look for an earlier copy, but not older than the row, by the clock of message ids: after
        a backup was restored, boards of turns that no longer count may look the same."""
        traces = replace(panel, picture=None).said(self.voice)
        but = await earlier(self.store, self.post)
        since = await self._written() + await ahead(self.store, self.transport, self.post)
        message = await self.transport.found(channel, traces, since, but)
        return None if message is None else Sent(channel, message)

    async def _written(self) -> float:
        """When the row was written: with a row of the game's log, or as it says itself."""
        if self.post.guild is not None:
            return float(self.post.n)
        (row, *_) = await self.store.log(self.post.game, after=self.post.n - 1)
        return row.at

    async def edit(self, channel: int, message: int, panel: Layout) -> None:
        try:
            await self.transport.edit(channel, message, await rendered(panel, self.voice))
        except PermanentError as refused:
            log.info("message not changed", extra=self._about(refused))

    async def delete(self, channel: int, message: int) -> None:
        try:
            await self.transport.delete(channel, message)
        except PermanentError as refused:
            log.info("message not taken away", extra=self._about(refused))

    def _about(self, refused: PermanentError) -> dict[str, object]:
        return {"game": self.post.game, "why": str(refused)}


def _without_deaf(panel: Layout, game: Game) -> Layout:
    """Remove mentions of players who want to be left in peace."""
    deaf = {sitter.user for sitter in game.sitters if in_peace(game, sitter)}
    if deaf.isdisjoint(panel.pings):
        return panel
    return replace(panel, pings=tuple(user for user in panel.pings if user not in deaf))


def _typed(post: Post, channel: int, rows: Sequence[Row]) -> int | None:
    """The message that led to a board, if it was typed in the board's channel. A chance step in
    between has its own key and is skipped."""
    said = (row for row in reversed(rows) if row.n <= post.n and row.seat != NATURE)
    keys = (row.key for row in said if row.key is not None)
    return typed_in(channel, next(keys, None))


# A search must not mistake other messages for a post: those older than its row, and those of
# earlier rows, since the reminders of a turn may be identical.


async def earlier(store: Store, post: Post) -> list[int]:
    """The messages of earlier rows of its kind, newest first."""
    there, before = list[int](), await store.latest(post.game, post.kind, before=post.id)
    while before is not None and before.message is not None and len(there) < ALIKE:
        there.append(before.message)
        before = await store.latest(post.game, post.kind, before=before.id)
    return there


async def ahead(store: Store, transport: Transport, post: Post) -> float:
    """The seconds by which Discord's clock was ahead of ours when a row was written. Each earlier
    message gives a bound: Discord's clock made it, and ours noted it some time later, so the true
    lead is at least their difference."""
    arrived = await store.last_messages(post.id)
    return max((transport.made(message) - at for message, at in arrived), default=-UNKNOWN)


async def _as_the_host(guild: int) -> str:
    """By default a server has no language of its own."""
    return ""


def matters(post: Post) -> bool:
    """Whether people miss something if the row isn't delivered."""
    kind = row_class(post.kind)
    return kind.matters and not kind.aside


def may_be_overtaken(post: Post) -> bool:
    """Whether later rows may overtake this one: a direct message that has failed for long."""
    return row_class(post.kind).overtaken and post.tries == LONG


class Delivery:
    """Makes and sends the messages for outbox rows. calls: decides on mentions and notifications;
    clocks: stopped for late notifications; spoken: the language of a server; rows: those of
    features."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        transport: Transport,
        places: OfAGame,
        calls: Calls,
        gone: Gone,
        begin: OfAGame,
        clocks: TurnClocks,
        voices: Voices = IN_ENGLISH,
        spoken: Spoken = _as_the_host,
        rows: Sequence[Handles] = (),
    ) -> None:
        self._store, self._tables, self._transport, self._voices = store, tables, transport, voices
        self._spoken, self._gone = spoken, gone
        self._late = Lateness(store, clocks, calls.now)
        self._cards = Cards(store, tables, transport, voices, places, begin)
        boards = Boards(store, tables, calls, self._late, transport, voices)
        self.finish = boards.finish
        handled = (
            *self._cards.rows,
            *boards.rows,
            handles(Away, self._away),
            handles(StillThere, self._still_there),
            handles(Logged, self._logged),
            *rows,
        )
        self._handlers = {each.row: each.handler for each in handled}

    async def deliver(self, post: Post, *, again: bool) -> Made:
        """Send a row. again: it may have been sent before. Raises TransportError."""
        row, go_home = decode(post.kind), self._cards.go_home
        language = await self._language(post) if self._voices.languages.foreign else ""
        courier = PostCourier(
            self._store, self._tables, self._transport, self._voices, language, go_home, post, again
        )
        handler = next(self._handlers[c] for c in type(row).__mro__ if c in self._handlers)
        return await handler(row, courier)

    async def failed(self, post: Post, *, parked: bool) -> None:
        """React to a failed delivery. parked: it won't be retried soon."""
        if (game := await self._game(post)) is not None:
            await self._late.failed(post, game, parked=parked)

    async def _game(self, post: Post) -> Game | None:
        """The row's game; None: it belongs to a server, or to a season, which no table waits
        for."""
        row = None if post.guild is not None else await self._store.game(post.game)
        games = self._tables.games
        return games.of(row) if row is not None and row.kind in games else None

    async def _language(self, post: Post) -> str:
        """The language of the row: its game's, or its server's."""
        if post.guild is not None:
            return await self._spoken(post.guild)
        game = await self._store.game(post.game)
        if game is not None and game.kind not in self._tables.games:
            return await self._spoken(game.guild)  # a season, which belongs to the server
        return game.language if game else ""

    async def explain(self, post: Post, why: Text) -> None:
        """Tell the host, by direct message, why a post of the game waits; if that fails, the first
        other player who accepts messages."""
        if (game := await self._game(post)) is None:
            return
        words = self._voices.of(game.language).say(errors.undelivered(game, why))
        host = game.sitters[host_seat(game)]
        others = [s for s in game.sitters if s is not host and not s.computer]
        for person in (host, *others):
            try:
                return await self._transport.tell(person.user, words)
            except TransportError as refused:
                log.info("not told", extra={"game": game.id, "why": str(refused)})

    async def _away(self, row: Away, courier: Courier) -> Made:
        await courier.delete(row.channel, row.message)
        return None

    async def _still_there(self, row: StillThere, courier: Courier) -> Made:
        game = await courier.game()
        player = game.sitters[row.seat]
        if not await self._transport.here(game.guild, player.user):
            await self._gone(player.user, game.guild)
        return None

    async def _logged(self, row: Logged, courier: Courier) -> Made:
        """Post to the server's log, if it still has one."""
        game = await courier.game() if courier.post.guild is None else None
        guild = courier.post.guild if game is None else game.guild
        channel = channel_of(await self._store.server(guild or 0), LOG)
        if channel is None:
            return None
        return await courier.in_channel(channel, Layout(row.line(game)))

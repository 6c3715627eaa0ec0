"""Turns rows of the outbox into messages. A row that a dead process may have sent is looked for in
the channel first.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.messages.courier import Courier, Handles, Logged, Made, Sent, handles
from bot.messages.fitting import WithNote
from bot.messages.languages import IN_ENGLISH, Voices
from bot.messages.layout import Layout, rendered
from bot.outbox.boards import Boards
from bot.outbox.calls import Calls, Lateness, TurnClocks
from bot.outbox.cards import Cards
from bot.outbox.transport import LONG, PermanentError, TransientError, Transport, TransportError
from bot.table.commands import Command
from bot.table.game import Game
from bot.table.intent import typed_in
from bot.table.names import host_seat
from bot.table.posts import Away
from bot.table.reminders import in_peace
from bot.table.rows import decode
from bot.table.seats import StillThere
from bot.table.servers import LOG, channel_of
from bot.table.settings import LANGUAGE
from bot.table.table import Tables
from rules.game import NATURE
from rules.text import ChannelName, Small, Text
from rules.voice import Voice
from storage import Post, Row, Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _PostCourier:
    """Delivers a row (see bot/messages/courier.py)."""

    store: Store
    tables: Tables
    transport: Transport
    voices: Voices
    language: str
    # Moves a game from a lost thread to its channel; raises PermanentError.
    go_home: Callable[[Game, Text], Awaitable[None]]
    post: Post
    again: bool

    @property
    def voice(self) -> Voice:
        return self.voices.of(self.language)

    async def game(self) -> Game:
        return await self.tables.game(self.post.game)

    async def at_table(self, panel: Layout, game: Game, rows: Sequence[Row] = ()) -> Sent:
        """If the thread is deleted or locked, continue in its channel, unless another game is
        played there. Players who want to be left in peace aren't mentioned."""
        deaf = {sitter.user for sitter in game.sitters if in_peace(game, sitter)}
        panel = replace(panel, pings=tuple(user for user in panel.pings if user not in deaf))
        try:
            return await self.in_channel(game.place, panel, rows)
        except PermanentError as closed:
            if game.place == game.home:
                raise
            await self.go_home(game, closed.why)
            gone = Text(
                "I couldn't post in {place}, {game}'s thread ({why}), so the game will continue "
                "in this channel.",
                place=ChannelName(game.place),
                game=game,
                why=closed.why,
            )
            noted = WithNote(panel.text, Small(gone))
            there = replace(self, again=True)
            return await there.in_channel(game.home, replace(panel, text=noted), rows)

    async def in_channel(self, channel: int, panel: Layout, rows: Sequence[Row] = ()) -> Sent:
        if self.again and (sent := await self.found(channel, panel)):
            return sent
        # Reply to the line that led to a board, if it was typed in this channel. A chance step in
        # between has its own key and is skipped.
        typed = (row for row in reversed(rows) if row.n <= self.post.n and row.seat != NATURE)
        reply = typed_in(channel, next((row.key for row in typed if row.key is not None), None))
        said = await rendered(panel, self.voice)
        return Sent(channel, await self.transport.post(channel, said, self.post.nonce, reply))

    async def direct(self, user: int, panel: Layout) -> Sent:
        there, alone = await self.transport.direct(user), self
        if self.voices.languages.foreign:  # in their chosen language
            own = await self.store.personal(user)
            alone = replace(self, language=own.get(LANGUAGE) or self.language)
        return await alone.in_channel(there, panel)

    async def found(self, channel: int, panel: Layout, *, surely: bool = False) -> Made:
        """Look for an earlier copy. After long failure, a duplicate is better than a lost one."""
        try:
            return await self._found(channel, panel)
        except TransientError as failed:
            if surely or self.post.tries < LONG:
                raise
            log.warning("not looked for", extra={"post": self.post.id, "why": str(failed)})
            return None

    async def _found(self, channel: int, panel: Layout) -> Made:
        """Look for an earlier copy, but not older than the row: after a backup was restored, boards
        of turns that no longer count may look the same. Skip the messages of earlier rows of its
        kind: the reminders of a turn may be identical."""
        post, store, others = self.post, self.store, list[int]()
        before = await store.latest(post.game, post.kind, before=post.id)
        while before is not None and before.message is not None and len(others) < 5:
            others.append(before.message)
            before = await store.latest(post.game, post.kind, before=before.id)
        if post.guild is not None:
            written = float(post.n)
        else:
            (row, *_) = await store.log(post.game, after=post.n - 1)
            written = row.at
        # Message ids have Discord's clock. Each earlier message gives a bound for its lead when the
        # row was written: Discord's clock made it, and ours noted it some time later, so the true
        # lead is at least their difference.
        arrived = await store.last_messages(post.id)
        leads = (self.transport.made(message) - at for message, at in arrived)
        since = written + max(leads, default=-86_400.0)  # seconds; before the first one, a guess
        traces = replace(panel, picture=None).said(self.voice)
        message = await self.transport.found(channel, traces, since, others)
        return None if message is None else Sent(channel, message)

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


class Delivery:
    """Makes and sends the messages for outbox rows."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        transport: Transport,
        places: Callable[[Game, int], Awaitable[None]],  # see Cards, as for `begin`
        calls: Calls,  # decides on mentions and notifications
        gone: Callable[[int, int], Awaitable[None]],  # called if a person has left a server
        begin: Callable[[Game, int], Awaitable[None]],
        clocks: TurnClocks,  # stopped for late notifications
        voices: Voices = IN_ENGLISH,
        spoken: Callable[[int], Awaitable[str]] | None = None,  # the language of a server
        rows: Sequence[Handles] = (),  # those of features
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
        row, go_home, language = decode(post.kind), self._cards.go_home, ""
        if self._voices.languages.foreign:
            guild, game = post.guild, None
            if guild is None and (game := await self._store.game(post.game)) is not None:
                # A season has no language, but its server has.
                guild = None if game.kind in self._tables.games else game.guild
            if guild is not None:
                language = await self._spoken(guild) if self._spoken else ""
            elif game is not None:
                language = game.language
        courier = _PostCourier(
            self._store, self._tables, self._transport, self._voices, language, go_home, post, again
        )
        handler = next(self._handlers[c] for c in type(row).__mro__ if c in self._handlers)
        return await handler(row, courier)

    async def failed(self, post: Post, *, parked: bool) -> None:
        """React to a failed delivery. parked: it won't be retried soon."""
        if (game := await self._game(post)) is not None:
            await self._late.failed(post, game, parked=parked)

    async def _game(self, post: Post) -> Game | None:
        """The row's game; None: it belongs to a server or a season, which no table waits for."""
        row = None if post.guild is not None else await self._store.game(post.game)
        games = self._tables.games
        return games.of(row) if row is not None and row.kind in games else None

    async def explain(self, post: Post, why: Text) -> None:
        """Tell the host, or else another player, by direct message why a post of the game waits."""
        if (game := await self._game(post)) is None:
            return
        undelivered = Text(
            "I couldn't post in {place} about {game}: {why}. The game is safe. Once someone "
            "fixes that channel's permissions, I'll post within the hour. {check} shows server "
            "managers what I'm missing.",
            place=ChannelName(game.place),
            game=game,
            why=why,
            check=Command("games-admin", "permissions"),
        )
        words = self._voices.of(game.language).say(undelivered)
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

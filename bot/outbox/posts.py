"""What each kind of outbox row becomes.

    row ──> decoded ──> its handler ──> courier: look for it, send it (nonce of the row) ──> its id

Which handler that is, whoever knows the kind has registered.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.messages import trouble
from bot.messages.courier import Handles, Made
from bot.messages.voices import IN_ENGLISH, Voices
from bot.outbox.beside import Beside, Gone
from bot.outbox.boards import Boards
from bot.outbox.calling import Calling
from bot.outbox.calls import Calls
from bot.outbox.cards import Begin, Cards, Places
from bot.outbox.courier import LONG, PostCourier
from bot.outbox.lateness import Lateness, TurnClocks
from bot.outbox.notices import Notices
from bot.outbox.printed import Printed
from bot.outbox.transport import Transport, TransportError
from bot.table.game import Game
from bot.table.names import host_seat
from bot.table.rows import decode, row_class
from bot.table.table import Tables
from rules.text import Text
from storage import Post, Store

log = logging.getLogger(__name__)

Spoken: TypeAlias = Callable[[int], Awaitable[str]]


async def _as_the_host(guild: int) -> str:
    """No server has a language of its own."""
    return ""


def matters(post: Post) -> bool:
    """Whether somebody misses something when the row cannot be delivered."""
    kind = row_class(post.kind)
    return kind.matters and not kind.aside


def may_be_overtaken(post: Post) -> bool:
    """A direct message that does not get through for long: what comes after it goes on."""
    return row_class(post.kind).overtaken and post.tries == LONG


class Delivery:
    """Makes and sends the messages for the rows of the outbox. calls: whom a post calls, and what
    else does; clocks: told of calls that come late; spoken: the language of a server; rows: what
    features bring besides."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        transport: Transport,
        places: Places,
        calls: Calls,
        gone: Gone,
        begin: Begin,
        clocks: TurnClocks,
        voices: Voices = IN_ENGLISH,
        spoken: Spoken = _as_the_host,
        rows: Sequence[Handles] = (),
    ) -> None:
        self._store, self._tables, self._transport, self._voices = store, tables, transport, voices
        self._spoken = spoken
        self._late = late = Lateness(store, clocks, calls.now)
        self._cards = Cards(store, tables, transport, voices, places, begin)
        boards = Boards(store, tables, calls, late, Printed(tables, transport, voices))
        self.finish = boards.finish
        handled = (
            *self._cards.rows,
            *boards.rows,
            *Notices(store, tables, calls).rows,
            *Calling(store, tables, transport, calls, late).rows,
            *Beside(store, transport, gone).rows,
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
        """A row was not delivered. parked: nor will it be soon."""
        if (game := await self._game(post)) is not None:
            await self._late.failed(post, game, parked=parked)

    async def _game(self, post: Post) -> Game | None:
        """The game that it is about; None: a server, or a season, which no table waits for."""
        row = None if post.guild is not None else await self._store.game(post.game)
        games = self._tables.games
        return games.of(row) if row is not None and row.kind in games else None

    async def _language(self, post: Post) -> str:
        """In which the row is told: that of its game, or of its server."""
        if post.guild is not None:
            return await self._spoken(post.guild)
        game = await self._store.game(post.game)
        if game is not None and game.kind not in self._tables.games:
            return await self._spoken(game.guild)  # a season, which is the server's own
        return game.language if game else ""

    async def explain(self, post: Post, why: Text) -> None:
        """Tell the host that a post of the game has to wait for somebody; or, when the host takes
        no messages, the first of the others who does."""
        if (game := await self._game(post)) is None:
            return
        words = self._voices.of(game.language).say(trouble.undelivered(game, why))
        host = game.sitters[host_seat(game)]
        others = [s for s in game.sitters if s is not host and not s.computer]
        for person in (host, *others):
            try:
                return await self._transport.tell(person.user, words)
            except TransportError as refused:
                log.info("not told", extra={"game": game.id, "why": str(refused)})

"""What is told after an outage: what names a time that is old is said anew, and who is waited for
reads in one message where, and until when now.

    row "outage:…" of each game ──> the first that is delivered speaks of all of them
                                └─> the others find that it was told, and are done with
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field

from bot.core.game import CLOCK, Game
from bot.core.names import seated
from bot.core.rows import row_class
from bot.core.table import Tables
from bot.delivery.boards import board_of
from bot.delivery.calls import Calls
from bot.delivery.transport import PermanentError
from bot.domain.calls import AfterOutage
from bot.domain.personal import DIRECT, PINGS
from bot.domain.reminders import ignores, mover, ways
from bot.messages import layouts
from bot.messages.courier import Courier, Handles, Made, Sent, handles
from bot.messages.layout import Layout
from bot.messages.paging import Pages
from bot.text.lists import Entry
from bot.text.outages import back_again, waiting
from rules.text import Mention
from storage import BOARD, Post, Sitter, Store


@dataclass(frozen=True)
class Bundle:
    """What one person is told. games: at whose places it can be posted, the most urgent first;
    direct: it is a direct message."""

    user: int
    panel: Layout
    games: tuple[Game, ...]
    direct: bool


@dataclass(frozen=True)
class Outages:
    """What rows of these kinds become."""

    store: Store
    tables: Tables
    calls: Calls
    locks: dict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    _told: set[tuple[int, AfterOutage, int]] = field(default_factory=set)  # also in the next moment

    @property
    def rows(self) -> tuple[Handles, ...]:
        return (handles(AfterOutage, self.back),)

    async def back(self, outage: AfterOutage, courier: Courier) -> Made:
        """One message to somebody, of all that waits for them."""
        async with self.locks[mover(await courier.game()) or 0]:
            return await self._back(outage, courier, await courier.game())

    async def _back(
        self, outage: AfterOutage, courier: Courier, game: Game, *, here: bool = False
    ) -> Made:
        """In direct messages, or where the most urgent game is played; where that cannot be, at the
        next."""
        bundle = await self._bundle(outage, game, courier.post.n, here=here)
        if bundle is None:
            return None
        sent: Sent | None = None
        if bundle.direct:
            try:
                sent = await courier.direct(bundle.user, bundle.panel)
            except PermanentError:  # Discord lets no direct message through
                await self.store.set_personal(bundle.user, PINGS, None)
                return await self._back(outage, courier, game, here=True)
        for each in bundle.games if sent is None else ():
            with suppress(PermanentError):
                sent = await courier.at_table(bundle.panel, each)
                break
        if sent is None:
            return None  # they cannot be reached, and the clock waits no longer
        guilds = {each.guild for each in bundle.games} if bundle.direct else {game.guild}
        self._told.update((bundle.user, outage, guild) for guild in guilds)
        return sent._replace(called=bundle.user)

    async def _bundle(
        self, outage: AfterOutage, game: Game, n: int, *, here: bool
    ) -> Bundle | None:
        """The message of a row. here: in the channel, whatever its reader has chosen. None: it was
        told, or would be wrong or late, or nobody wants it."""
        user = mover(game)
        if user is None or game.on_turn is None or game.past(n):
            return None
        sitter = game.sitters[game.on_turn]
        if not ways(game, sitter) or await ignores(self.store, game, await self.store.log(game.id)):
            return None
        if await self.calls.put_off(outage, game):
            return None
        direct = not here and DIRECT in ways(game, sitter)
        entries = await self._waiting(sitter, game, outage.end, direct=direct)
        if game.id not in [entry.game.id for entry in entries] or await self._was(
            outage, game, direct
        ):
            return None
        names = seated(game.sitters)
        mention = Mention(user, names[game.on_turn])
        text = back_again(mention, outage.begin, outage.end, direct=direct)
        panel = Layout(text, pings=() if direct else (user,), pages=Pages([*map(waiting, entries)]))
        return Bundle(user, panel, tuple(e.game for e in entries), direct)

    async def _was(self, outage: AfterOutage, game: Game, direct: bool) -> bool:
        """Whether they were told of this outage: with one direct message of all games, in channels
        once for each server."""
        user = mover(game) or 0
        if (user, outage, game.guild) in self._told:
            return True
        guilds = await self.store.told(user, outage.encode())
        return bool(guilds) if direct else game.guild in guilds

    async def _waiting(
        self, sitter: Sitter, game: Game, end: float, *, direct: bool
    ) -> list[Entry]:
        """The games that wait for somebody, of all servers or of one, those whose time ends
        soonest first. Where they were called after the outage they have read until when."""
        rows = await self.store.games_of(sitter.user)
        games = [self.tables.games.of(row) for row in rows if row.kind in self.tables.games]
        near = [g for g in games if mover(g) == sitter.user and (direct or g.guild == game.guild)]
        waiting = [g for g in near if ways(g, g.sitters[g.on_turn or 0])]
        fresh = [g for g in waiting if not await self._called(g, sitter.user, end)]
        fresh.sort(key=lambda g: (g.due(CLOCK) is None, g.due(CLOCK) or 0.0, g.id))
        return [Entry(g, await self.store.latest(g.id, BOARD)) for g in fresh]

    async def _called(self, game: Game, user: int, since: float) -> bool:
        calls = await self.store.calls(game.id, game.stands)
        return any(
            call.user == user and call.at >= since and row_class(call.kind) is not AfterOutage
            for call in calls
        )

    async def board(self, game: Game) -> tuple[Post, Layout] | None:
        """The newest board as it is said now, with the post that it was; None: it is old."""
        told = await self.store.telling(game.id)
        now = self.tables.games.of(told.game)
        board = next(iter(told.posted), None)
        if board is None or now.past(board.n) or now.status != "playing" or now.on_turn is None:
            return None
        made = await board_of(self.tables, now, board, told._replace(posted=told.posted[1:]))
        return board, layouts.turn(made.table, await made.call(), self.calls.under)

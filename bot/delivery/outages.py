"""What is told after an outage: what names a time that is old is said anew, and who is waited for
reads in one message where, and until when now.

    row "outage:…" of each game ──> the first that is delivered speaks of all of them
                                └─> the others find that it was told, and are done with
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from bot.core.game import CLOCK, Game
from bot.core.names import seated
from bot.core.table import Tables
from bot.delivery.boards import board_of
from bot.delivery.calls import Calls
from bot.domain.personal import DIRECT, PINGS
from bot.domain.reminders import OUTAGE, ignores, mover, ways
from bot.messages import layouts
from bot.messages.layout import Layout
from bot.text.lists import Entry
from bot.text.outages import back_again
from rules.text import Mention
from storage import Post, Sitter, Store


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
    _told: set[tuple[int, str, int]] = field(default_factory=set)  # also in the next moment

    async def bundle(self, post: Post, game: Game, *, here: bool = False) -> Bundle | None:
        """The message of a row. here: in the channel, whatever its reader has chosen. None: it was
        told, or would be wrong or late, or nobody wants it."""
        user = mover(game)
        if user is None or game.on_turn is None or game.past(post.n):
            return None
        sitter = game.sitters[game.on_turn]
        if not ways(game, sitter) or await ignores(self.store, game, await self.store.log(game.id)):
            return None
        if await self.calls.put_off(post, game):
            return None
        direct = not here and DIRECT in ways(game, sitter)
        begin, end = map(int, post.kind.removeprefix(OUTAGE).split(":"))
        entries = await self._waiting(sitter, game, end, direct=direct)
        if game.id not in [entry.game.id for entry in entries] or await self._was(
            post, game, direct
        ):
            return None
        names = seated(game.sitters)
        mention = Mention(user, names[game.on_turn])
        text = back_again(mention, entries, begin, end, direct=direct)
        pings = () if direct else (user,)
        return Bundle(user, Layout(text, pings=pings), tuple(e.game for e in entries), direct)

    def done(self, post: Post, game: Game, bundle: Bundle) -> None:
        """It was sent; the store knows in a moment."""
        guilds = {each.guild for each in bundle.games} if bundle.direct else {game.guild}
        self._told.update((bundle.user, post.kind, guild) for guild in guilds)

    async def to_channel(self, user: int) -> None:
        """Discord lets no direct message through."""
        await self.store.set_personal(user, PINGS, None)

    async def _was(self, post: Post, game: Game, direct: bool) -> bool:
        """Whether they were told of this outage: with one direct message of all games, in channels
        once for each server."""
        user = mover(game) or 0
        if (user, post.kind, game.guild) in self._told:
            return True
        guilds = await self.store.told(user, post.kind)
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
        return [Entry(g, await self.store.latest(g.id, "turn")) for g in fresh]

    async def _called(self, game: Game, user: int, since: float) -> bool:
        calls = await self.store.calls(game.id, game.stands)
        return any(
            call.user == user and call.at >= since and not call.kind.startswith(OUTAGE)
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
        return board, layouts.turn(made.table, await made.call())

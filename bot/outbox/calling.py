"""The rows that call somebody, once the outbox sends them: by direct message, or where the game is
played; also there where none gets through."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from bot.messages import layouts
from bot.messages.courier import Courier, Handles, Made, Prompt, handles
from bot.messages.layout import Layout
from bot.outbox.boards import board_of
from bot.outbox.calls import Calls, Summons
from bot.outbox.courier import LONG
from bot.outbox.lateness import Lateness
from bot.outbox.transport import PermanentError, TransientError, Transport, TransportError
from bot.table.calls import (
    AsksLater,
    Follows,
    Letter,
    MorningCall,
    OrdersFell,
    PlayBy,
    Reminder,
    RemindersSpent,
)
from bot.table.game import Game
from bot.table.rows import OutboxRow, row_class
from bot.table.table import Tables
from rules.text import NOTHING
from storage import BOARD, Post, Store

MUCH = 30  # messages under a board


@dataclass(frozen=True, slots=True)
class Calling:
    """What becomes of these rows."""

    store: Store
    tables: Tables
    transport: Transport
    calls: Calls
    late: Lateness

    @property
    def rows(self) -> tuple[Handles, ...]:
        calls = (MorningCall, Letter, Follows, Reminder, Prompt, OrdersFell, AsksLater)
        return (
            *(handles(each, self.call) for each in calls),
            handles(RemindersSpent, self.spent),
            handles(PlayBy, self.play_by),
        )

    async def call(self, row: OutboxRow, courier: Courier) -> Made:
        """A message that calls somebody; a newer reminder takes the place of the one before."""
        game = await courier.game()
        sent = await self._summoned(row, courier, game)
        await self.late.arrived(courier.post, game)
        return sent

    async def _summoned(self, row: OutboxRow, courier: Courier, game: Game) -> Made:
        now = self.late.as_if_called(game)
        if (summons := await self.calls.summons(row, now, courier.post)) is None:
            return None
        sent = await self._called(summons, row, courier, game)
        if sent is not None and isinstance(row, Reminder):
            with suppress(TransientError):  # one more of them is no harm
                await self._replace(courier, game)
        return sent

    async def _replace(self, courier: Courier, game: Game) -> None:
        """Take away the reminder of before."""
        post = courier.post
        older = await self.store.latest(post.game, post.kind, before=post.id)
        if older is not None and older.message is not None:
            await courier.delete(older.channel or game.place, older.message)

    async def _called(self, summons: Summons, row: OutboxRow, courier: Courier, game: Game) -> Made:
        if summons.direct:
            return await self._directly(summons, row, courier, game)
        try:
            panel = await self._with_board(summons.panel, row, game)
            panel = replace(panel, pings=(summons.user,))
            return summons.known(await courier.at_table(panel, game))
        except PermanentError:
            if row.matters:
                raise
            return None  # a reminder that comes late is none

    async def _directly(
        self, summons: Summons, row: OutboxRow, courier: Courier, game: Game
    ) -> Made:
        try:
            return summons.known(await courier.direct(summons.user, summons.panel))
        except PermanentError:
            other = await self.calls.refused(row, game)
        except TransientError:
            if courier.post.tries < LONG:
                raise
            other = await self.calls.unreached(row, game)
            if other is None:  # they were called in the channel too
                raise
        return None if other is None else await self._called(other, row, courier, game)

    async def _with_board(self, panel: Layout, row: OutboxRow, game: Game) -> Layout:
        """A reminder shows the board once more when much was said since it was posted."""
        board = await self.store.latest(game.id, BOARD)
        if not isinstance(row, Reminder) or board is None or board.message is None:
            return panel
        place = board.channel or game.place
        try:
            if not await self.transport.buried(place, board.message, MUCH):
                return panel
        except TransportError:  # nobody may look there, or nobody can
            return panel
        shown = layouts.turn(await self.tables.at(game), NOTHING)
        return replace(panel, picture=shown.picture, file=shown.file, plain=shown.plain)

    async def spent(self, row: RemindersSpent, courier: Courier) -> Made:
        """Delete the reminders of a turn once it's over."""
        post = courier.post
        for old in await self.store.calling_posts(post.game, row.since, post.n):
            if row_class(old.kind).reminds and old.channel and old.message:
                await courier.delete(old.channel, old.message)
        return None

    async def play_by(self, _: PlayBy, courier: Courier) -> Made:
        """What names the end of this turn's clock says it anew: the board, and what has called its
        player. Nothing hangs on it."""
        game = await courier.game()
        if (said := await self._board(game)) is not None:
            await self._said_anew(courier, game, *said)
        for old in await self.store.calling_posts(game.id, game.stands, game.n + 1):
            kind = row_class(old.kind)
            if not kind.reminds and kind not in (MorningCall, Letter):
                continue
            row = kind.decode(old.kind)
            if (panel := await self.calls.said_anew(row, game)) is not None:
                here = old.channel == game.place
                panel = await self._with_board(panel, row, game) if here else panel
                await self._said_anew(courier, game, old, panel)
        return None

    async def _board(self, game: Game) -> tuple[Post, Layout] | None:
        """The newest board as it is said now, with the post that it was; None: it is old."""
        told = await self.store.telling(game.id)
        now = self.tables.games.of(told.game)
        board = next(iter(told.posted), None)
        if board is None or now.past(board.n) or now.status != "playing" or now.on_turn is None:
            return None
        made = await board_of(self.tables, now, board, told._replace(posted=told.posted[1:]))
        return board, layouts.turn(made.table, await made.call(), self.calls.under)

    async def _said_anew(self, courier: Courier, game: Game, post: Post, panel: Layout) -> None:
        if post.message is not None and not game.past(post.n):
            await courier.edit(post.channel or game.place, post.message, panel)

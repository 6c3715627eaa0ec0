"""Rows of the outbox beside a game's own messages: answers to delete, the question whether a player
is still on the server, and the log of a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.messages.courier import Courier, Handles, Logged, Made, handles
from bot.messages.layout import Layout
from bot.outbox.transport import Transport
from bot.table.fleeting import Away
from bot.table.seats import StillThere
from bot.table.servers import LOG, channel_of
from storage import Store

Gone: TypeAlias = Callable[[int, int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Beside:
    """What becomes of these rows. gone: told who has left a server."""

    store: Store
    transport: Transport
    gone: Gone

    @property
    def rows(self) -> tuple[Handles, ...]:
        return (
            handles(Away, self.away),
            handles(StillThere, self.ask),
            handles(Logged, self.logged),
        )

    async def away(self, row: Away, courier: Courier) -> Made:
        await courier.delete(row.channel, row.message)
        return None

    async def ask(self, row: StillThere, courier: Courier) -> Made:
        game = await courier.game()
        player = game.sitters[row.seat]
        if not await self.transport.here(game.guild, player.user):
            await self.gone(player.user, game.guild)
        return None

    async def logged(self, row: Logged, courier: Courier) -> Made:
        """Where there is no log, or none any more, nothing is said."""
        game = await courier.game() if courier.post.guild is None else None
        guild = courier.post.guild if game is None else game.guild
        channel = channel_of(await self.store.server(guild or 0), LOG)
        if channel is None:
            return None
        return await courier.in_channel(channel, Layout(row.line(game)))

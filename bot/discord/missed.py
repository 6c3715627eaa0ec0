"""Lines that were said while the bot was away: looked for where a player is on turn, as soon as a
session begins, and heard as if they came now.

    since the turn began, three days at most ──> the channel's messages
    not the mover's, answered already, talk                           ──> nothing
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

import discord
from discord.utils import time_snowflake

from bot.discord.answers import UNHEARD
from bot.discord.base import Base, log_fields
from bot.discord.lines import Lines
from bot.messages.boundary import Broken, guarded
from bot.table.game import Game, is_private
from storage import BOARD, GameRow, every_open_game

log = logging.getLogger(__name__)

AT_ONCE: Final = 4  # channels
MOST_MESSAGES: Final = 200  # messages of a channel that are looked at
OLDEST: Final = timedelta(days=3)
CLOCKS: Final = timedelta(minutes=1)  # by which Discord's clock may differ from ours


class Missed:
    """Looks into the channels of games in which somebody is on turn."""

    def __init__(self, client: Base, lines: Lines) -> None:
        self._client, self._lines = client, lines

    async def look(self, shard: int) -> None:
        """Hear what was not heard in a shard's servers; a few channels at once, so that who speaks
        now need not wait for all of it."""
        with suppress(Broken):
            await guarded(self._look(shard))

    async def _look(self, shard: int) -> None:
        room, of = asyncio.Semaphore(AT_ONCE), self._client.shard_count or 1
        games = self._client.cases.games
        try:
            async with asyncio.TaskGroup() as channels:
                async for row in every_open_game(self._client.cases.store):
                    if row.kind not in games or row.on_turn is None or _shard_of(row, of) != shard:
                        continue
                    await room.acquire()
                    listening = channels.create_task(self._listen_to(games.of(row)))
                    listening.add_done_callback(lambda _: room.release())
        except ExceptionGroup as failed:  # the query's one, as what is listened to raises none
            raise failed.exceptions[0] from None

    async def _listen_to(self, game: Game) -> None:
        """A game at which something breaks keeps no other from being heard."""
        with suppress(Broken):
            await guarded(self._listen(game))

    async def _listen(self, game: Game) -> None:
        try:
            said = await self._said(game)
        except UNHEARD as refused:
            log.info("not looked", extra={"game": game.id, **log_fields(refused)})
            return
        me = self._client.user
        answers = [message.reference for message in said if message.author == me]
        answered = {answer.message_id for answer in answers if answer is not None}
        for message in said:
            if message.author != me and message.id not in answered:
                await self._lines.late(message, game.id)

    async def _said(self, game: Game) -> list[discord.Message]:
        """What came in the game's channel since the turn began, oldest first."""
        channel, client = game.place, self._client
        guild = None if is_private(game) else game.guild
        place = client.get_partial_messageable(channel, guild_id=guild)
        after = discord.Object(await self._since(game))
        return [message async for message in place.history(limit=MOST_MESSAGES, after=after)]

    async def _since(self, game: Game) -> int:
        """After which id a line can be one for this turn."""
        board = await self._client.cases.store.latest(game.id, BOARD)
        called = board.message or 0 if board is not None and not game.past(board.n) else 0
        turned = datetime.fromtimestamp(game.changed, UTC)
        first = max(turned - CLOCKS, discord.utils.utcnow() - OLDEST)
        # A turn counts before its board is posted, and so does a line in between.
        return max(time_snowflake(first), min(called, time_snowflake(turned)))


def _shard_of(game: GameRow, of: int) -> int:
    """Over which of so many connections a game is heard; direct messages come over the first."""
    return 0 if is_private(game) else (game.guild >> 22) % of

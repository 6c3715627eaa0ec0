"""Old boards: when the next one is there, the one before becomes a line of the printed game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from bot.messages import cards, stories
from bot.messages.voices import Voices
from bot.outbox.transport import Transport, TransportError
from bot.table.agreed import keeps_boards
from bot.table.effective import takes_back, word_of
from bot.table.game import Game
from bot.table.table import Table, Tables
from rules.history import MODERATOR, BrokenLog
from rules.text import NOTHING, Text
from storage import Post, Row

log = logging.getLogger(__name__)


class Printed:
    """Prints them."""

    def __init__(self, tables: Tables, transport: Transport, voices: Voices) -> None:
        self._tables, self._transport, self._voices = tables, transport, voices

    async def retire(
        self, game: Game, boards: Sequence[Post], n: int | None = None, rows: Sequence[Row] = ()
    ) -> None:
        """Make the last board a line of the printed game, when there is one at row n; or take its
        buttons off. If that fails, they answer politely anyway. boards: the last one, and the one
        before it if there was one."""
        before, line = next(iter(boards), None), NOTHING
        if before is None or before.message is None:
            return
        if n is not None and not keeps_boards(game):
            line = await self._line(game, boards, n, list(rows))
        voice = self._voices.of(game.language)
        place, said = before.channel or game.place, voice.say(line)
        try:
            await self._transport.strip(place, before.message, said)
        except TransportError as refused:
            log.info("old board kept its buttons", extra={"game": game.id, "why": str(refused)})

    async def _line(self, game: Game, boards: Sequence[Post], n: int, rows: list[Row]) -> Text:
        """What came of a board until the one at row n: the turn that answered it, with what
        followed, and of the first board also what came before it; or that the turn was taken back,
        or that the board is somewhere else now."""
        board, *earlier = boards
        if board.n == n:
            return cards.moved(game)
        try:
            table = await self._tables.at(game, n, rows)
            turns = await self._tables.turns(table, board.n if earlier else 0, rows)
            line = stories.printed(table, turns, board.n)
        except BrokenLog:
            return NOTHING
        undone = taken_back(table, rows, stories.printed_undo)
        return line or undone or stories.handed_over(game, board.n, n)


def taken_back(table: Table, rows: Sequence[Row], told: Callable[[Table], Text]) -> Text:
    """When nothing new happened: who is on turn again took the last turn back, or a host of the
    server the whole game."""
    last = next((row for row in reversed(rows) if row.n <= table.n), None)
    undone = last is not None and last.n == table.n and takes_back(last)
    if last is not None and undone and by_a_host(rows, last.n):
        return stories.set_back(table)
    return told(table) if undone else NOTHING


def by_a_host(rows: Sequence[Row], n: int) -> bool:
    """What a row says was done by a host of the server: the row before it says so."""
    return any(row.n == n - 1 and word_of(row).verb == MODERATOR for row in rows)

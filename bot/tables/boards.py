"""Looking at a game: its board as it is, and every board that it has had.

Each reader sees with their own eyes: a player what that seat could see then, a stranger what
everybody could. A panel's buttons carry the row of the board in it, and nothing is kept: from an
old panel, after a restart or a take-back one goes on to what stood before or after that row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.boards import Board, Page, boards
from bot.games.intent import Intent
from bot.games.personal import text_first
from bot.messages import layouts
from bot.messages.boards import page
from bot.messages.layout import Layout
from bot.tables.session import Session
from bot.tables.turns import Turns
from bot.text import posts
from storage import Store

Pick = Callable[[Sequence[Board]], Board]


class Boards:
    """Shows one person a board; changes nothing."""

    def __init__(self, store: Store, turns: Turns) -> None:
        self._store, self._turns = store, turns

    async def as_text(self, intent: Intent) -> Layout:
        """The position in words as everybody may read it, or the card of a lobby. Raises
        Refused."""
        game = (await self._turns.find(intent)).found
        if not boards(await self._store.log(game.id)):
            return layouts.card(game, None)
        return Layout(posts.board(await self._turns.tables.at(game)))

    async def newest(self, intent: Intent) -> Layout:
        """The board as it is, or the card of a lobby. Raises Refused."""
        return await self._turned(intent, lambda there: there[-1])

    async def earlier(self, intent: Intent) -> Layout:
        """The board before the one at row intent.n, else the first. Raises Refused."""
        n = intent.n or 0
        return await self._turned(
            intent, lambda there: next((b for b in reversed(there) if b.n < n), there[0])
        )

    async def later(self, intent: Intent) -> Layout:
        """The board after the one at row intent.n, else the newest. Raises Refused."""
        n = intent.n or 0
        return await self._turned(
            intent, lambda there: next((b for b in there if b.n > n), there[-1])
        )

    async def _turned(self, intent: Intent, pick: Pick) -> Layout:
        session = await self._turns.find(intent)
        there = boards(await self._store.log(session.found.id))
        if not there:
            return layouts.card(session.found, None)
        settings = await self._store.personal(session.user)
        shown = await self._page(session, there, pick(there))
        return page(shown, in_words=text_first(settings))

    async def _page(self, session: Session, there: Sequence[Board], board: Board) -> Page:
        tables, game, seat = self._turns.tables, session.found, session.seat
        newest = await tables.at(game)
        first, last = board == there[0], board == there[-1]
        table = newest if last else await tables.at(game, board.n)
        mine = [each for each in there if each.seat == seat]
        return Page(board, table, newest.number, seat, first, last, board in mine[-1:])

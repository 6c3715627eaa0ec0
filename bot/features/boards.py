"""Looking at a game: its board as it is, and every board that it has had.

Each reader sees with their own eyes: a player what that seat could see then, a stranger what
everybody could. A panel's buttons carry the row of the board in it, and nothing is kept: from an
old panel, after a restart or a take-back one goes on to what stood before or after that row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.core.intent import Meant
from bot.core.session import Session
from bot.domain.boards import Board, Shared, SharedByStranger, board_at, boards, page_of
from bot.domain.closing import party
from bot.domain.computers import alone
from bot.domain.personal import text_first
from bot.features.feature import (
    OF_A_ROW,
    REVIEW,
    Behind,
    Complete,
    Feature,
    Slash,
    Verb,
    named_game,
)
from bot.features.services import Services
from bot.messages import layouts
from bot.messages.boards import page
from bot.messages.layout import Layout
from bot.text import errors, posts
from bot.text.boards import SHARED, shared_before
from rules.errors import Stale, Unavailable
from rules.text import Text

Pick = Callable[[Sequence[Board]], Board]


class Boards:
    """Shows one person a board, or a board to everybody; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def as_text(self, session: Session) -> Layout:
        """The position in words as everybody may read it, or the card of a lobby. Raises
        Refused."""
        game = session.found
        if not boards(await self._store.log(game.id)):
            return layouts.card(game, None)
        return Layout(posts.board(await self._turns.tables.at(game)))

    async def newest(self, session: Session) -> Layout:
        """The board as it is, or the card of a lobby. Raises Refused."""
        return await self._turned(session, lambda there: there[-1])

    async def first(self, session: Session) -> Layout:
        """The board before the first turn, with which a replay begins. Raises Refused."""
        return await self._turned(session, lambda there: there[0])

    async def earlier(self, session: Session) -> Layout:
        """The board before the one at row session.n, else the first. Raises Refused."""
        n = session.n or 0
        return await self._turned(
            session, lambda there: next((b for b in reversed(there) if b.n < n), there[0])
        )

    async def later(self, session: Session) -> Layout:
        """The board after the one at row session.n, else the newest. Raises Refused."""
        n = session.n or 0
        return await self._turned(
            session, lambda there: next((b for b in there if b.n > n), there[-1])
        )

    async def at(self, session: Session) -> Layout:
        """The board at row session.n, or what it has become. Raises Refused."""
        n = session.n or 0
        return await self._turned(
            session, lambda there: next((b for b in there if b.n >= n), there[-1])
        )

    async def share(self, session: Session) -> Layout:
        """Show everybody the board at row session.n, where that was said: once, however often it is
        pressed; also once for all together who do not play there. Raises Refused."""
        if session.muted:
            raise Unavailable(errors.MUTED)
        game = session.found
        board = board_at(await self._store.log(game.id), session.n or 0)
        if board is None:
            raise Stale(errors.board_gone(game))
        stranger = not party(game, session.user)
        channel, user = session.channel, session.user
        wish = (
            SharedByStranger(channel, board.n, user) if stranger else Shared(channel, user, board.n)
        )
        if await self._commits.tell_once(game, wish.encode(), wish.alike):
            return Layout(SHARED)
        there = await self._store.latest(game.id, wish.encode())
        return Layout(shared_before(game, there, stranger=stranger))

    async def _turned(self, session: Session, pick: Pick) -> Layout:
        there = boards(await self._store.log(session.found.id))
        if not there:
            return layouts.card(session.found, None)
        settings, tables = await self._store.personal(session.user), self._turns.tables
        shown = await page_of(tables, session.found, there, pick(there), session.seat)
        return page(shown, in_words=text_first(settings))


def feature(at: Services, played: Complete) -> Feature:
    """played: offers games that can be looked at again."""
    boards = Boards(at)
    step = partial(Verb, id=OF_A_ROW, instead=True, on_page=True)
    return Feature(
        verbs=(
            Verb(
                "board",
                boards.newest,
                slash=Slash(
                    "each game",
                    Text("/board"),
                    Text("Show the board, and step back through earlier ones"),
                ),
            ),
            Verb(
                "text",
                boards.as_text,
                OF_A_ROW,
                typed=("board", "show board", "show the board"),
                more=Behind(1, 1, layouts.AS_TEXT, alone),  # elsewhere it is under the board
                on_page=True,
            ),
            Verb(
                "replay",
                boards.first,
                OF_A_ROW,
                slash=Slash(
                    "games",
                    Text("/replay"),
                    Text("Replay a game turn by turn (only you can see it)"),
                    (named_game(played),),
                    group=REVIEW,
                ),
                meant=Meant.HERE,
                on_page=True,
            ),
            step("first", boards.first),
            step("earlier", boards.earlier),
            step("later", boards.later),
            step("last", boards.newest),
            Verb("at", boards.at, OF_A_ROW, on_page=True),
            Verb("share", boards.share, OF_A_ROW, on_page=True),
        )
    )

"""A line that asks for something where a turn is expected is answered with what it asks for. What
the game itself can read goes first: in Logjam `pass` is a turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.core.intent import Intent
from bot.core.session import Session
from bot.features.boards import Boards
from bot.features.orders import Orders
from bot.features.queries import Queries
from bot.features.teaching import Teaching
from bot.features.turns import Turns, is_talk
from bot.features.undo import Undo
from bot.messages import layouts
from bot.messages.layout import Layout
from bot.text import errors
from bot.text.asked import asked
from bot.text.ordering import is_order
from rules.english import ASKING, plain
from rules.english import asked as is_question
from rules.errors import Illegal, Unavailable
from rules.text import sentences

Say = Callable[[Intent], Awaitable[Layout]]


class Asked:
    """Answers such lines; every other one is said."""

    def __init__(
        self,
        turns: Turns,
        undo: Undo,
        queries: Queries,
        boards: Boards,
        teaching: Teaching,
        orders: Orders,
    ) -> None:
        self._orders = orders
        self._turns, self._undo, self._queries = turns, undo, queries
        self._boards, self._teaching = boards, teaching

    async def or_said(self, wish: Intent, say: Say) -> Layout:
        """What the line asks for, or what comes of it as a turn. Raises Refused."""
        if is_order(wish.words):
            return await self._orders.say(wish)
        if not (what := asked(plain(wish.words))):
            return await say(wish)
        try:
            session = await self._turns.find(wish)
        except Unavailable:
            if what == "help":
                return await self._teaching.help()
            raise
        if await self._reads(session):
            return await say(session)
        return replace(await self._answer(session, what), fleeting=True)

    async def _reads(self, session: Session) -> bool:
        game = session.found
        if game.status != "playing":
            return False
        return not is_talk(await self._turns.tables.at(game), session.words)

    async def _answer(self, wish: Session, what: str) -> Layout:
        match what:
            case "help":
                return await self._teaching.help()
            case "rules":
                return await self._teaching.rules(wish.found.kind)
            case "undo" if is_question(wish.words, ASKING) is not None:
                raise Illegal(errors.UNDO_QUESTION)
            case "undo":
                return await self._undo.take_back(wish)
            case "board":
                return await self._boards.as_text(wish)
        return await self._possible(wish, passing=what == "pass")

    async def _possible(self, wish: Session, *, passing: bool) -> Layout:
        """What the mover can do; in public not where that would tell of a hand. Raises Refused."""
        table, _ = await self._turns.turn(wish)
        if wish.public and table.kind.game.hidden_information:
            heard = await self._turns.hear(replace(wish, words=""))
            if isinstance(heard, Layout):
                return heard
            return layouts.kept(heard.table, heard.drafted, public=True)
        if passing:
            no = errors.no_passing(table.game)
            raise Illegal(sentences(no, table.kind.texts.choices(table.mine)))
        return await self._queries.options(wish)

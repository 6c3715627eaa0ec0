"""Share Line, under a result: the game as one line of signs, for whoever presses to copy."""

from __future__ import annotations

import asyncio

from bot.core.session import Session, seat_of
from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.text import share_line
from rules.errors import Unavailable


class ShareLine:
    """Looks at a game that is over; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables = at.store, at.tables

    async def show(self, session: Session) -> Layout:
        """From one's own seat; who has none sees it as who came first. Raises Refused."""
        game = session.found
        if game.status != "over":
            raise Unavailable(share_line.not_over(game))
        table, rows = await self._tables.at(game), await self._store.log(game.id)
        ending = await asyncio.to_thread(self._tables.ending, table, rows)
        mine = seat_of(game, session.user)
        seat = table.winners()[0] if mine is None else mine
        return Layout(share_line.told(table, ending, seat))


def feature(at: Services) -> Feature:
    return Feature(verbs=(Verb("line", ShareLine(at).show, OF_A_ROW, on_page=True),))

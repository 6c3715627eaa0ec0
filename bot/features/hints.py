"""Hints: the turns that a computer would play, told to whoever is on turn and asks.

Only where the table has good turns shown (bot/domain/coaching.py): in practice, and among people
where the game is not rated, unless they agreed otherwise. That somebody has asked is a row of the
log, one for each turn, and the result says how often they did.
"""

from __future__ import annotations

from bot.core.effective import line_of, word_of
from bot.core.session import Session
from bot.core.table import Table
from bot.domain.coaching import good_turns as given
from bot.domain.computers import HINT, STRONGEST, position
from bot.domain.minds import Lost
from bot.features.feature import OF_A_ROW, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages import hints, layouts
from bot.messages.layout import Layout
from bot.text import hints as texts
from rules.errors import Unavailable
from rules.game import Seat
from rules.text import Text
from rules.words import Word
from storage import Change


class Hints:
    """Asks a mind on somebody's behalf. It is handed what their seat sees, and nothing else."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns = at.store, at.turns
        self._commits, self._mind = at.commits, at.minds.player

    async def hint(self, session: Session) -> Layout:
        """The best turns of whoever is on turn, with what they bring. Raises Refused."""
        table, seat = await self._turns.turn(session)
        if not given(table.game):
            raise Unavailable(texts.none_here(table.game))
        if session.public and table.kind.game.hidden_information:
            return layouts.in_private(texts.HINT, hints.button(table).id)
        try:
            turns = await self._mind.best(position(table)._replace(level=STRONGEST))
        except Lost as lost:
            raise Unavailable(texts.NOTHING_FOUND) from lost
        await self._noted(table, seat, session.key)
        return hints.good(table, turns)

    async def _noted(self, table: Table, seat: Seat, key: str) -> None:
        """That they have asked, once for each turn. Raises Stale."""
        word = Word(HINT, seat)
        said = await self._store.log(table.game.id, after=table.game.stands)
        if all(word_of(row) != word for row in said):
            await self._commits.said(table.game, Change((line_of(word),), key, aside=True))


def feature(at: Services) -> Feature:
    verb = Verb(
        "hint",
        Hints(at).hint,
        OF_A_ROW,
        slash=Slash("each game", Text("/hint"), Text("Suggest good turns (unrated games only)")),
        typed=("hint", "hints", "a hint", "give me a hint"),
        on_page=True,
    )
    return Feature(verbs=(verb,))

"""Resignation: of two players the other wins; of more, the seat is offered to others first, and
given up for good when nobody came (bot/features/seats.py)."""

from __future__ import annotations

from bot.core import refusals
from bot.core.game import Game
from bot.core.session import Session, playing_seat, seat_of, stale
from bot.domain.computers import anybody
from bot.domain.seats import KEPT, LEAVING, REQUEST, TWO, open_seats, remaining
from bot.features.feature import OF_A_ROW, Behind, Complete, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import layouts, seats, turn_builder
from bot.messages.layout import Layout
from bot.text import answers
from rules.errors import Finished, Stale
from rules.text import Text
from storage import Conflict

RESIGN = Text("Resign…")


class Resign:
    """Lets players leave."""

    def __init__(self, at: Services) -> None:
        self._turns, self._commits, self._departure = at.turns, at.commits, at.departure

    async def resign(self, session: Session) -> Layout:
        """Leave for good, when that has been confirmed for this very row. Raises Refused."""

        async def first(game: int, _: int) -> Layout:
            return self._told(await self._turns.tables.game(game), session)

        return await self._commits.once(session.key, self._resign(session), first)

    async def _resign(self, intent: Session) -> Layout:
        game = intent.found
        seat = playing_seat(game, intent.user)
        table = await self._turns.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        offers = remaining(game) > TWO and anybody(game, but=seat)
        if offers and open_seats(game).get(seat, REQUEST) in KEPT:
            await self._departure.may_offer(game, seat, LEAVING)
        if intent.public:
            return layouts.in_private(RESIGN, layouts.button_id("quit", game.id, game.n))
        if intent.n is None:
            return turn_builder.confirm_resign(table, seat)
        if stale(intent, game):
            raise Stale(refusals.stale(game))
        try:
            if offers:
                game = await self._departure.offer(game, seat, LEAVING, intent.key)
                return self._told(game, intent)
            await self._departure.remove(game, seat, intent.key)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late
        return Layout(answers.resigned(game))

    def _told(self, game: Game, session: Session) -> Layout:
        """To who has left, whose seat may be offered."""
        seat = seat_of(game, session.user)
        return Layout(answers.resigned(game)) if seat is None else seats.left(game, seat)


def feature(at: Services, names: Complete) -> Feature:
    """names: offers open games."""
    resign = Resign(at).resign
    return Feature(
        verbs=(
            Verb(
                "quit",
                resign,
                OF_A_ROW,
                slash=Slash(
                    "each game",
                    Text("/resign"),
                    Text("Resign from a game (asks you to confirm)"),
                    (named_game(names),),
                ),
                more=Behind(0, 5, RESIGN),
                typed=("resign", "i resign", "give up", "i give up"),
                any_row=True,
                on_page=True,
            ),
            Verb("resign", resign, OF_A_ROW, once="row", on_page=True),
        )
    )

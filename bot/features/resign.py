"""Resignation. With two players, the other one wins. With more, the seat is first offered to others
(bot/features/seats.py)."""

from __future__ import annotations

from functools import partial

from bot.features.feature import OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import layouts
from bot.messages.answers import winning
from bot.messages.layout import Button, Layout
from bot.table import refusals
from bot.table.game import Game
from bot.table.intent import Session, playing_seat, seat_of, stale
from bot.table.names import game_name, lasting
from bot.table.seats import (
    KEPT,
    LEAVING,
    REQUEST,
    SEAT_OFFER_LASTS,
    TWO,
    anybody,
    open_seats,
    remaining,
)
from bot.table.table import Table
from rules.errors import Finished, Stale
from rules.game import NOBODY, Leave, Seat
from rules.play import winners
from rules.text import Text, sentences
from storage import Conflict

_RESIGN = Text("Resign…")


def _ask(table: Table, seat: Seat) -> Layout:
    """Ask a player to confirm before they leave for good. The effect is tried on the seat's view,
    so it can't give away hidden cards."""
    game, rules = table.game, table.kind.game
    after, _ = rules.apply(rules.view(table.at.state, seat), Leave(seat))
    if rules.actor(after) != NOBODY:
        ending = Text("you'll leave for good, and the others will play on")
    elif sum(map(bool, rules.scores(after))) == 1:
        ending = Text("the game ends, and the other player wins")
    elif rules.hidden_information:
        ending = Text("the game will end for everyone, and I'll post the result")
    else:
        won = [table.names[winner] for winner in winners(rules, after)]
        ending = Text("the game ends for everyone, and {verdict}", verdict=winning(won))
    asks = Text("Resign from {game}?", game=game)
    if remaining(game) > TWO:
        offered = Text(
            "Your seat will be offered to others for {time}. You can come back until someone "
            "takes it. If nobody takes it, {ending}.",
            time=lasting(SEAT_OFFER_LASTS),
            ending=ending,
        )
        text = sentences(asks, offered)
    else:
        gone = Text("If you resign, {ending}.", ending=ending)
        text = sentences(asks, gone, Text("You can't undo this."))
    label = Text("Resign from {game}", game=game_name(game))
    button = Button(label, layouts.button_id("resign", game.id, game.n), "danger")
    return Layout(text, buttons=(button,))


def feature(at: Services) -> Feature:
    def told(game: Game, user: int) -> Layout:
        """The answer to a player who has left."""
        return layouts.left(game, seat_of(game, user))

    async def leave(session: Session) -> Layout:
        game = session.found
        seat = playing_seat(game, session.user)
        table = await at.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        offers = remaining(game) > TWO and anybody(game, but=seat)
        if offers and open_seats(game).get(seat, REQUEST) in KEPT:
            await at.departure.may_offer(game, seat, LEAVING)
        if session.public:
            return layouts.in_private(_RESIGN, layouts.button_id("quit", game.id, game.n))
        if session.target.n is None:
            return _ask(table, seat)
        if stale(session, game):
            raise Stale(refusals.stale(game))
        try:
            if offers:
                offered = await at.departure.offer(game, seat, LEAVING, session.key)
                return told(offered, session.user)
            await at.departure.remove(game, seat, session.key)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late
        return Layout(Text("You've left {game}.", game=game))

    async def resign(session: Session) -> Layout:
        """Leave for good if the button of this row confirmed it; otherwise ask. Raises Refused."""

        async def first(game: int, _: int) -> Layout:
            return told(await at.tables.game(game), session.user)

        return await at.commits.once(session.key, leave(session), first)

    about, names = Text("Resign from a game (asks you to confirm)"), (named_game(at.turns.names),)
    slash, more = Slash("each game", Text("/resign"), about, names), Behind(0, 5, _RESIGN)
    typed = ("resign", "i resign", "give up", "i give up")
    verb = partial(Verb, do=resign, id=OF_A_ROW, on_page=True)
    return Feature(
        verbs=(
            verb("quit", slash=slash, more=more, typed=typed, press="any row"),
            verb("resign", press="once a row"),
        )
    )

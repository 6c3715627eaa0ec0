"""What a player asks of the others, as messages."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.table import Table
from bot.domain.offers import Answers, Offer
from bot.domain.offers import asked as whom
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.text import offers as texts
from rules.text import Text, sentences


def could_ask(game: Game, reason: Text) -> Layout:
    """It is too late to take a turn back alone. reason: why."""
    ask = Button(Text("Ask the Others"), button_id("askundo", game.id, game.n), "primary")
    return Layout(sentences(reason, texts.could_ask(game)), buttons=(ask,), fleeting=True)


def asked(game: Game, offer: Offer) -> Layout:
    """To who has asked."""
    withdraw = Button(Text("Withdraw"), button_id("withdraw", game.id, offer.row))
    return Layout(texts.asked_for(game, offer), buttons=(withdraw,))


def offer(table: Table, made: Offer, turn: str) -> Layout:
    """The line that everybody who is asked can answer; each of them is called once."""
    game = table.game
    pings = tuple(game.sitters[seat].user for seat in whom(game, made))
    return Layout(texts.told(table, made, turn), buttons=_answers(game, made), pings=pings)


def news(table: Table, made: Offer, turn: str, said: Answers, *, still: bool) -> Layout:
    """The line of an offer as it stands now."""
    buttons = _answers(table.game, made) if still else ()
    return Layout(texts.news(table, made, turn, said, still=still), buttons=buttons)


def _answers(game: Game, made: Offer) -> tuple[Button, ...]:
    return (
        Button(Text("Accept"), button_id("accept", game.id, made.row), "success"),
        Button(Text("Decline"), button_id("decline", game.id, made.row)),
    )

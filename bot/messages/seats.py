"""Seats that are offered to others, as messages."""

from __future__ import annotations

from bot.core.game import Game
from bot.domain.agreed import substitute_of
from bot.domain.computers import anybody
from bot.domain.seats import BY_MODERATOR, open_seats
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.text import answers
from bot.text import seats as texts
from rules.game import Seat
from rules.text import Text


def offer(game: Game, seat: Seat, n: int) -> Layout:
    """The line with which a seat is offered. n: the row of the log by which it is."""
    take = Button(texts.TAKE_OVER, _id("takeover", game, n, seat), "success")
    let = Button(texts.LET_COMPUTER, _id("letplay", game, n, seat))
    lets = (let,) if substitute_of(game) and anybody(game, but=seat) else ()
    backs = () if open_seats(game).get(seat) == BY_MODERATOR else (back(game, n, seat),)
    return Layout(texts.offer(game, seat), buttons=(take, *backs, *lets))


def settled(game: Game, seat: Seat, *, expired: bool = False) -> Layout:
    """The line of a seat that is offered no longer; if a computer plays for someone, they may come
    back. expired: its time had run out."""
    returns = game.sitters[seat].computer and game.status == "playing"
    buttons = (back(game, game.n, seat),) if returns else ()
    return Layout(texts.settled(game, seat, expired=expired), buttons=buttons)


def confirm_offer(game: Game, seat: Seat) -> Layout:
    """Asked before a seat is offered to everybody."""
    button = Button(Text("Offer My Seat"), button_id("offerseat", game.id, game.n), "danger")
    return Layout(texts.confirm_offer(game, seat), buttons=(button,))


def offered_yours(game: Game, seat: Seat) -> Layout:
    """To whose seat is offered."""
    backs = () if open_seats(game).get(seat) == BY_MODERATOR else (back(game, game.n, seat),)
    return Layout(texts.offered_yours(game, seat), buttons=backs)


def left(game: Game, seat: Seat) -> Layout:
    """To who has left; where the seat is offered, they may come back."""
    if seat not in open_seats(game):
        return Layout(answers.resigned(game))
    return Layout(texts.left(game, seat), buttons=(back(game, game.n, seat),))


def taken(game: Game, seat: Seat) -> Layout:
    """To who has taken over a seat."""
    hand = game.rules.hidden_information
    button = Button(texts.HAND, button_id("hand", game.id, game.n), "primary")
    return Layout(texts.taken(game, seat), buttons=(button,) if hand else ())


def back(game: Game, n: int, seat: Seat) -> Button:
    """Makes a seat its player's again."""
    return Button(texts.BACK, _id("return", game, n, seat))


def _id(verb: str, game: Game, n: int, seat: Seat) -> str:
    return f"{button_id(verb, game.id, n)}:{seat}"

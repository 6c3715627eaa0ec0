"""Seats that are offered to others, as messages."""

from __future__ import annotations

from bot.messages import answers
from bot.messages import seat_texts as texts
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table.agreed import substitute_of
from bot.table.computers import anybody
from bot.table.game import Game
from bot.table.seats import BY_MODERATOR, open_seats
from rules.game import Seat


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


def left(game: Game, seat: Seat) -> Layout:
    """To who has left; where the seat is offered, they may come back."""
    if seat not in open_seats(game):
        return Layout(answers.resigned(game))
    return Layout(texts.left(game, seat), buttons=(back(game, game.n, seat),))


def back(game: Game, n: int, seat: Seat) -> Button:
    """Makes a seat its player's again."""
    return Button(texts.BACK, _id("return", game, n, seat))


def _id(verb: str, game: Game, n: int, seat: Seat) -> str:
    return f"{button_id(verb, game.id, n)}:{seat}"

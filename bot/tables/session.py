"""Who sits where, and whether they may speak there at all."""

from __future__ import annotations

from bot.games.game import Game
from bot.games.intent import Intent
from bot.games.names import host_seat
from bot.text import errors
from rules.errors import Finished, NotYou, Unavailable
from rules.game import Seat


def seat_of(game: Game, user: int) -> Seat | None:
    """The seat of somebody, None for whoever has none."""
    return next((i for i, sitter in enumerate(game.sitters) if sitter.user == user), None)


def present(game: Game, user: int) -> bool:
    """Somebody sits there, and has not left."""
    seat = seat_of(game, user)
    return seat is not None and not game.sitters[seat].left


def presides(intent: Intent, game: Game) -> bool:
    """The host of a game, or somebody who may manage the channel that it is in: that is known of
    the channel where the wish was said, and otherwise of the whole server alone."""
    there = intent.channel in (game.channel, game.home)
    moderator = intent.moderator if there else intent.steward
    return moderator or intent.user == game.sitters[host_seat(game)].user


def must_play(game: Game) -> None:
    """Raises Refused when the game has not begun, or is over."""
    if game.status == "lobby":
        raise Unavailable(errors.not_started(game))
    if game.status != "playing":
        raise Finished(errors.finished(game))


def playing_seat(game: Game, user: int) -> Seat:
    """The seat of somebody in a running game. Raises Refused."""
    must_play(game)
    if (seat := seat_of(game, user)) is None:
        raise NotYou(errors.stranger(game))
    return seat

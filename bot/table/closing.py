"""A game that was closed: the post that says so, and whether its seed is no longer secret."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.effective import word_of
from bot.table.game import Game
from bot.table.rows import OutboxRow, coded
from storage import Row


@coded("closed")
class Closed(OutboxRow):
    """Tells that the game was closed."""


@coded("closed")
class ClosedBy(OutboxRow):
    """Tells that a moderator who does not play has closed the game."""

    user: int


def started(rows: Sequence[Row]) -> bool:
    """Whether a log is more than that of a lobby."""
    return any(word_of(row).verb == "start" for row in rows)


def laid_open(game: Game, rows: Sequence[Row]) -> bool:
    """The seed of a game is a secret no more: it is over, or was closed after it had begun."""
    return game.status == "over" or (game.status == "cancelled" and started(rows))


def party(game: Game, user: int) -> bool:
    """Somebody sits there, or has sat there: what becomes of the game concerns them."""
    now, before = (each.user for each in game.sitters), (each.user for each in game.former)
    return user in {*now, *before}


def closed_by(game: Game, user: int) -> Closed | ClosedBy:
    """The row of the outbox that tells that somebody has closed a game or a lobby."""
    neutral = game.status == "playing" and not party(game, user)
    return ClosedBy(user) if neutral else Closed()

"""Who may close a running game, and what is known of one that was closed.

lobby ──> anybody who presides        begun, a seat has not played ──> anybody who presides
every seat has played ──> whoever has sat there: not alone, but where only computers are left
                      └─> a moderator who never sat there: told with their name
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.effective import without_choice, word_of
from bot.core.game import Game
from bot.core.rows import OutboxRow, coded
from bot.domain.agreed import SEASON
from bot.domain.computers import anybody
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


def all_played(game: Game, rows: Sequence[Row]) -> bool:
    """Everybody who is still there has played a turn, also one that was taken back since. A turn
    without a choice is nobody's doing; one that was played for who ran out of time counts, as the
    others have played on with it."""
    alone = without_choice(rows)
    played = {row.seat for row in rows if row.n not in alone}
    return all(seat in played or sitter.left for seat, sitter in enumerate(game.sitters))


def needs_consent(game: Game, rows: Sequence[Row], user: int) -> bool:
    """Somebody would end a game for others who might win it. A season's counts from the start."""
    seat = next((seat for seat, each in enumerate(game.sitters) if each.user == user), None)
    counts = SEASON in game.options or all_played(game, rows)
    return party(game, user) and anybody(game, but=seat) and counts


def closed_by(game: Game, user: int) -> Closed | ClosedBy:
    """The row of the outbox that tells that somebody has closed a game or a lobby."""
    neutral = game.status == "playing" and not party(game, user)
    return ClosedBy(user) if neutral else Closed()

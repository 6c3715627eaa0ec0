"""Who sat where: a seat may have changed hands since a row of the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.game import Game
from rules.game import Seat
from storage import Former, Sitter


def sitters_at(game: Game, n: int) -> tuple[Sitter, ...]:
    """Who sat where after a row of the log."""
    if not game.former:
        return game.sitters
    return tuple(_at(game.former, n, seat, sitter) for seat, sitter in enumerate(game.sitters))


def _at(former: Sequence[Former], n: int, seat: Seat, now: Sitter) -> Sitter:
    then = next((each for each in former if each.seat == seat and n < each.until), None)
    if then is None:
        return now
    return replace(now, user=then.user, name=then.name, left=False, computer=then.computer)


def handed_over(game: Game, user: int) -> Former | None:
    """The seat that somebody gave to somebody else, if they did."""
    return next((each for each in reversed(game.former) if each.user == user), None)

"""How a lobby becomes a game: seats are drawn, and chance says what it has to say first."""

from __future__ import annotations

from dataclasses import replace

from bot.games.game import LOBBY_CLOSES, Game
from bot.games.table import Table, opening
from bot.tables.consequences import goes_on
from rules.dice import Chance, shuffled
from rules.game import TABLE
from storage import Change, Line, Row, Sitter


def starting(
    game: Game,
    rows: tuple[Row, ...],
    before: tuple[Line, ...],
    sitters: tuple[Sitter, ...],
    key: str,
) -> Change:
    """The change that begins play: seats are drawn, nature says what she has to say first.
    rows: of the lobby so far; before: what is said along with the start."""
    row = game.n + len(before) + 1
    at = opening(game, len(sitters), (*rows, *before))
    order = _order(game, sitters, at.chance, row)
    again = " again" if _rematched(game, sitters) else ""
    start = Line(TABLE, f"start {' '.join(map(str, order))}{again}", "")
    seated = replace(game, sitters=tuple(sitters[i] for i in order))
    change, _ = goes_on(Table(seated, row, at), (*before, start), key)
    return replace(
        change,
        sitters=seated.sitters,
        status=change.status or "playing",
        posts=("turn", "card"),
        done=(*change.done, LOBBY_CLOSES),
    )


def _order(game: Game, sitters: tuple[Sitter, ...], chance: Chance, row: int) -> tuple[int, ...]:
    """Who sits where, as places in the lobby: drawn, or for a rematch of the same people as they
    sat, moved on by one."""
    if _rematched(game, sitters):
        users = [str(sitter.user) for sitter in sitters]
        return tuple(users.index(user) for user in game.options["order"].split())
    return shuffled(chance.key, chance.seating(row), range(len(sitters)))


def _rematched(game: Game, sitters: tuple[Sitter, ...]) -> bool:
    """All who played the game before, and nobody else."""
    before = game.options.get("order", "").split()
    return sorted(str(sitter.user) for sitter in sitters) == sorted(before)

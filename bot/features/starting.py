"""How a lobby becomes a game: a post announces the start; with its id the seats are drawn, and what
chance says first.

    the last seat, Start Now ──> settled, and a post says so ──> delivered: seats and first draws

Nobody can know that id before nobody joins any more, so whoever knows the seed and joins last
cannot choose a seat by how they join. Where one person alone has come, there is nobody to wrong,
and the game begins at once.
"""

from __future__ import annotations

from dataclasses import replace

from bot.features.consequences import advance
from bot.table.effective import line_of
from bot.table.game import LOBBY_CLOSES, Game
from bot.table.posts import Begins, Card, Turn
from bot.table.table import Table, opening
from rules.dice import SEATING, Chance, shuffled
from rules.history import Word
from storage import Change, Line, Row, SeatsDrawn, Sitter


def starting(
    game: Game,
    rows: tuple[Row, ...],
    before: tuple[Line, ...],
    sitters: tuple[Sitter, ...],
    key: str,
) -> Change:
    """The change by which a lobby is one no more: the start is announced, or where nobody has
    joined whoever opened it, it begins. rows: of the lobby so far; before: what is said along
    with the start."""
    said = [row.text for row in rows] + [line.text for line in before]
    joined = any(text.startswith("join") for text in said)
    if joined:
        return Change(before, key, sitters, posts=(Begins().encode(),)).plus(SeatsDrawn())
    return beginning(game, rows, before, sitters, key)


def beginning(
    game: Game,
    rows: tuple[Row, ...],
    before: tuple[Line, ...],
    sitters: tuple[Sitter, ...],
    key: str,
) -> Change:
    """The change that begins play: seats are drawn, nature says what she has to say first, all with
    the newest post that the game has."""
    row = game.n + len(before) + 1
    at = opening(game, len(sitters), (*rows, *before))
    order = _order(game, sitters, at.chance)
    again = "rematch" if _rematched(game, sitters) else ""
    start = line_of(Word("start", what=again, places=tuple(order)), post=game.draws)
    seated = replace(game, sitters=tuple(sitters[i] for i in order))
    change, _ = advance(Table(seated, row, at), (*before, start), key)
    return replace(
        change,
        sitters=seated.sitters,
        status=change.status or "playing",
        posts=(Turn().encode(), Card().encode()),
        done=(*change.done, LOBBY_CLOSES),
    )


def _order(game: Game, sitters: tuple[Sitter, ...], chance: Chance) -> tuple[int, ...]:
    """Who sits where, as places in the lobby: drawn, or for a rematch of the same people as they
    sat, moved on by one."""
    if _rematched(game, sitters):
        users = [str(sitter.user) for sitter in sitters]
        return tuple(users.index(user) for user in game.options["order"].split())
    return shuffled(chance.after(game.draws), SEATING, range(len(sitters)))


def _rematched(game: Game, sitters: tuple[Sitter, ...]) -> bool:
    """All who played the game before, and nobody else."""
    before = game.options.get("order", "").split()
    return sorted(str(sitter.user) for sitter in sitters) == sorted(before)

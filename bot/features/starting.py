"""How a lobby becomes a game: a post announces the start, and its id draws the seats and the first
dice or cards.

Nobody can know that id while people can still join, so a person who knows the seed and joins last
can't choose a seat. If only one person has come, nobody can be cheated, and the game begins at
once.
"""

from __future__ import annotations

from dataclasses import replace

from bot.features.consequences import advance
from bot.table.game import LOBBY_CLOSES, Game
from bot.table.rows import Begins, LobbyEdit, TurnPost, line_of
from bot.table.table import Table, opening
from rules.dice import SEATING, shuffled
from rules.history import Word
from storage import Change, Line, Row, SeatsDrawn, Sitter


def starting(
    game: Game,
    rows: tuple[Row, ...],
    before: tuple[Line, ...],
    sitters: tuple[Sitter, ...],
    key: str,
) -> Change:
    """The change that starts a game: announce the start if anyone joined, else begin at once.
    before: the lines said along with the start."""
    said = [row.text for row in rows] + [line.text for line in before]
    if any(text.startswith("join") for text in said):
        return Change(before, key, sitters, posts=(Begins().encode(),)).plus(SeatsDrawn())
    return beginning(game, rows, before, sitters, key)


def beginning(
    game: Game,
    rows: tuple[Row, ...],
    before: tuple[Line, ...],
    sitters: tuple[Sitter, ...],
    key: str,
) -> Change:
    """The change that begins play: draw the seats and the first answers of chance, all with the
    game's newest post. For a rematch of exactly the same people, the seats move on by one."""
    row = game.n + len(before) + 1
    at = opening(game, len(sitters), (*rows, *before))
    users, moved_on = [str(each.user) for each in sitters], game.options.get("order", "").split()
    if sorted(users) == sorted(moved_on):
        again, order = "rematch", tuple(map(users.index, moved_on))
    else:
        again, order = "", shuffled(at.chance.after(game.draws), SEATING, range(len(sitters)))
    start = line_of(Word("start", what=again, places=order), post=game.draws)
    seated = replace(game, sitters=tuple(sitters[i] for i in order))
    change, _ = advance(Table(seated, row, at), (*before, start), key)
    return replace(
        change,
        sitters=seated.sitters,
        status=change.status or "playing",
        posts=(TurnPost().encode(), LobbyEdit().encode()),
        done=(*change.done, LOBBY_CLOSES),
    )

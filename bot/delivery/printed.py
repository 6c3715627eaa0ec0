"""What a board becomes when the next one is there: a line of the printed game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.game import Game
from bot.games.table import Table, Tables
from bot.text import posts, seats, stories
from rules.play import Broken
from rules.text import NOTHING, Text
from storage import Post, Row, Store


async def printed(
    store: Store, tables: Tables, game: Game, board: Post, n: int, rows: list[Row]
) -> Text:
    """What came of a board until the one at row n: the turn that answered it, with what
    followed, and of the first board also what came before it; or that the turn was taken back,
    or that the board is somewhere else now."""
    if board.n == n:
        return posts.moved(game)
    try:
        table = await tables.at(game, n, rows)
        earlier = await store.latest(game.id, "turn", before=board.id)
        turns = await tables.turns(table, board.n if earlier else 0, rows)
        line = stories.printed(table, turns, board.n)
    except Broken:
        return NOTHING
    undone = taken_back(table, rows, stories.printed_undo)
    return line or undone or seats.handed_over(game, board.n, n)


def taken_back(table: Table, rows: Sequence[Row], told: Callable[[Table], Text]) -> Text:
    """When nothing new happened: who is on turn again took the last turn back."""
    undone = any(row.n == table.n and row.text.startswith("undo") for row in rows)
    return told(table) if undone else NOTHING

"""What is told of a game that is over, and of a server's tables."""

from __future__ import annotations

from bot.core.effective import out_of_time
from bot.core.table import Table, Tables
from bot.domain import records
from bot.domain.computers import hints
from bot.domain.standings import Table as Ranking
from bot.domain.standings import posted_in
from bot.messages import layouts, standings
from bot.messages.layout import PAINTER, Layout, beside
from rules.text import Code, Text
from storage import Row, Store


async def result(
    store: Store, tables: Tables, table: Table, story: Text, rows: list[Row]
) -> Layout:
    """The last post of a game, with what it has done to the ratings. The whole game is looked at
    once more in the thread that draws: for a long one that takes as long as its picture."""
    game, ending = table.game, await beside(PAINTER, tables.ending, table, rows)
    first = await store.standings(game.guild, game.kind)
    moved = await store.moved(game.id)
    late, digest = out_of_time(rows), Code(records.board(game, rows, table.n))
    return layouts.result(table, story, first, ending, moved, hints(rows), late, digest)


async def ranking(store: Store, tables: Tables, guild: int, kind: str) -> tuple[int, Layout]:
    """The table that a row of this kind posts, as it is now, and the channel."""
    channel, scope = posted_in(kind)
    first = await store.standings(guild, scope.kind, scope.month)
    return channel, standings.public(Ranking(scope, tuple(first)), tables.games)

"""What is told of a game that is over, and of a server's tables."""

from __future__ import annotations

from bot.games.computers import hints
from bot.games.standings import Table as Ranking
from bot.games.standings import posted_in
from bot.games.table import Table, Tables
from bot.messages import layouts, standings
from bot.messages.layout import Layout
from rules.text import Text
from storage import Row, Store


async def result(
    store: Store, tables: Tables, table: Table, story: Text, rows: list[Row]
) -> Layout:
    """The last post of a game, with what it has done to the ratings."""
    game = table.game
    first = await store.standings(game.guild, game.kind)
    moved = await store.moved(game.id)
    return layouts.result(table, story, first, tables.ending(table, rows), moved, hints(rows))


async def ranking(store: Store, tables: Tables, guild: int, kind: str) -> tuple[int, Layout]:
    """The table that a row of this kind posts, as it is now, and the channel."""
    channel, scope = posted_in(kind)
    first = await store.standings(guild, scope.kind, scope.month)
    return channel, standings.public(Ranking(scope, tuple(first)), tables.games)

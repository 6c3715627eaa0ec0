"""A recorded game played into a store, row by row, as it was played.

record ──row──> store ──> whoever tells the world, after each
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.table.boards import tables
from bot.table.game import Game
from bot.table.records import revived
from bot.table.table import ReplayState
from rules.record import Record
from storage import Change, GameRow, Line, NewGame, Row, Sitter, Store
from tests.hosted import HOSTED

SEED = bytes(range(32))  # of a game whose record has none


async def played(
    store: Store,
    record: Record,
    users: Sequence[int],
    guild: int,
    channel: int,
    deliver: Callable[[GameRow], Awaitable[None]],
    remember: Callable[[int, int, ReplayState], None],
) -> GameRow:
    """The game of a record from its lobby to its end. Each of its boards, but the last one of a
    game that is over, is posted when it stands there. remember: called with each position, as
    whoever commits a turn knows it."""
    whole, (first, *rows) = revived(record, HOSTED[record.kind])
    at = {table.n: table for table in tables(whole, [first, *rows])}
    people = tuple(Sitter(user, s.name) for user, s in zip(users, whole.sitters, strict=False))
    on_turn = {n: table.actor for n, table in at.items() if table.actor >= 0}
    game = await store.create(_lobby(whole, people[0], first, guild, channel))
    game = await store.commit(game.id, game.n, Change((), "sit", sitters=people))
    for row in rows:
        change = Change(
            (Line(row.seat, row.text, row.mark),),
            f"row {row.n}",
            status=whole.status if row is rows[-1] else "playing",
            on_turn=on_turn.get(row.n),
            posts=("turn",) if row.n in on_turn else (),
        )
        game = await store.commit(game.id, game.n, change)
        if change.posts:
            remember(game.id, row.n, at[row.n].at)
            await deliver(game)
    return game


def _lobby(whole: Game, host: Sitter, first: Row, guild: int, channel: int) -> NewGame:
    return NewGame(
        kind=whole.kind,
        edition=whole.edition,
        options=whole.options,
        seed=whole.seed or SEED,
        guild=guild,
        home=channel,
        channel=channel,
        host=host,
        key="open",
        commitment=whole.commitment,
        text=first.text,
    )

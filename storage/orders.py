"""Standing orders in SQLite: what a seat wants to be played if a certain turn comes before it.

A seat gives and drops its own; the commit with which that turn is made is done with them all, in
its own transaction.
"""

import sqlite3
from collections.abc import Collection, Iterable, Sequence

from storage.beside import beside
from storage.drafts import take
from storage.rows import Change, GameRow, OrderFates, OrderRow, Sitter

Orders = tuple[OrderRow, ...]


def of(db: sqlite3.Connection, games: Collection[int]) -> dict[int, Orders]:
    rows = "id, seat, condition, mark, line, fell from orders"
    return beside(db, rows, "id", OrderRow, games)


def give(db: sqlite3.Connection, game: int, n: int, order: OrderRow) -> None:
    take(db, game, n)
    _forget_fallen(db, game, (order.seat,))
    # Not an update: an order that says something else is another one, with another id.
    same = "delete from orders where game = ? and seat = ? and condition = ?"
    db.execute(same, (game, order.seat, order.condition))
    db.execute(
        "insert into orders (game, seat, condition, mark, line, fell) values (?, ?, ?, ?, ?, '')",
        (game, order.seat, order.condition, order.mark, order.line),
    )


def drop(db: sqlite3.Connection, game: int, seat: int, order: int) -> None:
    take(db, game)
    db.execute("delete from orders where id = ? and game = ? and seat = ?", (order, game, seat))


def unchanged(before: GameRow, added: OrderFates) -> bool:
    """The orders stand from which the change was made, and no others."""
    return {order.id for order in before.orders if not order.fell} == {
        id_ for id_, _ in added.fates
    }


def resolve(db: sqlite3.Connection, game: GameRow, change: Change, added: OrderFates) -> None:
    """What became of each order; why an earlier one fell need not be told to whoever has spoken."""
    _forget_fallen(db, game.id, {line.seat for line in change.lines})
    for order, why in added.fates:
        if why:
            db.execute("update orders set fell = ? where id = ?", (why, order))
        else:
            db.execute("delete from orders where id = ?", (order,))


def drop_of_leavers(
    db: sqlite3.Connection, game: int, before: Sequence[Sitter], after: Sequence[Sitter]
) -> None:
    """Nobody sees or plays what somebody else has ordered on their seat."""
    there = {seat: who.user for seat, who in enumerate(after) if not who.left}
    for seat, who in enumerate(before):
        if there.get(seat) != who.user:
            db.execute("delete from orders where game = ? and seat = ?", (game, seat))


def drop_all(db: sqlite3.Connection, game: int) -> None:
    db.execute("delete from orders where game = ?", (game,))


def _forget_fallen(db: sqlite3.Connection, game: int, seats: Iterable[int]) -> None:
    sql = "delete from orders where game = ? and seat = ? and fell != ''"
    db.executemany(sql, [(game, seat) for seat in seats])

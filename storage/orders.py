"""Standing orders in SQLite: what a seat wants to be played if a certain turn comes before it.

A seat gives and drops its own; the commit with which that turn is made is done with them all, in
its own transaction.
"""

import sqlite3
from collections.abc import Iterable, Sequence

from storage.drafts import refuse_past
from storage.errors import Conflict
from storage.rows import Change, OrderRow, Sitter

Orders = tuple[OrderRow, ...]


def of(db: sqlite3.Connection, game: int) -> Orders:
    sql = "select id, seat, condition, mark, line, fell from orders where game = ? order by id"
    return tuple(OrderRow(*row) for row in db.execute(sql, (game,)))


def give(db: sqlite3.Connection, game: int, n: int, order: OrderRow) -> None:
    refuse_past(db, game, n)
    _forget_fallen(db, game, (order.seat,))
    db.execute(
        "insert or replace into orders (game, seat, condition, mark, line, fell)"
        " values (?, ?, ?, ?, ?, '')",
        (game, order.seat, order.condition, order.mark, order.line),
    )


def drop(db: sqlite3.Connection, game: int, seat: int, order: int) -> None:
    db.execute("delete from orders where id = ? and game = ? and seat = ?", (order, game, seat))


def check_unchanged(game: int, n: int, before: Orders, change: Change) -> None:
    """Raise Conflict when the change was made from other orders than those that stand."""
    if change.orders is not None:
        standing = {order.id for order in before if not order.fell}
        if standing != {order for order, _ in change.orders}:
            raise Conflict(game, n, n)


def resolve(db: sqlite3.Connection, game: int, change: Change) -> None:
    """What became of each order; why an earlier one fell need not be told to who has spoken."""
    if change.orders is None:
        return
    _forget_fallen(db, game, {line.seat for line in change.lines})
    for order, why in change.orders:
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

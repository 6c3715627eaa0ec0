"""The tables that belong to a seat: seats, former_sitters, clocks, spent, drafts and orders. A
seat's owner saves drafts and standing orders; all else is written by a commit."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TypeVar

from storage import settings
from storage.engine import Db
from storage.errors import Conflict
from storage.rows import FOLLOW_UP, Change, DraftRow, Former, GameRow, OrderRow, Sitter, Spent
from storage.verbs import StoreBase, insert, reads, writes_game

Named = TypeVar("Named", Sitter, Former)


class SeatVerbs(StoreBase):
    @reads
    def time_spent(self, db: Db, game: int, n: int) -> list[Spent]:
        """What clocks lost and gained since a game was at row `n`, in order."""
        sql = "select n, seat, seconds, gain from spent where game = ? and n >= ? order by n, seat"
        return [Spent(*row) for row in db.execute(sql, (game, n))]

    @writes_game
    def save_draft(self, db: Db, game: int, draft: DraftRow) -> None:
        """Save a draft in place of the seat's last one. Raises Conflict if the game is past it."""
        _touch(db, game, draft.n)
        db.execute(
            "insert into drafts (game, seat, n, line, key) values (?, ?, ?, ?, ?)"
            " on conflict (game, seat) do update"
            " set n = excluded.n, line = excluded.line, key = excluded.key",
            (game, draft.seat, draft.n, draft.line, draft.key),
        )

    @writes_game
    def drop_draft(self, db: Db, game: int, seat: int) -> None:
        """Delete the seat's draft, if there is one."""
        _touch(db, game)
        db.execute("delete from drafts where game = ? and seat = ?", (game, seat))

    @writes_game
    def give_order(self, db: Db, game: int, n: int, *orders: OrderRow) -> None:
        """Save standing orders of a seat, each in place of one with the same condition and of
        those behind it, unless it is the same; the store chooses ids. Raises Conflict if the game
        is past `n`."""
        _touch(db, game, n)
        for order in orders:
            _forget_fallen(db, game, (order.seat,))
            same = "select id from orders where game = ? and seat = ? and condition = ?"
            values = (game, order.seat, order.condition)
            if not db.execute(f"{same} and line = ?", (*values, order.line)).fetchone():
                # Not an update: an order with other words is another one, with another id.
                _withdraw(db, *values)
                _write_orders(db, game, (order,))

    @writes_game
    def withdraw_order(self, db: Db, game: int, seat: int, order: int) -> None:
        """Delete the seat's order with this id and those behind it, if there is one."""
        _touch(db, game)
        sql = "select condition from orders where id = ? and game = ? and seat = ?"
        if found := db.execute(sql, (order, game, seat)).fetchone():
            _withdraw(db, game, seat, found[0])


def _withdraw(db: Db, game: int, seat: int, condition: str) -> None:
    """Delete a seat's order with a condition, and those behind it."""
    behind = condition + FOLLOW_UP
    sql = "game = ? and seat = ? and (condition = ? or substr(condition, 1, ?) = ?)"
    db.execute(f"delete from orders where {sql}", (game, seat, condition, len(behind), behind))


def _write_orders(db: Db, game: int, orders: Iterable[OrderRow]) -> None:
    rows = [(game, each.seat, each.condition, each.mark, each.line, each.fell) for each in orders]
    insert(db, "orders", "game, seat, condition, mark, line, fell", rows)


def _touch(db: Db, game: int, n: int | None = None) -> None:
    """Give a game a new version. Raises Conflict if it is past row `n`."""
    sql = "update games set version = version + 1 where id = ? returning stands, n"
    found = db.execute(sql, (game,)).fetchone()
    if n is not None and not (found and found[0] <= n <= found[1]):
        raise Conflict(game, n, found and found[1])


def sitters(db: Db, games: Collection[int]) -> dict[int, tuple[Sitter, ...]]:
    """The sitters of these games."""
    # A row for each setting of a sitter, and one for a sitter without settings.
    sql = (
        'select game, seat, seats."user", seats.name, "left", computer, excused,'
        " personal_settings.name, value from seats"
        ' left join personal_settings on personal_settings."user" = seats."user"'
        f" where game in ({', '.join('?' * len(games))}) order by game, seat"
    )
    people, own = dict[tuple[int, int], tuple[int, str, bool, str, bool]](), settings.ByPerson()
    for game, seat, user, name, left, computer, excused, key, value in db.execute(
        sql, tuple(games)
    ):
        people[game, seat] = user, name, bool(left), computer, bool(excused)
        settings.collect(own, user, key, value)
    found = dict[int, tuple[Sitter, ...]]()
    for (game, _), (user, name, left, computer, excused) in people.items():
        found[game] = (*found.get(game, ()), Sitter(user, name, left, own[user], computer, excused))
    return found


def write(db: Db, game: int, sitters: Collection[Sitter]) -> None:
    """Write a game's sitters in place of the earlier ones."""
    db.execute("delete from seats where game = ?", (game,))
    rows = [
        (game, seat, s.user, s.name, s.left, s.computer, s.excused)
        for seat, s in enumerate(legible(sitters))
    ]
    insert(db, "seats", 'game, seat, "user", name, "left", computer, excused', rows)


def legible(sitters: Collection[Named]) -> tuple[Named, ...]:
    """The same people, with names that every database takes."""
    # A name may hold half a character (a lone surrogate) or a NUL.
    legible = [s.name.encode("utf-8", "replace").decode().replace("\0", "") for s in sitters]
    return tuple(replace(s, name=name) for s, name in zip(sitters, legible, strict=True))


def follow(db: Db, before: GameRow, after: GameRow, change: Change) -> None:
    """Write what a change does to a game's sitters, drafts, clocks and orders."""
    game = after.id
    if change.sitters is not None:
        write(db, game, after.sitters)
        # Nobody sees or plays another's orders.
        there = {seat: s.user for seat, s in enumerate(after.sitters) if not s.left}
        for seat, sitter in enumerate(before.sitters):
            if there.get(seat) != sitter.user:
                db.execute("delete from orders where game = ? and seat = ?", (game, seat))
    if after.drafts != before.drafts:
        db.execute("delete from drafts where game = ?", (game,))
    db.executemany(
        "insert into spent (game, n, seat, seconds, gain) values (?, ?, ?, ?, ?)"
        " on conflict (game, n, seat) do update"
        " set seconds = spent.seconds + excluded.seconds, gain = spent.gain + excluded.gain",
        [(game, each.n, each.seat, each.seconds, each.gain) for each in change.spent],
    )
    db.executemany(
        'insert into clocks (game, seat, "left", since) values (?, ?, ?, ?)'
        ' on conflict (game, seat) do update set "left" = excluded."left", since = excluded.since',
        [(game, clock.seat, clock.left, clock.since) for clock in change.clocks],
    )
    if before.orders and change.fates is not None:  # a player who acted needs no old reasons
        _forget_fallen(db, game, {line.seat for line in change.lines})
    for order, why in change.fates or ():
        if why:
            db.execute("update orders set fell = ? where id = ?", (why, order))
        else:
            db.execute("delete from orders where id = ?", (order,))
    _write_orders(db, game, change.orders)
    rows = [
        (game, f.seat, f.until, f.user, f.name, f.computer, f.excused)
        for f in legible(change.former)
    ]
    insert(db, "former_sitters", 'game, seat, until, "user", name, computer, excused', rows)


def _forget_fallen(db: Db, game: int, seats: Iterable[int]) -> None:
    sql = "delete from orders where game = ? and seat = ? and fell != ''"
    db.executemany(sql, [(game, seat) for seat in seats])

"""The tables blocks and bars: people who refuse to play with each other, and people whom a server
bars from its tables."""

from collections.abc import Iterable

from storage import browsers, outbox
from storage.engine import Db
from storage.rows import Apart, NewPost, Post, Somebody
from storage.verbs import Verbs, reads, writes

# With each person's name at their latest game; empty: they have none.
_NAMED = (
    'select who, coalesce((select name from seats where seats."user" = who'
    " order by game desc limit 1), '') from"
)


class BlockVerbs(Verbs):
    @reads
    def apart(self, db: Db, user: int, guild: int) -> Apart:
        """The people with whom a person doesn't play, and whether a server bars them."""
        sql = (
            'select other, 1 from blocks where "user" = ?'
            ' union all select "user", 0 from blocks where other = ?'
        )
        found = db.execute(sql, (user, user)).fetchall()
        barred = 'select 1 from bars where guild = ? and "user" = ?'
        return Apart(
            frozenset(other for other, _ in found),
            db.execute(barred, (guild, user)).fetchone() is not None,
            frozenset(other for other, own in found if own),
        )

    @reads
    def blocked_people(self, db: Db, user: int) -> list[Somebody]:
        """The people whom a person blocks."""
        sql = f'{_NAMED} (select other as who from blocks where "user" = ?) as found order by who'
        return [Somebody(*row) for row in db.execute(sql, (user,))]

    @writes
    def block(self, db: Db, user: int, other: int, on: bool, most: int) -> bool:
        """Block another person, or unblock them. False: the person blocks `most` others."""
        if not on:
            db.execute('delete from blocks where "user" = ? and other = ?', (user, other))
            return True
        sql = (
            'insert into blocks ("user", other) select ?, ? where'
            ' (select count(*) from blocks where "user" = ? and other <> ?) < ?'
            ' on conflict ("user", other) do update set other = excluded.other'
        )
        return db.execute(sql, (user, other, user, other, most)).rowcount > 0

    @reads
    def barred_people(self, db: Db, guild: int) -> list[Somebody]:
        """The people who may neither open nor join tables of a server."""
        sql = f'{_NAMED} (select "user" as who from bars where guild = ?) as found order by who'
        return [Somebody(*row) for row in db.execute(sql, (guild,))]

    @writes
    def bar(
        self, db: Db, guild: int, user: int, on: bool, kinds: Iterable[str] = ()
    ) -> tuple[Post, ...] | None:
        """Bar a person from a server's tables, or lift the bar, and write posts of these kinds
        about the server. None: there was nothing to change, and no post is written."""
        sql = (
            'insert into bars (guild, "user") values (?, ?) on conflict (guild, "user") do nothing'
            if on
            else 'delete from bars where guild = ? and "user" = ?'
        )
        if not db.execute(sql, (guild, user)).rowcount:
            return None
        if on:
            browsers.void_links(db, user, guild)
        at = self.now()
        return outbox.write(db, -guild, [NewPost(kind, int(at)) for kind in kinds], at)

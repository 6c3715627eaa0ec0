"""Tables of their own: blocks and bars (people who refuse to play with each other, and people whom
a server bars from its tables), puzzle_tries, and reports of problems to the host."""

from collections.abc import Collection

from storage import browsers, outbox
from storage.engine import Db
from storage.rows import ANSWER, Apart, NewReport, Post, PuzzleTry, Report, Somebody
from storage.verbs import StoreBase, insert, reads, writes

REPORTS_LAST = 90 * 24 * 3600.0  # seconds
A_DAY = 24 * 3600.0  # seconds, in which the number of a person's reports is limited
# With each person's name at their latest game; empty: they have none.
_NAMED = (
    'select who, coalesce((select name from seats where seats."user" = who'
    " order by game desc limit 1), '') from"
)


class OwnVerbs(StoreBase):
    @reads
    def blocks_and_bans(self, db: Db, user: int, guild: int) -> Apart:
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
        self, db: Db, guild: int, user: int, on: bool, kinds: Collection[str] = ()
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
        return outbox.write(db, -guild, int(at), kinds, at)

    @reads
    def puzzle_tries(self, db: Db, user: int, day: int, kind: str) -> list[PuzzleTry]:
        """A person's tries at a day's puzzle of a game, in order."""
        sql = (
            'select did, solved from puzzle_tries where "user" = ? and day = ? and kind = ?'
            " order by at, did"
        )
        return [PuzzleTry(did, bool(solved)) for did, solved in db.execute(sql, (user, day, kind))]

    @writes
    def try_puzzle(self, db: Db, user: int, day: int, kind: str, new: PuzzleTry) -> None:
        """Save a try, unless it is a repetition, or comes after the solution or the answer."""
        over = f"solved = 1 or did = '{ANSWER}'"
        sql = (
            'insert into puzzle_tries ("user", day, kind, did, solved, at) select ?, ?, ?, ?, ?, ?'
            ' where not exists (select 1 from puzzle_tries where "user" = ? and day = ?'
            f" and kind = ? and ({over})) on conflict do nothing"
        )
        puzzle = (user, day, kind)
        db.execute(sql, (*puzzle, new.did, new.solved, self.now(), *puzzle))

    @reads
    def puzzle_days(self, db: Db, user: int) -> list[int]:
        """The days on which a person solved a puzzle, latest first."""
        sql = (
            'select distinct day from puzzle_tries where "user" = ? and solved = 1'
            " order by day desc"
        )
        return [day for (day,) in db.execute(sql, (user,))]

    @writes
    def report(self, db: Db, key: str, new: NewReport, most: int) -> str | None:
        """Save a report for 90 days and return its reference, or that of the report with the same
        key. None: the person sent `most` reports within a day."""
        at = self.now()
        db.execute("delete from reports where at < ?", (at - REPORTS_LAST,))
        known = db.execute("select reference from reports where key = ?", (key,)).fetchone()
        if known:
            return str(known[0])
        lately = 'select count(*) from reports where "user" = ? and at > ?'
        (several,) = db.execute(lately, (new.user, at - A_DAY)).fetchone()
        if several >= most:
            return None
        row = (new.reference, key, new.user, new.game, new.n, at, new.said, new.state, new.record)
        insert(db, "reports", 'reference, key, "user", game, n, at, said, state, record', [row])
        return new.reference

    @reads
    def reports(self, db: Db) -> list[Report]:
        """All reports, latest first."""
        sql = (
            'select reference, reports."user", reports.at, kind, number, guild, reports.n, said,'
            " state, record from reports join games on games.id = game order by reports.id desc"
        )
        return [Report(*row) for row in db.execute(sql)]

"""The table reports: problems that people report to the host."""

from storage.engine import Db
from storage.rows import NewReport, Report
from storage.verbs import Verbs, insert, reads, writes

REPORTS_LAST = 90 * 24 * 3600.0  # seconds
A_DAY = 24 * 3600.0  # seconds, in which the number of a person's reports is limited


class ReportVerbs(Verbs):
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
        columns = 'reference, key, "user", game, n, at, said, state, record'
        insert(db, "reports", columns, [row])
        return new.reference

    @reads
    def reports(self, db: Db) -> list[Report]:
        """All reports, latest first."""
        sql = (
            'select reference, reports."user", reports.at, kind, number, guild, reports.n, said,'
            " state, record from reports join games on games.id = game order by reports.id desc"
        )
        return [Report(*row) for row in db.execute(sql)]

"""The table absences: since when people are gone from servers on which they played."""

from collections.abc import Mapping

from storage import browsers
from storage.engine import Db
from storage.people import OF_A_SERVER
from storage.rows import KnownPlayer
from storage.verbs import StoreBase, reads, writes

THE_BOT = 0  # the person whose absence says that a server removed the bot

_SEATED = (
    'select "user", game, "left" from seats union all select "user", game, 1 from former_sitters'
)


class AbsenceVerbs(StoreBase):
    @reads
    def people(self, db: Db, night: int, most: int) -> list[KnownPlayer]:
        """Each night another part of the people who played anywhere and are not forgotten, about
        `most` of them: one row for each server, in order of person and server."""
        everybody = f'select count(distinct "user") from ({_SEATED}) as seated where "user" > 0'
        (several,) = db.execute(everybody).fetchone()
        nights = several // most * 2 + 1  # odd, as few of Discord's ids are
        sql = (
            'select seated."user", games.guild, max(changed),'
            " max(case when \"left\" = 0 and status in ('lobby', 'playing') then 1 else 0 end),"
            f" min(since) from ({_SEATED}) as seated join games on games.id = seated.game"
            " left join absences on absences.guild = games.guild"
            ' and absences."user" = seated."user"'
            ' where seated."user" > 0 and seated."user" % ? = ?'
            ' group by seated."user", games.guild order by seated."user", games.guild'
        )
        rows = db.execute(sql, (nights, night % nights))
        return [
            KnownPlayer(user, guild, latest, bool(live), since)
            for user, guild, latest, live, since in rows
        ]

    @reads
    def people_on(self, db: Db, guild: int) -> list[int]:
        """All people who played on a server and are not forgotten, in order."""
        sql = (
            f'select distinct "user" from ({_SEATED}) as seated join games on games.id = game'
            ' where guild = ? and "user" > 0 order by "user"'
        )
        return [user for (user,) in db.execute(sql, (guild,))]

    @reads
    def servers(self, db: Db) -> Mapping[int, float | None]:
        """The servers with settings, or with games that name people, each with the moment since
        which the bot is gone from it; None: it is there."""
        there = (
            "select guild from games where guild > 0 and exists"
            f' (select 1 from ({_SEATED}) as seated where game = games.id and "user" > 0)'
            " union select guild from server_settings"
        )
        sql = (
            f"select there.guild, since from ({there}) as there left join absences on"
            f' absences.guild = there.guild and absences."user" = {THE_BOT} order by there.guild'
        )
        return dict(db.execute(sql).fetchall())

    @writes
    def note_absence(self, db: Db, guild: int, user: int, since: float | None) -> None:
        """Note since when a person is gone from a server, unless an earlier moment is noted; None:
        they are there. user: THE_BOT if the server removed the bot."""
        if since is None:
            db.execute('delete from absences where guild = ? and "user" = ?', (guild, user))
        else:
            columns = 'guild, "user", since'
            sql = f"insert into absences ({columns}) values (?, ?, ?) on conflict do nothing"
            db.execute(sql, (guild, user, since))
            browsers.void_links(db, user, guild)

    @writes
    def forget_server(self, db: Db, guild: int) -> None:
        """Delete a server's settings, absences and bars, and drop its unsent posts."""
        for table in OF_A_SERVER:
            db.execute(f"delete from {table} where guild = ?", (guild,))
        db.execute("delete from outbox where game = ?", (-guild,))  # posts about the server
        there = "game in (select id from games where guild = ?)"
        sql = f"update outbox set state = 'sent' where state in ('waiting', 'parked') and {there}"
        db.execute(sql, (guild,))

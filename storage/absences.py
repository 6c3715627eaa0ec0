"""Who has played on which server, and since when they are gone from it."""

import sqlite3

from storage import browsers
from storage.people import OF_A_SERVER
from storage.rows import Seen

THE_BOT = 0  # whose absence is noted where it was removed from a server

_SEATED = (
    'select "user", game, "left" from seats union all select "user", game, 1 from former_sitters'
)
_SEEN = (
    'select seated."user", games.guild, max(changed),'
    " max(case when \"left\" = 0 and status in ('lobby', 'playing') then 1 else 0 end), min(since)"
    f" from ({_SEATED}) as seated join games on games.id = seated.game"
    ' left join absences on absences.guild = games.guild and absences."user" = seated."user"'
    ' where seated."user" > 0 and seated."user" % ? = ?'
    ' group by seated."user", games.guild order by seated."user", games.guild'
)


def people(db: sqlite3.Connection, night: int, most: int) -> list[Seen]:
    everybody = f'select count(distinct "user") from ({_SEATED}) as seated where "user" > 0'
    (several,) = db.execute(everybody).fetchone()
    nights = several // most * 2 + 1  # odd, as Discord's ids have few that are
    rows = db.execute(_SEEN, (nights, night % nights))
    return [
        Seen(user, guild, latest, bool(live), since) for user, guild, latest, live, since in rows
    ]


def servers(db: sqlite3.Connection) -> dict[int, float | None]:
    there = (
        "select guild from games where guild > 0 and exists"
        f' (select 1 from ({_SEATED}) as seated where game = games.id and "user" > 0)'
        " union select guild from server_settings"
    )
    sql = (
        f"select there.guild, since from ({there}) as there left join absences"
        f' on absences.guild = there.guild and absences."user" = {THE_BOT} order by there.guild'
    )
    return dict(db.execute(sql).fetchall())


def people_on(db: sqlite3.Connection, guild: int) -> list[int]:
    sql = (
        f'select distinct "user" from ({_SEATED}) as seated join games on games.id = game'
        ' where guild = ? and "user" > 0 order by "user"'
    )
    return [user for (user,) in db.execute(sql, (guild,))]


def note(db: sqlite3.Connection, guild: int, user: int, since: float | None) -> None:
    if since is None:
        db.execute('delete from absences where guild = ? and "user" = ?', (guild, user))
    else:
        sql = 'insert into absences (guild, "user", since) values (?, ?, ?) on conflict do nothing'
        db.execute(sql, (guild, user, since))
        browsers.void(db, user, guild)


def leave(db: sqlite3.Connection, guild: int) -> None:
    """What a server has set goes, and what was still to be told there."""
    for table in OF_A_SERVER:
        db.execute(f"delete from {table} where guild = ?", (guild,))
    db.execute("delete from outbox where game = ?", (-guild,))  # what was told about itself
    there = "game in (select id from games where guild = ?)"
    told = f"update outbox set state = 'sent' where state in ('waiting', 'parked') and {there}"
    db.execute(told, (guild,))

"""A server's table of one kind of game, counted from the results of its finished games. One against
a computer is practice, and counts for nobody."""

import sqlite3

from storage.rows import Standing

# SQLite takes s.name from the row which has max(g.id): the newest name.
_SQL = """
    select s.user, s.name, count(*), sum(r.won), sum(r.points), max(g.id)
    from games g
    join results r on r.game = g.id
    join seats s on s.game = g.id and s.seat = r.seat
    where g.guild = ? and g.kind = ? and g.status = 'over'
        and not exists (select 1 from seats c where c.game = g.id and c.computer != '')
    group by s.user
    order by sum(r.won) desc, sum(r.points) desc, count(*), s.name, s.user
"""


def standings(db: sqlite3.Connection, guild: int, kind: str) -> list[Standing]:
    return [Standing(*row[:5]) for row in db.execute(_SQL, (guild, kind))]

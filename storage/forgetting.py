"""Forget a person: put a number of their own in every place of their id and their name.

The number is below zero, and neither it nor the one for their direct messages says who they were.
The games of others stay complete, two forgotten people stay apart in the standings, and a press
isn't done twice. Turns name nobody.
"""

import re
from typing import Final

from storage import ratings, settings
from storage.engine import Db
from storage.people import PEOPLE, Holds, columns
from storage.rows import Forgotten

FORMER: Final = 1000  # former player 1 is -1001: the first numbers below zero are the computers'
_LAST = "forgotten"  # the setting with the last number
_SEATED = ("seats", "former_sitters")
_THEIRS = " union ".join(f'select game from {table} where "user" = ?' for table in _SEATED)
# Which rows of a table belong to a server. A post about the server has its id below zero as game.
_BELONGS = {
    "guild": " and guild = ?",
    "game": " and (game in (select id from games where guild = ?) or game = ?)",
}


def forget(db: Db, user: int, guild: int | None = None) -> Forgotten:
    """Forget a person, unless they sit in a live game: nobody becomes two people. guild: only on
    this server, unless they played on no other."""
    if running := _running(db, user, guild):
        return Forgotten(0, 0, running)
    if guild is not None and not _plays_elsewhere(db, user, guild):
        guild = None
    number = _next(db)
    settings.write(db, _LAST, str(number))
    forgetting = _Forgetting(db, user, -FORMER - number, f"former player {number}", guild)
    return Forgotten(number, forgetting.run(), ())


def standing_alone(number: int | str) -> re.Pattern[str]:
    """A pattern for an id within a text that isn't a part of a longer number."""
    return re.compile(rf"(?<![0-9]){number}(?![0-9])")


def word(name: str) -> re.Pattern[str]:
    """A pattern for a name within a text, in upper or lower case, that isn't a part of a longer
    word."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def _running(db: Db, user: int, guild: int | None) -> tuple[int, ...]:
    here, where = ("", ()) if guild is None else (" and guild = ?", (guild,))
    mine = 'select game from seats where "user" = ? and "left" = 0'
    live = f"status in ('lobby', 'playing'){here}"
    found = db.execute(f"select id from games where id in ({mine}) and {live}", (user, *where))
    return tuple(game for (game,) in found)


def _plays_elsewhere(db: Db, user: int, guild: int) -> bool:
    sql = f"select 1 from games where id in ({_THEIRS}) and guild <> ? limit 1"
    return db.execute(sql, (user, user, guild)).fetchone() is not None


def _next(db: Db) -> int:
    everybody = 'select "user" from seats union select "user" from former_sitters'
    (lowest,) = db.execute(f'select min("user") from ({everybody}) as everybody').fetchone()
    # A person without a seat, who only watched, has a number too.
    return 1 + max(int(settings.read(db, _LAST) or 0), -(lowest or 0) - FORMER)


class _Forgetting:
    """Puts a number and a name in every place of a person; guild: only on this server."""

    def __init__(self, db: Db, user: int, former: int, name: str, guild: int | None) -> None:
        self._db, self._user, self._former, self._name = db, user, former, name
        self._guild = guild

    def run(self) -> int:
        """Forget the person; returns how many games changed. Each gets a new version."""
        games = self._count_changed()
        self._empty_typed()  # while it is still known who sat where, and under which names
        self._replace_names()
        places = self._direct_messages()
        self._replace_person()
        for table, column in columns(Holds.IDS, Holds.TYPED):
            self._replace_within(table, column, self._user, self._former)
        for n, channel in enumerate(places):
            self._replace_place(channel, -self._former * 1000 + n)
        self._sort_sitters()
        return games

    def _change(self, table: str, change: str, where: str, *values: object) -> int:
        """Change or delete rows of a table, only those of the server if there is one; returns how
        many."""
        belongs = PEOPLE[table].belongs
        if self._guild is not None:
            if not belongs:
                return 0
            where += _BELONGS[belongs]
            values += (self._guild,) if belongs == "guild" else (self._guild, -self._guild)
        return self._db.execute(f"{change} where {where}", values).rowcount

    def _count_changed(self) -> int:
        where, change = f"(id in ({_THEIRS}) or host = ?)", "update games set version = version + 1"
        return self._change("games", change, where, *(self._user,) * 3)

    def _empty_typed(self) -> None:
        for table, column in columns(Holds.TYPED):
            change = f"update {table} set {column} = ''"
            self._change(table, change, f"game in ({_THEIRS})", self._user, self._user)

    def _replace_names(self) -> None:
        """Replace the person's names in words that others typed."""
        theirs = " union ".join(f'select name from {table} where "user" = ?' for table in _SEATED)
        names = self._db.execute(theirs, (self._user, self._user)).fetchall()
        for table, column in columns(Holds.TYPED):
            texts = self._db.execute(f"select distinct {column} from {table}").fetchall()
            for (text,) in texts:
                new = text
                for (name,) in names:
                    new = word(name).sub(self._name, new) if name else new
                if new != text:
                    change = f"update {table} set {column} = ?"
                    self._change(table, change, f"{column} = ?", new, text)

    def _replace_person(self) -> None:
        for table, column in columns(Holds.PERSON):
            named = [c for c, each in PEOPLE[table].columns.items() if each.holds is Holds.NAME]
            change = f"update {table} set " + ", ".join(f'"{c}" = ?' for c in (column, *named))
            values = (self._former, *[self._name for _ in named], self._user)
            self._change(table, change, f'"{column}" = ?', *values)
        for table, column in columns(Holds.OWNER, Holds.REFUSED):
            self._change(table, f"delete from {table}", f'"{column}" = ?', self._user)
        for table, column in columns(Holds.CALLED):
            change = f'update {table} set "{column}" = null'
            self._change(table, change, f'"{column}" = ?', self._user)

    def _replace_within(self, table: str, column: str, number: int, by: int) -> None:
        alone = standing_alone(number)
        holding = f"select distinct {column} from {table} where {column} like ?"
        texts = [text for (text,) in self._db.execute(holding, (f"%{number}%",))]
        for text in texts:
            new = alone.sub(str(by), text)
            self._change(table, f"update {table} set {column} = ?", f"{column} = ?", new, text)

    def _direct_messages(self) -> list[int]:
        """The channels of direct messages with the person: where they practised, and where they
        were mentioned about games on servers."""
        practice = (
            "select distinct -guild from games where guild < 0"
            ' and (id in (select game from seats where "user" = ?) or host = ?)'
        )
        called = "select distinct channel from outbox where called = ? and channel is not null"
        found = [*self._db.execute(practice, (self._user, self._user))]
        found += self._db.execute(called, (self._user,))
        return [channel for (channel,) in dict.fromkeys(found) if not self._others_see(channel)]

    def _others_see(self, channel: int) -> bool:
        """Whether it is a channel of a server: a game is there, or another person was mentioned."""
        played = "select 1 from games where guild > 0 and (home = ? or channel = ?) limit 1"
        called = "select 1 from outbox where channel = ? and called <> ? limit 1"
        there = self._db.execute(played, (channel, channel)).fetchone()
        return bool(there or self._db.execute(called, (channel, self._user)).fetchone())

    def _replace_place(self, channel: int, by: int) -> None:
        for table, column in columns(Holds.PLACE):
            for was, now in ((channel, by), (-channel, -by)):
                self._change(table, f"update {table} set {column} = ?", f"{column} = ?", now, was)
        for table, column in columns(Holds.IDS, Holds.TYPED):
            self._replace_within(table, column, channel, by)

    def _sort_sitters(self) -> None:
        """Sort the people of each of the person's endings by their ids again."""
        rows = self._db.execute(_THEIRS, (self._former, self._former))
        for (game,) in rows.fetchall():
            found = ratings.people(self._db, game)
            self._db.execute("update endings set people = ? where game = ?", (found, game))

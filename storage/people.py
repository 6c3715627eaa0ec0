"""People in the database: where an id or a name can be, how a person is forgotten, who is gone, and
the export: a person's own rows, with no other ids but those of people they block. A forgotten
person gets a number of their own below zero in every place of their id, which doesn't say who they
were, so games stay complete, two forgotten people stay apart, and a press isn't done twice. To find
an id within a text, whole tables are read."""

import re
from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from storage import browsers, ratings, settings
from storage.engine import Db
from storage.rows import Forgotten, KnownPlayer
from storage.verbs import StoreBase, reads, writes


class Holds(Enum):
    """What a column holds, and what takes its place when a person is forgotten."""

    PERSON = "an id, replaced by a number"
    NAME = "the name of the row's person, replaced by a former player's"
    IDS = "a text that may hold ids, each separate: press:1:6:77"
    OWNER = "the id of the row's owner: the row is deleted with them"
    REFUSED = "the id of a person whom the row's owner blocks in secret: deleted with either"
    CALLED = "an id without use afterwards, which is emptied"
    TYPED = "words about a game, emptied if the person sat there; else treated as IDS, with names"
    SITTERS = "the ids of the people who sat there at the start, in order"
    PLACE = "a channel, or the number for its server: direct messages name a person"


class ExportKind(StrEnum):
    """A heading of the export. Each has a statement and a name for people."""

    SEATS = "seats"
    SEATS_BEFORE = "seats before"
    TURNS = "turns"
    TURNS_BEFORE = "turns before"
    PRESSES = "presses"
    DRAFTS = "drafts"
    ORDERS = "orders"
    RESULTS = "results"
    RATINGS = "ratings"
    TABLES = "tables"
    CALLS = "calls"
    POSTS = "posts asked for"
    REPORTS = "reports"
    ABSENCES = "absences"
    PUZZLES = "puzzles"
    REFUSED = "refused people"
    BARRED = "barred on"
    LINKS = "links"
    BROWSERS = "browsers"
    TOKENS = "tokens"
    SETTINGS = "settings"
    NAMED = "named in"  # another row: the export says where it is


class PersonalColumn(NamedTuple):
    holds: Holds
    heading: ExportKind | None  # None: the export leaves the column out, as it is another person's


class PersonalTable(NamedTuple):
    # The column by which rows belong to a server, `guild` or `game`. Empty: rows belong to none,
    # and stay when a person is forgotten on one server.
    belongs: str
    columns: Mapping[str, PersonalColumn]


def _table(belongs: str = "", **columns: tuple[Holds, ExportKind | None]) -> PersonalTable:
    return PersonalTable(
        belongs, MappingProxyType({name: PersonalColumn(*each) for name, each in columns.items()})
    )


PEOPLE: Final[Mapping[str, PersonalTable]] = {
    "games": _table(
        "guild",
        host=(Holds.PERSON, ExportKind.NAMED),
        options=(Holds.IDS, ExportKind.NAMED),
        guild=(Holds.PLACE, ExportKind.SEATS),
        home=(Holds.PLACE, ExportKind.SEATS),
        channel=(Holds.PLACE, ExportKind.SEATS),
    ),
    "seats": _table(
        "game", user=(Holds.PERSON, ExportKind.SEATS), name=(Holds.NAME, ExportKind.SEATS)
    ),
    "former_sitters": _table(
        "game",
        user=(Holds.PERSON, ExportKind.SEATS_BEFORE),
        name=(Holds.NAME, ExportKind.SEATS_BEFORE),
    ),
    "log": _table("game", key=(Holds.IDS, ExportKind.PRESSES)),
    "keys": _table("game", key=(Holds.IDS, ExportKind.NAMED)),
    "drafts": _table("game", key=(Holds.IDS, ExportKind.NAMED)),
    "timers": _table("game", payload=(Holds.IDS, ExportKind.NAMED)),
    "outbox": _table(
        "game",
        kind=(Holds.IDS, ExportKind.POSTS),
        why=(Holds.IDS, ExportKind.NAMED),
        called=(Holds.CALLED, ExportKind.CALLS),
        channel=(Holds.PLACE, ExportKind.CALLS),
    ),
    "endings": _table(
        "guild", people=(Holds.SITTERS, ExportKind.SEATS), guild=(Holds.PLACE, ExportKind.SEATS)
    ),
    "ratings": _table(
        "guild", user=(Holds.PERSON, ExportKind.RATINGS), guild=(Holds.PLACE, ExportKind.RATINGS)
    ),
    "tallies": _table(
        "guild", user=(Holds.PERSON, ExportKind.TABLES), guild=(Holds.PLACE, ExportKind.TABLES)
    ),
    "server_settings": _table("guild", value=(Holds.IDS, ExportKind.NAMED)),
    "reports": _table(
        "game", user=(Holds.OWNER, ExportKind.REPORTS), said=(Holds.TYPED, ExportKind.NAMED)
    ),
    "blocks": _table(user=(Holds.OWNER, ExportKind.REFUSED), other=(Holds.REFUSED, None)),
    "bars": _table("guild", user=(Holds.OWNER, ExportKind.BARRED)),
    "settings": _table(key=(Holds.IDS, ExportKind.NAMED), value=(Holds.IDS, ExportKind.NAMED)),
    "personal_settings": _table(user=(Holds.OWNER, ExportKind.SETTINGS)),
    "absences": _table("guild", user=(Holds.OWNER, ExportKind.ABSENCES)),
    "links": _table(user=(Holds.OWNER, ExportKind.LINKS)),
    "browsers": _table(user=(Holds.OWNER, ExportKind.BROWSERS)),
    "tokens": _table("guild", user=(Holds.OWNER, ExportKind.TOKENS)),
    "puzzle_tries": _table(user=(Holds.OWNER, ExportKind.PUZZLES)),
}
# Tables whose rows are deleted when a server removes the bot.
OF_A_SERVER: Final = ("server_settings", "absences", "bars", "tokens")


def columns(*kinds: Holds) -> list[tuple[str, str]]:
    """(table, column) of each column that holds one of these."""
    return [
        (name, column)
        for name, table in PEOPLE.items()
        for column, each in table.columns.items()
        if each.holds in kinds
    ]


FORMER: Final = 1000  # former player 1 is -1001: the first numbers below zero are the computers'
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
    here, where = ("", ()) if guild is None else (" and guild = ?", (guild,))
    mine = 'select game from seats where "user" = ? and "left" = 0'
    live = f"status in ('lobby', 'playing'){here}"
    running = db.execute(f"select id from games where id in ({mine}) and {live}", (user, *where))
    if live_games := tuple(game for (game,) in running):
        return Forgotten(0, 0, live_games)
    elsewhere = f"select 1 from games where id in ({_THEIRS}) and guild <> ? limit 1"
    if guild is not None and not db.execute(elsewhere, (user, user, guild)).fetchone():
        guild = None
    everybody = 'select "user" from seats union select "user" from former_sitters'
    (lowest,) = db.execute(f'select min("user") from ({everybody}) as everybody').fetchone()
    # A person without a seat, who only watched, has a number too.
    number = 1 + max(int(settings.read(db, "forgotten") or 0), -(lowest or 0) - FORMER)
    settings.write(db, "forgotten", str(number))
    forgetting = _Forgetting(db, user, -FORMER - number, f"former player {number}", guild)
    return Forgotten(number, forgetting.run(), ())


def _standing_alone(number: int | str) -> re.Pattern[str]:
    """A pattern for an id within a text that isn't a part of a longer number."""
    return re.compile(rf"(?<![0-9]){number}(?![0-9])")


def word(name: str) -> re.Pattern[str]:
    """A pattern for a name within a text, in any case, that isn't a part of a longer word."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


class _Forgetting:
    """Puts a number and a name in every place of a person; guild: only on this server."""

    def __init__(self, db: Db, user: int, former: int, name: str, guild: int | None) -> None:
        self._db, self._user, self._former, self._name = db, user, former, name
        self._guild = guild

    def run(self) -> int:
        """Forget the person; returns how many games changed. Each gets a new version."""
        where, change = f"(id in ({_THEIRS}) or host = ?)", "update games set version = version + 1"
        games = self._change("games", change, where, *(self._user,) * 3)
        # While it is still known who sat where, and under which names.
        for table, column in columns(Holds.TYPED):
            change = f"update {table} set {column} = ''"
            self._change(table, change, f"game in ({_THEIRS})", self._user, self._user)
        self._replace_names()
        places = self._direct_messages()
        self._replace_person()
        for table, column in columns(Holds.IDS, Holds.TYPED):
            self._replace_within(table, column, self._user, self._former)
        for n, channel in enumerate(places):
            by = -self._former * 1000 + n
            for table, column in columns(Holds.PLACE):
                for was, now in ((channel, by), (-channel, -by)):
                    change = f"update {table} set {column} = ?"
                    self._change(table, change, f"{column} = ?", now, was)
            for table, column in columns(Holds.IDS, Holds.TYPED):
                self._replace_within(table, column, channel, by)
        # The people of each of their endings are sorted by ids.
        for (game,) in self._db.execute(_THEIRS, (self._former, self._former)).fetchall():
            found = ratings.people(self._db, game)
            self._db.execute("update endings set people = ? where game = ?", (found, game))
        return games

    def _change(self, table: str, change: str, where: str, *values: object) -> int:
        """Change or delete rows, only those of the server if there is one; returns how many."""
        belongs = PEOPLE[table].belongs
        if self._guild is not None:
            if not belongs:
                return 0
            where += _BELONGS[belongs]
            values += (self._guild,) if belongs == "guild" else (self._guild, -self._guild)
        return self._db.execute(f"{change} where {where}", values).rowcount

    def _replace_names(self) -> None:
        """Replace the person's names in words that others typed."""
        theirs = " union ".join(f'select name from {table} where "user" = ?' for table in _SEATED)
        names = self._db.execute(theirs, (self._user, self._user)).fetchall()
        for table, column in columns(Holds.TYPED):
            for (text,) in self._db.execute(f"select distinct {column} from {table}").fetchall():
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
        alone = _standing_alone(number)
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
        # A channel of a server: a game is there, or another person was mentioned.
        others_see = (
            "select 1 from games where guild > 0 and (home = ? or channel = ?)"
            " union all select 1 from outbox where channel = ? and called <> ? limit 1"
        )
        channels = [channel for (channel,) in dict.fromkeys(found)]
        return [
            channel
            for channel in channels
            if not self._db.execute(others_see, (*(channel,) * 3, self._user)).fetchone()
        ]


_GAME = "games.kind, games.number, games.guild as server"
_SEAT = '(game, seat) in (select game, seat from seats where "user" = :user)'


def _by_game(columns: str, table: str, where: str) -> str:
    """A statement for rows of a table, each with the game it belongs to."""
    return f"select {_GAME}, {columns} from {table} join games on games.id = game where {where}"


# Each statement takes the person as :user; :like finds their id within a text: `said`, or `within`,
# which may hold other people's ids, so the export leaves it out. ExportKind.NAMED has several
# (`about`).
OF_A_PERSON: Final[Mapping[ExportKind, str]] = {
    ExportKind.SEATS: _by_game(
        "coalesce(games.channel, games.home) as channel, games.status, games.created,"
        ' games.host = :user as host, seat, seats.name, "left"',
        "seats",
        '"user" = :user order by game',
    ),
    ExportKind.SEATS_BEFORE: _by_game(
        "seat, name, until", "former_sitters", '"user" = :user order by game, until'
    ),
    ExportKind.TURNS: _by_game(
        "log.n, log.text, log.at",
        "log",
        f"{_SEAT} and not exists (select 1 from former_sitters as former"
        " where former.game = log.game and former.seat = log.seat and former.until > log.n)"
        " order by game, log.n",
    ),
    ExportKind.TURNS_BEFORE: (
        f"select {_GAME}, log.n, log.text, log.at from log join games on games.id = log.game"
        " join former_sitters as former on former.game = log.game and former.seat = log.seat"
        ' where former."user" = :user and log.n < former.until and not exists'
        " (select 1 from former_sitters as earlier where earlier.game = log.game"
        " and earlier.seat = log.seat and earlier.until > log.n and earlier.until < former.until)"
        " order by log.game, log.n"
    ),
    ExportKind.PRESSES: _by_game(
        "log.n, log.key as said, log.at", "log", "key like :like order by game, log.n"
    ),
    ExportKind.DRAFTS: _by_game("drafts.line", "drafts", _SEAT),
    ExportKind.ORDERS: _by_game("condition, line", "orders", _SEAT),
    ExportKind.RESULTS: _by_game("points, won, place", "results", f"{_SEAT} order by game"),
    ExportKind.RATINGS: (
        f"select {_GAME}, mu, sigma, ratings.games from ratings"
        " join endings on endings.id = ending join games on games.id = game"
        ' where "user" = :user order by ending'
    ),
    ExportKind.TABLES: (
        "select guild as server, kind, month, games, won, streak from tallies"
        ' where "user" = :user order by guild, kind, month'
    ),
    ExportKind.CALLS: _by_game(
        "outbox.kind as post, outbox.channel, outbox.at",
        "outbox",
        "called = :user order by outbox.id",
    ),
    ExportKind.POSTS: (
        "select games.kind, games.number, coalesce(games.guild, -outbox.game) as server,"
        " outbox.kind as said, outbox.at from outbox left join games on games.id = game"
        " where outbox.kind like :like order by outbox.id"
    ),
    ExportKind.REPORTS: _by_game(
        "reference, reports.n, reports.at, reports.said as typed, state, record",
        "reports",
        '"user" = :user order by reports.id',
    ),
    ExportKind.ABSENCES: 'select guild as server, since as at from absences where "user" = :user',
    ExportKind.PUZZLES: (
        'select kind, did, solved, at from puzzle_tries where "user" = :user order by at, did'
    ),
    ExportKind.REFUSED: 'select other as id from blocks where "user" = :user order by other',
    ExportKind.BARRED: 'select guild as server from bars where "user" = :user order by guild',
    ExportKind.LINKS: _by_game("until as at", "links", '"user" = :user'),
    ExportKind.BROWSERS: (
        'select called, made as created, used as at from browsers where "user" = :user order by id'
    ),
    ExportKind.TOKENS: (
        "select guild as server, kind as what, made as created, coalesce(used, made) as at"
        ' from tokens where "user" = :user order by id'
    ),
    ExportKind.SETTINGS: (
        'select name, value from personal_settings where "user" = :user order by name'
    ),
}


THE_BOT: Final = 0  # the person whose absence says that a server removed the bot
_SITTING: Final = (
    'select "user", game, "left" from seats union all select "user", game, 1 from former_sitters'
)


class PeopleVerbs(StoreBase):
    @reads
    def people(self, db: Db, night: int, most: int) -> list[KnownPlayer]:
        """Each night another part of the people who played anywhere and are not forgotten, about
        `most` of them: one row for each server, in order of person and server."""
        everybody = f'select count(distinct "user") from ({_SITTING}) as seated where "user" > 0'
        (several,) = db.execute(everybody).fetchone()
        nights = several // most * 2 + 1  # odd, as few of Discord's ids are
        sql = (
            'select seated."user", games.guild, max(changed),'
            " max(case when \"left\" = 0 and status in ('lobby', 'playing') then 1 else 0 end),"
            f" min(since) from ({_SITTING}) as seated join games on games.id = seated.game"
            " left join absences on absences.guild = games.guild"
            ' and absences."user" = seated."user"'
            ' where seated."user" > 0 and seated."user" % ? = ?'
            ' group by seated."user", games.guild order by seated."user", games.guild'
        )
        return [
            KnownPlayer(user, guild, latest, bool(live), since)
            for user, guild, latest, live, since in db.execute(sql, (nights, night % nights))
        ]

    @reads
    def people_on(self, db: Db, guild: int) -> list[int]:
        """All people who played on a server and are not forgotten, in order."""
        sql = (
            f'select distinct "user" from ({_SITTING}) as seated join games on games.id = game'
            ' where guild = ? and "user" > 0 order by "user"'
        )
        return [user for (user,) in db.execute(sql, (guild,))]

    @reads
    def servers(self, db: Db) -> Mapping[int, float | None]:
        """The servers with settings, or with games that name people, each with the moment since
        which the bot is gone from it; None: it is there."""
        there = (
            "select guild from games where guild > 0 and exists"
            f' (select 1 from ({_SITTING}) as seated where game = games.id and "user" > 0)'
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
        db.execute("delete from personal_settings where name like ?", (f"alerts:{guild}:%",))
        db.execute("delete from outbox where game = ?", (-guild,))  # posts about the server
        there = "game in (select id from games where guild = ?)"
        sql = f"update outbox set state = 'sent' where state in ('waiting', 'parked') and {there}"
        db.execute(sql, (guild,))

    @reads
    def personal_data(self, db: Db, user: int) -> Mapping[str, list[dict[str, Any]]]:
        """Everything stored about a person, by kind, each row by the names of its columns, with no
        other person's id but of people they block. It takes long in a large database."""
        found = {what: _rows(db, sql, user) for what, sql in OF_A_PERSON.items()}
        for row in found[ExportKind.CALLS]:
            row["post"] = _own(row["post"], user)
        for row in found[ExportKind.POSTS]:
            row["said"] = _own(row["said"], user)
        own = 'id in (select game from seats where "user" = :user)'
        hosted = f"select {_GAME} from games where host = :user and not {own}"
        found[ExportKind.NAMED] = _rows(db, hosted, user)
        for table, column in columns(Holds.IDS, Holds.TYPED):
            if PEOPLE[table].columns[column].heading is ExportKind.NAMED:
                found[ExportKind.NAMED] += _rows(db, _naming(table, column), user)
        return {str(kind): rows for kind, rows in found.items() if rows}


def _own(kind: str, user: int) -> str:
    """The kind of a post without the ids of other people."""
    head, *parts = kind.split(":")
    return ":".join((head, *(part for part in parts if part == str(user))))


def _rows(db: Db, sql: str, user: int) -> list[dict[str, Any]]:
    alone, rows = _standing_alone(user), db.execute(sql, {"user": user, "like": f"%{user}%"})
    names = [column[0] for column in rows.description]
    named = [dict(zip(names, row, strict=True)) for row in rows]
    texts = [row.get("said", "") + row.pop("within", "") for row in named]
    found = [row for row, text in zip(named, texts, strict=True) if not text or alone.search(text)]
    for row in found:
        if "said" in row:  # without ids of others, which are as long as Discord's
            row["said"] = re.sub(
                "[0-9]{15,}", lambda id_: id_[0] if id_[0] == str(user) else "…", row["said"]
            )
    return found


def _naming(table: str, column: str) -> str:
    """The statement for rows of a table with a person's id within a text."""
    about = f'\'{table}\' as "table", {table}."{column}" as within'
    named, belongs = f'{table}."{column}" like :like', PEOPLE[table].belongs
    if belongs == "game":
        return _by_game(about, table, named)
    server = f"{table}.guild as server, " if belongs else ""
    return f"select {server}{about} from {table} where {named}"

"""What is stored about one person, for their eyes: their own rows, and nobody else's id but of
people they block.

To find an id within a text, it walks through whole tables, so it is not for every day.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from storage.engine import Db
from storage.forgetting import standing_alone
from storage.people import PEOPLE, Holds, Kind, columns
from storage.verbs import Verbs, reads

_GAME = "games.kind, games.number, games.guild as server"
_SEAT = '(game, seat) in (select game, seat from seats where "user" = :user)'

# Each statement takes the person as :user; :like finds their id within a text: `said`, or `within`,
# which may hold other people's ids, so the export leaves it out. Kind.NAMED has several (`about`).
OF_A_PERSON: Final[Mapping[Kind, str]] = {
    Kind.SEATS: (
        f"select {_GAME}, coalesce(games.channel, games.home) as channel, games.status,"
        ' games.created, games.host = :user as host, seat, seats.name, "left"'
        ' from seats join games on games.id = game where "user" = :user order by game'
    ),
    Kind.SEATS_BEFORE: (
        f"select {_GAME}, seat, name, until from former_sitters"
        ' join games on games.id = game where "user" = :user order by game, until'
    ),
    Kind.TURNS: (
        f"select {_GAME}, log.n, log.text, log.at from log join games on games.id = game"
        f" where {_SEAT} and not exists (select 1 from former_sitters as former"
        " where former.game = log.game and former.seat = log.seat and former.until > log.n)"
        " order by game, log.n"
    ),
    Kind.TURNS_BEFORE: (
        f"select {_GAME}, log.n, log.text, log.at from log join games on games.id = log.game"
        " join former_sitters as former on former.game = log.game and former.seat = log.seat"
        ' where former."user" = :user and log.n < former.until and not exists'
        " (select 1 from former_sitters as earlier where earlier.game = log.game"
        " and earlier.seat = log.seat and earlier.until > log.n and earlier.until < former.until)"
        " order by log.game, log.n"
    ),
    Kind.PRESSES: (
        f"select {_GAME}, log.n, log.key as said, log.at from log"
        " join games on games.id = game where key like :like order by game, log.n"
    ),
    Kind.DRAFTS: (
        f"select {_GAME}, drafts.line from drafts join games on games.id = game where {_SEAT}"
    ),
    Kind.ORDERS: (
        f"select {_GAME}, condition, line from orders join games on games.id = game where {_SEAT}"
    ),
    Kind.RESULTS: (
        f"select {_GAME}, points, won, place from results"
        f" join games on games.id = game where {_SEAT} order by game"
    ),
    Kind.RATINGS: (
        f"select {_GAME}, mu, sigma, ratings.games from ratings"
        " join endings on endings.id = ending join games on games.id = game"
        ' where "user" = :user order by ending'
    ),
    Kind.TABLES: (
        "select guild as server, kind, month, games, won, streak from tallies"
        ' where "user" = :user order by guild, kind, month'
    ),
    Kind.CALLS: (
        f"select {_GAME}, outbox.kind as post, outbox.channel, outbox.at from outbox"
        " join games on games.id = game where called = :user order by outbox.id"
    ),
    Kind.POSTS: (
        "select games.kind, games.number, coalesce(games.guild, -outbox.game) as server,"
        " outbox.kind as said, outbox.at from outbox left join games on games.id = game"
        " where outbox.kind like :like order by outbox.id"
    ),
    Kind.REPORTS: (
        f"select {_GAME}, reference, reports.n, reports.at, reports.said as typed, state, record"
        ' from reports join games on games.id = game where "user" = :user order by reports.id'
    ),
    Kind.ABSENCES: 'select guild as server, since as at from absences where "user" = :user',
    Kind.PUZZLES: (
        'select kind, did, solved, at from puzzle_tries where "user" = :user order by at, did'
    ),
    Kind.REFUSED: 'select other as id from blocks where "user" = :user order by other',
    Kind.BARRED: 'select guild as server from bars where "user" = :user order by guild',
    Kind.LINKS: (
        f'select {_GAME}, until as at from links join games on games.id = game where "user" = :user'
    ),
    Kind.BROWSERS: (
        'select called, made as created, used as at from browsers where "user" = :user order by id'
    ),
    Kind.SETTINGS: 'select name, value from personal_settings where "user" = :user order by name',
}


_OTHERS: Final = re.compile("[0-9]{15,}")  # as long as Discord's ids are
_HOSTED: Final = (
    f"select {_GAME} from games where host = :user"
    ' and id not in (select game from seats where "user" = :user)'
)


class DisclosingVerbs(Verbs):
    @reads
    def about(self, db: Db, user: int) -> Mapping[str, list[dict[str, Any]]]:
        """Everything stored about a person, by kind, each row by the names of its columns, with no
        other person's id but of people they block. It takes long in a large database."""
        found = {what: _rows(db, sql, user) for what, sql in OF_A_PERSON.items()}
        for row in found[Kind.CALLS]:
            row["post"] = _own(row["post"], user)
        for row in found[Kind.POSTS]:
            row["said"] = _own(row["said"], user)
        found[Kind.NAMED] = _rows(db, _HOSTED, user)
        for table, column in columns(Holds.IDS, Holds.TYPED):
            if PEOPLE[table].columns[column].heading is Kind.NAMED:
                found[Kind.NAMED] += _rows(db, _naming(table, column), user)
        return {str(kind): rows for kind, rows in found.items() if rows}


def _own(kind: str, user: int) -> str:
    """The kind of a post without the ids of other people."""
    head, *parts = kind.split(":")
    return ":".join((head, *(part for part in parts if part == str(user))))


def _rows(db: Db, sql: str, user: int) -> list[dict[str, Any]]:
    alone = standing_alone(user)
    rows = db.execute(sql, {"user": user, "like": f"%{user}%"})
    names = [column[0] for column in rows.description]
    named = [dict(zip(names, row, strict=True)) for row in rows]
    texts = [row.get("said", "") + row.pop("within", "") for row in named]
    found = [row for row, text in zip(named, texts, strict=True) if not text or alone.search(text)]
    for row in found:
        if "said" in row:
            row["said"] = _OTHERS.sub(
                lambda each: each[0] if each[0] == str(user) else "…", row["said"]
            )
    return found


def _naming(table: str, column: str) -> str:
    """The statement for rows of a table with a person's id within a text."""
    about = f'\'{table}\' as "table", {table}."{column}" as within'
    named = f'{table}."{column}" like :like'
    match PEOPLE[table].belongs:
        case "game":
            return (
                f"select {_GAME}, {about} from {table} join games on games.id = game where {named}"
            )
        case "guild":
            return f"select {table}.guild as server, {about} from {table} where {named}"
        case _:
            return f"select {about} from {table} where {named}"

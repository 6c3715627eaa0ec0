"""Ratings and tallies in SQLite: written by the transaction that ends a game, and worked out anew
from the endings and results alone.

    game ends ──> endings, results ──_take──> ratings, tallies
    rebuild   ──> every ending in order ──_take──┘        the same function, so the same numbers
"""

import sqlite3
import time

from storage import settings
from storage.rating import NEW, RULE, SURE, WEEK, Ending, Player, Rating, places, rated, unrated
from storage.rows import ALL, EVER, HIDDEN, Change, GameRow
from storage.standings import RATING, WINS, Moved, Order, Rated, SeenTable, Standing

_RULE = "ratings rule"  # the setting that names the rule by which the ratings were worked out
_READ = "select id, game, guild, kind, at, people, turns, casual from endings"

# Whoever wants no name in tables is in none.
_SHOWN = (
    'not exists (select 1 from personal_settings hidden where hidden."user" = {table}."user"'
    f" and hidden.name = '{HIDDEN}' and hidden.value = 'on')"
)
_SCOPE = "guild = ? and kind = ? and month = ?"
# By what a table is ordered before wins: nothing, or ratings that are sure enough to be told.
_FIRST = {
    WINS: "0",
    RATING: (
        f"coalesce((select case when sigma < {SURE} then mu end from ratings"
        " where ratings.guild = tallies.guild and ratings.kind = tallies.kind"
        ' and ratings."user" = tallies."user" order by ending desc limit 1), -1e9)'
    ),
}
_Tally = tuple[int, int, int, float, int, int, str]


def end(db: sqlite3.Connection, game: GameRow, change: Change, at: float) -> None:
    """A game has ended with results."""
    casual = game.options.get("rated") == "no"
    values = (game.id, game.guild, game.kind, at, people(db, game.id), change.turns, casual)
    columns = "game, guild, kind, at, people, turns, casual"
    marks = ", ".join("?" * len(values))
    db.execute(f"insert into endings ({columns}, unrated) values ({marks}, '')", values)
    _take(db, _ending(db.execute(f"{_READ} where game = ?", (game.id,)).fetchone()))


def people(db: sqlite3.Connection, game: int) -> str:
    """The ids of those who sat there when a game began, in order."""
    return " ".join(map(str, sorted(each.user for each in _began(db, game))))


def reopen(db: sqlite3.Connection, game: GameRow) -> None:
    """Reopen a finished game: rebuild ratings without its result."""
    rebuild(db, game.guild, without=game.id)


def servers(db: sqlite3.Connection) -> list[int]:
    """The servers on which something is rated or counted, or should be."""
    tables = ("endings", "ratings", "tallies")
    each = " union ".join(f"select guild from {table}" for table in tables)
    return [guild for (guild,) in db.execute(f"{each} order by guild")]


def rebuild(db: sqlite3.Connection, guild: int, without: int | None = None) -> int:
    """Work everything of a server out anew from the endings and results; how many games that were.
    without: a game that has no ending any more."""
    for table in ("ratings", "tallies"):
        db.execute(f"delete from {table} where guild = ?", (guild,))
    db.execute("delete from endings where game = ?", (without,))
    # None is rated until it is its turn: rematches are counted among those before.
    db.execute("update endings set unrated = '?' where guild = ?", (guild,))
    read = f"{_READ} where guild = ? order by id"
    endings = [_ending(row) for row in db.execute(read, (guild,))]
    for ending in endings:
        _take(db, ending)
    return len(endings)


def is_ours(db: sqlite3.Connection) -> bool:
    """Whether everything was worked out by the rule of this version."""
    return settings.read(db, _RULE) == RULE


def note_ours(db: sqlite3.Connection) -> None:
    settings.write(db, _RULE, RULE)


def moved(db: sqlite3.Connection, game: int) -> Moved | None:
    found = db.execute("select id, unrated from endings where game = ?", (game,)).fetchone()
    if found is None:
        return None
    ending, why = found
    columns, shown = 'guild, kind, "user", mu, sigma, games', _SHOWN.format(table="ratings")
    sql = f"select {columns} from ratings where ending = ? and {shown}"
    rows = db.execute(sql, (ending,)).fetchall()
    changes = {
        user: (_before(db, guild, kind, user, ending), Rating(*now))
        for guild, kind, user, *now in rows
    }
    return Moved(why, changes)


def _current(db: sqlite3.Connection, guild: int, kind: str, user: int) -> Rating:
    sql = (
        "select coalesce(max(ending), 0) + 1 from ratings"
        ' where guild = ? and kind = ? and "user" = ?'
    )
    (after,) = db.execute(sql, (guild, kind, user)).fetchone()
    return _before(db, guild, kind, user, after)


def course(db: sqlite3.Connection, user: int, guild: int, kind: str, most: int = 50) -> list[Rated]:
    sql = (
        "select endings.game, endings.at, mu, sigma, games from ratings"
        " join endings on endings.id = ratings.ending"
        ' where ratings.guild = ? and ratings.kind = ? and "user" = ? order by ending desc limit ?'
    )
    rows = db.execute(sql, (guild, kind, user, most)).fetchall()
    return [Rated(game, at, Rating(*rating)) for game, at, *rating in reversed(rows)]


def table(
    db: sqlite3.Connection,
    guild: int,
    kind: str = ALL,
    month: str = EVER,
    most: int = 10,
    by: Order = WINS,
) -> list[Standing]:
    """The first ones; the same place for the same number of wins in as many games."""
    shown = _SHOWN.format(table="tallies")
    sql = f'{_tallies(by)} where {_SCOPE} and {shown} order by {_order(by)}, "user" limit ?'
    rows = db.execute(sql, (guild, kind, month, most)).fetchall()
    return [_standing(db, 1 + _first_tied(rows, row), guild, kind, row) for row in rows]


def standing(
    db: sqlite3.Connection,
    user: int,
    guild: int,
    kind: str = ALL,
    month: str = EVER,
    by: Order = WINS,
) -> Standing | None:
    """Somebody's own line, with the place that it would have among those that are shown."""
    scope = (guild, kind, month)
    row = db.execute(f'{_tallies(by)} where {_SCOPE} and "user" = ?', (*scope, user)).fetchone()
    if row is None:
        return None
    _, games, won, first, *_ = row
    shown = _SHOWN.format(table="tallies")
    better = f"select count(*) from tallies where {_SCOPE} and {shown} and {_FIRST[by]}"
    (more,) = db.execute(f"{better} = ? and won > ?", (*scope, first, won)).fetchone()
    (fewer,) = db.execute(
        f"{better} = ? and won = ? and games < ?", (*scope, first, won, games)
    ).fetchone()
    (before,) = (0,) if by == WINS else db.execute(f"{better} > ?", (*scope, first)).fetchone()
    return _standing(db, 1 + before + more + fewer, guild, kind, row)


def table_of(
    db: sqlite3.Connection,
    user: int,
    guild: int,
    kind: str = ALL,
    month: str = EVER,
    by: Order = WINS,
    most: int = 10,
) -> SeenTable:
    """The table as somebody sees it, with their own line."""
    first = tuple(table(db, guild, kind, month, most, by))
    shown = f"{_SCOPE} and {_SHOWN.format(table='tallies')}"
    sql = f"select count(*) from tallies where {shown}"
    (total,) = db.execute(sql, (guild, kind, month)).fetchone()
    hidden = settings.read_personal(db, user).get(HIDDEN) == "on"
    return SeenTable(first, standing(db, user, guild, kind, month, by), hidden, total)


def _tallies(by: Order) -> str:
    return (
        f'select "user", games, won, {_FIRST[by]} as first, streak, latest, (select name from seats'
        ' where seats."user" = tallies."user" and seats.game = tallies.latest) from tallies'
    )


def _order(by: Order) -> str:
    return "won desc, games" if by == WINS else "first desc, won desc, games"


def _first_tied(rows: list[_Tally], row: _Tally) -> int:
    """How many stand before the first one with as many wins and games, by ratings the same one."""
    return next(n for n, other in enumerate(rows) if other[1:4] == row[1:4])


def _standing(db: sqlite3.Connection, place: int, guild: int, kind: str, row: _Tally) -> Standing:
    user, games, won, _, streak, latest, name = row
    rating = None if kind == ALL else _current(db, guild, kind, user)
    return Standing(place, user, name, games, won, streak, rating, latest)


def _ending(row: tuple[int, int, int, str, float, str, int, int]) -> Ending:
    id_, game, guild, kind, at, people, turns, casual = row
    there = tuple(map(int, people.split()))
    return Ending(id_, game, guild, kind, at, there, turns, bool(casual))


def _take(db: sqlite3.Connection, ending: Ending) -> None:
    """All that comes of an ending; those before it have been taken."""
    began = _began(db, ending.game)
    why = unrated(ending, began, _rematches(db, ending))
    db.execute("update endings set unrated = ? where id = ?", (why, ending.id))
    if not why:
        _rate(db, ending, places(began))
    sql = (
        'select "user", won from results join seats using (game, seat) where game = ? order by seat'
    )
    if not _computers(db, ending.game):
        for user, won in db.execute(sql, (ending.game,)).fetchall():
            _count(db, ending, user, won)


def _began(db: sqlite3.Connection, game: int) -> list[Player]:
    """Who sat there when a game began, by seat."""
    sql = (
        'select seat, "user", computer, excused from former_sitters where game = ?'
        " order by until desc"
    )
    gave_up = {seat: each for seat, *each in db.execute(sql, (game,))}
    sql = (
        'select seat, place, "left", "user", computer, excused from seats'
        " join results using (game, seat) where game = ? order by seat"
    )
    found = []
    for seat, place, left, *now in db.execute(sql, (game,)).fetchall():
        user, computer, excused = gave_up.get(seat, now)
        mine = bool(left), seat in gave_up, bool(excused)
        found.append(Player(user, bool(computer), place, *mine))
    return found


def _computers(db: sqlite3.Connection, game: int) -> bool:
    """A computer plays there, or has played."""
    sql = " union all ".join(
        f"select 1 from {table} where game = ? and computer <> ''"
        for table in ("seats", "former_sitters")
    )
    return db.execute(f"{sql} limit 1", (game, game)).fetchone() is not None


def _rematches(db: sqlite3.Connection, ending: Ending) -> int:
    people = " ".join(map(str, ending.people))
    where = "guild = ? and kind = ? and people = ? and at > ? and unrated = '' and id < ?"
    sql = f"select count(*) from endings indexed by endings_people where {where}"
    values = (ending.guild, ending.kind, people, ending.at - WEEK, ending.id)
    return int(db.execute(sql, values).fetchone()[0])


def _rate(db: sqlite3.Connection, ending: Ending, places: dict[int, int]) -> None:
    before = [_before(db, ending.guild, ending.kind, user, ending.id) for user in places]
    for user, now in zip(places, rated(before, [*places.values()]), strict=True):
        _write(db, ending, user, now)


def _write(db: sqlite3.Connection, ending: Ending, user: int, now: Rating) -> None:
    columns = 'guild, kind, "user", ending, mu, sigma, games'
    sql = f"insert into ratings ({columns}) values (?, ?, ?, ?, ?, ?, ?)"
    db.execute(sql, (ending.guild, ending.kind, user, ending.id, *now))


def _before(db: sqlite3.Connection, guild: int, kind: str, user: int, ending: int) -> Rating:
    """What was believed of somebody before an ending."""
    sql = (
        "select mu, sigma, games from ratings"
        ' where guild = ? and kind = ? and "user" = ? and ending < ? order by ending desc limit 1'
    )
    found = db.execute(sql, (guild, kind, user, ending)).fetchone()
    return NEW if found is None else Rating(*found)


def _count(db: sqlite3.Connection, ending: Ending, user: int, won: int) -> None:
    month = time.strftime("%Y-%m", time.gmtime(ending.at))
    sql = (
        'insert into tallies (guild, kind, month, "user", games, won, streak, latest)'
        ' values (?, ?, ?, ?, 1, ?, ?, ?) on conflict (guild, kind, month, "user")'
        " do update set games = tallies.games + 1, won = tallies.won + excluded.won,"
        " latest = excluded.latest,"
        " streak = case excluded.won when 0 then 0 else tallies.streak + 1 end"
    )
    scopes = [(kind, when) for kind in (ending.kind, ALL) for when in (EVER, month)]
    rows = [(ending.guild, *scope, user, won, won, ending.game) for scope in scopes]
    db.executemany(sql, rows)

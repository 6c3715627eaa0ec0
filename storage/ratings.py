"""The tables endings, ratings and tallies: written by the transaction that ends a game, and worked
out again from the endings and results alone, by the same function."""

import time
from functools import partial
from typing import Any, Final, TypeAlias

from storage import rows as stored
from storage import settings
from storage.engine import Db
from storage.rating import NEW, SURE, WEEK, Player, RatedEnding, Rating, places, rate, why_unrated
from storage.terminal import progress
from storage.verbs import StoreBase, insert, reads

_READ: Final = "select id, game, guild, kind, at, people, turns, casual from endings"
# Hidden people are in no table.
_SHOWN: Final = (
    'not exists (select 1 from personal_settings hidden where hidden."user" = {table}."user"'
    f" and hidden.name = '{stored.HIDDEN}' and hidden.value = 'on')"
)
_SCOPE: Final = "guild = ? and kind = ? and month = ?"
_Scope: TypeAlias = tuple[int, str, str]
# What orders a table before wins: nothing, or ratings that are sure enough to be shown.
_FIRST: Final = {
    stored.WINS: "0",
    stored.RATING: (
        f"coalesce((select case when sigma < {SURE} then mu end from ratings"
        " where ratings.guild = tallies.guild and ratings.kind = tallies.kind"
        ' and ratings."user" = tallies."user" order by ending desc limit 1), -1e9)'
    ),
}


class RatingVerbs(StoreBase):
    @reads
    def standings(
        self,
        db: Db,
        guild: int,
        kind: str = stored.ALL,
        month: str = stored.EVER,
        most: int = 10,
        by: stored.Order = stored.WINS,
    ) -> list[stored.Standing]:
        """The first lines of a server's table, of a kind or of all, of a month such as `2026-11`
        or of all months: by wins, then by the fewest games; or by ratings that are sure. People
        with the same wins and games share a place. Hidden people are left out."""
        return _table(db, (guild, kind, month), by, most)

    @reads
    def table_of(
        self,
        db: Db,
        user: int,
        guild: int,
        kind: str = stored.ALL,
        month: str = stored.EVER,
        by: stored.Order = stored.WINS,
        most: int = 10,
    ) -> stored.SeenTable:
        """That table as a person sees it, with their own line, also of a hidden person: with the
        place that it has among those that are shown."""
        scope = (guild, kind, month)
        sql = f"select count(*) from tallies where {_SCOPE} and {_SHOWN.format(table='tallies')}"
        (total,) = db.execute(sql, scope).fetchone()
        hidden = settings.of_people(db, [user])[user].get(stored.HIDDEN) == "on"
        first, own = _table(db, scope, by, most), _line(db, user, scope, by)
        return stored.SeenTable(tuple(first), own, hidden, total)

    @reads
    def rating_changes(self, db: Db, game: int) -> stored.RatingChange | None:
        """How a game changed ratings. None: it has not ended with a result."""
        found = db.execute("select id, unrated from endings where game = ?", (game,)).fetchone()
        if found is None:
            return None
        ending, why = found
        columns, shown = 'guild, kind, "user", mu, sigma, games', _SHOWN.format(table="ratings")
        sql = f"select {columns} from ratings where ending = ? and {shown}"
        changes = {
            user: (_before(db, guild, kind, user, ending), Rating(*now))
            for guild, kind, user, *now in db.execute(sql, (ending,)).fetchall()
        }
        return stored.RatingChange(why, changes)

    @reads
    def rating_history(
        self, db: Db, user: int, guild: int, kind: str, most: int = 50
    ) -> list[stored.Rated]:
        """A person's last rated games of a kind on a server, earliest first."""
        sql = (
            "select endings.game, endings.at, mu, sigma, games from ratings"
            " join endings on endings.id = ratings.ending"
            ' where ratings.guild = ? and ratings.kind = ? and "user" = ?'
            " order by ending desc limit ?"
        )
        rows = db.execute(sql, (guild, kind, user, most)).fetchall()
        return [stored.Rated(game, at, Rating(*rating)) for game, at, *rating in reversed(rows)]

    async def rebuild_ratings(self) -> int:
        """Work out all ratings and tables again, from the results alone; of how many games. Each
        server is a transaction of its own, for which the games that end there wait."""
        games = 0
        tables = (f"select guild from {table}" for table in ("endings", "ratings", "tallies"))
        sql = f"{' union '.join(tables)} order by guild"
        for (guild,) in await self._thread.read(lambda db: db.execute(sql).fetchall()):
            self._cache.count_write()
            games += await self._thread.write(partial(rebuild, guild=guild))
        return games


def end(db: Db, game: stored.GameRow, change: stored.Change, at: float) -> None:
    """Write the ending of a game with results, and its ratings."""
    casual = game.options.get("rated") == "no"
    row = (game.id, game.guild, game.kind, at, people(db, game.id), change.turns, casual, "")
    insert(db, "endings", "game, guild, kind, at, people, turns, casual, unrated", [row])
    _take(db, RatedEnding(*db.execute(f"{_READ} where game = ?", (game.id,)).fetchone()))


def people(db: Db, game: int) -> str:
    """The ids of the people who sat at a game when it began, in order."""
    return " ".join(map(str, sorted(each.user for each in _began(db, game))))


def rebuild(db: Db, guild: int, without: int | None = None) -> int:
    """Work out a server's ratings and tallies again, from endings and results; of how many games.
    without: a game that no longer has an ending."""
    for table in ("ratings", "tallies"):
        db.execute(f"delete from {table} where guild = ?", (guild,))
    db.execute("delete from endings where game = ?", (without,))
    # A game is rated only in its turn, as it counts the rated rematches before it.
    db.execute("update endings set unrated = '?' where guild = ?", (guild,))
    read = f"{_READ} where guild = ? order by id"
    endings = [RatedEnding(*row) for row in db.execute(read, (guild,))]
    for ending in progress("Rating", endings):
        _take(db, ending)
    return len(endings)


def _table(db: Db, scope: _Scope, by: stored.Order, most: int) -> list[stored.Standing]:
    order = "won desc, games" if by == stored.WINS else "first desc, won desc, games"
    shown = _SHOWN.format(table="tallies")
    sql = f'{_tallies(by)} where {_SCOPE} and {shown} order by {order}, "user" limit ?'
    rows = db.execute(sql, (*scope, most)).fetchall()
    tied = [row[1:4] for row in rows]  # with the same wins, games and rating
    return [_standing(db, 1 + tied.index(row[1:4]), scope, row) for row in rows]


def _line(db: Db, user: int, scope: _Scope, by: stored.Order) -> stored.Standing | None:
    row = db.execute(f'{_tallies(by)} where {_SCOPE} and "user" = ?', (*scope, user)).fetchone()
    if row is None:
        return None
    _, games, won, first, *_ = row
    shown = _SHOWN.format(table="tallies")
    better = f"({_FIRST[by]}, won, -games) > (?, ?, ?)"
    sql = f"select 1 + count(*) from tallies where {_SCOPE} and {shown} and {better}"
    (place,) = db.execute(sql, (*scope, first, won, -games)).fetchone()
    return _standing(db, place, scope, row)


def _tallies(by: stored.Order) -> str:
    return (
        f'select "user", games, won, {_FIRST[by]} as first, streak, latest, (select name from seats'
        ' where seats."user" = tallies."user" and seats.game = tallies.latest) from tallies'
    )


def _standing(db: Db, place: int, scope: _Scope, row: tuple[Any, ...]) -> stored.Standing:
    user, games, won, _, streak, latest, name = row
    guild, kind, _ = scope
    rating = (
        None if kind == stored.ALL else _before(db, guild, kind, user, 2**62)
    )  # after all endings
    return stored.Standing(place, user, name, games, won, streak, rating, latest)


def _take(db: Db, ending: RatedEnding) -> None:
    """Write the ratings and tallies of an ending, after those of all endings before it."""
    began = _began(db, ending.game)
    where = "guild = ? and kind = ? and people = ? and at > ? and unrated = '' and id < ?"
    values = (ending.guild, ending.kind, ending.people, ending.at - WEEK, ending.id)
    sql = f"select count(*) from endings indexed by endings_people where {where}"
    (rematches,) = db.execute(sql, values).fetchone()
    why = why_unrated(ending, began, rematches)
    db.execute("update endings set unrated = ? where id = ?", (why, ending.id))
    if not why:
        placed, guild, kind = places(began), ending.guild, ending.kind
        before = [_before(db, guild, kind, user, ending.id) for user in placed]
        after = zip(placed, rate(before, [*placed.values()]), strict=True)
        rows = [(guild, kind, user, ending.id, *now) for user, now in after]
        insert(db, "ratings", 'guild, kind, "user", ending, mu, sigma, games', rows)
    sql = (
        'select "user", won from results join seats using (game, seat) where game = ? order by seat'
    )
    tables = ("seats", "former_sitters")
    computers = (f"select 1 from {table} where game = ? and computer <> ''" for table in tables)
    if not db.execute(" union all ".join(computers), (ending.game, ending.game)).fetchone():
        for user, won in db.execute(sql, (ending.game,)).fetchall():
            _count(db, ending, user, won)


def _began(db: Db, game: int) -> list[Player]:
    """The people who sat at a game when it began, by seat."""
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


def _before(db: Db, guild: int, kind: str, user: int, ending: int) -> Rating:
    """A person's rating before an ending."""
    sql = (
        "select mu, sigma, games from ratings"
        ' where guild = ? and kind = ? and "user" = ? and ending < ? order by ending desc limit 1'
    )
    found = db.execute(sql, (guild, kind, user, ending)).fetchone()
    return NEW if found is None else Rating(*found)


def _count(db: Db, ending: RatedEnding, user: int, won: int) -> None:
    month = time.strftime("%Y-%m", time.gmtime(ending.at))
    sql = (
        'insert into tallies (guild, kind, month, "user", games, won, streak, latest)'
        ' values (?, ?, ?, ?, 1, ?, ?, ?) on conflict (guild, kind, month, "user")'
        " do update set games = tallies.games + 1, won = tallies.won + excluded.won,"
        " latest = excluded.latest,"
        " streak = case excluded.won when 0 then 0 else tallies.streak + 1 end"
    )
    scopes = [(kind, when) for kind in (ending.kind, stored.ALL) for when in (stored.EVER, month)]
    db.executemany(sql, [(ending.guild, *scope, user, won, won, ending.game) for scope in scopes])

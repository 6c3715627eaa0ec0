"""How a game begins, moves on, and is read: the tables games, log, keys and results."""

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from storage import outbox, ratings, seats, settings, timers
from storage.engine import Db
from storage.errors import Already, Conflict, Full, Taken
from storage.rows import (
    BOARD,
    KEEP,
    LASTING,
    NATURE,
    PAGE,
    SEVERAL,
    TABLE,
    Change,
    ClockRow,
    DraftRow,
    FinishedGame,
    Former,
    GameRow,
    Line,
    LostSeat,
    NewGame,
    OrderRow,
    Row,
    Telling,
    Timer,
)
from storage.settings import ByPerson
from storage.verbs import StoreBase, insert, read_log, reads, writes

COLUMNS: Final = (
    "kind, number, edition, options, seed, guild, home, channel, host,"
    " n, status, on_turn, created, changed, commitment, stands, language"
)
LIVE: Final = "status in ('lobby', 'playing')"  # word for word as in the indexes, or they go unused
_LATER: Final = "settled, held, version"  # columns that a new game leaves at 0
_LATEST: Final = (
    "coalesce((select message from outbox indexed by outbox_latest where game = games.id"
    " and kind = '{}' and message is not null order by id desc limit 1), 0)"
)
_NEWEST: Final = f"max({', '.join(map(_LATEST.format, LASTING))})"
_MINE: Final = 'id in (select game from seats where "user" = ? and "left" = 0)'
_SAT: Final = 'id in (select game from seats where "user" = ?)'
_VARYING: Final = (
    *("n", "stands", "status", "channel", "home", "on_turn"),
    *("changed", "settled", "held", "version", "language"),
)
_ByGame: TypeAlias = Mapping[int, tuple[Any, ...]]


class GameVerbs(StoreBase):
    async def game(self, game: int) -> GameRow | None:
        """The game with this id."""
        found = self._cache.game(game)
        return found or await self._cached(self._thread.read(lambda db: by_id(db, game)))

    async def game_in_channel(self, channel: int) -> GameRow | None:
        """The live game in a channel, else the one that ended there last."""

        def work(db: Db) -> GameRow | None:
            live = _first(db, f"where channel = ? and {LIVE}", channel)
            ended = "status in ('over', 'cancelled') order by changed desc, id desc limit 1"
            return live or _first(db, f"where channel = ? and {ended}", channel)

        return self._cache.game_in_channel(channel) or await self._cached(self._thread.read(work))

    async def _cached(self, reading: Awaitable[GameRow | None]) -> GameRow | None:
        since = self._cache.writes
        if (row := await reading) is not None:
            self._cache.put(since, row)
        return row

    @reads
    def games_by_ids(self, db: Db, games: Collection[int]) -> list[GameRow]:
        """The games with these ids, in order of id."""
        marks = ", ".join("?" * len(games))
        return _read(db, f"where id in ({marks}) order by id", *games) if games else []

    @reads
    def find_by_name(self, db: Db, guild: int, kind: str, number: int) -> GameRow | None:
        """The game that people name by its kind and number on a server."""
        return _first(db, "where guild = ? and kind = ? and number = ?", guild, kind, number)

    @reads
    def games_in_reach(self, db: Db, channel: int) -> list[GameRow]:
        """The live games in a channel and in threads opened from it, oldest first."""
        # One live game at most is in the channel itself, and it may have begun in another channel.
        ids = (
            f"select id from games indexed by games_live where channel = ? and {LIVE} union"
            f" select id from games indexed by games_home where home = ? and {LIVE}"
        )
        return _read(db, f"where id in ({ids}) order by id", channel, channel)

    @reads
    def open_games(self, db: Db, after: GameRow | None = None, most: int = PAGE) -> list[GameRow]:
        """At most `most` live games that come after the game `after`, server by server, oldest
        first. Call `every_open_game` to read them all."""
        # SQLite would rather walk through all games, as they are in order.
        where = f"indexed by games_guild where {LIVE} and (guild, id) > (?, ?)"
        # No server has this id; those of direct messages are below zero.
        begin = (after.guild, after.id) if after else (-(2**63), 0)
        return _read(db, f"{where} order by guild, id limit ?", *begin, most)

    @reads
    def games_of(self, db: Db, user: int) -> list[GameRow]:
        """The live games in which a person sits and that they have not left, oldest first."""
        return _read(db, f"where {_MINE} and {LIVE} order by id", user)

    @reads
    def games_of_both(self, db: Db, user: int, other: int, kind: str) -> list[GameRow]:
        """The games of a kind, live or not, in which two people sit and that neither has left."""
        return _read(db, f"where {_MINE} and {_MINE} and kind = ? order by id", user, other, kind)

    @reads
    def games_on(self, db: Db, guild: int) -> list[GameRow]:
        """The live games of a server, oldest first."""
        return _read(db, f"indexed by games_guild where guild = ? and {LIVE} order by id", guild)

    @reads
    def newest(self, db: Db, guild: int, kind: str, most: int) -> list[GameRow]:
        """The last games of a kind that were opened on a server, live or not, latest first."""
        where = "where guild = ? and kind = ? order by number desc limit ?"
        return _read(db, where, guild, kind, most)

    @reads
    def page_of_games(
        self, db: Db, before: int, most: int, guild: int, user: int, status: str = ""
    ) -> list[GameRow]:
        """At most `most` games with ids below `before`, latest first: those of a server or, if it
        is 0, of a person; status: only these."""
        # `+`: many games of other servers come in between, so no walk by id.
        here, value = ("guild = ?", guild) if guild else (_SAT, user)
        ids = f"select id from games where {here} and +id < ?"
        values: list[object] = [value, before]
        if status:
            ids, values = f"{ids} and status = ?", [*values, status]
        where = f"where id in ({ids} order by +id desc limit ?) order by id desc"
        return _read(db, where, *values, most)

    @reads
    def results_of(
        self, db: Db, games: Collection[int]
    ) -> Mapping[tuple[int, int], tuple[int, bool, int]]:
        """The points, the victory and the place of each seat of finished games."""
        marks = ", ".join("?" * len(games))
        sql = f"select game, seat, points, won, place from results where game in ({marks})"
        rows = db.execute(sql, tuple(games)) if games else ()
        return {(game, seat): (points, bool(won), place) for game, seat, points, won, place in rows}

    @reads
    def lost_seats(self, db: Db, user: int, since: float) -> list[LostSeat]:
        """The seats that a person lost since a moment, latest first."""
        given_up = (
            "select seats.game, seats.seat, log.n, at from seats join games on"
            " games.id = seats.game join log on log.game = seats.game and log.seat = ?"
            " and text = 'leave ' || seats.seat"
            ' where "user" = ? and "left" = 1 and changed >= ? and at >= ?'
        )
        handed_over = (
            "select former.game, former.seat, log.n, at from former_sitters as former"
            ' join log on log.game = former.game and log.n = until where "user" = ? and at >= ?'
            " and not exists (select 1 from seats"
            ' where seats.game = former.game and seats."user" = former."user")'
        )
        sql = f"{given_up} union {handed_over} order by 4 desc, 1 desc"
        rows = db.execute(sql, (TABLE, user, since, since, user, since)).fetchall()
        return [LostSeat(must_be_stored(db, game), seat, n, at) for game, seat, n, at in rows]

    @reads
    def games_begun(self, db: Db, user: int, kind: str, before: int) -> int:
        """How many games of a kind, at most SEVERAL, with ids below `before` a person began."""
        return count_begun(db, user, kind, before)

    @reads
    def beaten_level(self, db: Db, user: int, kind: str) -> str:
        """The level of the computers that a person beat last in a kind of game, or empty."""
        sql = (
            "select others.computer from seats as own join results using (game, seat)"
            " join games on games.id = own.game join seats as others on others.game = own.game"
            ' where own."user" = ? and own."left" = 0 and won = 1 and kind = ?'
            " and status = 'over' and others.computer <> '' order by own.game desc limit 1"
        )
        row = db.execute(sql, (user, kind)).fetchone()
        return str(row[0]) if row else ""

    @reads
    def finished_games(
        self, db: Db, user: int, guild: int, kind: str, most: int = 30
    ) -> list[FinishedGame]:
        """A person's last finished games of a kind on a server, latest first."""
        sql = (
            "select game, seat, won from seats join endings using (game)"
            ' join results using (game, seat) where "user" = ? and endings.guild = ?'
            " and endings.kind = ? order by game desc limit ?"
        )
        rows = db.execute(sql, (user, guild, kind, most)).fetchall()
        return [FinishedGame(must_be_stored(db, game), seat, bool(won)) for game, seat, won in rows]

    @reads
    def log(self, db: Db, game: int, after: int = 0) -> list[Row]:
        """The rows of a game after row `after`, in order."""
        return read_log(db, game, after)

    @reads
    def find_commit(self, db: Db, key: str) -> tuple[int, int] | None:
        """(game id, last row) of the commit that had this key, if there was one."""
        return find_key(db, key)

    @writes
    def create(self, db: Db, new: NewGame) -> GameRow:
        """Open a lobby with the next free number of (guild, kind). Its log has one row, and more if
        others sit down at once. Raises Already if the key is known, Full if the host or the server
        has as many live games as the limits allow, Taken if the channel has a live game."""
        at = self.now()
        _refuse_known(db, new.key)
        _refuse_full(db, new)
        _refuse_taken(db, new.channel)
        last = "select coalesce(max(number), 0) from games where guild = ? and kind = ?"
        (number,) = db.execute(last, (new.guild, new.kind)).fetchone()
        options, n = json.dumps(dict(new.options)), 1 + len(new.more)
        columns = (new.kind, number + 1, new.edition, options, new.seed, new.guild, new.home)
        lobby = (new.channel, new.host.user, n, new.status, None, at, at, new.commitment, n)
        values = (*columns, *lobby, new.language)
        marks = ", ".join("?" * len(values))
        sql = f"insert into games ({COLUMNS}) values ({marks}) returning id"
        game = int(db.execute(sql, values).fetchone()[0])
        seats.write(db, game, (new.host, *new.others))
        _write_lines(db, game, 1, (Line(TABLE, new.text, ""), *new.more), new.key, at)
        timers.write(db, game, new.timers)
        return replace(must_be_stored(db, game), posts=outbox.write(db, game, 1, new.posts, at))

    async def commit(self, game: int, n: int, change: Change) -> GameRow:
        """Move a game on from row `n`: log, seats, columns, results, timers, clocks, posts. Its
        drafts are deleted. The key goes with the first line. A change without lines leaves `n` and
        the drafts as they are. Orders are deleted if their seat changes hands, or the game ends.
        Raises Already if the key is known; Conflict if the game is not at `n`, or if its standing
        orders, its clocks or its sitters' settings are not those of the change (it was found at `n`
        then); Taken if the channel has another live game."""
        now, cached = self.now(), self._cache.without_settings(game)
        write = self._cache.invalidate(game, wide=bool(change.status or change.sitters))

        def work(db: Db) -> tuple[GameRow, Telling | None]:
            row = _commit(db, now, cached, game, n, change)
            return row, self._tell(db, row) if change.posts else None

        try:
            row, telling = await self._thread.write(work)
        except BaseException:
            self._logs.doubt(game)
            raise
        self._cache.put(write, row, telling)
        return row

    async def telling(self, game: int) -> Telling:
        """A stored game with everything that a post about it shows, as of one moment."""
        if telling := self._cache.take_telling(game):
            return telling
        return await self._thread.read(lambda db: self._tell(db, must_be_stored(db, game)))

    def _tell(self, db: Db, row: GameRow) -> Telling:
        begun = 0
        if row.on_turn is not None:
            begun = count_begun(db, row.sitters[row.on_turn].user, row.kind, row.id)
        return Telling(row, self._logs.rows(db, row.id), outbox.last_two(db, row.id, BOARD), begun)


def by_id(db: Db, game: int) -> GameRow | None:
    """The game with this id."""
    return _first(db, "where id = ?", game)


def must_be_stored(db: Db, game: int) -> GameRow:
    """The game with this id, which is there."""
    row = by_id(db, game)
    assert row is not None
    return row


def count_begun(db: Db, user: int, kind: str, before: int) -> int:
    """How many games of a kind with ids below `before` a person plays or has finished."""
    # Seats first, and no further than needed: a person may have played thousands of games.
    sql = (
        'select distinct game from seats where "user" = ? and game < ? and exists (select 1'
        " from games where id = game and kind = ? and status in ('playing', 'over')) limit ?"
    )
    return len(db.execute(sql, (user, before, kind, SEVERAL)).fetchall())


def find_key(db: Db, key: str) -> tuple[int, int] | None:
    """(game id, last row) of the commit that had this key, if there was one."""
    rows, others = "select game, n, 1 from log where", "select game, n, 0 from keys where"
    row = db.execute(f"{rows} key = ? union all {others} key = ?", (key, key)).fetchone()
    if row is None:
        return None
    found = row[0], row[1]
    if not row[2]:
        return found
    # That commit wrote up to the row before the next one with a key, or to the end of the log.
    next_key = "select min(n) - 1 from log where game = ? and n > ? and key is not null"
    last = "select max(n) from log where game = ?"
    (n,) = db.execute(f"select coalesce(({next_key}), ({last}))", (*found, found[0])).fetchone()
    return found[0], n


def _read(db: Db, where: str, *values: object) -> list[GameRow]:
    sql = f"select id, {COLUMNS}, {_LATER}, {_NEWEST}, {_ANY} from games {where}"
    rows = db.execute(sql, values).fetchall()
    pages = (rows[first : first + PAGE] for first in range(0, len(rows), PAGE))
    return [game for page in pages for game in _games(db, page)]


def _first(db: Db, where: str, *values: object) -> GameRow | None:
    return next(iter(_read(db, where, *values)), None)


def _games(db: Db, rows: Sequence[tuple[Any, ...]]) -> Iterator[GameRow]:
    """The games of these rows, with their rows in other tables."""
    found: dict[str, Mapping[int, Any]] = {"sitters": seats.sitters(db, [row[0] for row in rows])}
    for k, (name, part) in enumerate(_PARTS.items(), -len(_PARTS)):
        if some := [row[0] for row in rows if row[k]]:
            found[name] = part.read(db, some)
    for row in rows:
        *columns, stands, language, settled, held, version, post = row[: -len(_PARTS)]
        columns[4] = _options(row[4])
        rest = {name: by_game.get(row[0], ()) for name, by_game in found.items()}
        rest |= {"stands": stands, "settled": bool(settled), "held": held, "post": post}
        yield GameRow(*columns, **{**rest, "version": version, "language": language})


@lru_cache(256)
def _options(text: str) -> Mapping[str, str]:
    return MappingProxyType(json.loads(text))


def changed_parts(db: Db, game: GameRow, change: Change) -> dict[str, Any]:
    """The parts that a change wrote but former sitters and drafts, by the fields of a GameRow."""
    ends, sitters = not game.live, change.sitters is not None
    written = {
        "timers": bool(change.timers or change.done) or ends,
        "orders": bool(game.orders) and (change.fates is not None or sitters or ends),
        "clocks": bool(change.clocks),
    }
    return {
        name: _PARTS[name].read(db, [game.id]).get(game.id, ())
        for name, wrote in written.items()
        if wrote
    }


class _Part(NamedTuple):
    """A table with rows of a game, which most games don't have."""

    rows: str  # columns and table
    order: str
    make: Callable[..., object]  # makes a value of a row

    def read(self, db: Db, games: Collection[int]) -> _ByGame:
        """The rows of these games, by game."""
        marks, found = ", ".join("?" * len(games)), dict[int, tuple[Any, ...]]()
        sql = f"select game, {self.rows} where game in ({marks}) order by {self.order}"
        for game, *row in db.execute(sql, tuple(games)):
            found[game] = (*found.get(game, ()), self.make(*row))
        return found


# By the fields of a GameRow.
_PARTS: Final = {
    "timers": _Part(f"{timers.COLUMNS} from timers", "due, id", Timer),
    "orders": _Part("id, seat, condition, mark, line, fell from orders", "id", OrderRow),
    "clocks": _Part('seat, "left", since from clocks', "seat", ClockRow),
    "former": _Part(
        'seat, until, "user", name, computer, excused from former_sitters',
        "until, seat",
        lambda seat, until, user, name, computer, excused: Former(
            seat, until, user, name, computer, bool(excused)
        ),
    ),
    "drafts": _Part("seat, n, line, key from drafts", "seat", DraftRow),
}
# Not `exists`: PostgreSQL would rather read such a table as a whole if it expects many games.
_ANY: Final = ", ".join(
    f"(select 1 from {part.rows.split(' from ')[1]} where game = games.id limit 1)"
    for part in _PARTS.values()
)


def _commit(db: Db, at: float, known: GameRow | None, game: int, n: int, change: Change) -> GameRow:
    """The game after a change. known: the game as it was written or read last, if it is cached."""
    _refuse_known(db, change.key)
    version, found = _version(db, game) if known else (None, {})
    before = known if known and known.version == version else by_id(db, game)
    if before is None or before.n != n:
        raise Conflict(game, n, None if before is None else before.n)
    # The settings of everyone who sits there before or after the change.
    own: dict[int, Mapping[str, str]] = {each.user: each.settings for each in before.sitters}
    own |= found if before is known else {}
    own |= settings.of_people(db, {s.user for s in change.sitters or ()} - own.keys())
    if not _fits(before, own, change):
        raise Conflict(game, n, n)
    after = _changed(before, change, own, at)
    if after.live and (not before.live or after.channel != before.channel):
        _refuse_taken(db, after.channel)
    # A column in the statement is written to each of its indexes, even if it stays the same.
    varied = [x for x in _VARYING if getattr(before, x) != getattr(after, x)]
    values = [getattr(after, column) for column in varied]
    db.execute(f"update games set {' = ?, '.join(varied)} = ? where id = ?", (*values, game))
    if change.lines:
        _write_lines(db, game, n + 1, change.lines, change.key, at)
    elif change.posts and change.key:
        # After 30 days nobody repeats a press.
        db.execute("delete from keys where at < ?", (at - 30 * 86_400.0,))
        insert(db, "keys", "key, game, n, at", [(change.key, game, n, at)])
    seats.follow(db, before, after, change)
    _write_results(db, before, after, change, at)
    if not after.live:
        db.execute("delete from orders where game = ?", (game,))
    ends = before.live and not after.live
    if change.timers or change.done or ends:
        timers.drop(db, game, (*change.done, *(before.timers if ends else ())))
        timers.write(db, game, change.timers)
    posts = outbox.write(db, game, after.n, change.posts, at)
    return replace(after, posts=posts, **changed_parts(db, after, change))


def _refuse_known(db: Db, key: str) -> None:
    if found := find_key(db, key):
        raise Already(*found)


def _refuse_full(db: Db, new: NewGame) -> None:
    here = f"select count(*) from games indexed by games_guild where guild = ? and {LIVE}"
    # A game no longer counts for a host who left it.
    seated = 'exists (select 1 from seats where "user" = host and game = id and "left" = 0)'
    hosted = f"{here} and host = ? and {seated}", (new.guild, new.host.user)
    for limit, (sql, values), mine in (
        (new.limits.person, hosted, True),
        (new.limits.server, (here, (new.guild,)), False),
    ):
        if limit and db.execute(sql, values).fetchone()[0] >= limit:
            raise Full(limit, mine=mine)


def _refuse_taken(db: Db, channel: int | None) -> None:
    # No game is in channel null, and `=` finds none there.
    sql = f"select id from games where channel = ? and {LIVE}"
    if found := db.execute(sql, (channel,)).fetchone():
        raise Taken(found[0])


def _version(db: Db, game: int) -> tuple[int | None, ByPerson]:
    """The version of a game and the settings of its sitters, which don't raise the version."""
    sql = (
        'select version, seats."user", personal_settings.name, value from games'
        " join seats on game = id"
        ' left join personal_settings on personal_settings."user" = seats."user" where id = ?'
    )
    rows, own = db.execute(sql, (game,)).fetchall(), ByPerson()
    for _, user, key, value in rows:
        settings.collect(own, user, key, value)
    return (int(rows[0][0]) if rows else None), own


def _fits(before: GameRow, own: Mapping[int, Mapping[str, str]], change: Change) -> bool:
    """Whether nothing changed beside a game's rows that a change was worked out from."""
    if change.sitters is not None:
        if before.settled and change.status is None:
            return False
        # It may name a person who was forgotten since it was worked out.
        there = dict(enumerate(each.user for each in change.sitters))
        there |= {former.seat: former.user for former in change.former}
        gone = {n: s for n, s in enumerate(before.sitters) if s.user < 0 and not s.computer}
        if any(there.get(seat) != was.user for seat, was in gone.items()):
            return False
    if change.settings is not None and not change.settings.items() <= own.items():
        return False
    if change.clocks_before not in (None, before.clocks):
        return False
    standing = {order.id for order in before.orders if not order.fell}
    return change.fates is None or standing == {order for order, _ in change.fates}


def _changed(
    game: GameRow, change: Change, own: Mapping[int, Mapping[str, str]], at: float
) -> GameRow:
    n, moves = game.n + len(change.lines), bool(change.lines) and not change.aside
    former = (*game.former, *seats.legible(change.former))
    sitters = game.sitters if change.sitters is None else seats.legible(change.sitters)
    held = game.draws if change.again else game.held
    if any(line.seat == NATURE for line in change.lines):
        held = 0
    return replace(
        game,
        n=n,
        stands=n if moves else game.stands,
        drafts=() if moves else game.drafts,
        former=tuple(sorted(former, key=lambda f: (f.until, f.seat))),
        sitters=tuple(
            s if s.settings == own[s.user] else replace(s, settings=own[s.user]) for s in sitters
        ),
        status=change.status or game.status,
        channel=game.channel if change.channel is None else change.channel,
        home=change.home or game.home,
        held=held,
        settled=change.settled or (game.settled and change.status is None),
        on_turn=game.on_turn if change.on_turn is KEEP else change.on_turn,
        changed=at if moves else game.changed,  # only by lines of the game itself
        version=game.version + 1,
        language=game.language if change.language is None else change.language,
    )


def _write_lines(db: Db, game: int, first: int, lines: Iterable[Line], key: str, at: float) -> None:
    rows = [
        (game, n, line.seat, line.text, line.mark, key if n == first else None, at, line.post)
        for n, line in enumerate(lines, first)
    ]
    insert(db, "log", "game, n, seat, text, mark, key, at, post", rows)


def _write_results(db: Db, before: GameRow, after: GameRow, change: Change, at: float) -> None:
    """Write results, ratings and tables when a game ends, or take them back when it resumes."""
    if change.results:
        db.execute("delete from results where game = ?", (after.id,))
        rows = [(after.id, r.seat, r.points, r.won, r.place) for r in change.results]
        insert(db, "results", "game, seat, points, won, place", rows)
    if before.status == "over" and (after.status != "over" or change.results):
        ratings.rebuild(db, after.guild, without=after.id)
    if after.status == "over" and change.results:
        ratings.end(db, after, change, at)

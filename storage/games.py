"""Games, their seats and their logs in SQLite; each function is one piece of work on its thread."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from storage import clocks, drafts, logs, orders, outbox, ratings, seats, settings, timers
from storage.errors import Already, Conflict, Full, Taken
from storage.rows import (
    KEEP,
    LASTING,
    NATURE,
    PAGE,
    SEVERAL,
    TABLE,
    Addition,
    Change,
    ClockChange,
    Finished,
    GameRow,
    Handover,
    Line,
    LostSeat,
    MadeFor,
    NewGame,
    NewPost,
    OrderFates,
    PostedAnew,
    Result,
    SeatsDrawn,
    Sitter,
    Speaks,
    Status,
)

_COLUMNS = (
    "kind, number, edition, options, seed, guild, home, channel, host,"
    " n, status, on_turn, created, changed, commitment, stands, language"
)
_LATER = "settled, held, version"  # columns that a new game leaves at 0
_LATEST = [
    "coalesce((select message from outbox indexed by outbox_latest where game = games.id"
    f" and kind = '{kind}' and message is not null order by id desc limit 1), 0)"
    for kind in LASTING
]
_NEWEST = f"max({', '.join(_LATEST)})"
_VARYING = (
    *("n", "stands", "status", "channel", "home", "on_turn"),
    *("changed", "settled", "held", "version", "language"),
)
Settings = Mapping[int, Mapping[str, str]]  # of people, by name
_ByGame: TypeAlias = Mapping[int, tuple[Any, ...]]

_LIVE = "status in ('lobby', 'playing')"  # word for word as in the indexes, or they go unused
_ENDED = "status in ('over', 'cancelled')"
_BEFORE_ALL = -(2**63)  # no server has this id; those of direct messages are below zero


def create(db: sqlite3.Connection, at: float, new: NewGame) -> GameRow:
    _refuse_known(db, new.key)
    _refuse_full(db, new)
    _refuse_taken(db, new.channel)
    game = _insert(db, new, at)
    seats.write(db, game, (new.host, *new.others))
    _write_lines(db, game, 1, (Line(TABLE, new.text, ""), *new.more), new.key, at)
    timers.write(db, game, new.timers)
    posts = outbox.write(db, game, new.posts, at)
    return replace(_stored(db, game), posts=posts)


def commit(
    db: sqlite3.Connection,
    at: float,
    known: GameRow | None,
    game: int,
    n: int,
    change: Change,
) -> GameRow:
    """The game after a change. known: the game as it was written or read last, if that is
    known."""
    _refuse_known(db, change.key)
    version, own = _version(db, game) if known else (None, {})
    before = known if known and known.version == version else by_id(db, game)
    if before is None or before.n != n:
        raise Conflict(game, n, None if before is None else before.n)
    if before.settled and change.sitters is not None and change.status is None:
        raise Conflict(game, n, before.n)
    if change.sitters is not None and _names_forgotten(before.sitters, change):
        raise Conflict(game, n, n)
    own = _own_settings(db, before, change, own if before is known else {})
    if (made := change.get(MadeFor)) and not made.settings.items() <= own.items():
        raise Conflict(game, n, n)
    for addition in change.added:
        if (good := _GOOD.get(type(addition))) and not good(before, addition):
            raise Conflict(game, n, n)
    after = _changed(before, change, own, at)
    if after.live and (not before.live or after.channel != before.channel):
        _refuse_taken(db, after.channel)
    _update(db, before, after)
    if change.sitters is not None:
        seats.write(db, game, after.sitters)
        orders.drop_of_leavers(db, game, before.sitters, after.sitters)
    if change.lines:
        _write_lines(db, game, n + 1, change.lines, change.key, at)
    elif change.posts and change.key:
        logs.keep_key(db, game, n, change.key, at)
    if after.drafts != before.drafts:
        db.execute("delete from drafts where game = ?", (game,))
    for addition in change.added:
        if write := _WRITE.get(type(addition)):
            write(db, before, change, addition)
    if change.results:
        _write_results(db, game, change.results)
    _rate(db, before, after, change, at)
    if not after.live:
        orders.drop_all(db, game)
    _write_timers(db, before, after, change)
    new = [NewPost(kind, after.n) for kind in change.posts]
    posts = outbox.write(db, game, new, at)
    return replace(after, posts=posts, **_beside(db, after, change))


def by_id(db: sqlite3.Connection, game: int) -> GameRow | None:
    return _first(db, "where id = ?", game)


def by_ids(db: sqlite3.Connection, games: Collection[int]) -> list[GameRow]:
    marks = ", ".join("?" * len(games))
    return _read(db, f"where id in ({marks}) order by id", *games) if games else []


def named(db: sqlite3.Connection, guild: int, kind: str, number: int) -> GameRow | None:
    return _first(db, "where guild = ? and kind = ? and number = ?", guild, kind, number)


def here(db: sqlite3.Connection, channel: int) -> GameRow | None:
    live = _first(db, f"where channel = ? and {_LIVE}", channel)
    last_ended = f"where channel = ? and {_ENDED} order by changed desc, id desc limit 1"
    return live or _first(db, last_ended, channel)


def reach(db: sqlite3.Connection, channel: int) -> list[GameRow]:
    # One live game at most is in the channel itself, and that one may be from another.
    ids = (
        f"select id from games indexed by games_live where channel = ? and {_LIVE} union"
        f" select id from games indexed by games_home where home = ? and {_LIVE}"
    )
    return _read(db, f"where id in ({ids}) order by id", channel, channel)


def page_of_open(
    db: sqlite3.Connection, after: GameRow | None = None, most: int = PAGE
) -> list[GameRow]:
    # SQLite would rather walk through all the games there ever were, as they are in order.
    where = f"indexed by games_guild where {_LIVE} and (guild, id) > (?, ?)"
    begin = (after.guild, after.id) if after else (_BEFORE_ALL, 0)
    return _read(db, f"{where} order by guild, id limit ?", *begin, most)


def of(db: sqlite3.Connection, user: int) -> list[GameRow]:
    mine = 'id in (select game from seats where "user" = ? and "left" = 0)'
    return _read(db, f"where {mine} and {_LIVE} order by id", user)


def of_both(db: sqlite3.Connection, user: int, other: int, kind: str) -> list[GameRow]:
    sits = 'id in (select game from seats where "user" = ? and "left" = 0)'
    return _read(db, f"where {sits} and {sits} and kind = ? order by id", user, other, kind)


def lost_seats(db: sqlite3.Connection, user: int, since: float) -> list[LostSeat]:
    given_up = (
        "select seats.game, seats.seat, log.n, at from seats join games on games.id = seats.game"
        " join log on log.game = seats.game and log.seat = ? and text = 'leave ' || seats.seat"
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
    return [LostSeat(_stored(db, game), seat, n, at) for game, seat, n, at in rows]


def begun(db: sqlite3.Connection, user: int, kind: str, before: int) -> int:
    # Seats first, and no further than needed: somebody may have played thousands of games.
    sql = (
        'select distinct game from seats where "user" = ? and game < ? and exists (select 1'
        " from games where id = game and kind = ? and status in ('playing', 'over')) limit ?"
    )
    return len(db.execute(sql, (user, before, kind, SEVERAL)).fetchall())


def beaten(db: sqlite3.Connection, user: int, kind: str) -> str:
    sql = (
        "select others.computer from seats as own join results using (game, seat)"
        " join games on games.id = own.game join seats as others on others.game = own.game"
        ' where own."user" = ? and own."left" = 0 and won = 1 and kind = ? and status = \'over\''
        " and others.computer <> '' order by own.game desc limit 1"
    )
    row = db.execute(sql, (user, kind)).fetchone()
    return str(row[0]) if row else ""


def finished(
    db: sqlite3.Connection, user: int, guild: int, kind: str, most: int = 30
) -> list[Finished]:
    sql = (
        "select game, seat, won from seats join endings using (game)"
        " join results using (game, seat)"
        ' where "user" = ? and endings.guild = ? and endings.kind = ? order by game desc limit ?'
    )
    rows = db.execute(sql, (user, guild, kind, most)).fetchall()
    return [Finished(_stored(db, game), seat, bool(won)) for game, seat, won in rows]


def on(db: sqlite3.Connection, guild: int) -> list[GameRow]:
    return _read(db, f"indexed by games_guild where guild = ? and {_LIVE} order by id", guild)


def newest(db: sqlite3.Connection, guild: int, kind: str, most: int) -> list[GameRow]:
    where = "where guild = ? and kind = ? order by number desc limit ?"
    return _read(db, where, guild, kind, most)


def counted(db: sqlite3.Connection) -> dict[tuple[str, Status], int]:
    rows = f"from games indexed by games_live where {_LIVE} group by kind, status"
    found = db.execute(f"select kind, status, count(*) {rows}")
    return {(kind, status): n for kind, status, n in found}


def _read(db: sqlite3.Connection, where: str, *values: object) -> list[GameRow]:
    rows = _rows(db, where, *values).fetchall()
    pages = (rows[first : first + PAGE] for first in range(0, len(rows), PAGE))
    return [game for page in pages for game in _games(db, page)]


def _rows(db: sqlite3.Connection, where: str, *values: object) -> sqlite3.Cursor:
    sql = f"select id, {_COLUMNS}, {_LATER}, {_NEWEST}, {_ANY} from games {where}"
    return db.execute(sql, values)


def _first(db: sqlite3.Connection, where: str, *values: object) -> GameRow | None:
    return next(iter(_read(db, where, *values)), None)


def _stored(db: sqlite3.Connection, game: int) -> GameRow:
    return _there(by_id(db, game))


def _there(row: GameRow | None) -> GameRow:
    assert row is not None
    return row


def _games(db: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> list[GameRow]:
    """The games of these rows, with all that stands beside them."""
    found: dict[str, _ByGame] = {"sitters": seats.of(db, [row[0] for row in rows])}
    for k, (name, each) in enumerate(_BESIDE.items(), -len(_BESIDE)):
        if some := [row[0] for row in rows if row[k]]:
            found[name] = each.of(db, some)
    return [
        _game(row, {name: there.get(row[0], ()) for name, there in found.items()}) for row in rows
    ]


def _game(row: tuple[Any, ...], beside: Mapping[str, Any]) -> GameRow:
    *columns, stands, language, settled, held, version, post = row[: -len(_BESIDE)]
    columns[4] = _options(row[4])
    rest = {"stands": stands, "settled": bool(settled), "held": held, "post": post}
    return GameRow(*columns, **{**rest, "version": version, "language": language, **beside})


@lru_cache(256)
def _options(text: str) -> Mapping[str, str]:
    return MappingProxyType(json.loads(text))


def _refuse_known(db: sqlite3.Connection, key: str) -> None:
    if found := logs.known(db, key):
        raise Already(*found)


def _version(db: sqlite3.Connection, game: int) -> tuple[int | None, Settings]:
    """The version of a game, and what its sitters have set, which raises none."""
    sql = (
        'select version, seats."user", personal_settings.name, value from games'
        " join seats on game = id"
        ' left join personal_settings on personal_settings."user" = seats."user" where id = ?'
    )
    rows, own = db.execute(sql, (game,)).fetchall(), dict[int, dict[str, str]]()
    for _, user, key, value in rows:
        settings.note(own, user, key, value)
    return (int(rows[0][0]) if rows else None), own


def _refuse_full(db: sqlite3.Connection, new: NewGame) -> None:
    # A game that was left by who opened it is theirs no more.
    here = f"from games indexed by games_guild where guild = ? and {_LIVE}"
    seated = 'exists (select 1 from seats where "user" = host and game = id and "left" = 0)'
    hosted = f"select count(*) {here} and host = ? and {seated}"
    limits = new.limits
    if limits.person:
        (n,) = db.execute(hosted, (new.guild, new.host.user)).fetchone()
        if n >= limits.person:
            raise Full(limits.person, mine=True)
    if limits.server:
        (n,) = db.execute(f"select count(*) {here}", (new.guild,)).fetchone()
        if n >= limits.server:
            raise Full(limits.server, mine=False)


def _refuse_taken(db: sqlite3.Connection, channel: int | None) -> None:
    # No game is in channel null, and `=` finds none there.
    sql = f"select id from games where channel = ? and {_LIVE}"
    if found := db.execute(sql, (channel,)).fetchone():
        raise Taken(found[0])


def _names_forgotten(before: Collection[Sitter], change: Change) -> bool:
    """Whether a change would name somebody again who was forgotten since it was worked out."""
    gave = change.get(Handover)
    there = dict(enumerate(each.user for each in change.sitters or ()))
    there |= {former.seat: former.user for former in gave.former} if gave else {}
    return any(
        was.user < 0 and not was.computer and there.get(seat) != was.user
        for seat, was in enumerate(before)
    )


def _moves(change: Change) -> bool:
    return bool(change.lines) and not change.aside


def _changed(game: GameRow, change: Change, own: Settings, at: float) -> GameRow:
    n = game.n + len(change.lines)
    gave = change.get(Handover)
    former = sorted(
        (*game.former, *seats.legible(gave.former if gave else ())), key=lambda f: (f.until, f.seat)
    )
    return replace(
        game,
        n=n,
        stands=n if _moves(change) else game.stands,
        drafts=() if _moves(change) else game.drafts,
        former=tuple(former),
        sitters=_sitting(game, change, own),
        status=change.status or game.status,
        channel=game.channel if change.channel is None else change.channel,
        home=change.home or game.home,
        held=_held(game, change),
        settled=bool(change.get(SeatsDrawn)) or (game.settled and change.status is None),
        on_turn=game.on_turn if change.on_turn is KEEP else change.on_turn,
        changed=at if _moves(change) else game.changed,  # of the game itself
        version=game.version + 1,
        language=speaks.language if (speaks := change.get(Speaks)) else game.language,
    )


def _sitting(game: GameRow, change: Change, own: Settings) -> tuple[Sitter, ...]:
    """Who sits there after a change, each with what they have set."""
    sitters = game.sitters if change.sitters is None else seats.legible(change.sitters)
    return tuple(
        s if s.settings == own[s.user] else replace(s, settings=own[s.user]) for s in sitters
    )


def _own_settings(
    db: sqlite3.Connection, before: GameRow, change: Change, read: Settings
) -> Settings:
    """What everybody has set who sits there before or after a change. read: what is known of it;
    nothing where the game itself was read just now."""
    own = read or {each.user: each.settings for each in before.sitters}
    return {**own, **settings.of_people(db, {s.user for s in change.sitters or ()} - own.keys())}


def _held(game: GameRow, change: Change) -> int:
    """The post that counts for chance although others are newer."""
    if any(line.seat == NATURE for line in change.lines):
        return 0
    return game.draws if change.get(PostedAnew) else game.held


def _insert(db: sqlite3.Connection, new: NewGame, at: float) -> int:
    where = (new.guild, new.kind)
    last = "select coalesce(max(number), 0) from games where guild = ? and kind = ?"
    (number,) = db.execute(last, where).fetchone()
    options = json.dumps(dict(new.options))
    columns = (new.kind, number + 1, new.edition, options, new.seed, new.guild, new.home)
    n = 1 + len(new.more)
    lobby = (new.channel, new.host.user, n, new.status, None, at, at, new.commitment, n)
    values = (*columns, *lobby, new.language)
    marks = ", ".join("?" * len(values))
    row = db.execute(f"insert into games ({_COLUMNS}) values ({marks}) returning id", values)
    return int(row.fetchone()[0])


def _update(db: sqlite3.Connection, before: GameRow, after: GameRow) -> None:
    # A column that is named is written to every index that has it, also where it stays the same.
    changed = [x for x in _VARYING if getattr(before, x) != getattr(after, x)]
    values = [getattr(after, column) for column in changed]
    sql = f"update games set {' = ?, '.join(changed)} = ? where id = ?"
    db.execute(sql, (*values, after.id))


def _write_lines(
    db: sqlite3.Connection, game: int, first: int, lines: Iterable[Line], key: str, at: float
) -> None:
    rows = [
        (game, n, line.seat, line.text, line.mark, key if n == first else None, at, line.post)
        for n, line in enumerate(lines, first)
    ]
    columns = "game, n, seat, text, mark, key, at, post"
    sql = f"insert into log ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?)"
    db.executemany(sql, rows)


def _write_results(db: sqlite3.Connection, game: int, results: Iterable[Result]) -> None:
    db.execute("delete from results where game = ?", (game,))
    rows = [(game, r.seat, r.points, r.won, r.place) for r in results]
    sql = "insert into results (game, seat, points, won, place) values (?, ?, ?, ?, ?)"
    db.executemany(sql, rows)


def _rate(
    db: sqlite3.Connection, before: GameRow, after: GameRow, change: Change, at: float
) -> None:
    """What the end of a game does to ratings and tables, or its going on after all."""
    if before.status == "over" and (after.status != "over" or change.results):
        ratings.reopen(db, after)
    if after.status == "over" and change.results:
        ratings.end(db, after, change, at)


def _beside(db: sqlite3.Connection, game: GameRow, change: Change) -> dict[str, Any]:
    """What has changed of the rows that are kept beside a game, by the columns of a GameRow."""
    return {
        name: each.of(db, [game.id]).get(game.id, ())
        for name, each in _BESIDE.items()
        if each.changes(change, not game.live)
    }


def _write_timers(db: sqlite3.Connection, before: GameRow, after: GameRow, change: Change) -> None:
    ends = before.live and not after.live
    if change.timers or change.done or ends:
        timers.drop(db, after.id, (*change.done, *(before.timers if ends else ())))
        timers.write(db, after.id, change.timers)


class _Beside(NamedTuple):
    """A table of what stands beside a game, where most games have no row. changes: whether a change
    writes to it, as the last one of a game or not, so that it has to be asked again."""

    table: str
    of: Callable[[sqlite3.Connection, Collection[int]], _ByGame]
    changes: Callable[[Change, bool], bool]


# What is kept beside a game, by the columns of a GameRow. Who sat there and what was begun of a
# turn are known after a change.
_BESIDE = {
    "timers": _Beside("timers", timers.of, lambda it, last: bool(it.timers or it.done) or last),
    "orders": _Beside(
        "orders", orders.of, lambda it, last: bool(it.get(OrderFates) or it.sitters) or last
    ),
    "clocks": _Beside("clocks", clocks.of, lambda it, _: bool(it.get(ClockChange))),
    "former": _Beside("former_sitters", seats.former, lambda *_: False),
    "drafts": _Beside("drafts", drafts.of, lambda *_: False),
}
# Not `exists`: PostgreSQL would rather read such a table as a whole where it expects many games.
_ANY = ", ".join(
    f"(select 1 from {each.table} where game = games.id limit 1)" for each in _BESIDE.values()
)

# How what features add is written, and what must hold of the game before: what it was made from
# still stands.
_WRITE: Mapping[type[Addition], Callable[[sqlite3.Connection, GameRow, Change, Any], None]] = {
    ClockChange: clocks.apply,
    OrderFates: orders.resolve,
    Handover: seats.hand_over,
}
_GOOD: Mapping[type[Addition], Callable[[GameRow, Any], bool]] = {
    ClockChange: clocks.unchanged,
    OrderFates: orders.unchanged,
}

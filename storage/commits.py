"""How a game begins and moves on: the tables games, log, keys and results, as they are written."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from storage import outbox, ratings, seats, settings, timers
from storage.engine import Db
from storage.errors import Already, Conflict, Full, Taken
from storage.games import COLUMNS, LIVE, by_id, changed_parts, count_begun, find_key, stored
from storage.rows import BOARD, KEEP, NATURE, TABLE, Change, GameRow, Line, NewGame, Telling
from storage.settings import ByPerson
from storage.verbs import StoreBase, insert, writes

_VARYING: Final = (
    *("n", "stands", "status", "channel", "home", "on_turn"),
    *("changed", "settled", "held", "version", "language"),
)


class CommitVerbs(StoreBase):
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
        posts = outbox.write(db, game, 1, new.posts, at)
        return replace(stored(db, game), posts=posts)

    async def commit(self, game: int, n: int, change: Change) -> GameRow:
        """Move a game on from row `n`: log, seats, columns, results, timers, clocks, posts. Its
        drafts are deleted. The key goes with the first line. A change without lines leaves `n` and
        the drafts as they are. Orders are deleted if their seat changes hands, or the game ends.
        Raises Already if the key is known; Conflict if the game is not at `n`, or if its standing
        orders, its clocks or its sitters' settings are not those of the change (it was found at `n`
        then); Taken if the channel has another live game."""
        now, cached = self.now(), self._cache.without_settings(game)
        write = self._cache.invalidate(game)

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
        return await self._thread.read(lambda db: self._tell(db, stored(db, game)))

    def _tell(self, db: Db, row: GameRow) -> Telling:
        begun = 0
        if row.on_turn is not None:
            begun = count_begun(db, row.sitters[row.on_turn].user, row.kind, row.id)
        return Telling(row, self._logs.of(db, row.id), outbox.last_two(db, row.id, BOARD), begun)


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
    n = game.n + len(change.lines)
    moves = bool(change.lines) and not change.aside
    former = (*game.former, *seats.legible(change.former))
    sitters = game.sitters if change.sitters is None else seats.legible(change.sitters)
    held = game.draws if change.anew else game.held
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

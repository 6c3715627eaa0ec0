"""How a verb of the store is written: one method with its contract and its SQL. The decorators run
it on the database's thread in one transaction; callers await it without the Db.
Writes invalidate the caches of games and logs."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from storage.engine import Db, Engine
from storage.rows import LASTING, GameRow, Post, Row, Telling

P = ParamSpec("P")
S = TypeVar("S", bound="StoreBase")
T = TypeVar("T")


class GameCache:
    """The games that changed last, each until its next change, with the Telling of the last commit:
    a turn reads the game before it, and its post reads the Telling after it. The settings of people
    are cached once for each person. A commit takes a game from the cache only if its version is
    that of the database. Used on the event loop, where reads and writes begin in the order in which
    they are done.

        invalidate(game) ┄┄ not cached ┄┄ put ┄┄ cached, unless another write began meanwhile
    """

    def __init__(self, size: int = 256) -> None:
        self._size, self.writes = size, 0
        self._wide = 0  # the last write that may concern any game: older results aren't cached
        self._own = dict[int, int]()  # by game, the last write since then that concerns it alone
        self._games = OrderedDict[int, GameRow]()
        self._live = dict[int, int]()  # by channel
        self._tellings = dict[int, Telling]()  # by game, of games that are cached
        self._people = OrderedDict[int, Mapping[str, str]]()  # what each has set for themselves

    def invalidate(self, game: int | None = None, *, wide: bool = False) -> int:
        """A write begins that changes this game, or any game (None). wide: it changes a status or
        a seat, on which the Tellings of other games depend. Returns its number."""
        for each in [*self._games] if game is None else [game]:
            self._forget(each)
        return self.count_write(None if wide else game)

    def person(self, user: int) -> Mapping[str, str] | None:
        """A person's settings, if they are cached."""
        return self._people.get(user)

    def keep_person(self, since: int, user: int, settings: Mapping[str, str]) -> None:
        """Cache a person's settings, read after the write with the number `since`."""
        if since >= self._wide:
            self._keep_people({user: settings})

    def forget_person(self, user: int) -> None:
        """A write begins that changes a person's settings."""
        self.count_write()
        self._people.pop(user, None)

    def count_write(self, game: int | None = None) -> int:
        """A write begins that concerns this game alone, or any game (None). Returns its number."""
        self.writes += 1
        if game is not None:
            self._own[game] = self.writes
            return self.writes
        self._wide = self.writes
        self._own.clear()
        self._tellings.clear()
        return self.writes

    def put(self, write: int, row: GameRow, telling: Telling | None = None) -> None:
        """Cache a game without its posts, which were handed on already: the result of this write,
        or read after it. The settings of its sitters are cached for all of their games."""
        if write < self._own.get(row.id, self._wide):
            return
        if telling is not None:
            self._tellings[row.id] = telling
        self._keep_people({each.user: each.settings for each in row.sitters})
        bare = (replace(each, settings={}) if each.settings else each for each in row.sitters)
        self._games[row.id] = replace(row, posts=(), sitters=tuple(bare))
        if row.live and row.channel is not None:
            self._live[row.channel] = row.id
        if len(self._games) > self._size:
            self._forget(next(iter(self._games)))

    def note_message(self, post: Post, message: int | None) -> None:
        """A post became a message, which may be the newest about its game."""
        self.count_write(post.game)
        self._tellings.pop(post.game, None)
        row = self._games.get(post.game)
        if row is not None and message is not None and post.kind in LASTING:
            newest = max(row.post, message)
            self._games[post.game] = replace(row, post=newest, version=row.version + 1)

    def _keep_people(self, settings: Mapping[int, Mapping[str, str]]) -> None:
        self._people |= settings
        while len(self._people) > 4 * self._size:
            self._people.popitem(last=False)

    def without_settings(self, game: int) -> GameRow | None:
        """The game with this id without the settings of its sitters, if it is cached."""
        return self._games.get(game)

    def game(self, game: int) -> GameRow | None:
        """The game with this id, if it and the settings of its sitters are cached."""
        row = self._games.get(game)
        own = [self._people.get(each.user) for each in row.sitters] if row else []
        if row is None or None in own:
            return None
        if not any(own):
            return row
        each = zip(row.sitters, own, strict=True)
        return replace(row, sitters=tuple(replace(s, settings=has or {}) for s, has in each))

    def game_in_channel(self, channel: int) -> GameRow | None:
        """The live game in a channel, if it and the settings of its sitters are cached."""
        return self.game(self._live.get(channel, 0))

    def take_telling(self, game: int) -> Telling | None:
        """Remove a game's Telling from the cache, if it is there, and return it."""
        return self._tellings.pop(game, None)

    def _forget(self, game: int) -> None:
        row = self._games.pop(game, None)
        self._tellings.pop(game, None)
        if row is not None and row.live and row.channel is not None:
            del self._live[row.channel]


class LogCache:
    """The logs of some games. A log only grows, so the next post reads only its new rows."""

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._known = OrderedDict[int, list[Row]]()
        self._doubted = set[int]()

    def doubt(self, game: int) -> None:
        """A write to a game failed, perhaps after its rows were read."""
        self._doubted.add(game)

    def rows(self, db: Db, game: int) -> list[Row]:
        """All rows of a game, in order."""
        if game in self._doubted:
            self._doubted.discard(game)
            self._known.pop(game, None)
        known = self._known.pop(game, [])
        rows = [*known, *read_log(db, game, known[-1].n if known else 0)]
        self._known[game] = rows
        if len(self._known) > self._size:
            self._known.popitem(last=False)
        return [*rows]


def read_log(db: Db, game: int, after: int = 0) -> list[Row]:
    """The rows of a game after row `after`, in order."""
    sql = "select n, seat, text, mark, key, at, post from log where game = ? and n > ? order by n"
    return [*map(Row._make, db.execute(sql, (game, after)))]


class StoreBase:
    """The fields that verbs of every subject use."""

    def __init__(self, thread: Engine, now: Callable[[], float]) -> None:
        """now: seconds since 1970, by the server's clock if the database is on a server."""
        self._thread, self.now = thread, now
        self._cache, self._logs = GameCache(), LogCache()


def insert(db: Db, table: str, columns: str, rows: Collection[Sequence[object]]) -> None:
    """Insert rows with these columns, such as `game, "user"`."""
    marks = ", ".join("?" * (columns.count(",") + 1))
    db.executemany(f"insert into {table} ({columns}) values ({marks})", rows)


def reads(
    work: Callable[Concatenate[S, Db, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a verb that reads one moment of the database."""

    @wraps(work)
    async def verb(self: S, /, *args: P.args, **kw: P.kwargs) -> T:
        return await self._thread.read(lambda db: work(self, db, *args, **kw))

    return verb


def writes(
    work: Callable[Concatenate[S, Db, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a verb that writes, but changes no game in the cache."""

    @wraps(work)
    async def verb(self: S, /, *args: P.args, **kw: P.kwargs) -> T:
        self._cache.count_write()
        return await self._thread.write(lambda db: work(self, db, *args, **kw))

    return verb


def writes_game(
    work: Callable[Concatenate[S, Db, int, P], T],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]]:
    """Make a verb that changes the game with the id that comes first."""

    @wraps(work)
    async def verb(self: S, game: int, /, *args: P.args, **kw: P.kwargs) -> T:
        self._cache.invalidate(game)
        return await self._thread.write(lambda db: work(self, db, game, *args, **kw))

    return verb

"""How a verb of the store is written: one method with its contract and its SQL. The decorators run
it on the database's thread in one transaction; callers await it without the Db."""

from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from storage.cache import GameCache, LogCache
from storage.engine import Db, Engine

P = ParamSpec("P")
S = TypeVar("S", bound="StoreBase")
T = TypeVar("T")


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

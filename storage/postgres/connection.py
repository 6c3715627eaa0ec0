"""The connection to a server on a thread of its own, made again after a loss. Each write counts
itself in the table writers. If a commit gets no answer, a new connection asks for that count, so a
commit is never done twice, and is in doubt only while no server answers."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar, cast

import psycopg
from psycopg.abc import RV, PQGen

from storage.engine import Db, Engine
from storage.errors import ON_SERVER, Busy, InDoubt, StoreError, Superseded
from storage.postgres.dialect import NO_ANSWER, failure, names, to_postgres, unusable, why

T = TypeVar("T")

_SILENCE: Final = 6.0  # seconds without an answer; a live server ends a statement earlier
PATIENCE: Final = 2.0  # seconds in which a lost connection is made again before a verb fails
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between two attempts to connect
READING: Final = b"begin isolation level repeatable read, read only"


class Raw(psycopg.Connection[tuple[Any, ...]]):
    """A connection that counts as lost without an answer: of a frozen server too."""

    longest: float | None = _SILENCE  # seconds to wait; None: as long as it takes

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        asked, longest = time.monotonic(), timeout or self.longest
        try:
            return super().wait(gen, interval, longest)
        except psycopg.OperationalError:
            if longest and time.monotonic() - asked >= longest:
                self.close()
            raise

    @contextmanager
    def unbound(self) -> Iterator[None]:
        """Wait for as long as it takes."""
        before, self.longest = self.longest, None
        try:
            yield
        finally:
            self.longest = before


@contextmanager
def closed_on_failure(raw: Raw) -> Iterator[None]:
    """Close a connection whose preparation fails."""
    try:
        yield
    except BaseException:
        raw.close()
        raise


class Found:
    """The result of a statement, as sqlite3's cursor shows it."""

    __slots__ = ("_left", "_result", "rowcount")

    def __init__(self, cursor: psycopg.RawCursor[tuple[Any, ...]]) -> None:
        self.rowcount, self._result = cursor.rowcount, cursor.pgresult
        rows = self._result is not None and self._result.nfields
        self._left = iter(cursor.fetchall() if rows else ())

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self._left

    def fetchone(self) -> tuple[Any, ...] | None:
        return next(self._left, None)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return [*self._left]

    @property
    def description(self) -> list[tuple[str]]:
        assert self._result is not None
        columns = range(self._result.nfields)
        return [((self._result.fname(column) or b"").decode(),) for column in columns]


class _Statements:
    """A connection for pieces of work, which takes statements for both engines."""

    def __init__(self, raw: Raw) -> None:
        self._cursor = psycopg.RawCursor(raw)  # only one, as making one takes long

    def execute(self, sql: str, values: Any = ()) -> Found:
        return Found(self._cursor.execute(to_postgres(sql), _in_order(sql, values), prepare=True))

    def executemany(self, sql: str, rows: Sequence[Any]) -> None:
        if len(rows) == 1:
            self.execute(sql, rows[0])
        elif rows:
            self._cursor.executemany(to_postgres(sql), [_in_order(sql, row) for row in rows])


def _in_order(sql: str, values: Any) -> Any:
    return [values[name] for name in names(sql)] if isinstance(values, dict) else values


def statements(raw: Raw) -> Db:
    """A connection for pieces of work, which use only what both engines have."""
    return cast(Db, _Statements(raw))


class Connection(Engine):
    def __init__(self, connect: Callable[[], Raw], *, writing: bool = True) -> None:
        """connect: makes a connection in autocommit mode, ready for every verb."""
        super().__init__()
        self.epoch: int | None = None  # of the lease, in every write; None: without one
        self.alone = False  # nobody else writes, so a read needs no transaction
        self._thread: ThreadPoolExecutor | None = ThreadPoolExecutor(1, "postgres")
        self._connect, self._writing = connect, writing
        self._raw: Raw | None = None
        self._db: Db  # the same connection for pieces of work
        self._name, self._writes = secrets.token_hex(8), 0
        self._pause, self._next, self._why = FIRST_PAUSE, 0.0, NO_ANSWER
        self._was_there = False

    async def start(self) -> None:
        """Connect. If that fails, the thread ends."""
        try:
            await self._hop(self.reconnect)
        except BaseException:
            await self.close()
            raise

    @property
    def closed(self) -> bool:
        return self._thread is None

    async def close(self) -> None:
        """Flush deferred writes, and let go of the server. Closing twice is fine."""
        await super().close()
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.wrap_future(thread.submit(self._let_go))
            thread.shutdown()

    async def _read(self, work: Callable[[Db], T]) -> T:
        return await self._hop(lambda until: self._reading(work, until))

    async def _write(self, work: Callable[[Db], T]) -> T:
        return await self._hop(lambda until: self._writing_down(work, until))

    async def _hop(self, work: Callable[[float], T]) -> T:
        """Return the result of work on the thread, which is done even if its caller is cancelled.
        work: takes the moment until which the caller waits."""
        assert self._thread is not None
        until, loop = time.monotonic() + PATIENCE, asyncio.get_running_loop()
        doing = loop.run_in_executor(self._thread, work, until)
        doing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(doing)

    # The methods below are used on the thread.

    def reconnect(self, until: float) -> Raw:
        """The connection, made again if it was lost. Raises Unwritable."""
        while self._raw is None:
            now = time.monotonic()
            if self._next and max(now, self._next) > until:  # it was tried before
                raise unusable(self._why)
            time.sleep(max(0.0, self._next - now))
            self._raw = self._attempt()
        return self._raw

    def _reading(self, work: Callable[[Db], T], until: float) -> T:
        """Return the result of a piece of work that sees one moment."""
        while True:
            raw = self.reconnect(until)
            try:
                if self.alone:
                    return work(self._db)
                with _transaction(raw):
                    raw.execute(READING, prepare=False)
                    return work(self._db)
            except psycopg.Error as error:
                if not self._lost(raw):
                    raise failure(error) from None

    def _writing_down(self, work: Callable[[Db], T], until: float) -> T:
        """Return the result of a piece of work: durable when this returns, undone when it raises,
        unknown if it raises InDoubt."""
        while True:
            raw, ended, notes = self.reconnect(until), list[T](), self._deferred[:]
            try:
                with _transaction(raw):
                    self._begin(raw)
                    for note in notes:
                        note(self._db)
                    ended.append(work(self._db))
                self._writes += 1
            except psycopg.Error as error:
                if not self._lost(raw):
                    raise failure(error) from None
                if not ended or not self._was_done(time.monotonic() + PATIENCE):
                    continue
            del self._deferred[: len(notes)]
            return ended[0]

    def _begin(self, raw: Raw) -> None:
        """Begin a write and count it. Raises Superseded if another process has the lease: a
        takeover waits for this transaction, or this one for the takeover."""
        counted = f"writes = {self._writes + 1}, at = now() where name = '{self._name}'"
        begin = f"begin; update writers set {counted}"
        if self.epoch is None:
            raw.execute(begin.encode(), prepare=False)
            return
        fence = f"select 1 from lease where epoch = {self.epoch} for key share"
        cursor = raw.execute(f"{begin}; {fence}".encode(), prepare=False)
        while cursor.nextset():
            pass
        if cursor.fetchone() is None:
            raise Superseded

    def _attempt(self) -> Raw | None:
        """A new connection, registered as a writer. If that fails, it is closed: it may hold the
        database for this process, which tries again."""
        try:
            raw = self._connect()
            with closed_on_failure(raw):
                raw.prepared_max, self._db = 300, statements(raw)
                if self._writing:
                    known = b"insert into writers (name, writes) values (%s, %s)"
                    known += b" on conflict do nothing"
                    raw.execute(known, (self._name, self._writes))
        except psycopg.Error as error:
            self._refused(why(error), failure(error))
        except StoreError as error:
            # A server may not know for a while that the earlier connection is gone.
            held = "others use it, who share it with nobody"
            self._refused(held if isinstance(error, Busy) and self._was_there else None, error)
        else:
            self.reconnects += self._was_there
            self._pause, self._next, self._was_there = FIRST_PAUSE, 0.0, True
            return raw
        return None

    def _refused(self, why: str | None, error: Exception) -> None:
        if why is None:
            raise error from None
        self._why = why
        self._next = time.monotonic() + random.uniform(0.5, 1.0) * self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _lost(self, raw: Raw) -> bool:
        if not raw.closed:
            return False
        self._raw = None
        return True

    def _was_done(self, until: float) -> bool:
        """Whether the commit without an answer was done. The statement waits until it has ended."""
        try:
            last = b"select writes from writers where name = %s for update"
            found = self.reconnect(until).execute(last, (self._name,)).fetchone()
        except (StoreError, psycopg.Error):
            found = None
        if found is None:
            raise InDoubt(ON_SERVER, NO_ANSWER)
        done = bool(found[0] == self._writes + 1)
        self._writes += done
        return done

    def _let_go(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None


@contextmanager
def _transaction(raw: Raw) -> Iterator[None]:
    """Commit at the end, or roll back."""
    try:
        yield
        raw.execute(b"commit", prepare=False)
    except BaseException:
        with suppress(psycopg.Error):
            if not raw.closed:
                raw.execute(b"rollback", prepare=False)
        raise

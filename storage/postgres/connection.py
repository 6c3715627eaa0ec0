"""The connection to a server, on a thread of its own, which is made anew where it was lost.

    begin ─ lease and writers: this is my 17th write ─ the piece of work ─ commit
                                                                            │ no answer?
    a new connection: which was my last write? <────────────────────────────┘
        the 17th: it is done, and what it came to is known here; the 16th: it is done again

So a commit is never done twice, whatever it consists of, and is unknown only while there is no
server to ask.
"""

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
from storage.postgres.dialect import names, translated
from storage.postgres.failures import NO_ANSWER, failure, unusable, why

T = TypeVar("T")

HELD: Final = "others use it, who share it with nobody"
SILENCE: Final = 6.0  # seconds without an answer; a server that is alive ends a statement before
PATIENCE: Final = 2.0  # seconds in which a lost connection is made anew, before somebody is told
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between two attempts to connect
PREPARED: Final = 300  # statements
READING: Final = b"begin isolation level repeatable read, read only"
FENCE: Final = "select 1 from lease where epoch = {} for key share"
COUNT: Final = "update writers set writes = {}, at = now() where name = '{}'"
LAST: Final = b"select writes from writers where name = %s for update"
KNOWN: Final = b"insert into writers (name, writes) values (%s, %s) on conflict do nothing"


class Raw(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is lost where no answer comes: nothing else tells of a server that is
    frozen, as its system still answers for it. longest: so many seconds are waited, or for ever."""

    longest: float | None = SILENCE

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


class Found:
    """What a statement has found or changed."""

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


class Statements:
    """A connection as pieces of work know it, in the words of both engines."""

    def __init__(self, raw: Raw) -> None:
        self._cursor = psycopg.RawCursor(raw)  # one for all, as making one takes long

    def execute(self, sql: str, values: Any = ()) -> Found:
        return Found(self._cursor.execute(translated(sql), _in_order(sql, values), prepare=True))

    def executemany(self, sql: str, rows: Sequence[Any]) -> None:
        if len(rows) == 1:
            self.execute(sql, rows[0])
        elif rows:
            self._cursor.executemany(translated(sql), [_in_order(sql, row) for row in rows])


def _in_order(sql: str, values: Any) -> Any:
    return [values[name] for name in names(sql)] if isinstance(values, dict) else values


def statements(raw: Raw) -> Db:
    """For pieces of work, which use what both engines have."""
    return cast(Db, Statements(raw))


class Connection(Engine):
    def __init__(self, connect: Callable[[], Raw], *, writing: bool = True) -> None:
        """connect: makes a connection in autocommit mode that is ready for every verb."""
        super().__init__()
        self.epoch: int | None = None  # of the lease, in every write; None: without one
        self.alone = False  # nobody else writes, so a read needs no transaction
        self._thread: ThreadPoolExecutor | None = ThreadPoolExecutor(1, "postgres")
        self._connect, self._writing = connect, writing
        self._raw: Raw | None = None
        self._db: Db  # the same, for pieces of work
        self._name, self._writes = secrets.token_hex(8), 0
        self._pause, self._next, self._why = FIRST_PAUSE, 0.0, NO_ANSWER
        self._was_there = False

    async def start(self) -> None:
        """Connect. When that fails, no thread is left behind."""
        try:
            await self._hop(self.connected)
        except BaseException:
            await self.close()
            raise

    @property
    def closed(self) -> bool:
        return self._thread is None

    async def close(self) -> None:
        """Flush deferred writes, and let go of the server. Twice is once."""
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
        """The result of some work on the thread, which is done also when its caller is cancelled.
        It is told until when somebody waits for it."""
        assert self._thread is not None
        until, loop = time.monotonic() + PATIENCE, asyncio.get_running_loop()
        doing = loop.run_in_executor(self._thread, work, until)
        doing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(doing)

    # All that follows is used on the thread.

    def connected(self, until: float) -> Raw:
        """The connection, made anew where it was lost. Raises Unwritable."""
        while self._raw is None:
            now = time.monotonic()
            if self._next and max(now, self._next) > until:  # it was tried before
                raise unusable(self._why)
            time.sleep(max(0.0, self._next - now))
            self._raw = self._attempt()
        return self._raw

    def _reading(self, work: Callable[[Db], T], until: float) -> T:
        while True:
            raw = self.connected(until)
            try:
                return self._read_once(raw, work)
            except psycopg.Error as error:
                if not self._lost(raw):
                    raise failure(error) from None

    def _read_once(self, raw: Raw, work: Callable[[Db], T]) -> T:
        """The result of a piece of work that sees one moment."""
        if self.alone:
            return work(self._db)
        try:
            raw.execute(READING, prepare=False)
            done = work(self._db)
            raw.execute(b"commit", prepare=False)
        except BaseException:
            _roll_back(raw)
            raise
        return done

    def _writing_down(self, work: Callable[[Db], T], until: float) -> T:
        """The result of a piece of work that is durable when this returns, and undone when it
        raises; InDoubt where it may have been done."""
        while True:
            raw, ended, notes = self.connected(until), list[T](), self._deferred[:]

            def all_of_it(db: Db, notes: Sequence[Callable[[Db], None]] = notes) -> T:
                for note in notes:
                    note(db)
                return work(db)

            try:
                done = self._write_once(raw, all_of_it, ended)
            except psycopg.Error as error:
                if not self._lost(raw):
                    raise failure(error) from None
                if not ended or not self._was_done(time.monotonic() + PATIENCE):
                    continue
                done = ended[0]
            del self._deferred[: len(notes)]
            return done

    def _write_once(self, raw: Raw, work: Callable[[Db], T], ended: list[T]) -> T:
        """ended: what the work came to, as soon as nothing but the commit is left."""
        try:
            self._begin(raw)
            ended.append(work(self._db))
            raw.execute(b"commit", prepare=False)
        except BaseException:
            _roll_back(raw)
            raise
        self._writes += 1
        return ended[0]

    def _begin(self, raw: Raw) -> None:
        """Begin a write, which is counted. Raises Superseded where the lease is another's: a
        takeover waits for this transaction, or this one for the takeover."""
        words = ["begin", COUNT.format(self._writes + 1, self._name)]
        if self.epoch is None:
            raw.execute("; ".join(words).encode(), prepare=False)
            return
        words.append(FENCE.format(self.epoch))
        cursor = raw.execute("; ".join(words).encode(), prepare=False)
        while cursor.nextset():
            pass
        if cursor.fetchone() is None:
            raise Superseded

    def _attempt(self) -> Raw | None:
        try:
            raw = self._introduced()
        except psycopg.Error as error:
            self._refused(why(error), failure(error))
        except StoreError as error:
            # A server may think for a while that the connection before is still there.
            self._refused(HELD if isinstance(error, Busy) and self._was_there else None, error)
        else:
            self.reconnects += self._was_there
            self._pause, self._next, self._was_there = FIRST_PAUSE, 0.0, True
            return raw
        return None

    def _introduced(self) -> Raw:
        """A connection whose writes are counted. One that cannot be counted is let go of: it may
        hold the database for this process, which tries again."""
        raw = self._connect()
        try:
            raw.prepared_max, self._db = PREPARED, statements(raw)
            if self._writing:
                raw.execute(KNOWN, (self._name, self._writes))
        except BaseException:
            raw.close()
            raise
        return raw

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
        """Whether the commit that nobody answered was done. Who asks waits until it is over."""
        try:
            found = self.connected(until).execute(LAST, (self._name,)).fetchone()
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


def _roll_back(raw: Raw) -> None:
    with suppress(psycopg.Error):
        if not raw.closed:
            raw.execute(b"rollback", prepare=False)

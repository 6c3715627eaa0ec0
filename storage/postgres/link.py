"""One connection to a server, on a thread of its own, which is made anew where it was lost.

    begin ─ locks ─ the piece of work ─ writers: this was my 17th write ─ commit
                                                                            │ no answer?
    a new connection: which was my last write? <────────────────────────────┘
        the 17th: it is done, and what it came to is known here; the 16th: it is done again

So a commit is never done twice, whatever it consists of, and is unknown only while there is no
server to ask. All statements of a piece of work go out together, up to the first whose rows it
looks at (storage/postgres/pipeline.py).
"""

import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple, NoReturn, TypeVar, cast

import psycopg
from psycopg.abc import RV, PQGen

from storage.counts import Counts
from storage.engine import Db
from storage.errors import ON_SERVER, Busy, InDoubt, StoreError
from storage.postgres import sessions
from storage.postgres.dialect import translated
from storage.postgres.failures import NO_ANSWER, failure, unusable, why
from storage.postgres.pipeline import Pipeline

T = TypeVar("T")
Along = Callable[[Pipeline], Callable[[], None]]

HELD: Final = "others use it, who share it with nobody"
SILENCE: Final = 6.0  # seconds without an answer; a server that is alive ends a statement before
PATIENCE: Final = 2.0  # seconds in which a lost connection is made anew, before somebody is told
TRIES: Final = 5  # of a piece of work that others were in the way of
NO_LOCK: Final = "55P03"
# Somebody else wrote the same at that moment: it is looked at again, and is then as it should be.
AGAIN: Final = {"23505", "40001", "40P01", NO_LOCK}
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between two attempts to connect
READING: Final = b"begin isolation level repeatable read, read only"
LOCK_GAME: Final = b"select 1 from games where id = $1 for no key update"
LOCK_GUILD: Final = b"select pg_advisory_xact_lock($1)"
LOCK_ITS_GUILD: Final = b"select pg_advisory_xact_lock(guild) from games where id = $1"
COUNT: Final = b"update writers set writes = $1, at = now() where name = $2"
LAST: Final = b"select writes from writers where name = %s for update"
KNOWN: Final = b"insert into writers (name, writes) values (%s, %s) on conflict do nothing"


class Locks(NamedTuple):
    """What a write takes before it looks at anything: a game's row, and a server for itself."""

    game: int | None = None
    guild: int | None = None
    ends: bool = False


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


class Statements:
    """A connection as pieces of work know it that wait for each of their statements."""

    def __init__(self, raw: Raw) -> None:
        self._raw = raw

    def execute(self, sql: str, values: Sequence[Any] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        return psycopg.RawCursor(self._raw).execute(translated(sql), values)


def statements(raw: Raw) -> Db:
    """For pieces of work, which use what both engines have."""
    return cast(Db, Statements(raw))


class Link:
    def __init__(
        self,
        connect: Callable[[], Raw],
        counts: Counts | None = None,
        *,
        writing: bool = True,
        along: Along | None = None,
    ) -> None:
        """connect: makes a connection in autocommit mode that is ready for every verb; along: asks
        something with what is read, and returns what looks at the answer."""
        self._writing, self._counts = writing, counts or Counts()
        self._along = along or _asks_nothing
        self.thread = ThreadPoolExecutor(1, "postgres")
        self.asked = 0  # pieces of work that wait here
        self._connect = connect
        self._raw: Raw | None = None
        self._sent: Pipeline  # of that connection
        self._name, self._writes = secrets.token_hex(8), 0
        self._pause, self._next, self._why = FIRST_PAUSE, 0.0, NO_ANSWER
        self._was_there = False

    # All that follows is used on the thread.

    def read(self, work: Callable[[Db], T], until: float) -> T:
        """The result of a piece of work that sees one moment. until: when nobody waits any more."""
        while True:
            raw = self.connected(until)
            try:
                return self._read(work)
            except psycopg.Error as error:
                if not self._lost(raw):
                    raise failure(error) from None

    def write(self, work: Callable[[Db], T], locks: Locks, until: float) -> T:
        """The result of a piece of work that is durable when this returns, and undone when it
        raises; InDoubt where it may have been done."""
        tries = 0
        while True:
            raw, sent = self.connected(until), list[T]()
            try:
                return self._write(work, locks, sent)
            except psycopg.Error as error:
                tries += 1
                if self._lost(raw):
                    if sent and self._was_done(time.monotonic() + PATIENCE):
                        return sent[0]
                elif error.sqlstate not in AGAIN or tries == TRIES:
                    raise failure(error) from None
                elif error.sqlstate == NO_LOCK:
                    _end_silent(raw)
                self._counts.retries += 1

    def connected(self, until: float) -> Raw:
        """The connection, made anew where it was lost. Raises Unwritable."""
        while self._raw is None:
            now = time.monotonic()
            if self._next and max(now, self._next) > until:  # it was tried before
                raise unusable(self._why)
            time.sleep(max(0.0, self._next - now))
            self._raw = self._attempt()
        return self._raw

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None

    def _attempt(self) -> Raw | None:
        try:
            raw = self._introduced()
        except psycopg.Error as error:
            self._refused(why(error), failure(error))
        except StoreError as error:
            # A server may think for a while that the connection before is still there.
            self._refused(HELD if isinstance(error, Busy) and self._was_there else None, error)
        else:
            self._counts.reconnects += self._was_there
            self._pause, self._next, self._was_there = FIRST_PAUSE, 0.0, True
            return raw
        return None

    def _introduced(self) -> Raw:
        """A connection whose writes are counted. One that cannot be counted is let go of: it may
        hold the database for this process, which tries again."""
        raw = self._connect()
        try:
            self._sent = Pipeline(raw)
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

    def _read(self, work: Callable[[Db], T]) -> T:
        try:
            with self._sent as sent:
                sent.execute(READING)
                look = self._along(sent)
                done = work(cast(Db, sent))
                sent.execute(b"commit")
        except BaseException:
            self._roll_back()
            raise
        look()
        return done

    def _write(self, work: Callable[[Db], T], locks: Locks, ended: list[T]) -> T:
        try:
            with self._sent as sent:
                sent.execute(b"begin")
                _take(sent, locks)
                done = work(cast(Db, sent))
                sent.execute(COUNT, (self._writes + 1, self._name))
                ended.append(done)
                sent.execute(b"commit")
        except BaseException:
            self._roll_back()
            raise
        self._writes += 1
        return done

    def _roll_back(self) -> None:
        with suppress(psycopg.Error):
            self._sent.roll_back()

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
            _unknown()
        done = bool(found[0] == self._writes + 1)
        self._writes += done
        return done


def _asks_nothing(_: Pipeline) -> Callable[[], None]:
    return lambda: None


def _take(sent: Pipeline, locks: Locks) -> None:
    if locks.game is not None:
        sent.execute(LOCK_GAME, (locks.game,))
    if locks.ends:
        sent.execute(LOCK_ITS_GUILD, (locks.game,))
    if locks.guild is not None:
        sent.execute(LOCK_GUILD, (locks.guild,))


def _end_silent(raw: Raw) -> None:
    """Nobody waits for a process that is frozen in the middle of a write."""
    with suppress(psycopg.Error):
        sessions.end_silent(raw)


def _unknown() -> NoReturn:
    raise InDoubt(ON_SERVER, NO_ANSWER)

"""Opens a database file, or says why not and leaves it as it was.

the first bytes    something else's? ────────> NotOurs        read without SQLite,
the lock beside it held by another process? ─> Busy           which can change a file
its migrations     one we do not know? ──────> TooNew         by merely opening it
a first write      refused? ─────────────────> Unwritable
our own migrations, those which are missing
"""

import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import Busy, NotOurs, TooNew, Unwritable
from storage.migrating import Migration, level, migrate
from storage.trouble import told

MEMORY = ":memory:"
SIGNATURE = int.from_bytes(b"LUMB", "big")  # SQLite keeps it at byte 68 of the file

_MAGIC = b"SQLite format 3\0"


class Held(sqlite3.Connection):
    """A connection that holds the file's lock until it is closed."""

    lock: FileLock | None = None

    def close(self) -> None:
        super().close()
        if self.lock:
            self.lock.release()


def connect(path: Path | str, steps: Sequence[Migration], at: float) -> sqlite3.Connection:
    """A connection in autocommit mode to a database that has been through `steps`.

    Raises NotOurs, Busy, TooNew, Unwritable or Damaged; the file is then as it was.
    """
    if str(path) == MEMORY:
        return prepared(sqlite3.connect(MEMORY, isolation_level=None), steps, at)
    file = Path(path).resolve()  # two names of one file share one lock
    with told(file), ExitStack() as undo:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not ours(file):
            raise NotOurs(file)
        lock = _hold(file)
        undo.callback(lock.release)
        if file.exists():
            with closing(peek(file, log=logged(file))) as db:
                not_newer(file, db, steps)
        db = undo.enter_context(closing(sqlite3.connect(file, isolation_level=None, factory=Held)))
        prepared(db, steps, at)
        undo.pop_all()
        db.lock = lock
        return db


def ours(file: Path) -> bool:
    """Whether the file is a Lumbercamp database or empty, told without SQLite."""
    if not file.is_file():
        raise Unwritable(file, "it is not a file")
    with file.open("rb") as opened:
        head = opened.read(72)
    return not head or (head.startswith(_MAGIC) and head[68:] == SIGNATURE.to_bytes(4, "big"))


def _hold(file: Path) -> FileLock:
    # Not bound to a thread: a connection may be swept up by any.
    lock = FileLock(file.with_name(file.name + ".lock"), thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Busy(file) from None
    return lock


def peek(file: Path, *, log: bool) -> sqlite3.Connection:
    """A connection that reads a file and leaves it, and what lies beside it, as it is.
    log: a write-ahead log is to be read and heeded; without, the file must be nobody else's."""
    # Not with the right to write: on closing, SQLite would fold a log left by a crash into the
    # file. And where there is no such log, not in a way that would start one.
    how = "?mode=ro" if log else "?immutable=1"
    return sqlite3.connect(file.as_uri() + how, uri=True, isolation_level=None)


def logged(file: Path) -> bool:
    """Whether a write-ahead log lies beside the file: it is in use, or was when it crashed."""
    return file.with_name(file.name + "-wal").exists()


def not_newer(file: Path, db: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Raise TooNew when the database has been through steps that are not among these."""
    found, known = level(db), max(step.number for step in steps)
    if found > known:
        raise TooNew(file, found, known)


def prepared(db: sqlite3.Connection, steps: Sequence[Migration], at: float) -> sqlite3.Connection:
    """The same connection, ready for every verb, its database having been through `steps`."""
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("pragma temp_store = memory")
    _sign(db)
    db.execute("pragma journal_mode = wal")
    migrate(db, steps, at)
    # What the outbox holds now may have been sent by the process before this one.
    db.execute("create temp table opened as select coalesce(max(id), 0) as last from outbox")
    return db


def _sign(db: sqlite3.Connection) -> None:
    # Before WAL, in one page: a crash at any later moment leaves a file that is known as ours.
    (found,) = db.execute("pragma application_id").fetchone()
    db.execute("begin immediate")
    # Tried on a signed file too: it is the first write, and refused where the file is read-only.
    db.execute(f"pragma application_id = {SIGNATURE}")
    db.execute("rollback" if found == SIGNATURE else "commit")

"""Open a database file, or raise the reason and leave the file as it was. Locked are its name
(NAME.lock, also before there is a file) and on Linux the file, so a hard link is the same file:
there a flock doesn't interfere with SQLite's fcntl locks. Closing any descriptor of a file drops
every fcntl lock of the process on it, so ours is opened before SQLite's and closed after it. The
schema is that of the migrations: a trigger can restore a deleted name."""

import logging
import os
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TypeAlias

from filelock import FileLock, Timeout

from storage import errors
from storage.migrating import Migration, level, migrate, pending

MEMORY = ":memory:"
SIGNATURE = int.from_bytes(b"LUMB", "big")  # SQLite keeps it at byte 68 of the file


class _Held(sqlite3.Connection):
    """A connection that locks its file until it is closed."""

    held: ExitStack

    def close(self) -> None:
        super().close()
        self.held.close()


def connect(
    path: Path | str,
    steps: Sequence[Migration],
    at: float,
    keep: Callable[[Path, Migration], None] | None = None,
) -> sqlite3.Connection:
    """A connection in autocommit mode to a database that has been through `steps`. keep: copies a
    file with games before the first step that it lacks, or raises. Raises NotOurs, Lost, Busy,
    TooNew, Unwritable, Damaged or Altered; the file is then as it was."""
    if str(path) == MEMORY:
        return prepare(sqlite3.connect(MEMORY, isolation_level=None), steps, at)
    file = Path(path).resolve()  # two names of one file share one lock
    with errors.translate_errors(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        recognise(file)
        with hold_name(file) as held:
            if not file.exists():
                # Under another name until it is signed: a crash leaves no file that is refused.
                with scratch(file) as new:
                    with closing(sqlite3.connect(new, isolation_level=None)) as made:
                        sign(made)
                    put_in_place(new, file)
            hold(file, held)
            with closing(peek(file, log=has_log(file))) as found:
                not_newer(file, found, steps)
                # It finds pages that make no sense: 0.6 s for a million rows of the log.
                if found.execute("pragma quick_check(1)").fetchall() != [("ok",)]:
                    raise errors.Damaged(file)
                must_have_shape(file, found, steps)
                missing = pending(found, steps) if level(found) else []
            _close_to_others(file)
            if missing and keep:
                keep(file, missing[0])
            db = sqlite3.connect(file, isolation_level=None, factory=_Held)
            db.held = held.pop_all()
            with ExitStack() as undo:
                undo.callback(db.close)
                prepare(db, steps, at)
                undo.pop_all()
            return db


def recognise(file: Path) -> None:
    """Raise NotOurs or Lost unless there is a database of ours, or no file. It is read without
    SQLite. A missing file is a new database; an empty file is a lost one."""
    if not file.exists():
        if has_log(file):
            raise errors.Lost(
                file, "the file is gone, but the log of its last turns is still there"
            )
        return
    if not file.is_file():
        raise errors.Unwritable(file, "it isn't a file")
    with file.open("rb") as opened:
        head = opened.read(72)
    if not head:
        raise errors.Lost(file, "the file is empty")
    if not (head.startswith(b"SQLite format 3\0") and head[68:] == SIGNATURE.to_bytes(4, "big")):
        raise errors.NotOurs(file)


def peek(file: Path, *, log: bool) -> sqlite3.Connection:
    """A connection that reads a file and leaves it and its log as they are. log: read a write-ahead
    log too; without one, nobody else may have the file."""
    # Read-only, as SQLite would fold a log left by a crash into the file on closing. Without a log,
    # immutable, which starts none.
    how = "?mode=ro" if log else "?immutable=1"
    return sqlite3.connect(file.as_uri() + how, uri=True, isolation_level=None)


def has_log(file: Path) -> bool:
    """Whether the file has a write-ahead log: it is in use, or was when its process crashed."""
    return file.with_name(file.name + "-wal").exists()


def not_newer(file: Path, db: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Raise TooNew if the database has been through steps that are not among these."""
    found, known = level(db), max(step.number for step in steps)
    if found > known:
        raise errors.TooNew(file, found, known)


def prepare(db: sqlite3.Connection, steps: Sequence[Migration], at: float) -> sqlite3.Connection:
    """Make a connection ready for every verb: bring its database through `steps`, and return it."""
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("pragma temp_store = memory")
    # Always, not only while a person is forgotten: every turn deletes rows that name people.
    db.execute("pragma secure_delete = on")
    sign(db)
    db.execute("pragma journal_mode = wal")
    migrate(db, steps, at)
    # A log left by a crash may hold rows that were deleted since.
    db.execute("pragma wal_checkpoint(truncate)")
    return db


def sign(db: sqlite3.Connection) -> None:
    """Mark a file as ours."""
    # Before WAL, in one page: a crash at any later moment leaves a file with the mark.
    (found,) = db.execute("pragma application_id").fetchone()
    db.execute("begin immediate")
    # Also on a signed file: it is the first write, which fails if the file is read-only.
    db.execute(f"pragma application_id = {SIGNATURE}")
    db.execute("rollback" if found == SIGNATURE else "commit")


Shape: TypeAlias = dict[tuple[str, str], str]  # normalised SQL, by (type, name)


def must_have_shape(file: Path, db: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Raise Altered, naming the first difference, unless the schema is that of its steps."""
    found = level(db)
    ours = _made(tuple(step for step in steps if step.number <= found)) if found else {}
    there = _shape(db)
    for kind, name in sorted(there.keys() - ours.keys()) if found else there:
        raise errors.Altered(file, f"the {kind} {name[:60]!r} isn't part of Lumbercamp")
    for kind, name in sorted(ours.keys() - there.keys()):
        raise errors.Altered(file, f"the {kind} {name} is missing")
    for (kind, name), sql in ours.items():
        if there[kind, name] != sql:
            raise errors.Altered(file, f"the {kind} {name} isn't as Lumbercamp makes it")


@cache
def _made(steps: tuple[Migration, ...]) -> Shape:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, steps, 0.0)
        return _shape(db)


def _shape(db: sqlite3.Connection) -> Shape:
    # SQLite's own tables, such as statistics, hold no people; those of its full text search would.
    ours = (
        "select type, name, coalesce(sql, '') from sqlite_schema"
        " where name not like 'sqlite!_%' escape '!'"
    )
    shape = Shape()
    for kind, name, sql in db.execute(ours):  # comments, quotes and blanks differ between versions
        bare = re.sub(r"--[^\n]*|/\*.*?\*/", " ", sql, flags=re.DOTALL).replace('"', "")
        shape[kind, name] = re.sub(r"\s*([(),=<>])\s*", r"\1", " ".join(bare.split())).lower()
    return shape


if sys.platform == "linux":  # pragma: no branch
    import fcntl

OWNER_ONLY = 0o600

log = logging.getLogger(__name__)


@contextmanager
def hold_name(file: Path) -> Iterator[ExitStack]:
    """Lock the name of a file that may not be there yet. The stack lets go of its locks at the end,
    unless they were taken over with pop_all(). Raises Busy."""
    # Not bound to a thread: any thread may collect a connection.
    lock = FileLock(file.with_name(file.name + ".lock"), mode=OWNER_ONLY, thread_local=False)
    with ExitStack() as held:
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise errors.Busy(file) from None
        held.callback(lock.release)
        yield held


def hold(file: Path, held: ExitStack) -> None:
    """Lock the file itself, under all of its names. Raises Busy."""
    if sys.platform == "linux":  # pragma: no branch
        opened = os.open(file, os.O_RDONLY)
        held.callback(os.close, opened)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise errors.Busy(file) from None
        except OSError:
            pass  # a file system without such locks: the name is locked


def _close_to_others(file: Path) -> None:
    """Take everyone else's permissions from the file and its log, if we own it: it holds the secret
    seeds of running games."""
    if sys.platform == "win32":  # has neither such permissions nor ids of owners
        return
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        seen = each.stat() if each.exists() else None
        if seen and seen.st_mode & 0o077 and seen.st_uid == os.geteuid():
            each.chmod(seen.st_mode & 0o700)
            log.warning("others could read the database; now its owner alone can")


@contextmanager
def scratch(to: Path) -> Iterator[Path]:
    """A new file beside the target for its owner alone; deleted unless it gets another name."""
    opened, name = tempfile.mkstemp(prefix=f".{to.name}.", dir=to.parent)
    os.close(opened)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def put_in_place(made: Path, to: Path) -> None:
    """Give a file its name, once it is on the disk for good."""
    _flush(made)
    made.replace(to)  # rename does not replace on Windows
    if sys.platform != "win32":  # opens no folders
        _flush(to.parent)


def _flush(place: Path) -> None:
    # Windows flushes only files opened for writing, and a folder can only be opened for reading.
    opened = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

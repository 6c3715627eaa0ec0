"""Reads a database that another process may be writing, and leaves it as it is.

a log beside the file?    yes: in use, or left by a crash ──> read under SQLite's own locks
                          no: nobody has it open ───────────> read as it lies, so that nothing is
                                                              made beside it; and once more, if
                                                              somebody opened it meanwhile
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from storage.errors import Missing, NotCopied, NotOurs, StoreError, Unreadable
from storage.migrating import Migration
from storage.opening import MEMORY, SIGNATURE, logged, not_newer, ours, peek, prepared
from storage.trouble import told

T = TypeVar("T")


def snapshot(path: Path | str, steps: Sequence[Migration], at: float) -> sqlite3.Connection:
    """A connection to a copy in memory that has been through `steps`; the file has not.

    Raises Missing, NotOurs, TooNew, Unreadable or Damaged.
    """
    file = Path(path).resolve()

    def copied(db: sqlite3.Connection) -> sqlite3.Connection:
        not_newer(file, db, steps)
        memory = sqlite3.connect(MEMORY, isolation_level=None)
        db.backup(memory)
        return memory

    with told(file, Unreadable):
        return prepared(_read(file, copied), steps, at)


def backup(path: Path | str, target: Path | str) -> None:
    """Make a copy of the database, sound and complete or not at all, also while it is in use.

    Raises NotCopied, also when there is something at `target`; Missing, NotOurs or Damaged.
    """
    file, to = Path(path).resolve(), Path(target).absolute()

    def failed(_: object, reason: str) -> StoreError:
        return NotCopied(to, reason)

    with told(file, failed):
        if os.path.lexists(to):
            raise NotCopied(to, "there is something of that name already")
        with _scratch(to) as scratch:
            _read(file, lambda db: _write(db, scratch))
            if not _sound(scratch):
                raise NotCopied(to, "the copy was not sound")
            _rename(scratch, to)


def _read(file: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    """The result of work(connection); it may be called again when the file changes under it."""
    _recognise(file)
    while True:
        before = _lies(file)
        try:
            with closing(peek(file, log=before is None)) as db:
                done = work(db)
        except sqlite3.DatabaseError:
            if before == _lies(file):
                raise
        else:
            if before is None or before == _lies(file):
                return done


def _recognise(file: Path) -> None:
    if not file.exists():
        raise Missing(file)
    if not file.is_file():
        raise Unreadable(file, "it is not a file")
    if not file.stat().st_size or not ours(file):
        raise NotOurs(file)


def _lies(file: Path) -> tuple[int, int] | None:
    """By what a change of a file is known that nobody has open; None: a log lies beside it."""
    seen = file.stat()
    return None if logged(file) else (seen.st_mtime_ns, seen.st_size)


@contextmanager
def _scratch(to: Path) -> Iterator[Path]:
    """A new file beside the target for the owner alone, since seeds are secrets; it is gone
    afterwards unless it got another name."""
    opened, name = tempfile.mkstemp(prefix=f".{to.name}.", dir=to.parent)
    os.close(opened)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _write(db: sqlite3.Connection, scratch: Path) -> None:
    scratch.write_bytes(b"")  # SQLite writes into no file that holds something
    db.execute("vacuum into ?", (str(scratch),))


def _sound(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file)) as db:
            found = db.execute("pragma integrity_check").fetchall()
            (signature,) = db.execute("pragma application_id").fetchone()
    except sqlite3.DatabaseError:
        return False
    return found == [("ok",)] and signature == SIGNATURE


def _rename(scratch: Path, to: Path) -> None:
    """Only what is on the disk for good gets the name of a backup."""
    _flush(scratch)
    scratch.rename(to)
    _flush(to.parent)


def _flush(place: Path) -> None:
    opened = os.open(place, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

"""Read a database that another process may be writing, and leave it as it is. With a log beside it
the file is read under SQLite's own locks; without one as it is, and again if someone opened it
meanwhile. A backup replaces a database in one step; the one before is copied to NAME.replaced."""

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple, TypeVar

from storage import errors, migrating, settings
from storage.copying import contents
from storage.migrating import Migration, Upgrade, level, pending
from storage.outbox import repost
from storage.sqlite import opening
from storage.terminal import progress

T = TypeVar("T")

log = logging.getLogger(__name__)


def snapshot(path: Path | str, steps: Sequence[Migration], at: float) -> sqlite3.Connection:
    """A connection to a copy of the file that has been through `steps`. The copy is deleted with
    the connection, and is on the disk if it is large. Raises Missing, NotOurs, Lost, TooNew,
    Altered, Unreadable or Damaged."""
    file = Path(path).resolve()
    with errors.translate_errors(file, errors.Unreadable), ExitStack() as undo:
        # Without a name it is a database of one connection, in a nameless file if it is large.
        passing = undo.enter_context(closing(sqlite3.connect("", isolation_level=None)))

        def copy(db: sqlite3.Connection) -> None:
            opening.not_newer(file, db, steps)
            opening.must_have_shape(file, db, steps)
            db.backup(passing)

        read(file, copy)
        opening.prepare(passing, steps, at)
        undo.pop_all()
        return passing


def backup(path: Path | str, target: Path | str) -> None:
    """Make a copy of the database, sound and complete or not at all, even while it is in use.
    Raises NotCopied, also if there is a file at `target`; Missing, NotOurs, Lost or Damaged."""
    file, to = Path(path).resolve(), Path(target).absolute()

    with errors.translate_errors(file, lambda _, reason: errors.NotCopied(to, reason)):
        if os.path.lexists(to):
            raise errors.NotCopied(to, "there's already a file with that name")
        with opening.scratch(to) as copy:  # for the owner alone, since seeds are secrets
            read(file, lambda db: write_copy(db, copy))
            if not sound(copy):
                raise errors.NotCopied(to, "the copy is damaged")
            opening.put_in_place(copy, to)


def copy_before(path: Path, step: Migration) -> None:
    """Make a backup beside a database before a step that it lacks. Raises NotUpgraded."""
    target = unused_name(_before(path, step))
    try:
        backup(path, target)
    except errors.NotCopied as failed:
        raise errors.NotUpgraded(path, target, failed.reason) from failed
    log.warning(
        "the database was copied, and is brought to a new shape", extra={"copy": target.name}
    )


def upgrade(path: Path | str) -> Upgrade:
    """What opening a database would do to its schema. Raises what `snapshot` raises."""
    file, steps = Path(path).resolve(), migrating.migrations()

    def look(db: sqlite3.Connection) -> Upgrade:
        opening.not_newer(file, db, steps)
        missing = tuple(pending(db, steps))
        copy = unused_name(_before(file, missing[0])) if missing and level(db) else None
        return Upgrade(level(db), missing, copy)

    with errors.translate_errors(file, errors.Unreadable):
        return read(file, look)


def _before(path: Path, step: Migration) -> Path:
    """The name of the copy of a database before a step."""
    return path.with_name(f"{path.name}.before-{step.number:04}")


def unused_name(path: Path) -> Path:
    """This name, or the first one with a number after it that no file has."""
    names = (path.with_name(f"{path.name}.{n}") for n in count(2))
    return next(name for name in chain([path], names) if not os.path.lexists(name))


def setting(path: Path | str, key: str) -> str | None:
    """A value set in a database that is not opened. Raises what `snapshot` does but TooNew."""
    file = Path(path).resolve()

    def value(db: sqlite3.Connection) -> str | None:
        return settings.read(db, key) if level(db) else None

    with errors.translate_errors(file, errors.Unreadable):
        return read(file, value)


def read(file: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    """Return the result of work(connection). Repeat the call if the file changes meanwhile."""
    must_be_ours(file)
    while True:
        before = _fingerprint(file)
        try:
            with closing(opening.peek(file, log=before is None)) as db:
                done = work(db)
        except sqlite3.DatabaseError:
            if before == _fingerprint(file):
                raise
        else:
            if before is None or before == _fingerprint(file):
                return done


def must_be_ours(file: Path) -> None:
    """Raise Missing, NotOurs, Lost or Unreadable if the file isn't a database of ours."""
    if not file.exists():
        raise errors.Missing(file)
    if not file.is_file():
        raise errors.Unreadable(file, "it isn't a file")
    opening.recognise(file)


def _fingerprint(file: Path) -> tuple[int, int] | None:
    """A fingerprint of an unopened database file; None: a log lies beside it."""
    seen = file.stat()
    return None if opening.has_log(file) else (seen.st_mtime_ns, seen.st_size)


def write_copy(db: sqlite3.Connection, copy: Path) -> None:
    copy.write_bytes(b"")  # SQLite writes only into an empty file
    with progress("Copying") as bar:
        # A true answer would stop SQLite.
        db.set_progress_handler(lambda: bar.update() and None, 100_000)
        db.execute("vacuum into ?", (str(copy),))
        db.set_progress_handler(None, 0)


def sound(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file)) as db:
            found = db.execute("pragma integrity_check").fetchall()
            (signature,) = db.execute("pragma application_id").fetchone()
    except sqlite3.DatabaseError:
        return False
    return found == [("ok",)] and signature == opening.SIGNATURE


class Restored(NamedTuple):
    """The content of a database after a restore."""

    games: int  # how many are live
    last: float  # when the last turn was recorded; 0: never
    lacks: int  # how many migrations the backup lacks
    before: Path | None  # the copy of the database that was replaced


def restore(backup: Path | str, path: Path | str) -> Restored:
    """Let the database at `path` hold what a backup holds. Raises Missing, NotOurs, Lost, TooNew,
    Altered or Damaged for the backup, Busy or NotRestored for the database; both are then as they
    were."""
    source, file = Path(backup).resolve(), Path(path).resolve()

    if not source.exists():
        raise errors.Missing(source)
    if source == file:
        raise errors.NotRestored(file, "the backup is the same file")
    with (
        errors.translate_errors(source, lambda _, reason: errors.NotRestored(file, reason)),
        opening.hold_name(file) as held,
    ):
        opening.recognise(source)
        if file.exists():
            opening.hold(file, held)
        with opening.scratch(file) as new:
            read(source, lambda db: write_copy(db, new))
            if not sound(new):
                raise errors.Damaged(source)
            steps, games, last = migrating.migrations(), 0, 0.0
            with closing(sqlite3.connect(new)) as db:
                opening.not_newer(source, db, steps)
                opening.must_have_shape(source, db, steps)
                lacks = len(pending(db, steps))
                if not lacks:
                    repost(db, time.time())
                    db.commit()
                if level(db):
                    games, last = contents(db)
            before = _set_aside(file)
            opening.put_in_place(new, file)
    return Restored(games, last, lacks, before)


def _set_aside(file: Path) -> Path | None:
    """Copy the file and its log, byte for byte, and remove the log; returns the copy's path."""
    if not (file.exists() or opening.has_log(file)):
        return None
    to = unused_name(file.with_name(f"{file.name}.replaced"))
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{file}{end}", f"{to}{end}")
            Path(f"{to}{end}").chmod(opening.OWNER_ONLY)
    if file.exists():  # the log is written into the file, which is complete until it is replaced
        with (
            suppress(sqlite3.Error),  # of a damaged file
            closing(sqlite3.connect(file, isolation_level=None)) as db,
        ):
            db.execute("pragma wal_checkpoint(truncate)")
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    return to

"""Put a backup in place of a database that nobody has open, and save the database before it.

the backup           ── copied beside the database, and checked: sound, ours, not too new
the database before  ── copied with its log to NAME.replaced, and its log folded into the file
the copy             ── takes the database's name in one step, so there is always one of the two
"""

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from storage import migrating
from storage.copying import contents
from storage.errors import Damaged, Missing, NotRestored, translated
from storage.migrating import level, pending
from storage.outbox import repost
from storage.sqlite.holding import OWNER_ONLY, hold, hold_name, put_in_place, scratch
from storage.sqlite.opening import logged, not_newer, recognise
from storage.sqlite.reading import read, sound, unused, write_copy
from storage.sqlite.shape import must_be_ours

BESIDE = ("-wal", "-shm")


class Restored(NamedTuple):
    """The content of a database after a restore."""

    games: int  # how many are live
    last: float  # when the last turn was recorded; 0: never
    lacks: int  # how many migrations the backup lacks
    before: Path | None  # the copy of the database that was replaced


def restore(backup: Path | str, path: Path | str) -> Restored:
    """Let the database at `path` hold what a backup holds.

    Raises Missing, NotOurs, Lost, TooNew, Altered or Damaged for the backup, Busy or NotRestored
    for the database; both are then as they were."""
    source, file = Path(backup).resolve(), Path(path).resolve()

    if not source.exists():
        raise Missing(source)
    if source == file:
        raise NotRestored(file, "the backup is the same file")
    with translated(source, lambda _, reason: NotRestored(file, reason)), hold_name(file) as held:
        recognise(source)
        if file.exists():
            hold(file, held)
        with scratch(file) as new:
            read(source, lambda db: write_copy(db, new))
            if not sound(new):
                raise Damaged(source)
            found = _looked(source, new)
            before = _set_aside(file)
            put_in_place(new, file)
    return found._replace(before=before)


def _looked(source: Path, new: Path) -> Restored:
    steps = migrating.shipped()
    with closing(sqlite3.connect(new)) as db:
        not_newer(source, db, steps)
        must_be_ours(source, db, steps)
        lacks = len(pending(db, steps))
        if not level(db):
            return Restored(0, 0.0, lacks, None)
        if not lacks:
            repost(db, time.time())
            db.commit()
        return Restored(*contents(db), lacks, None)


def _set_aside(file: Path) -> Path | None:
    """Copy the file and its log, byte for byte, and remove the log; returns the copy's path."""
    if not (file.exists() or logged(file)):
        return None
    to = unused(file.with_name(f"{file.name}.replaced"))
    for end in ("", *BESIDE):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{file}{end}", f"{to}{end}")
            Path(f"{to}{end}").chmod(OWNER_ONLY)
    with suppress(sqlite3.Error):  # of a damaged file
        _fold(file)
    for end in BESIDE:
        Path(f"{file}{end}").unlink(missing_ok=True)
    return to


def _fold(file: Path) -> None:
    """Write the log that a crash left into its file, which is complete until it is replaced."""
    if file.exists():
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute("pragma wal_checkpoint(truncate)")

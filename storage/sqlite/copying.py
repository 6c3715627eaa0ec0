"""A file to copy from, as it is or as a copy that has been through the migrations it lacks; and a
new file to copy to, which gets its name once it is complete and on the disk."""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from storage import migrating
from storage.copying import CopiedTable, Failed, Row
from storage.engine import Db
from storage.errors import StoreError, Unreadable, translate_errors
from storage.migrating import level, migrate
from storage.sqlite import opening
from storage.sqlite.reading import must_be_ours, snapshot, sound


class FileEnd:
    """An end of a copy (CopyEnd). failed: makes the error if the file cannot be used."""

    def __init__(self, db: Db, file: Path, failed: Failed) -> None:
        self.db, self._file, self._failed = db, file, failed

    def rows(self, table: CopiedTable) -> Iterator[Row]:
        with translate_errors(self._file, self._failed):
            yield from self.db.execute(f"select {table.columns} from {table.name}")

    def last(self, table: CopiedTable) -> int:
        given = self.db.execute("select seq from sqlite_sequence where name = ?", (table.name,))
        most = self.db.execute(f"select coalesce(max(id), 0) from {table.name}")
        return max(int(last) for (last,) in (*given, *most))

    def storable(self, row: Row) -> Row:
        return tuple(value + 0.0 if isinstance(value, float) else value for value in row)

    def fill(self, table: CopiedTable, rows: Iterable[Row]) -> None:
        marks = ", ".join("?" * len(table.columns.split(", ")))
        self.db.executemany(f"insert into {table.name} ({table.columns}) values ({marks})", rows)

    def continue_ids(self, table: CopiedTable, last: int) -> None:
        self.db.execute("delete from sqlite_sequence where name = ?", (table.name,))
        self.db.execute("insert into sqlite_sequence values (?, ?)", (table.name, last))

    def failure(self, reason: str) -> StoreError:
        return self._failed(self._file, reason)


@contextmanager
def copied_from(path: Path | str, *, alone: bool) -> Iterator[FileEnd]:
    """A file as it is at this moment. alone: no bot may have it meanwhile. Raises Missing, NotOurs,
    Lost, TooNew, Busy, Unreadable or Damaged; the file is then, and afterwards, as it was."""
    file = Path(path).resolve()
    with ExitStack() as held:
        with translate_errors(file, Unreadable):
            must_be_ours(file)
            if alone:
                opening.hold(file, held.enter_context(opening.hold_name(file)))
            with closing(opening.peek(file, log=opening.has_log(file))) as found:
                opening.not_newer(file, found, migrating.migrations())
                opening.must_have_shape(file, found, migrating.migrations())
                lacks = level(found) < migrating.migrations()[-1].number
            if lacks:  # a copy that has been through the migrations
                db = snapshot(file, migrating.migrations(), time.time())
            else:
                db = opening.peek(file, log=opening.has_log(file))
            held.enter_context(closing(db))
            db.execute("begin")
        yield FileEnd(db, file, Unreadable)


@contextmanager
def copied_to(path: Path | str, failed: Failed) -> Iterator[FileEnd]:
    """A new file, there at the end and not before. Raises what failed makes, also if it exists."""
    file = Path(path).absolute()
    with translate_errors(file, failed), opening.scratch(file) as new:
        if os.path.lexists(file):
            raise failed(file, "there's already a file with that name")
        with closing(sqlite3.connect(new, isolation_level=None)) as db:
            # After a failure nobody uses this file again.
            db.execute("pragma journal_mode = off")
            db.execute("pragma synchronous = off")
            opening.sign(db)
            migrate(db, migrating.migrations(), time.time())
            db.execute("begin")
            yield FileEnd(db, file, failed)
            db.execute("commit")
        if not sound(new):
            raise failed(file, "the copy is damaged")
        opening.put_in_place(new, file)


@contextmanager
def moved_to(path: Path | str, failed: Failed) -> Iterator[FileEnd]:
    """A new file, as with `copied_to`, whose name no bot opens meanwhile. Raises Busy too."""
    file = Path(path).absolute()
    with translate_errors(file, failed), ExitStack() as held:
        file.parent.mkdir(parents=True, exist_ok=True)
        held.enter_context(opening.hold_name(file))
        yield held.enter_context(copied_to(file, failed))

"""Open a database file, or raise the reason and leave the file as it was.

the first bytes    another program's? ───────> NotOurs        read without SQLite,
                   none, or gone? ───────────> Lost           which can change a file
its locks          held by another process? ─> Busy           by opening it
no file            one is made, complete and signed, for its owner only
its pages          broken? ──────────────────> Damaged
its migrations     one we don't know? ───────> TooNew
its tables         not as those make them? ──> Altered
a first write      refused? ─────────────────> Unwritable
a copy of it       if migrations are missing; without a copy nothing is changed
the missing migrations
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from storage import outbox, ratings
from storage.errors import Damaged, Lost, NotOurs, TooNew, Unwritable, translated
from storage.migrating import Migration, level, migrate, pending
from storage.sqlite.holding import close_to_others, hold, hold_name, put_in_place, scratch
from storage.sqlite.shape import must_be_ours

MEMORY = ":memory:"
SIGNATURE = int.from_bytes(b"LUMB", "big")  # SQLite keeps it at byte 68 of the file

_MAGIC = b"SQLite format 3\0"


class Held(sqlite3.Connection):
    """A connection that locks its file until it is closed."""

    held: ExitStack

    def close(self) -> None:
        super().close()
        self.held.close()


def no_copy(file: Path, step: Migration) -> None:
    """Make no copy before a migration."""


def connect(
    path: Path | str,
    steps: Sequence[Migration],
    at: float,
    keep: Callable[[Path, Migration], None] = no_copy,
) -> sqlite3.Connection:
    """A connection in autocommit mode to a database that has been through `steps`. keep: copies a
    file with games before the first step that it lacks, or raises.

    Raises NotOurs, Lost, Busy, TooNew, Unwritable, Damaged or Altered; the file is then as it was.
    """
    if str(path) == MEMORY:
        return prepared(sqlite3.connect(MEMORY, isolation_level=None), steps, at)
    file = Path(path).resolve()  # two names of one file share one lock
    with translated(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        recognise(file)
        with hold_name(file) as held:
            if not file.exists():
                _make(file)
            hold(file, held)
            with closing(peek(file, log=logged(file))) as db:
                not_newer(file, db, steps)
                _unbroken(file, db)
                must_be_ours(file, db, steps)
                missing = pending(db, steps) if level(db) else []
            close_to_others(file)
            for step in missing[:1]:
                keep(file, step)
            return _opened(file, held, steps, at)


def _opened(
    file: Path, held: ExitStack, steps: Sequence[Migration], at: float
) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None, factory=Held)
    db.held = held.pop_all()
    with ExitStack() as undo:
        undo.callback(db.close)
        prepared(db, steps, at)
        undo.pop_all()
    return db


def recognise(file: Path) -> None:
    """Raise NotOurs or Lost unless there is a database of ours, or no file. It is read without
    SQLite. A missing file is a new database; an empty file is a lost one."""
    if not file.exists():
        if logged(file):
            raise Lost(file, "the file is gone, but the log of its last turns is still there")
        return
    if not file.is_file():
        raise Unwritable(file, "it isn't a file")
    with file.open("rb") as opened:
        head = opened.read(72)
    if not head:
        raise Lost(file, "the file is empty")
    if not (head.startswith(_MAGIC) and head[68:] == SIGNATURE.to_bytes(4, "big")):
        raise NotOurs(file)


def _make(file: Path) -> None:
    # Under another name until it is signed: a crash meanwhile leaves no file that is refused.
    with scratch(file) as new:
        with closing(sqlite3.connect(new, isolation_level=None)) as db:
            sign(db)
        put_in_place(new, file)


def _unbroken(file: Path, db: sqlite3.Connection) -> None:
    # It finds pages that make no sense: 0.1 s for 100,000 rows of the log, 0.6 s for a million.
    if db.execute("pragma quick_check(1)").fetchall() != [("ok",)]:
        raise Damaged(file)


def peek(file: Path, *, log: bool) -> sqlite3.Connection:
    """A connection that reads a file and leaves it and its log as they are. log: read a write-ahead
    log too; without one, nobody else may have the file."""
    # Read-only, as SQLite would fold a log left by a crash into the file on closing. Without a log,
    # immutable, which starts none.
    how = "?mode=ro" if log else "?immutable=1"
    return sqlite3.connect(file.as_uri() + how, uri=True, isolation_level=None)


def logged(file: Path) -> bool:
    """Whether the file has a write-ahead log: it is in use, or was when its process crashed."""
    return file.with_name(file.name + "-wal").exists()


def not_newer(file: Path, db: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Raise TooNew if the database has been through steps that are not among these."""
    found, known = level(db), max(step.number for step in steps)
    if found > known:
        raise TooNew(file, found, known)


def prepared(db: sqlite3.Connection, steps: Sequence[Migration], at: float) -> sqlite3.Connection:
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
    _alone(db)
    return db


def _alone(db: sqlite3.Connection) -> None:
    db.execute("begin immediate")
    if not ratings.is_ours(db):
        for guild in ratings.servers(db):
            ratings.rebuild(db, guild)
        ratings.note_ours(db)
    outbox.inherit(db)
    db.execute("commit")


def sign(db: sqlite3.Connection) -> None:
    """Mark a file as ours."""
    # Before WAL, in one page: a crash at any later moment leaves a file with the mark.
    (found,) = db.execute("pragma application_id").fetchone()
    db.execute("begin immediate")
    # Also on a signed file: it is the first write, which fails if the file is read-only.
    db.execute(f"pragma application_id = {SIGNATURE}")
    db.execute("rollback" if found == SIGNATURE else "commit")

"""Turns what SQLite or the file system complains of into the sentence for people."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from storage.errors import Busy, Damaged, NotOurs, StoreError, Unwritable

_REASONS = {
    sqlite3.SQLITE_PERM: "permission is missing",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_IOERR: "the disk refused it, it may be full or gone",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened, or its folder does not allow writing",
}
_KINDS = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_NOTADB: NotOurs,
    sqlite3.SQLITE_CORRUPT: Damaged,
}


@contextmanager
def told(path: object, failed: Callable[[object, str], StoreError] = Unwritable) -> Iterator[None]:
    """Raise a StoreError in place of an error that the file at `path` is to blame for: `failed`
    with the path and a short reason where the file could not be used at all."""
    try:
        yield
    except sqlite3.Error as error:
        known = _known(path, error, failed)
        if known is None:
            raise  # a mistake of ours, not of the file
        raise known from error
    except OSError as error:
        raise failed(path, (error.strerror or str(error)).lower()) from error


def _known(
    path: object, error: sqlite3.Error, failed: Callable[[object, str], StoreError]
) -> StoreError | None:
    # The low byte is the kind, the rest says more of it. sqlite3's own errors have no code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _REASONS:
        return failed(path, _REASONS[code])
    return _KINDS[code](path) if code in _KINDS else None

"""A database file is for one process and for its owner: its locks, its permissions, its making.

NAME.lock beside it    by name, on every system, also before there is a file
a flock on the file    by inode, so a hard link is the same file; only on Linux

On Linux a flock doesn't interfere with SQLite's own locks on the file (fcntl). Elsewhere it may
shut SQLite out, so only the name is locked. Closing any descriptor of a file drops every fcntl lock
of the process on it, so ours is opened before SQLite's and closed after it.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import Busy

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
            raise Busy(file) from None
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
            raise Busy(file) from None
        except OSError:
            pass  # a file system without such locks: the name is locked


def close_to_others(file: Path) -> None:
    """Take everyone else's permissions from the file and its log, if we own it: it holds the secret
    seeds of running games."""
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if each.exists() and _open_to_others(each):
            each.chmod(each.stat().st_mode & 0o700)
            log.warning("others could read the database; now its owner alone can")


def _open_to_others(file: Path) -> bool:
    if sys.platform == "win32":  # has neither such permissions nor ids of owners
        return False
    seen = file.stat()
    return bool(seen.st_mode & 0o077) and seen.st_uid == os.geteuid()


@contextmanager
def scratch(to: Path) -> Iterator[Path]:
    """A new file beside the target, readable only by its owner; it is deleted afterwards unless it
    got another name."""
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

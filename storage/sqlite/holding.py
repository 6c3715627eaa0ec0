"""A database file is for one process and for its owner: the locks on it, its rights, its making.

NAME.lock beside it    by the name, on every system, also before there is a file
a flock on the file    by the inode, so that a hard link is the same file; on Linux

On Linux a flock and the locks that SQLite itself sets on the file (fcntl) do not see each other.
Elsewhere they may, and ours would shut SQLite out: there the name alone is locked.
Closing any descriptor of a file drops every fcntl lock that the process has on it, so ours is
opened before SQLite's and closed after it.
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
    """Hold the name of a file that may not be there yet. What the stack holds is let go of at the
    end, unless it was taken over with pop_all(). Raises Busy."""
    # Not bound to a thread: a connection may be swept up by any.
    lock = FileLock(file.with_name(file.name + ".lock"), mode=OWNER_ONLY, thread_local=False)
    with ExitStack() as held:
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise Busy(file) from None
        held.callback(lock.release)
        yield held


def hold(file: Path, held: ExitStack) -> None:
    """Hold the file itself, whatever else it is called. Raises Busy."""
    if sys.platform == "linux":  # pragma: no branch
        opened = os.open(file, os.O_RDONLY)
        held.callback(os.close, opened)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(file) from None
        except OSError:
            pass  # a file system without such locks: the name is held all the same


def close_to_others(file: Path) -> None:
    """Take the rights of everybody else from the file and what lies beside it, where it is ours:
    it holds the secret seeds of running games."""
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if each.exists() and _open_to_others(each):
            each.chmod(each.stat().st_mode & 0o700)
            log.warning("others could read the database; now its owner alone can")


def _open_to_others(file: Path) -> bool:
    if sys.platform == "win32":  # knows no such rights, and no ids of owners
        return False
    seen = file.stat()
    return bool(seen.st_mode & 0o077) and seen.st_uid == os.geteuid()


@contextmanager
def scratch(to: Path) -> Iterator[Path]:
    """A new file beside the target for the owner alone; it is gone afterwards unless it got
    another name."""
    opened, name = tempfile.mkstemp(prefix=f".{to.name}.", dir=to.parent)
    os.close(opened)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def put_in_place(made: Path, to: Path) -> None:
    """Give a file its name: only what is on the disk for good gets it."""
    _flush(made)
    made.replace(to)  # rename does not replace on Windows
    if sys.platform != "win32":  # opens no folders
        _flush(to.parent)


def _flush(place: Path) -> None:
    # Windows flushes only what may be written, and a folder may only be read.
    opened = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

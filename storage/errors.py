"""What can go wrong with a store; the text of each is one sentence or two for people.

The game that somebody wanted to change: Conflict, Already, Taken, Full. The file: all others; it
is then as it was. `translated` makes them of what SQLite and the file system complain of.
"""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Final

ON_SERVER: Final = object()  # in place of the path of a file: its address is nobody's business


class StoreError(Exception):
    """Any of these; `str()` can be shown to whoever runs the bot."""


class FileError(StoreError):
    """Something is wrong with the file at `path`; `reason` is a short phrase."""

    sentence: ClassVar[str]
    there: ClassVar[str] = ""  # the same of a database on a server

    def __init__(self, path: object, reason: str = "") -> None:
        self.reason, self.on_server = reason, path is ON_SERVER
        sentence = self.there if path is ON_SERVER else self.sentence
        super().__init__(sentence.format(path=path, reason=reason))


class NotOurs(FileError):
    """The file is something else than a database of Lumbercamp."""

    sentence = "{path} is not a Lumbercamp database. Set LUMBERCAMP_DATABASE to another file."
    there = (
        "The database was not opened: the tables there are not Lumbercamp's. They are unchanged. "
        "Name a database of its own in LUMBERCAMP_DATABASE."
    )


class Lost(FileError):
    """Nothing is left where games may have been."""

    sentence = (
        "Can't open {path}: it {reason}, so games may be lost. Restore a backup, delete the "
        "file to start over, or choose another file."
    )


class TooNew(FileError):
    """The file has been through migrations which this version does not know."""

    sentence = (
        "The database was not opened: {path} was written by a newer Lumbercamp "
        "({reason}). It is unchanged. Install the newer version or name another file."
    )
    there = (
        "The database was not opened: it was written by a newer Lumbercamp ({reason}). "
        "It is unchanged. Install the newer version, or name another database."
    )

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(path, f"migration {found}, this one knows {known}")


class Busy(FileError):
    """Another process has the file open."""

    sentence = (
        "The database {path} is in use by another process. "
        "Stop that one first, or name another file."
    )
    there = (
        "The database on the server is in use: bots share it among themselves, and with no command "
        "that changes what is stored. Stop them, or let that command come to its end; or name "
        "another database."
    )


class Outdating(FileError):
    """Programs of an older version use the database, and could not go on once this one had changed
    its shape."""

    there = (
        "Bots of an older version are using this database and can't run alongside this one. "
        "Stop them, then start this version."
    )


class Unwritable(FileError):
    """The file cannot be opened, made or written; nothing of the change is kept."""

    sentence = (
        "Can't write to {path}: {reason}. Free some space, fix the file's permissions, or "
        "choose another file. Your data is unchanged."
    )
    there = (
        "The database on the server cannot be used: {reason}. "
        "See that the server runs, and what LUMBERCAMP_DATABASE names."
    )

    @property
    def why(self) -> str:
        """The reason, with the name that SQLite or the system has for it; nothing else."""
        cause = self.__cause__
        name = getattr(cause, "sqlite_errorname", None)
        if isinstance(cause, OSError):
            name = errno.errorcode.get(cause.errno or 0)
        return f"{self.reason} ({name})" if name else self.reason


class Unreachable(Unwritable):
    """There is no server to ask at this moment; it may be back soon."""


class InDoubt(Unwritable):
    """The commit itself failed: nobody knows whether the change was recorded."""

    sentence = (
        "The last change to {path} may or may not be saved: {reason}. Check before you "
        "repeat it. Earlier data is safe."
    )
    there = (
        "It is not known whether the database on the server has kept the last change: {reason}. "
        "What it held before is unchanged. Look before that change is made again."
    )


class Damaged(FileError):
    """The file is ours, and what SQLite finds in it makes no sense."""

    sentence = (
        "The database {path} is damaged. Nothing was changed. "
        "Put a copy of it in its place, or name another file."
    )
    there = "The database on the server is damaged. Nothing was changed. Put a copy in its place."


class Altered(FileError):
    """The database is ours, and somebody has changed its tables or added something to them."""

    sentence = (
        "The database {path} was not opened: {reason}, so names that you delete could stay. "
        "It is unchanged. Take that out, or name a backup that the bot has made."
    )
    there = (
        "The database on the server was not opened: {reason}, so names that you delete could stay. "
        "It is unchanged. Take that out, or name another database."
    )


class Missing(FileError):
    """There is no file to read, and none is made."""

    sentence = "There's no database at {path}. Choose another file."


class Unreadable(FileError):
    """The file cannot be read."""

    sentence = (
        "The database {path} cannot be read: {reason}. It is unchanged. "
        "Allow reading there, or name another file."
    )
    there = "The database on the server cannot be read: {reason}."


class NoDriver(StoreError):
    """What speaks with a server is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "LUMBERCAMP_DATABASE names a database on a server, and what speaks with it is not "
            "installed. Install it: pip install 'lumbercamp[postgres]'."
        )


class NotCopied(FileError):
    """No backup was made at `path`."""

    sentence = (
        "No backup was made in {path}: {reason}. The database is unchanged. "
        "Name another file for the backup, or make room for it."
    )


class NotMoved(FileError):
    """Nothing was copied to the database at `path`."""

    sentence = (
        "Nothing was moved to {path}: {reason}. It is as it was, and so is what should be moved "
        "there. Name another file, or a database on a server."
    )
    there = (
        "Nothing was moved to the database on the server: {reason}. It is as it was, and so is "
        "what should be moved there."
    )


class NotUpgraded(FileError):
    """The file needs a migration, and could not be copied to `target` before it."""

    sentence = (
        "The database {path} was not brought to this version's shape, since no copy of it "
        "could be made in {reason}. It is unchanged. "
        "Make room or allow writing there, or start the version before again."
    )

    def __init__(self, path: object, target: object, reason: str) -> None:
        super().__init__(path, f"{target} before: {reason}")


class NotRestored(FileError):
    """A backup was not put in the file's place."""

    sentence = "The database {path} was not restored: {reason}. Nothing was changed."
    there = "The database on the server was not restored: {reason}. Nothing was changed."


class Conflict(StoreError):
    """The game is not at the `expected` row; `found` is where it is, None if there is no game."""

    def __init__(self, game: int, expected: int, found: int | None) -> None:
        self.game, self.expected, self.found = game, expected, found
        where = "is not there" if found is None else f"is at row {found}"
        super().__init__(f"Nothing was recorded: game {game} {where}, not at row {expected}.")


class Already(StoreError):
    """The key is known: `game` did this before, and was at row `n` when it was done."""

    def __init__(self, game: int, n: int) -> None:
        self.game, self.n = game, n
        super().__init__(f"This has been recorded before: row {n} of game {game}.")


class Taken(StoreError):
    """The channel has a live game, `game`."""

    def __init__(self, game: int) -> None:
        self.game = game
        super().__init__(f"Nothing was recorded: the channel has a live game, {game}.")


class Full(StoreError):
    """No room for one more open game: `mine` by the limit of one host, else by the server's."""

    def __init__(self, limit: int, *, mine: bool) -> None:
        self.limit, self.mine = limit, mine
        whose = "the host" if mine else "the server"
        super().__init__(f"Nothing was recorded: {whose} has {limit} open games, the most.")


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
def committing(path: object) -> Iterator[None]:
    """Raise InDoubt where the disk fails in the middle of a commit. What was not written to its
    end, as there was no room for it, counts for nothing when the file is opened again."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if code & 0xFF != sqlite3.SQLITE_IOERR or code == sqlite3.SQLITE_IOERR_WRITE:
            raise
        raise InDoubt(path, _REASONS[sqlite3.SQLITE_IOERR]) from error


@contextmanager
def translated(
    path: object, failed: Callable[[object, str], StoreError] = Unwritable
) -> Iterator[None]:
    """Raise a StoreError in place of an error that the file at `path` is to blame for: `failed`
    with the path and a short reason where the file could not be used at all."""
    try:
        yield
    except sqlite3.Error as error:
        ours = _translated(path, error, failed)
        if ours is None:
            raise  # a mistake in our code, not in the file
        raise ours from error
    except OSError as error:
        raise failed(path, (error.strerror or str(error)).lower()) from error


def _translated(
    path: object, error: sqlite3.Error, failed: Callable[[object, str], StoreError]
) -> StoreError | None:
    # The low byte is the kind, the rest says more of it. sqlite3's own errors have no code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _REASONS:
        return failed(path, _REASONS[code])
    return _KINDS[code](path) if code in _KINDS else None

"""The errors of a store; the text of each is a sentence or two for people. Conflict, Already, Taken
and Full are about a game. All others are about the file, which is then as it was."""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Final

ON_SERVER: Final = object()  # in place of a path: an address holds a password


class StoreError(Exception):
    """Any error of a store; `str()` can be shown to the operator."""


class FileError(StoreError):
    """Something is wrong with the file at `path`; `reason` is a short phrase."""

    sentence: ClassVar[str]
    there: ClassVar[str] = ""  # the sentence for a database on a server

    def __init__(self, path: object, reason: str = "") -> None:
        self.reason, self.on_server = reason, path is ON_SERVER
        sentence = self.there if path is ON_SERVER else self.sentence
        super().__init__(sentence.format(path=path, reason=reason))


class NotOurs(FileError):
    sentence = "{path} isn't a Lumbercamp database. Set LUMBERCAMP_DATABASE to another file."
    there = (
        "The database on the server holds tables that aren't Lumbercamp's. "
        "Create an empty database and name it in LUMBERCAMP_DATABASE."
    )


class Lost(FileError):
    """The file is empty or gone, though it may have held games."""

    sentence = (
        "Can't open {path}: {reason}, so games may be lost. Restore a backup, delete what's "
        "left to start over, or choose another file."
    )


class TooNew(FileError):
    sentence = (
        "{path} was written by a newer version of Lumbercamp ({reason}). "
        "Install that version, or choose another file."
    )
    there = (
        "The database on the server was written by a newer version of Lumbercamp ({reason}). "
        "Install that version, or choose another database."
    )

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(path, f"migration {found}; this version knows {known}")


class Busy(FileError):
    sentence = (
        "The database {path} is in use by another process. "
        "Stop that process first, or choose another file."
    )
    there = (
        "The database on the server is in use. Bots can share it, but a command that changes data "
        "needs it alone. Stop the bots, wait for the command to finish, or choose another database."
    )


class Outdating(FileError):
    there = (
        "Bots of an older version are using this database and can't run alongside this one. "
        "Stop them, then start this version."
    )


class Unwritable(FileError):
    """The file cannot be opened, made or written; nothing of the change is saved."""

    sentence = (
        "Can't write to {path}: {reason}. Free some space, fix the file's permissions, or "
        "choose another file. Your data is unchanged."
    )
    there = (
        "Can't use the database on the server: {reason}. "
        "Check that the server is running and that LUMBERCAMP_DATABASE is right."
    )

    @property
    def why(self) -> str:
        """The reason, with SQLite's or the system's name for it."""
        cause = self.__cause__
        name = getattr(cause, "sqlite_errorname", None)
        if isinstance(cause, OSError):
            name = errno.errorcode.get(cause.errno or 0)
        return f"{self.reason} ({name})" if name else self.reason


class Unreachable(Unwritable):
    """The server does not answer at this moment; it may be back soon."""


class Superseded(Unwritable):
    """Another process took the database over from this one, which can change nothing."""

    there = (
        "Another bot has taken over from this one, so this one stopped. Your games are saved. "
        "Start it again to have it on standby."
    )

    def __init__(self) -> None:
        super().__init__(ON_SERVER, "another bot has taken over from this one")


class InDoubt(Unwritable):
    """The commit itself failed: nobody knows whether the change was recorded."""

    sentence = (
        "The last change to {path} may or may not be saved: {reason}. Check before you "
        "repeat it. Earlier data is safe."
    )
    there = (
        "The last change to the database on the server may or may not be saved: {reason}. "
        "Check before you repeat it. Earlier data is safe."
    )


class Damaged(FileError):
    """The file is ours, but SQLite finds pages in it that make no sense."""

    sentence = "The database {path} is damaged. Restore a backup, or choose another file."
    there = "The database on the server is damaged. Restore a backup."


class Altered(FileError):
    """The database is ours, but someone changed its tables or added something to them."""

    sentence = (
        "Can't open {path}: {reason}, so names that you delete could stay in it. "
        "Undo that change, restore a backup, or choose another file."
    )
    there = (
        "Can't open the database on the server: {reason}, so names that you delete could stay "
        "in it. Undo that change, or choose another database."
    )


class Missing(FileError):
    sentence = "There's no database at {path}. Choose another file."


class Unreadable(FileError):
    sentence = (
        "Can't read the database {path}: {reason}. "
        "Fix the file's permissions, or choose another file."
    )
    there = "Can't read the database on the server: {reason}."


class NoDriver(StoreError):
    def __init__(self) -> None:
        super().__init__(
            "LUMBERCAMP_DATABASE names a database on a server, but the driver for it isn't "
            "installed. Install it: pip install 'lumbercamp[postgres]'."
        )


class NotCopied(FileError):
    sentence = (
        "Can't write the backup to {path}: {reason}. "
        "Choose another file for it, or free some space."
    )


class NotMoved(FileError):
    """The copy to the database at `path` failed, and wrote nothing."""

    sentence = (
        "Can't move the data to {path}: {reason}. Both databases are unchanged. "
        "Choose another file, or a database on a server."
    )
    there = (
        "Can't move the data to the database on the server: {reason}. Both databases are unchanged."
    )


class NotUpgraded(FileError):
    """The file needs a migration, but could not be copied to `target` before it."""

    sentence = (
        "Can't upgrade the database {path}, because it couldn't be copied to {reason}. Your "
        "data is unchanged. Free some space, fix the folder's permissions, or go back to the "
        "previous version."
    )

    def __init__(self, path: object, target: object, reason: str) -> None:
        super().__init__(path, f"{target}: {reason}")


class NotRestored(FileError):
    sentence = "Can't restore the database {path}: {reason}. Your data is unchanged."
    there = "Can't restore the database on the server: {reason}. Your data is unchanged."


class Conflict(StoreError):
    """The game is not at the `expected` row; `found` is where it is, None if there is no game."""

    def __init__(self, game: int, expected: int, found: int | None) -> None:
        self.game, self.expected, self.found = game, expected, found
        where = "doesn't exist" if found is None else f"is at row {found}, not at row {expected}"
        super().__init__(f"Can't save: game {game} {where}.")


class Already(StoreError):
    """The key is known: an earlier commit had it, and left `game` at row `n`."""

    def __init__(self, game: int, n: int) -> None:
        self.game, self.n = game, n
        super().__init__(f"Already saved: row {n} of game {game}.")


class Taken(StoreError):
    """The channel has a live game, `game`."""

    def __init__(self, game: int) -> None:
        self.game = game
        super().__init__(f"Can't save: game {game} is still being played in that channel.")


class Full(StoreError):
    """The limit of live games is reached: the host's if `mine`, else the server's."""

    def __init__(self, limit: int, *, mine: bool) -> None:
        self.limit, self.mine = limit, mine
        whose = "the host" if mine else "the server"
        super().__init__(f"Can't save: {whose} already has {limit} open games, which is the limit.")


_REASONS = {
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_READONLY: "it's read-only",
    sqlite3.SQLITE_IOERR: "disk error (the disk may be full or gone)",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened, or its folder isn't writable",
}
_KINDS = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_NOTADB: NotOurs,
    sqlite3.SQLITE_CORRUPT: Damaged,
}


@contextmanager
def committing(path: object) -> Iterator[None]:
    """Raise InDoubt if the disk fails in the middle of a commit. A commit for which there was no
    room is not in doubt: the file ignores it when it is opened again."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if code & 0xFF != sqlite3.SQLITE_IOERR or code == sqlite3.SQLITE_IOERR_WRITE:
            raise
        raise InDoubt(path, _REASONS[sqlite3.SQLITE_IOERR]) from error


@contextmanager
def translate_errors(
    path: object, failed: Callable[[object, str], StoreError] = Unwritable
) -> Iterator[None]:
    """Raise a StoreError in place of an error of the file at `path`: `failed` with the path and a
    short reason if the file could not be used at all."""
    try:
        yield
    except sqlite3.Error as error:
        # The low byte is the kind of error, the rest a detail. sqlite3's own errors have no code.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _REASONS:
            raise failed(path, _REASONS[code]) from error
        if code in _KINDS:
            raise _KINDS[code](path) from error
        raise  # a mistake in our code, not in the file
    except OSError as error:
        raise failed(path, (error.strerror or str(error)).lower()) from error

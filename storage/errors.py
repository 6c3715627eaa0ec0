"""What can go wrong with a store; the text of each is one sentence or two for people.

StoreError
  x NotOurs      the file is something else               left as it is
  x Lost         where games were there is nothing        left as it is
  x TooNew       a later version wrote the file           left as it is
  x Busy         another process has it open
  x Unwritable   it cannot be opened or written           nothing of the change is kept
  x Damaged      the file is ours but broken              left as it is
  x Missing      there is no file to read                 none is made
  x Unreadable   it cannot be read                        left as it is
  x NotCopied    no backup was made                       both files left as they are
  x NotUpgraded  no copy could be made before a migration left as it is
  x NotRestored  a backup was not put in its place        both files left as they are
  x Conflict     somebody else was first                  nothing of the change is kept
  x Already      this key is known                        the same as success
  x Taken        the channel has a live game
  x Full         as many games are open as there may be
"""

import errno


class StoreError(Exception):
    """Any of these; `str()` can be shown to whoever runs the bot."""


class NotOurs(StoreError):
    """The file is not a Lumbercamp database."""

    def __init__(self, path: object) -> None:
        super().__init__(
            f"The database was not opened: {path} is not a Lumbercamp database. "
            "It is unchanged. Name another file."
        )


class Lost(StoreError):
    """Nothing is left at `path` where games may have been; `what` is a short phrase."""

    def __init__(self, path: object, what: str) -> None:
        super().__init__(
            f"The database was not opened: {path} {what}, so its games may have been lost. "
            "Nothing was changed. Put a backup in its place; or delete what is there to begin "
            "anew, or name another file."
        )


class TooNew(StoreError):
    """The file has been through migrations which this version does not know."""

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(
            f"The database was not opened: {path} was written by a newer Lumbercamp "
            f"(migration {found}, this one knows {known}). It is unchanged. "
            "Install the newer version or name another file."
        )


class Busy(StoreError):
    """Another process holds the file."""

    def __init__(self, path: object) -> None:
        super().__init__(
            f"The database {path} is in use by another process. "
            "Stop that one first, or name another file."
        )


class Unwritable(StoreError):
    """The file cannot be opened, made or written; `reason` is a short phrase."""

    def __init__(self, path: object, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"The database {path} cannot be written: {reason}. What it held is unchanged. "
            "Make room or allow writing there, or name another file."
        )

    @property
    def why(self) -> str:
        """The reason, with the name that SQLite or the system has for it; nothing else."""
        cause = self.__cause__
        name = getattr(cause, "sqlite_errorname", None)
        if isinstance(cause, OSError):
            name = errno.errorcode.get(cause.errno or 0)
        return f"{self.reason} ({name})" if name else self.reason


class Damaged(StoreError):
    """The file is ours, and what SQLite finds in it makes no sense."""

    def __init__(self, path: object) -> None:
        super().__init__(
            f"The database {path} is damaged. Nothing was changed. "
            "Put a copy of it in its place, or name another file."
        )


class Missing(StoreError):
    """There is no file at `path`, and it was only to be read."""

    def __init__(self, path: object) -> None:
        super().__init__(f"There is no database {path}. Nothing was made. Name another file.")


class Unreadable(StoreError):
    """The file cannot be read; `reason` is a short phrase."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(
            f"The database {path} cannot be read: {reason}. It is unchanged. "
            "Allow reading there, or name another file."
        )


class NotCopied(StoreError):
    """No copy was made at `target`; `reason` is a short phrase."""

    def __init__(self, target: object, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"No backup was made in {target}: {reason}. The database is unchanged. "
            "Name another file for the backup, or make room for it."
        )


class NotUpgraded(StoreError):
    """The file needs a migration, and it could not be copied before; `reason` is a short phrase."""

    def __init__(self, path: object, target: object, reason: str) -> None:
        super().__init__(
            f"The database {path} was not brought to this version's shape, since no copy of it "
            f"could be made in {target} before: {reason}. It is unchanged. "
            "Make room or allow writing there, or start the version before again."
        )


class NotRestored(StoreError):
    """A backup was not put in place of the file at `path`; `reason` is a short phrase."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(f"The database {path} was not restored: {reason}. Nothing was changed.")


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

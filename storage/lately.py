"""What was read lately and is true still, so that nobody reads it again. Used on the store's thread
alone."""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable

from storage import games
from storage.rows import GameRow, Row


class LatestGame:
    """The game that was read or written last, for as long as nothing at all is written: whoever
    plays a turn looks for the game before it, and the post tells of it after. No other process
    writes, since we hold the file."""

    def __init__(self, moment: Callable[[sqlite3.Connection], object]) -> None:
        """moment: another with each change of the database."""
        self._moment = moment
        self._row: GameRow | None = None
        self._at: object = None

    def keep(self, db: sqlite3.Connection, row: GameRow | None) -> GameRow | None:
        self._row, self._at = row, self._moment(db)
        return row

    def of(self, db: sqlite3.Connection, game: int) -> GameRow | None:
        """The game with this id."""
        row = self._row
        if row is not None and row.id == game and self._at == self._moment(db):
            return row
        return games.by_id(db, game)


class Logs:
    """The logs that posts were told from: a log only grows, so that what was read of it stays true,
    and the next post reads the rows alone that are new."""

    def __init__(self, most: int = 64) -> None:
        """most: of how many games they are kept."""
        self._most = most
        self._known = OrderedDict[int, list[Row]]()

    def of(self, db: sqlite3.Connection, game: int) -> list[Row]:
        """All rows of a game, in order."""
        known = self._known.pop(game, [])
        known += games.log(db, game, known[-1].n if known else 0)
        self._known[game] = known
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return [*known]

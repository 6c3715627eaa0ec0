"""What was read or written lately and is true still, so that nobody reads it again."""

import sqlite3
from collections import OrderedDict
from dataclasses import replace

from storage import games
from storage.rows import LASTING, GameRow, Row, Telling


class LatestGames:
    """The games that were changed last, each until somebody changes it again, and what the last
    change has to tell, until anything at all is written: whoever plays a turn looks for the game
    before it, and the post tells of it after. No other process writes, since we hold the file.
    Used on the event loop, where writes begin in the order in which they are done.

        begin(game) ┄┄ forgotten ┄┄ keep ┄┄ known, unless another write has begun meanwhile
    """

    def __init__(self, most: int = 256) -> None:
        """most: how many games are known."""
        self._most, self._writes = most, 0
        self._games = OrderedDict[int, GameRow]()
        self._live = dict[int, int]()  # by channel
        self._told: Telling | None = None
        self._awaited = OrderedDict[int, tuple[int | None, bool]]()  # posts: game, does it last

    def begin(self, game: int | None = None) -> int:
        """Something is about to be written that changes a game, or any of them. Which write that
        is."""
        for each in [*self._games] if game is None else [game]:
            self._forget(each)
        return self.begin_beside()

    def begin_beside(self) -> int:
        """The same of something that changes no game."""
        self._writes, self._told = self._writes + 1, None
        return self._writes

    def keep(self, write: int, row: GameRow, told: Telling | None) -> None:
        """What a write has led to; its posts were handed on already."""
        if write == self._writes:
            self._games[row.id], self._told = replace(row, posts=()), told
            if row.live and row.channel is not None:
                self._live[row.channel] = row.id
            self._await(row)
            if len(self._games) > self._most:
                self._forget(next(iter(self._games)))

    def posted(self, post: int, message: int | None) -> None:
        """A post of the outbox became a message, which may be the newest about its game."""
        self.begin_beside()
        game, lasting = self._awaited.pop(post, (None, True))
        if message is None or not lasting:
            return
        if game is None:
            self.begin()  # nobody knows which game it is about
        elif row := self._games.get(game):
            self._games[game] = replace(row, post=max(row.post, message))

    def _await(self, row: GameRow) -> None:
        self._awaited |= {each.id: (row.id, each.kind in LASTING) for each in row.posts}
        while len(self._awaited) > 4 * self._most:
            self._awaited.popitem(last=False)

    def of(self, game: int) -> GameRow | None:
        """The game with this id, where it is known."""
        return self._games.get(game)

    def here(self, channel: int) -> GameRow | None:
        """The live game in a channel, where it is known."""
        return self._games.get(self._live.get(channel, 0))

    def told(self, game: int) -> Telling | None:
        """What is to be told of a game, where it is known; whoever gets it has it alone."""
        if self._told is None or self._told.game.id != game:
            return None
        told, self._told = self._told, None
        return told

    def _forget(self, game: int) -> None:
        row = self._games.pop(game, None)
        if row is not None and row.live and row.channel is not None:
            del self._live[row.channel]


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

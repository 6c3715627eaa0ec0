"""The one way in which a game changes: committed, known already, or too late.

Change ──> in one transaction ──> remembered, and whoever has something to tell is woken
             │                     └── the same wish a second time: what the first one led to
             └── somebody else was first: Conflict, and to a person that it has moved on
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.games.game import Game
from bot.games.table import ReplayState, Tables
from bot.text import errors
from rules.errors import Stale, Unavailable
from storage import Already, Change, Conflict, DraftRow, Full, NewGame, Store


class Committed(NamedTuple):
    """A game after a change. again: the row up to which it was made when this very change had been
    committed before, None: it is new."""

    game: Game
    again: int | None = None


class Commits:
    """Writes changes. wake: called when there is something to tell, or a new timer."""

    def __init__(self, store: Store, tables: Tables, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._wake = store, tables, wake

    async def commit(
        self, game: Game, change: Change, after: ReplayState | None = None
    ) -> Committed:
        """after: where the change leads, so that nobody replays it. Raises Conflict when the game
        has moved on, Taken when its channel has another one."""
        try:
            row = await self._store.commit(game.id, game.n, change)
        except Already as known:
            return Committed(await self.known(known), known.n)
        if after is not None:
            self._tables.remember(row.id, row.n, after)
        self._wake()
        return Committed(self._tables.games.of(row))

    async def said(self, game: Game, change: Change, after: ReplayState | None = None) -> Committed:
        """The same for a person. Raises Stale when the game has moved on."""
        try:
            return await self.commit(game, change, after)
        except Conflict as late:
            raise Stale(errors.stale(game)) from late

    async def open(self, new: NewGame) -> Game:
        """A new lobby. Raises Already, Taken, or Unavailable where there are too many games."""
        try:
            row = await self._store.create(new)
        except Full as full:
            raise Unavailable(errors.too_many(full, new.kind)) from full
        self._wake()
        return self._tables.games.of(row)

    async def keep(self, game: Game, kept: DraftRow) -> None:
        """Keep a draft. Raises Stale when the game has moved on."""
        try:
            await self._store.keep(game.id, kept)
        except Conflict as late:
            raise Stale(errors.stale(game)) from late

    async def known(self, known: Already) -> Game:
        """The game that a known change was about."""
        return await self._tables.game(known.game)

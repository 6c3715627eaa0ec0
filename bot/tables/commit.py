"""The one way in which a game changes: committed, known already, or too late.

Change ──> in one transaction ──> remembered, and whoever has something to tell is woken
             │                     └── the same wish a second time: what the first one led to
             └── somebody else was first: Conflict, and to a person that it has moved on
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.games.table import ReplayState, Tables
from bot.text import errors
from rules.errors import Stale, Unavailable
from storage import Already, Change, Conflict, DraftRow, Full, GameRow, NewGame, Store


class Committed(NamedTuple):
    """A game after a change. again: the row up to which it was made when this very change had been
    committed before, None: it is new."""

    game: GameRow
    again: int | None = None


class Commits:
    """Writes changes. wake: called when there is something to tell, or a new timer."""

    def __init__(self, store: Store, tables: Tables, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._wake = store, tables, wake

    async def commit(
        self, game: GameRow, change: Change, after: ReplayState | None = None
    ) -> Committed:
        """after: where the change leads, so that nobody replays it. Raises Conflict when the game
        has moved on, Taken when its channel has another one."""
        try:
            now = await self._store.commit(game.id, game.n, change)
        except Already as known:
            return Committed(await self.known(known), known.n)
        if after is not None:
            self._tables.remember(now.id, now.n, after)
        self._wake()
        return Committed(now)

    async def said(
        self, game: GameRow, change: Change, after: ReplayState | None = None
    ) -> Committed:
        """The same for a person. Raises Stale when the game has moved on."""
        try:
            return await self.commit(game, change, after)
        except Conflict as late:
            raise Stale(errors.stale(game)) from late

    async def open(self, new: NewGame) -> GameRow:
        """A new lobby. Raises Already, Taken, or Unavailable where there are too many games."""
        try:
            game = await self._store.create(new)
        except Full as full:
            raise Unavailable(errors.too_many(full, new.kind)) from full
        self._wake()
        return game

    async def keep(self, game: GameRow, kept: DraftRow) -> None:
        """Keep a draft. Raises Stale when the game has moved on."""
        try:
            await self._store.keep(game.id, kept)
        except Conflict as late:
            raise Stale(errors.stale(game)) from late

    async def known(self, known: Already) -> GameRow:
        """The game that a known change was about."""
        game = await self._store.game(known.game)
        assert game is not None  # games are never deleted
        return game

"""The turn builder: a turn picked word by word, previewed, and confirmed.

Its draft is the line in the store, so it survives every restart. Whatever is pressed carries
the game, the row that it was made for and how many words had been said: after a move it is
politely stale, and pressed twice it counts once.

    open ──> pick … pick ──> preview ──> confirm: the turn counts
               └── back, start over ──┘
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot import building, refusals
from bot.clerk import Clerk
from bot.intent import Intent
from bot.panel import Panel
from bot.table import Table
from rules.drafting import Draft, draft
from rules.errors import Refused, Stale
from rules.game import Seat
from storage import Conflict, Store
from storage import Draft as Kept

Words = tuple[str, ...]


class Builder:
    """The verbs of the builder; each answers with the panel as it is afterwards."""

    def __init__(self, store: Store, clerk: Clerk) -> None:
        self._store, self._clerk = store, clerk

    async def open(self, intent: Intent) -> Panel:
        """The builder where the draft stands. Raises Refused."""
        table, seat = await self._clerk.turn(intent)
        return await _shown(table, seat, _drafted(table, await self._said(table, seat)))

    async def pick(self, intent: Intent, said: int) -> Panel:
        """One word more (intent.words), if so many had been said. Raises Refused."""
        return await self._change(intent, said, lambda words: (*words, intent.words))

    async def back(self, intent: Intent, said: int) -> Panel:
        """The last word is unsaid. Raises Refused."""
        return await self._change(intent, said, lambda words: words[:-1])

    async def restart(self, intent: Intent, said: int) -> Panel:
        """Nothing is said. Raises Refused."""
        return await self._change(intent, said, lambda words: ())

    async def confirm(self, intent: Intent) -> Panel:
        """The turn counts; an unfinished one goes on being built. Raises Refused."""
        table, seat = await self._clerk.turn(intent)
        drafted = _drafted(table, await self._said(table, seat))
        if not drafted.complete:
            return await _shown(table, seat, drafted)
        return await self._clerk.play(intent, table, seat, drafted)

    async def _change(self, intent: Intent, said: int, new: Callable[[Words], Words]) -> Panel:
        table, seat = await self._clerk.turn(intent)
        words = await self._said(table, seat)
        if len(words) == said:  # otherwise it was pressed twice, or on an older panel
            words = _drafted(table, new(words)).said
            try:
                line = " ".join(words)
                await self._store.keep(table.game.id, Kept(seat, table.n, line, intent.key))
            except Conflict as late:
                raise Stale(refusals.stale(table.game)) from late
        return await _shown(table, seat, _drafted(table, words))

    async def _said(self, table: Table, seat: Seat) -> Words:
        """The words of the draft, if it was made for this position and is still legal."""
        kept = await self._store.draft(table.game.id, seat)
        if kept is None or kept.n != table.n:
            return ()
        try:
            return _drafted(table, tuple(kept.line.split())).said
        except Refused:
            return ()


def _drafted(table: Table, words: Words) -> Draft[Any]:
    return draft(table.kind, table.at.state, " ".join(words), typed=False)


async def _shown(table: Table, seat: Seat, drafted: Draft[Any]) -> Panel:
    if drafted.complete:
        return await building.preview(table, seat, drafted)
    return building.builder(table, drafted)

"""The turn builder: a turn picked word by word, previewed, and confirmed.

Its draft is the line in the store, so it survives every restart. Whatever is pressed carries
the game, the row that it was made for and how many words had been said: after a move it is
politely stale, and pressed twice it counts once. Confirm carries what was shown instead, so
that nothing else is ever played.

    open ──> pick … pick ──> preview ──> confirm: the turn counts
               └── back, start over ──┘
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot import building, refusals, replies
from bot.clerk import Clerk
from bot.intent import Intent
from bot.panel import Panel
from bot.table import Table, told
from rules.drafting import Draft, draft
from rules.errors import Refused, Stale
from rules.game import Seat
from rules.play import mark
from storage import Conflict, Game, Store
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

    async def confirm(self, intent: Intent, shown: str) -> Panel:
        """The turn counts that leads to the position with the checksum `shown`. When the draft
        is another one by now, that is shown instead. Raises Refused."""
        try:
            table, seat = await self._clerk.turn(intent)
            drafted = _drafted(table, await self._said(table, seat))
            if not drafted.complete or mark(drafted.state) != shown:
                return await _shown(table, seat, drafted)
            return await self._clerk.play(intent, table, seat, drafted)
        except Refused:
            if (done := await self._confirmed(intent)) is None:
                raise
            return done

    async def _confirmed(self, intent: Intent) -> Panel | None:
        """The answer to a turn that was confirmed from this very row, if it still counts: the
        second press of two."""
        if (game := await self._clerk.find(intent)).status == "lobby" or intent.n is None:
            return None
        rows = await self._store.log(game.id)
        mine = {row.n: row.key for row in rows if _speaks(intent, game, row.seat)}
        counting = {row for row, *_ in told(rows, game.n)}
        key = mine.get(intent.n + 1) if intent.n + 1 in counting else None
        known = await self._store.known(key) if key else None
        if known is None:
            return None
        return Panel(replies.recorded(await self._clerk.tables.at(game, known[1])), quiet=True)

    async def _change(self, intent: Intent, said: int, new: Callable[[Words], Words]) -> Panel:
        table, seat = await self._clerk.turn(intent)
        words = await self._said(table, seat)
        if len(words) == said:  # otherwise it was pressed twice, or on an older panel
            words = _drafted(table, new(words)).said
            try:
                line = " ".join(words)
                if line:
                    await self._store.keep(table.game.id, Kept(seat, table.n, line, intent.key))
                else:
                    await self._store.drop(table.game.id, seat)
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


def _speaks(intent: Intent, game: Game, seat: Seat) -> bool:
    return seat >= 0 and game.sitters[seat].user == intent.user


def _drafted(table: Table, words: Words) -> Draft[Any]:
    return draft(table.kind, table.at.state, " ".join(words), typed=False)


async def _shown(table: Table, seat: Seat, drafted: Draft[Any]) -> Panel:
    if drafted.complete:
        return await building.preview(table, seat, drafted)
    return building.builder(table, drafted)

"""Ways back and out of a running game: take a turn back, or leave the game for good.

Both are rows of the log, so that what was replayed once is never mistaken for something new.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot import building, refusals, replies
from bot.clerk import Clerk, card_of, results
from bot.intent import Intent
from bot.panel import Panel
from bot.table import Table, told
from rules.errors import Finished, NotYou, Refused, Stale, Unavailable
from rules.game import TABLE, Leave, Seat
from rules.play import mark
from storage import Already, Change, Conflict, Game, Line, Store


class Retreat:
    """Take-back and resignation. `wake` is called when the outbox has something new."""

    def __init__(self, store: Store, clerk: Clerk, wake: Callable[[], None]) -> None:
        self._store, self._clerk, self._wake = store, clerk, wake

    async def take_back(self, intent: Intent) -> Panel:
        """Undo the last turn, if it was this person's. Raises Refused."""
        try:
            game, seat = await self._seated(intent)
            rows = told(await self._store.log(game.id), game.n)
            if not rows or rows[-1][1] != seat:
                raise Unavailable(refusals.not_yours_to_take_back(game, rows))
        except Refused:
            if await self._store.known(intent.key) is None:
                raise
            return Panel(replies.taken_back(await self._clerk.find(intent)))
        before = rows[-1][0] - 1
        state = (await self._clerk.tables.at(game, before)).at.state
        change = Change(
            (Line(TABLE, f"undo {before}", mark(state)),),
            intent.key,
            on_turn=seat,
            posts=("turn", *card_of(game)),
        )
        return Panel(replies.taken_back(await self._commit(game, change)), quiet=True)

    async def resign(self, intent: Intent) -> Panel:
        """Leave for good, when that has been confirmed for this very row. Raises Refused."""
        if await self._store.known(intent.key) is not None:
            return Panel(replies.resigned(await self._clerk.find(intent)))
        game, seat = await self._seated(intent)
        table = await self._clerk.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        if intent.n is None:
            return building.confirm_resign(table)
        if intent.n != game.n:
            raise Stale(refusals.stale(game))
        after = _without(table, seat)
        change = Change(
            (Line(TABLE, f"leave {seat}", mark(after.at.state)),),
            intent.key,
            status="over" if after.over else None,
            on_turn=None if after.over else after.actor,
            results=results(after) if after.over else (),
            posts=("result" if after.over else "turn", *card_of(game)),
        )
        return Panel(replies.resigned(await self._commit(game, change)))

    async def _seated(self, intent: Intent) -> tuple[Game, Seat]:
        game = await self._clerk.find(intent)
        if game.status == "lobby":
            raise Unavailable(refusals.not_started(game))
        if game.status != "playing":
            raise Finished(refusals.finished(game))
        seat = next((i for i, s in enumerate(game.sitters) if s.user == intent.user), None)
        if seat is None:
            raise NotYou(refusals.stranger(game))
        return game, seat

    async def _commit(self, game: Game, change: Change) -> Game:
        try:
            game = await self._store.commit(game.id, game.n, change)
        except Already:
            return game
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late
        self._wake()
        return game


def _without(table: Table, seat: Seat) -> Table:
    """The table after somebody has left it."""
    state, events = table.kind.game.apply(table.at.state, Leave(seat))
    at = replace(table.at, state=state, events=(*table.at.events, *events))
    return replace(table, at=at)

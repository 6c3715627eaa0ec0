"""Ways back and out of a running game: take a turn back, or leave the game for good.

Both are rows of the log, so that what was replayed once is never mistaken for something new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.games.intent import Intent
from bot.games.table import Table, answerable, told, unasked
from bot.games.timers import CHANCE
from bot.messages import turn_builder
from bot.messages.message import Message
from bot.tables.commit import card_of, goes_on
from bot.tables.session import playing_seat
from bot.tables.turns import Turns
from bot.text import answers, errors
from rules.drafting import draft
from rules.errors import Finished, Refused, Stale, Unavailable
from rules.game import TABLE, Leave, Seat
from rules.play import checksum
from storage import Already, Change, Conflict, Draft, Game, Line, Row, Sitter, Store


class Undo:
    """Take-back and resignation. `wake` is called when the outbox has something new."""

    def __init__(self, store: Store, turns: Turns, wake: Callable[[], None]) -> None:
        self._store, self._turns, self._wake = store, turns, wake

    async def take_back(self, intent: Intent) -> Message:
        """Undo the last turn, if it was this person's. Raises Refused."""
        try:
            game, seat = await self._seated(intent)
            log = await self._store.log(game.id)
            if game.on_turn == seat and log[-1].text.startswith("undo "):
                return Message(answers.taken_back(game), quiet=True)  # pressed twice
            if intent.n not in (None, game.n):
                raise Stale(errors.stale(game))
            before = _last_turn(game, log, seat) - 1
        except Refused:
            if await self._store.known(intent.key) is None:
                raise
            return Message(answers.taken_back(await self._turns.find(intent)), quiet=True)
        state = (await self._turns.tables.at(game, before)).at.state
        change = Change(
            (Line(TABLE, f"undo {before}", checksum(state)),),
            intent.key,
            on_turn=seat,
            done=(CHANCE,),
            posts=("turn", *card_of(game)),
        )
        return Message(answers.taken_back(await self._commit(game, change)), quiet=True)

    async def resign(self, intent: Intent) -> Message:
        """Leave for good, when that has been confirmed for this very row. Raises Refused."""
        if await self._store.known(intent.key) is not None:
            return Message(answers.resigned(await self._turns.find(intent)))
        game, seat = await self._seated(intent)
        table = await self._turns.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(errors.left_already(game))
        if intent.n is None:
            return turn_builder.confirm_resign(table, seat)
        if intent.n != game.n:
            raise Stale(errors.stale(game))
        after = _without(table, seat)
        leaves = Line(TABLE, f"leave {seat}", checksum(after.at.state))
        change, after = goes_on(after, (leaves,), intent.key)
        change = replace(change, sitters=_with_gone(game, seat))
        drafts = [await self._store.draft(game.id, i) for i in range(len(game.sitters))]
        game = await self._commit(game, change)
        if not after.at.unasked:  # otherwise it is another turn already
            await self._keep_draft(game, drafts)
        return Message(answers.resigned(game))

    async def _keep_draft(self, game: Game, drafts: Sequence[Draft | None]) -> None:
        """What the player on turn has said so far is his still, if it is still legal."""
        if game.on_turn is None or (kept := drafts[game.on_turn]) is None:
            return
        table = await self._turns.tables.at(game)
        with suppress(Refused, Conflict):
            draft(table.kind, table.mine, kept.line, typed=False)
            await self._store.keep(game.id, replace(kept, n=game.n))

    async def _seated(self, intent: Intent) -> tuple[Game, Seat]:
        game = await self._turns.find(intent)
        return game, playing_seat(game, intent.user)

    async def _commit(self, game: Game, change: Change) -> Game:
        try:
            game = await self._store.commit(game.id, game.n, change)
        except Already:
            return game
        except Conflict as late:
            raise Stale(errors.stale(game)) from late
        self._wake()
        return game


def _last_turn(game: Game, log: list[Row], seat: Seat) -> int:
    """The row of a seat's turn, if it was the last one that somebody said; what followed from it
    without a choice is no answer to it. Raises Unavailable."""
    rows = answerable(log, game.n)
    if not rows or rows[-1][1] != seat:
        if any(row[1] == seat for row in told(log, game.n)[len(rows) :]):
            raise Unavailable(errors.was_not_asked(game))
        raise Unavailable(errors.not_yours_to_take_back(game, rows))
    last = rows[-1][0]
    if any(row.n > last and row.seat >= 0 and not unasked(row) for row in log):
        raise Unavailable(errors.answered_already(game))
    return last


def _with_gone(game: Game, seat: Seat) -> tuple[Sitter, ...]:
    """The sitters, of whom one has left."""
    gone = replace(game.sitters[seat], left=True)
    return (*game.sitters[:seat], gone, *game.sitters[seat + 1 :])


def _without(table: Table, seat: Seat) -> Table:
    """The table after somebody has left it."""
    state, events = table.kind.game.apply(table.at.state, Leave(seat))
    return replace(table, n=table.n + 1, at=table.at.then(state, events))

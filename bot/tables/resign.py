"""Resignation: a seat is given up for good, which is a row of the log like everything else."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.games.game import Game
from bot.games.intent import Intent
from bot.games.table import Table
from bot.messages import turn_builder
from bot.messages.layout import Layout
from bot.tables.commit import Commits
from bot.tables.consequences import goes_on
from bot.tables.session import Session, playing_seat, stale
from bot.tables.turns import Turns
from bot.text import answers, errors
from rules.drafting import draft
from rules.errors import Finished, Refused, Stale
from rules.game import TABLE, Leave, Seat
from rules.play import checksum
from storage import DraftRow, Line, Sitter, Store


class Resign:
    """Lets players leave."""

    def __init__(self, store: Store, turns: Turns, commits: Commits) -> None:
        self._store, self._turns, self._commits = store, turns, commits

    async def resign(self, intent: Intent) -> Layout:
        """Leave for good, when that has been confirmed for this very row. Raises Refused."""
        session = await self._turns.find(intent)

        async def first(*_: int) -> Layout:
            return Layout(answers.resigned(session.found))

        return await self._commits.once(intent.key, self._resign(session), first)

    async def _resign(self, intent: Session) -> Layout:
        game = intent.found
        seat = playing_seat(game, intent.user)
        table = await self._turns.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(errors.left_already(game))
        if intent.n is None:
            return turn_builder.confirm_resign(table, seat)
        if stale(intent, game):
            raise Stale(errors.stale(game))
        after = _without(table, seat)
        leaves = Line(TABLE, f"leave {seat}", checksum(after.at.state))
        change, after = goes_on(after, (leaves,), intent.key)
        change = replace(change, sitters=_with_gone(game, seat))
        drafts = [await self._store.draft(game.id, i) for i in range(len(game.sitters))]
        game, again = await self._commits.said(game, change, after.at)
        if again is None and not after.at.unasked:  # otherwise it is another turn already
            await self._keep_draft(game, drafts)
        return Layout(answers.resigned(game))

    async def _keep_draft(self, game: Game, drafts: Sequence[DraftRow | None]) -> None:
        """What the player on turn has said so far is theirs still, if it is still legal."""
        if game.on_turn is None or (kept := drafts[game.on_turn]) is None:
            return
        table = await self._turns.tables.at(game)
        with suppress(Refused):
            draft(table.kind, table.mine, "", kept=kept.line.split(), typed=False)
            await self._commits.keep(game, replace(kept, n=game.n))


def _with_gone(game: Game, seat: Seat) -> tuple[Sitter, ...]:
    """The sitters, of whom one has left."""
    gone = replace(game.sitters[seat], left=True)
    return (*game.sitters[:seat], gone, *game.sitters[seat + 1 :])


def _without(table: Table, seat: Seat) -> Table:
    """The table after somebody has left it."""
    state, events = table.kind.game.apply(table.at.state, Leave(seat))
    return replace(table, n=table.n + 1, at=table.at.then(state, events))

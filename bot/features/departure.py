"""A seat is offered to others, or given up for good: a row of the log like everything else, and
what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.commit import Commits
from bot.core.effective import line_of
from bot.core.game import ABANDONED, Game
from bot.core.table import Table, Tables
from bot.core.timers import TimerKind
from bot.domain.closing import Closed
from bot.domain.computers import ABANDONED_AFTER, anybody
from bot.domain.posts import Card
from bot.domain.seats import (
    BANNED,
    TIMEOUT,
    TWO,
    close_offer,
    offered,
    offered_until,
    open_seats,
    remaining,
)
from bot.features.clocks import Clocks
from bot.features.consequences import advance
from bot.features.feature import Feature
from bot.text import seats as texts
from rules.drafting import draft
from rules.errors import Refused, Unavailable
from rules.game import Leave, Seat
from rules.history import Word
from rules.play import checksum
from storage import KEEP, Change, DraftRow, GameRow, Sitter, Store, Timer


class Departure:
    """Takes people out of games."""

    def __init__(
        self, store: Store, tables: Tables, commits: Commits, now: Callable[[], float]
    ) -> None:
        self._store, self._tables, self._commits, self._now = store, tables, commits, now

    async def may_offer(self, game: Game, seat: Seat, why: str) -> None:
        """Somebody would offer their own seat. Raises Unavailable: they did so lately, and each
        time it is told to everybody."""
        rows = await self._store.log(game.id)
        if then := offered_until(game, rows, seat, why, self._now()):
            raise Unavailable(texts.offered_lately(game, why, then))

    async def offer(self, game: Game, seat: Seat, why: str, key: str) -> Game:
        """Others may take the seat, or its player come back, before it is given up for good.
        Raises Conflict when the game has moved on."""
        parts = offered(game, seat, why, self._now())
        if not parts.lines:
            return game
        return (await self._commits.commit(game, parts.of(Change((), key, aside=True)))).game

    async def remove(
        self, game: Game, seat: Seat, key: str, *, alone: bool = False, excused: bool = False
    ) -> Game:
        """The seat is left. Computers do not play on among themselves; against one computer alone
        it has won, unless nobody said so (alone). excused: the player isn't rated last for it.
        Raises Conflict when the game has moved on."""
        if not anybody(game, but=seat) and (alone or remaining(game) > TWO):
            return await self._close(game, key)
        expired = open_seats(game).get(seat) == TIMEOUT
        back = (line_of(Word("back", seat)),) if expired and not alone else ()
        table = _without(await self._tables.at(game), seat, expired=expired and alone)
        leaves = line_of(Word("leave", seat), checksum(table.at.state))
        change, after = advance(replace(table, n=table.n + len(back)), (*back, leaves), key)
        excused = excused or open_seats(game).get(seat) == BANNED
        change = _gone(game, seat, change, excused=excused)
        drafts = [game.draft(seat) for seat in range(len(game.sitters))]
        game, again = await self._commits.commit(game, change, after.at)
        if again is None and not after.at.unasked:  # otherwise it is another turn already
            await self._keep_draft(game, drafts)
        return game

    async def abandoned(self, row: GameRow, timer: Timer) -> None:
        """Who plays against computers has not been there for long: their channel is free again.
        Raises Conflict when they were there just now."""
        game = self._tables.games.of(row)
        if game.on_turn is not None and not anybody(game, but=game.on_turn):
            await self._close(game, f"abandoned:{timer.id}")
        else:
            await self._commits.commit(game, Change((), f"calm:{timer.id}", done=(timer,)))

    async def _close(self, game: Game, key: str) -> Game:
        """Nobody is there any more, and nobody has won."""
        row, posts = (line_of(Word("cancel")),), (Card().encode(), Closed().encode())
        change = Change(row, key, status="cancelled", on_turn=None, posts=posts)
        return (await self._commits.commit(game, change)).game

    async def _keep_draft(self, game: Game, drafts: Sequence[DraftRow | None]) -> None:
        """What the player on turn has said so far is theirs still, if it is still legal."""
        if game.on_turn is None or (kept := drafts[game.on_turn]) is None:
            return
        table = await self._tables.at(game)
        with suppress(Refused):
            draft(table.kind, table.mine, "", kept=kept.line.split(), typed=False)
            await self._commits.keep(game, replace(kept, n=game.n))


def _gone(game: Game, seat: Seat, change: Change, *, excused: bool) -> Change:
    """The change, by which one of the sitters has left."""
    if change.on_turn == game.on_turn:
        change = replace(change, on_turn=KEEP)  # it is the same turn, of somebody else
    gone = replace(game.sitters[seat], left=True, excused=excused)
    sitters: tuple[Sitter, ...] = (*game.sitters[:seat], gone, *game.sitters[seat + 1 :])
    return replace(close_offer(game, seat, change), sitters=sitters)


def _without(table: Table, seat: Seat, *, expired: bool) -> Table:
    """The table after somebody has left it. expired: their time had run out, and they did not
    come back."""
    state, events = table.kind.game.apply(table.at.state, Leave(seat))
    at = table.at.given_up(seat, state, events) if expired else table.at.then(state, events)
    return replace(table, n=table.n + 1, at=at)


def feature(departure: Departure, clocks: Clocks) -> Feature:
    abandoned = clocks.deferred_after_outage(departure.abandoned)
    return Feature(timers=(TimerKind(ABANDONED, ABANDONED_AFTER, abandoned),))

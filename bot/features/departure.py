"""Departures: a seat is offered to others, or given up for good. Both are rows of the log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.features.clocks import Clocks
from bot.features.consequences import advance, close
from bot.features.feature import Feature
from bot.table import seats
from bot.table.commit import Commits
from bot.table.computers import ABANDONED_AFTER
from bot.table.game import ABANDONED, HOUR, Game, sitters_at
from bot.table.rows import LobbyEdit, TimerKind, TurnPost, line_of, word_of
from bot.table.seats import anybody
from rules.drafting import draft
from rules.errors import Refused, Unavailable
from rules.game import Leave, Seat
from rules.history import EXPIRED, Word
from rules.play import checksum
from rules.text import Moment, Text
from storage import KEEP, Change, Former, GameRow, Handover, Row, Sitter, Timer


class Departure:
    """Offers and gives up seats."""

    def __init__(self, commits: Commits, clocks: Clocks) -> None:
        self._store, self._tables, self._commits = commits.store, commits.tables, commits
        self._clocks, self._now = clocks, commits.now

    def feature(self) -> Feature:
        abandoned = self._clocks.deferred_after_outage(self.abandoned)
        return Feature(timers=(TimerKind(ABANDONED, ABANDONED_AFTER, abandoned),))

    async def may_offer(self, game: Game, seat: Seat, why: str) -> None:
        """Raise Unavailable if a player offered their seat a short while ago."""
        offer, player, now = Word("offer", seat, why), game.sitters[seat].user, self._now()
        pause = 6 * HOUR
        ends = [
            row.at + pause
            for row in await self._store.log(game.id)
            if word_of(row) == offer and row.at <= now < row.at + pause
            if sitters_at(game, row.n)[seat].user == player
        ]
        if not ends:
            return
        again = Moment(max(ends), "f")
        told = Text(
            "You left {game} and came back a short while ago. You can leave again from {time}.",
            game=game,
            time=again,
        )
        if why == seats.REQUEST:
            told = Text(
                "You offered your seat in {game} a short while ago. You can offer it again from "
                "{time}.",
                game=game,
                time=again,
            )
        raise Unavailable(told)

    async def offer(self, game: Game, seat: Seat, why: str, key: str) -> Game:
        """Offer a seat to others. Raises Conflict if the game has moved on."""
        change = seats.offered(game, seat, why, self._now(), Change((), key, aside=True))
        return (await self._commits.commit(game, change)).game if change.lines else game

    async def remove(
        self, game: Game, seat: Seat, key: str, *, alone: bool = False, excused: bool = False
    ) -> Game:
        """Give up a seat for good. A game that only computers would continue is closed. Raises
        Conflict if the game has moved on.

        alone: nobody gave the seat up: its offer ran out.
        excused: the player isn't rated last for it.
        """
        if not anybody(game, but=seat) and (alone or seats.remaining(game) > seats.TWO):
            return (await self._commits.commit(game, close(Change((), key)))).game
        expired = seats.open_seats(game).get(seat) == seats.TIMEOUT
        back = (line_of(Word("back", seat)),) if expired and not alone else ()
        table = await self._tables.at(game)
        state, events = table.kind.game.apply(table.at.state, Leave(seat))
        at = table.at.then(state, events, seat, EXPIRED if expired and alone else "")
        table = replace(table, n=table.n + 1, at=at)
        leaves = line_of(Word("leave", seat), checksum(table.at.state))
        change, after = advance(replace(table, n=table.n + len(back)), (*back, leaves), key)
        excused = excused or seats.open_seats(game).get(seat) == seats.BANNED
        if change.on_turn == game.on_turn:
            change = replace(change, on_turn=KEEP)  # the same turn, now somebody else's
        gone = replace(game.sitters[seat], left=True, excused=excused)
        sitters = (*game.sitters[:seat], gone, *game.sitters[seat + 1 :])
        change = replace(seats.close_offer(game, seat, change), sitters=sitters)
        drafts = [game.draft(seat) for seat in range(len(game.sitters))]
        game, again = await self._commits.commit(game, change, after.at)
        mover = None if after.at.unasked else game.on_turn  # None: the turn is already another one
        if again is None and mover is not None and (kept := drafts[mover]) is not None:
            table = await self._tables.at(game)
            with suppress(Refused):  # a draft stays if it is still legal
                draft(table.kind, table.mine, "", kept=kept.line.split(), typed=False)
                await self._commits.keep(game, replace(kept, n=game.n))
        return game

    async def hand_over(self, game: Game, seat: Seat, now: Sitter, said: Change) -> Game:
        """Give a seat to someone else. Raises Conflict.

        said: rows and posts to write before it.
        """
        on_turn = game.on_turn == seat
        row = game.n + len(said.lines) + 1
        change = replace(
            said,
            lines=(*said.lines, line_of(Word("takeover", seat))),
            sitters=(*game.sitters[:seat], now, *game.sitters[seat + 1 :]),
            on_turn=seat if on_turn else KEEP,
            posts=(*((TurnPost().encode(),) if on_turn else ()), LobbyEdit().encode(), *said.posts),
            aside=not on_turn,
        ).plus(Handover((_gives_up(game, await self._store.log(game.id), seat, row),)))
        at = (await self._tables.at(game)).at  # a new player, and the same position
        change = seats.close_offer(game, seat, change)
        if said.lines:  # edit the line of the seat, which is not on offer any more
            change = replace(change, posts=(*change.posts, seats.SeatSettled(seat).encode()))
        return (await self._commits.commit(game, change, at)).game

    async def abandoned(self, row: GameRow, timer: Timer) -> None:
        """Close a game against computers whose only person has been away for long. Raises Conflict
        if they are back."""
        game = self._tables.games.of(row)
        change = Change((), f"calm:{timer.id}", done=(timer,))
        if game.on_turn is not None and not anybody(game, but=game.on_turn):
            change = close(Change((), f"abandoned:{timer.id}"))
        await self._commits.commit(game, change)


def _gives_up(game: Game, rows: Sequence[Row], seat: Seat, n: int) -> Former:
    """The player who has a seat until row n. If a moderator gives it to someone else, the player is
    excused from being rated last, unless it's their turn and the clock played their last one. A
    seat that isn't on offer was given to a computer by a moderator."""
    was, why = game.sitters[seat], seats.open_seats(game).get(seat, seats.BY_MODERATOR)
    removed = why == seats.BY_MODERATOR and not seats.overdue(game, rows, seat)
    return Former(seat, n, was.user, was.name, was.computer, removed or why == seats.BANNED)

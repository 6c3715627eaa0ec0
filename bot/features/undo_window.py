"""The moment between a turn and chance's answer to it, in which the turn can be taken back.

A die that has been seen cannot be unseen, so nobody sees it before it is certain that the turn
stands: then chance speaks, and the next player is called with their roll.

    turn ──> due, as agreed ──> chance speaks, the next player is called
     │        │   └── Go On Now: at once
     │        └── take-back: it is the same player's turn again
     └── confirmed in the turn builder, or the table waits not at all: at once
"""

from __future__ import annotations

from bot.core import refusals
from bot.core.effective import answerable
from bot.core.game import CHANCE, Game
from bot.core.session import Session, stale
from bot.core.table import Table
from bot.core.timers import TimerKind
from bot.domain.agreed import wait_of
from bot.domain.undo_window import WaitOver, Waits, end_wait
from bot.features.consequences import advance
from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages import layouts
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Layout
from bot.text import answers, errors
from rules.errors import Finished, NotYou, Stale
from rules.game import NATURE
from storage import Change, GameRow, Timer


class UndoWindow:
    """Ends the wait."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._commits = at.store, at.tables, at.commits

    async def end(self, intent: Session) -> Layout:
        """Go on at once, if this person made the turn that waits. Raises Refused."""
        game = intent.found
        if game.status in ("over", "cancelled"):
            raise Finished(refusals.finished(game))

        async def first(*_: int) -> Layout:
            return Layout(answers.gone_on(game))  # also a moment too late

        key = _key(game, game.stands if intent.n is None else intent.n)
        return await self._commits.once(key, self._end(intent), first)

    async def _end(self, intent: Session) -> Layout:
        game = intent.found
        table = await self._tables.at(game) if game.status == "playing" else None
        if table is None or not table.waiting or stale(intent, game):
            raise Stale(refusals.stale(game))
        last = answerable(await self._store.log(game.id), game.n)[-1][1]
        if last < 0 or game.sitters[last].user != intent.user:
            raise NotYou(errors.not_yours_to_hurry(game))
        change, after = advance(table, (), _key(game, game.stands))
        await self._commits.said(game, change, after.at)
        return Layout(answers.gone_on(game))

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Let chance speak: the wait is over. Raises Conflict when somebody else was first."""
        game = self._tables.games.of(row)
        table = await self._tables.at(game)
        if table.actor == NATURE:
            await self._go_on(table)
        else:  # nothing waits here
            calm = Change((), f"calm:{game.id}", done=(timer,))
            await self._commits.commit(game, calm)

    async def _go_on(self, table: Table) -> None:
        """Chance speaks, if it has not done so already. Raises Conflict when the game has moved
        on in another way."""
        change, after = advance(table, (), _key(table.game, table.game.stands))
        await self._commits.commit(table.game, change, after.at)

    async def post(self, _: Waits, courier: Courier) -> Made:
        """Say that a turn waits; nothing is left of that where the wait is over meanwhile."""
        told, n = await self._store.telling(courier.post.game), courier.post.n
        game = self._tables.games.of(told.game)
        if game.past(n):
            there = layouts.wait_traces(game, n)
            sent = await courier.found(game.place, there) if courier.again else None
        else:
            panel = layouts.waits(await self._tables.at(game, n, told.rows))
            sent = await courier.in_channel(game.place, panel, told.rows)
        if sent is not None and (await courier.game()).past(n):
            await courier.delete(sent.channel, sent.message)
        return sent

    async def withdraw(self, row: WaitOver, courier: Courier) -> Made:
        """Delete the post of a wait that is over."""
        sent = await self._store.latest(courier.post.game, Waits().encode())
        if sent is not None and sent.message and sent.n == row.waits:
            await courier.delete(sent.channel or 0, sent.message)
        return None


def _key(game: Game, n: int) -> str:
    """The key of what chance says after row n."""
    return f"chance:{game.id}:{n}"


def feature(at: Services) -> Feature:
    window = UndoWindow(at)
    return Feature(
        verbs=(Verb("go", window.end, OF_A_ROW, instead_of_own=True, on_page=True),),
        timers=(TimerKind(CHANCE, wait_of, window.expire),),
        policies=(end_wait,),
        rows=(handles(Waits, window.post), handles(WaitOver, window.withdraw)),
    )

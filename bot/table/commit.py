"""The one way in which a game changes: committed, known already, or too late.

Change ──> in one transaction ──> remembered, and whoever has something to tell is woken
             │                     └── the same wish a second time: what the first one led to
             └── somebody else was first: Conflict, and to a person that it has moved on
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from bot.table import refusals
from bot.table.calendar import Span
from bot.table.effective import taken_back, word_of
from bot.table.game import Game
from bot.table.rows import OutboxRow, coded
from bot.table.table import ReplayState, Table, Tables
from rules.errors import Refused, Stale, Unavailable
from rules.history import State, misplaced
from storage import (
    Already,
    Change,
    Conflict,
    DraftRow,
    Full,
    GameRow,
    MadeFor,
    NewGame,
    NewTimer,
    OrderRow,
    Row,
    Sitter,
    Spent,
    Store,
    Timer,
)


class Moment(NamedTuple):
    """When a change is committed. now: seconds since 1970; away: when the clocks of this table
    stand still; spent: what clocks have spent since the row to which the change takes the game
    back."""

    now: float
    away: Sequence[Span] = ()
    spent: Sequence[Spent] = ()


class Policy(NamedTuple):
    """What a feature adds to each change."""

    add: Callable[[Game, Change, Moment], Change]
    after: tuple[str, ...] = ()  # names of the functions whose additions it reads


def in_order(policies: Iterable[Policy]) -> list[Policy]:
    """Put each policy after those it names, and otherwise keep the order.

    Raises ValueError where they name each other, or one that isn't there."""
    waiting, done = [*policies], list[Policy]()
    while waiting:
        names = {policy.add.__name__ for policy in done}
        ready = next((policy for policy in waiting if names.issuperset(policy.after)), None)
        if ready is None:
            raise ValueError(f"these policies wait for others: {waiting}")
        waiting.remove(ready)
        done.append(ready)
    return done


T = TypeVar("T")
TRIES = 8  # how often a change is tried again when somebody else was first


class Committed(NamedTuple):
    """A game after a change. again: the row up to which it was made when this very change had been
    committed before, None: it is new."""

    game: Game
    again: int | None = None


def _beside(game: GameRow) -> tuple[object, ...]:
    """What may change of a game while it stands where it stood."""
    return game.clocks, game.orders, [sitter.settings for sitter in game.sitters]


def _may_stand(game: GameRow, change: Change) -> bool:
    """Whether each row of a change may stand in a game that has come so far."""
    lines = ((line.seat, line.text) for line in change.lines)
    return misplaced(lines, _STATES.get(game.status, State.OVER)) is None


_STATES = {"lobby": State.LOBBY, "playing": State.PLAY}


class Commits:
    """Writes changes. policies: what features add to each; look: when all clocks
    stand still; now: seconds since 1970; wake: called when there may be something to tell,
    with the game and the kinds of timers that were set."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        policies: Sequence[Policy],
        look: Callable[[], Awaitable[Sequence[Span]]],
        now: Callable[[], float],
        wake: Callable[[GameRow | None, Collection[str]], None],
    ) -> None:
        self._store, self._tables, self._policies = store, tables, policies
        self._look, self._now, self._wake = look, now, wake

    async def commit(
        self, game: Game, change: Change, after: ReplayState | None = None
    ) -> Committed:
        """after: where the change leads, so that nobody replays it; words aside leave a game where
        it stands. Raises Conflict when the game has moved on, also to where such rows may not
        stand; Taken when its channel has another one."""
        if not _may_stand(game, change):
            if (first := await self._store.known(change.key)) is None:
                raise Conflict(game.id, game.n, game.n)
            return Committed(await self._tables.game(first[0]), first[1])
        if after is None and change.aside:
            after = (await self._tables.at(game)).at
        try:
            row, timers = await self._written(game, change)
        except Already as known:
            return Committed(await self.known(known), known.n)
        if after is not None:
            self._tables.remember(row.id, row.n, after)
        self._wake(row, timers)
        return Committed(self._tables.games.of(row))

    async def _written(self, game: Game, change: Change) -> tuple[GameRow, set[str]]:
        """The game after a change, and the kinds of timers that were set with it. Where only
        clocks, standing orders and people's settings have changed since the game was read, it has
        not moved on; but what was made from the orders is made anew (see `made`)."""
        while True:
            complete = await self._complete(game, change)
            try:
                work = self._store.commit(game.id, game.n, complete)
                return await self._kept(work, complete.timers)
            except Conflict:
                again = await self._store.game(game.id)
                if again is None or again.n != game.n or _beside(again) == _beside(game):
                    raise
                game = self._tables.games.of(again)

    async def _kept(
        self, work: Coroutine[Any, Any, GameRow], timers: Iterable[NewTimer]
    ) -> tuple[GameRow, set[str]]:
        """What was written, and the kinds of timers that were set with it. Where the caller waits
        no longer, it is told all the same."""
        kinds, writing = {timer.kind for timer in timers}, asyncio.ensure_future(work)

        def hand_on(done: asyncio.Future[GameRow]) -> None:
            if not done.cancelled() and done.exception() is None:
                self._wake(done.result(), kinds)

        try:
            return await asyncio.shield(writing), kinds
        except asyncio.CancelledError:
            writing.add_done_callback(hand_on)
            raise

    async def _complete(self, game: Game, change: Change) -> Change:
        """A change, with all that the policies add to it."""
        row = taken_back(change)
        spent = () if row is None else await self._store.time_spent(game.id, row)
        if change.sitters is not None:
            change = replace(change, sitters=await self._known_sitters(game, change.sitters))
        moment = Moment(self._now(), await self._look(), spent)
        for policy in self._policies:
            change = policy.add(game, change, moment)
        people = (*game.sitters, *(change.sitters or ()))
        return change.plus(MadeFor({each.user: each.settings for each in people}))

    async def _known_sitters(self, game: Game, sitters: tuple[Sitter, ...]) -> tuple[Sitter, ...]:
        """The sitters, those who have just come with what they have set for themselves."""
        known = {sitter.user: sitter.settings for sitter in game.sitters}
        missing = {s.user for s in sitters if s.user not in known}
        known |= {user: await self._store.personal(user) for user in missing}
        return tuple(replace(sitter, settings=known[sitter.user]) for sitter in sitters)

    async def said(self, game: Game, change: Change, after: ReplayState | None = None) -> Committed:
        """Commit what a person wants. Raises Stale when the game has moved on, also since the same
        button did this before: it does not do it again, and may not say that it did."""
        try:
            done = await self.commit(game, change, after)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late
        if done.again is not None and done.game.stands > done.again:
            raise Stale(refusals.stale(done.game))
        return done

    async def made(
        self, game: Game, make: Callable[[Game], tuple[Change, Table]]
    ) -> tuple[Committed, Table]:
        """A change that is made from the game as it is, with where it leads: made once more where
        the game still stands there, but somebody has given or dropped a standing order meanwhile,
        or the table has talked about something. Raises Stale when the game has moved on."""
        while True:
            change, after = make(game)
            try:
                return await self.commit(game, change, after.at), after
            except Conflict as late:
                now = await self._tables.game(game.id)
                if now.past(game.n) or now == game:
                    raise Stale(refusals.stale(game)) from late
                game = now

    async def again(self, game: Game, attempt: Callable[[Game], Awaitable[T]]) -> T:
        """What came of an attempt; when somebody else was first, look again and try again. Raises
        Stale."""
        for _ in range(TRIES):
            try:
                return await attempt(game)
            except Conflict:
                game = await self._tables.game(game.id)
        raise Stale(refusals.stale(game))

    async def give(self, game: Game, order: OrderRow) -> None:
        """Let a standing order stand. Raises Stale when the game has moved on."""
        try:
            await self._store.give_order(game.id, game.n, order)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def once(
        self, key: str, work: Awaitable[T], first: Callable[[int, int], Awaitable[T | None]]
    ) -> T:
        """What came of a wish. Where it is refused now, but had been committed before, it was
        delivered or pressed a second time: `first` is told the game and the row that it led to;
        None: it counts no more."""
        try:
            return await work
        except Refused:
            known = await self._store.known(key)
            if known is None or (answer := await first(*known)) is None:
                raise
            return answer

    async def done_once(self, key: str, work: Awaitable[T], answer: T) -> T:
        """The result of a wish, or `answer` if it is refused now but was committed before."""
        try:
            return await work
        except Refused:
            if await self._store.known(key) is None:
                raise
            return answer

    async def open(self, new: NewGame) -> Game:
        """A new lobby. Raises Already, Taken, or Unavailable where there are too many games."""
        await self._look()
        try:
            row, timers = await self._kept(self._store.create(new), new.timers)
        except Full as full:
            raise Unavailable(refusals.too_many(full)) from full
        self._wake(row, timers)
        return self._tables.games.of(row)

    async def found(self, new: NewGame) -> GameRow:
        """A row among the games that nobody plays, such as a season: the one that is there for the
        key already, or a new one."""
        try:
            row, timers = await self._kept(self._store.create(new), new.timers)
        except Already as known:
            there = await self._store.game(known.game)
            assert there is not None
            return there
        self._wake(row, timers)
        return row

    async def write(self, row: GameRow, change: Change) -> GameRow:
        """Change such a row; no policy is asked. Raises Conflict, Already."""
        work = self._store.commit(row.id, row.n, change)
        after, timers = await self._kept(work, change.timers)
        self._wake(after, timers)
        return after

    async def place(self, game: Game, channel: int) -> None:
        """Where a game is played, whatever has happened to it in the meantime. Raises Taken."""
        while True:
            try:
                await self.commit(game, Change((), f"place:{game.id}", channel=channel))
                return
            except Conflict as late:
                game = replace(game, n=late.found or game.n)

    async def tell_once(self, game: Game, kind: str, alike: str = "") -> bool:
        """Post something about a game as it is, which changes nothing; False: that was asked for
        before. alike: how all kinds begin of which one is enough."""
        if told := await self._store.tell_once(game.id, kind, alike):
            self._wake(None, ())
        return told

    async def postpone(self, timer: Timer, due: float) -> None:
        """Have a timer end later; one that is done with by now stays so."""
        row = await self._store.game(timer.game)
        if row is not None and timer in row.timers:
            later = NewTimer(timer.kind, due, timer.payload)
            change = Change((), f"later:{timer.id}", timers=(later,))
            with suppress(Conflict):
                self._wake(await self._store.commit(row.id, row.n, change), {timer.kind})

    async def keep(self, game: Game, kept: DraftRow) -> None:
        """Keep a draft, or forget it where nothing is said any more. Raises Stale when the game
        has moved on."""
        if not kept.line:
            await self._store.drop_draft(game.id, kept.seat)
            return
        try:
            await self._store.save_draft(game.id, kept)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def known(self, known: Already) -> Game:
        """The game that a known change was about."""
        return await self._tables.game(known.game)


@coded("closed")
class Closed(OutboxRow):
    """Tells that the game was closed."""


@coded("closed")
class ClosedBy(OutboxRow):
    """Tells that a moderator who does not play has closed the game."""

    user: int


def started(rows: Sequence[Row]) -> bool:
    """Whether a log is more than that of a lobby."""
    return any(word_of(row).verb == "start" for row in rows)


def laid_open(game: Game, rows: Sequence[Row]) -> bool:
    """The seed of a game is a secret no more: it is over, or was closed after it had begun."""
    return game.status == "over" or (game.status == "cancelled" and started(rows))


def party(game: Game, user: int) -> bool:
    """Somebody sits there, or has sat there: what becomes of the game concerns them."""
    now, before = (each.user for each in game.sitters), (each.user for each in game.former)
    return user in {*now, *before}


def closed_by(game: Game, user: int) -> Closed | ClosedBy:
    """The row of the outbox that tells that somebody has closed a game or a lobby."""
    neutral = game.status == "playing" and not party(game, user)
    return ClosedBy(user) if neutral else Closed()

"""The one way to change a game. Only an outage moves timers without it (clocks.py).

Change ──> in one transaction ──> remembered, and the workers with something to post are woken
             │                     └── the same wish a second time: the result of the first
             └── somebody else was first: Conflict; a person reads that the game has moved on
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from bot.table import refusals
from bot.table.game import Game, Span
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.rows import OutboxRow, code, taken_back, word_of
from bot.table.table import ReplayState, Table, Tables
from rules.errors import Refused, Stale, Unavailable
from rules.history import State, first_misplaced
from rules.text import Plural, Text
from storage import (
    Already,
    Change,
    Conflict,
    DraftRow,
    Full,
    GameRow,
    NewGame,
    NewTimer,
    OrderRow,
    Row,
    Sitter,
    Spent,
    Store,
    Timer,
)


class CommitMoment(NamedTuple):
    """When a change is committed."""

    now: float  # seconds since 1970
    away: Sequence[Span] = ()  # when the clocks of this table stop
    # by the clocks, since the row to which the change takes the game back
    spent: Sequence[Spent] = ()


class Policy(NamedTuple):
    """What a feature adds to each change. It's pure: each retry calls it again."""

    add: Callable[[Game, Change, CommitMoment], Change]
    # Names of the functions that come before: it reads their additions, or posts behind them.
    # Others keep the order of services and registry.py (services.in_order).
    after: tuple[str, ...] = ()
    # It is asked only about these, each a condition of its own:
    timer: str = ""  # games with such a timer
    status: bool = False  # changes of a game's status
    computers: bool = False  # tables with a computer


T = TypeVar("T")
TRIES = 8  # how often a change is tried again when somebody else was first


class Committed(NamedTuple):
    """A game after a change."""

    game: Game
    # the row up to which this change had been committed before; None: it is new
    earlier_row: int | None = None


def _beside(game: GameRow) -> tuple[object, ...]:
    """The fields that can change without a new log row."""
    return game.clocks, game.orders, [sitter.settings for sitter in game.sitters]


class Commits:
    """Write changes. Whatever commits has its store, tables and time from here."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        policies: Sequence[Policy],  # what features add to each change
        look: Callable[[], Awaitable[Sequence[Span]]],  # updates when all clocks stand still
        now: Callable[[], float],  # seconds since 1970
        # called with the game and the kinds of timers that were set
        wake: Callable[[GameRow | None, Collection[str]], None],
    ) -> None:
        self.store, self.tables, self.now = store, tables, now
        self._policies, self._look, self._wake = policies, look, wake

    async def commit(
        self, game: Game, change: Change, after: ReplayState | None = None
    ) -> Committed:
        """Commit a change. Raises Conflict when the game has moved on or can't have such rows, and
        Taken when its channel has another game. after: the state after the change, which saves
        replaying it."""
        state = {"lobby": State.LOBBY, "playing": State.PLAY}.get(game.status, State.OVER)
        if first_misplaced(((line.seat, line.text) for line in change.lines), state) is not None:
            if (first := await self.store.find_commit(change.key)) is None:
                raise Conflict(game.id, game.n, game.n)
            return Committed(await self.tables.game(first[0]), first[1])
        if after is None and change.aside:
            after = (await self.tables.at(game)).at
        try:
            row = await self._written(game, change)
        except Already as known:
            return Committed(await self.tables.game(known.game), known.n)
        if after is not None:
            self.tables.remember(row.id, row.n, after)
        return Committed(self.tables.games.from_row(row))

    async def _written(self, game: Game, change: Change) -> GameRow:
        """The game after a change. Try again if only clocks, standing orders or settings have
        changed since the game was read. A change made from orders is made again instead (see
        `commit_rebuilt`)."""
        while True:
            complete = await self._complete(game, change)
            try:
                work = self.store.commit(game.id, game.n, complete)
                return await self._kept(work, complete.timers)
            except Conflict:
                again = await self.store.game(game.id)
                if again is None or again.n != game.n or _beside(again) == _beside(game):
                    raise
                game = self.tables.games.from_row(again)

    async def _kept(
        self, work: Coroutine[Any, Any, GameRow], timers: Iterable[NewTimer]
    ) -> GameRow:
        """Wait for a write and wake the workers, with the kinds of its timers. If the caller is
        cancelled, the write still ends and wakes them."""
        kinds, writing = {timer.kind for timer in timers}, asyncio.ensure_future(work)

        def hand_on(done: asyncio.Future[GameRow]) -> None:
            if not done.cancelled() and done.exception() is None:
                self._wake(done.result(), kinds)

        try:
            row = await asyncio.shield(writing)
        except asyncio.CancelledError:
            writing.add_done_callback(hand_on)
            raise
        self._wake(row, kinds)
        return row

    async def _complete(self, game: Game, change: Change) -> Change:
        """A change with the additions of all policies."""
        row = taken_back(change)
        spent = () if row is None else await self.store.time_spent(game.id, row)
        if change.sitters is not None:  # new ones have their own settings
            known = {sitter.user: sitter.settings for sitter in game.sitters}
            missing = {s.user for s in change.sitters if s.user not in known}
            known |= {user: await self.store.personal(user) for user in missing}
            now = (replace(sitter, settings=known[sitter.user]) for sitter in change.sitters)
            change = replace(change, sitters=tuple(now))
        moment = CommitMoment(self.now(), await self._look(), spent)
        people = (*game.sitters, *(change.sitters or ()))
        for policy in self._policies:
            concerned = (
                (not policy.timer or game.due(policy.timer) is not None)
                and (not policy.status or change.status is not None)
                and (not policy.computers or any(each.computer for each in people))
            )
            if concerned:
                change = policy.add(game, change, moment)
        return replace(change, settings={each.user: each.settings for each in people})

    async def commit_for_person(
        self, game: Game, change: Change, after: ReplayState | None = None
    ) -> Committed:
        """Commit a person's change. Raises Stale when the game has moved on, even if this button
        made the same change before: it doesn't make it again, and may not say that it did."""
        try:
            done = await self.commit(game, change, after)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late
        if done.earlier_row is not None and done.game.stands > done.earlier_row:
            raise Stale(refusals.stale(done.game))
        return done

    async def commit_rebuilt(
        self, game: Game, make: Callable[[Game], tuple[Change, Table]]
    ) -> tuple[Committed, Table]:
        """Make a change from the game and commit it, with the table after it. Make it again if
        somebody gave or dropped a standing order meanwhile, or the table talked. Raises Stale when
        the game has moved on."""
        while True:
            change, after = make(game)
            try:
                return await self.commit(game, change, after.at), after
            except Conflict as late:
                now = await self.tables.game(game.id)
                if now.past(game.n) or now == game:
                    raise Stale(refusals.stale(game)) from late
                game = now

    async def retry_on_conflict(self, game: Game, attempt: Callable[[Game], Awaitable[T]]) -> T:
        """The result of an attempt. Read the game and try again if somebody else was first.
        Raises Stale."""
        for _ in range(TRIES):
            try:
                return await attempt(game)
            except Conflict:
                game = await self.tables.game(game.id)
        raise Stale(refusals.stale(game))

    async def give(self, game: Game, *orders: OrderRow) -> None:
        """Store standing orders of a seat. Raises Stale when the game has moved on."""
        try:
            await self.store.give_order(game.id, game.n, *orders)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def once(
        self, key: str, work: Awaitable[T], answer_again: Callable[[int, int], Awaitable[T | None]]
    ) -> T:
        """The result of a wish. If it is refused now but was committed before, this is its second
        delivery: give the answer of `answer_again`, called with the game and the row after it;
        None: refuse it."""
        try:
            return await work
        except Refused:
            known = await self.store.find_commit(key)
            if known is None or (answer := await answer_again(*known)) is None:
                raise
            return answer

    async def done_once(self, key: str, work: Awaitable[T], answer: T) -> T:
        """The result of a wish, or `answer` if it is refused now but was committed before."""
        try:
            return await work
        except Refused:
            if await self.store.find_commit(key) is None:
                raise
            return answer

    async def open(self, new: NewGame) -> Game:
        """Open a lobby. Raises Already, Taken, or Unavailable if there are too many games."""
        await self._look()
        try:
            return self.tables.games.from_row(await self._kept(self.store.create(new), new.timers))
        except Full as full:
            why = Text(
                "This server already has {games} open, which is the limit. {here} lists them. You "
                "can start a game when one of them ends.",
                games=Plural("{n} game", "{n} games", n=full.limit),
                here=Command("games", "here"),
            )
            if full.mine:
                why = Text(
                    "You already host {games} here, which is the limit. {mine} lists them. Finish "
                    "one, or close one with {cancel}, before you open another.",
                    games=Plural("{n} open game", "{n} open games", n=full.limit),
                    mine=Command("games", "mine"),
                    cancel=Command("games", "cancel"),
                )
            raise Unavailable(why) from full

    async def open_record(self, kind: str, intent: Intent, key: str, **columns: Any) -> GameRow:
        """The row for something stored like a game that nobody plays, such as a season: the one
        with this key, or a new one with these columns."""
        new = NewGame(
            kind=kind,
            edition="1",
            seed=secrets.token_bytes(32),
            guild=intent.guild,
            home=intent.channel,
            host=Sitter(intent.user, intent.called),
            key=key,
            text="open",
            status="over",
            **columns,
        )
        try:
            return await self._kept(self.store.create(new), new.timers)
        except Already as known:
            return await self.record(known.game)

    async def record(self, row: int) -> GameRow:
        """Such a row by its id."""
        there = await self.store.game(row)
        assert there is not None
        return there

    async def write_record(self, row: GameRow, change: Change) -> GameRow:
        """Change such a row without asking any policy. Raises Conflict, Already."""
        return await self._kept(self.store.commit(row.id, row.n, change), change.timers)

    async def place(self, game: Game, channel: int) -> None:
        """Set where a game is played, even if it has moved on meanwhile. Raises Taken."""
        while True:
            try:
                await self.commit(game, Change((), f"place:{game.id}", channel=channel))
                return
            except Conflict as late:
                game = replace(game, n=late.found or game.n)

    async def tell_once(self, game: Game, kind: str, alike: str = "") -> bool:
        """Post something about a game without changing it. False if that was asked for before.
        alike: the beginning that all kinds share if one of them is enough."""
        if told := await self.store.tell_once(game.id, kind, alike):
            self._wake(None, ())
        return told

    async def postpone(self, timer: Timer, due: float) -> None:
        """Let a timer end later, unless it is done."""
        row = await self.store.game(timer.game)
        if row is not None and timer in row.timers:
            later = NewTimer(timer.kind, due, timer.payload)
            change = Change((), f"later:{timer.id}", timers=(later,))
            with suppress(Conflict):
                self._wake(await self.store.commit(row.id, row.n, change), {timer.kind})

    async def keep(self, game: Game, kept: DraftRow) -> None:
        """Keep a draft, or delete an empty one. Raises Stale when the game has moved on."""
        if not kept.line:
            await self.store.drop_draft(game.id, kept.seat)
            return
        try:
            await self.store.save_draft(game.id, kept)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late


@code("closed")
class Closed(OutboxRow):
    """Posts that the game was closed."""


@code("closed")
class ClosedBy(OutboxRow):
    """Posts that a moderator who doesn't play closed the game."""

    user: int


def has_started(rows: Sequence[Row]) -> bool:
    """Whether a log has a started game, not just a lobby."""
    return any(word_of(row).verb == "start" for row in rows)


def laid_open(game: Game, rows: Sequence[Row]) -> bool:
    """Whether everyone may know the seed: the game is over, or was closed after its start."""
    return game.status == "over" or (game.status == "cancelled" and has_started(rows))


def party(game: Game, user: int) -> bool:
    """Whether a person plays or played in the game."""
    now, before = (each.user for each in game.sitters), (each.user for each in game.former)
    return user in {*now, *before}


def closed_by(game: Game, user: int) -> Closed | ClosedBy:
    """The row of the outbox that posts who closed a game or a lobby."""
    neutral = game.status == "playing" and not party(game, user)
    return ClosedBy(user) if neutral else Closed()

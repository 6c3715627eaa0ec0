"""The end of a player's time, everything that changes how a clock runs, and outages. A timer is
only a reason to look: its clock's end is computed again. While the bot was away, and for an hour
after, clocks stand still; a machine that slept looks the same. An outage is credited once: one
transaction stores it and a shift, and each of the next ones moves a page of timers."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from bot.features.consequences import advance, card_of
from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.messages.boundary import Broken, guard
from bot.messages.layout import Layout
from bot.table import clocks, seats
from bot.table import rows as kinds
from bot.table.commit import Commits, Policy
from bot.table.computers import wait_for_news
from bot.table.game import (
    ABANDONED,
    CLOCK,
    DAY,
    HOUR,
    LOBBY_CLOSES,
    OFFER,
    OPEN_SEAT,
    REMIND,
    Game,
    Span,
)
from bot.table.intent import Session, held_seat
from bot.table.reminders import is_stage
from rules.errors import Stale
from rules.game import Seat
from rules.history import HERE, TIMEOUT, Word
from rules.play import checksum, perform, play_unattended
from rules.text import Text
from storage import BOARD, PAGE, Change, GameRow, Line, NewTimer, Store, Timer, every_open_game

BEAT_PAUSE: Final = 300.0  # seconds between two heartbeats
SOON: Final = 30.0  # seconds until the next look while the bot is away
OUTAGE_AFTER: Final = 600.0  # seconds without a heartbeat that make an outage
AFTERWARDS: Final = HOUR
REMEMBERED: Final = 400 * DAY  # no clock runs longer than that

LAST, AWAY, SHIFT = "heartbeat", "away", "moves"  # settings in the store

# Timers that give people time. A clock isn't among them, as its calendar knows outages. A night
# ends when it ends, and so does a season's week. Some timers only the bot waits for.
SHIFTED_KINDS: Final = {LOBBY_CLOSES, OPEN_SEAT, OFFER, ABANDONED, REMIND}


class TimerShift(NamedTuple):
    """A move of all timers by some time, with how far it got."""

    after: float  # timers that are due later move
    by: float  # seconds
    not_before: float  # nothing is due before this moment
    newest: int  # the id of the last timer
    correct_messages: bool  # whether messages show the new times, since the bot can speak
    done: int = 0  # the id of the last timer checked


class Uptime:
    """Knows when the bot was away, and credits outages."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],  # seconds since 1970
        there: Callable[[], bool],  # whether the bot can hear and speak now
        wake: Callable[[GameRow | None, Collection[str]], None],
    ) -> None:
        self.there, self.away = there, tuple[Span, ...]()  # away: when clocks stand still
        self._store, self._now, self._wake = store, now, wake
        self._last: float | None = None  # the last heartbeat, or the end of the last outage
        self._shift: TimerShift | None = None
        self._known = self._moved = False
        self._looking = asyncio.Lock()  # two looks at once would write two ends of one outage

    async def look(self) -> tuple[Span, ...]:
        """Credit an outage that ended or continues, and return when clocks stand still. Look before
        each write: the machine may have slept until this moment."""
        async with self._looking:
            while await self._credit():
                pass
        return self.away

    async def beat(self) -> bool:
        """Store a heartbeat if the bot is there. Return whether clocks end at other times now."""
        await self.look()
        if not self.there():
            return False
        now = self._now()
        await self._store.set(LAST, repr(now))
        moved, self._moved, self._last = self._moved, False, now
        return moved

    @property
    def present(self) -> float:
        """The last moment in which the bot was there: now, or the last heartbeat."""
        now = self._now()
        return now if self.there() or self._last is None else min(now, self._last)

    async def quiet_until(self) -> float | None:
        """Until when nothing ends and nobody is reminded, because the bot was or is away."""
        now = self._now()
        ends = [end for begin, end in await self.look() if begin <= now < end]
        if not self.there():
            ends.append(now + OUTAGE_AFTER)  # by then it shows whether this is an outage
        return max(ends, default=None)

    def outage(self) -> Span | None:
        """The start and end of an outage, as long as nothing ends because of it."""
        now = self._now()
        lately = [(a, b - AFTERWARDS) for a, b in self.away if a <= now < b]
        return lately[-1] if lately else None

    def news(self, since: float) -> tuple[str, ...]:
        """The rows about a clock's new end. since: when the clock started."""
        if not self.there():
            return ()
        outage = self.outage()
        if outage is None or outage[1] - outage[0] <= HOUR or since >= outage[1]:
            return (kinds.PlayBy().encode(),)
        return kinds.PlayBy().encode(), AfterOutage(int(outage[0]), int(outage[1])).encode()

    async def _credit(self) -> bool:
        """Take the next step, if there is one; the next call reads the changes again."""
        if not self._known:
            beat, stops, moving = [await self._store.setting(key) for key in (LAST, AWAY, SHIFT)]
            self._last = None if beat is None else float(beat)
            self.away = tuple((begin, end) for begin, end in json.loads(stops or "[]"))
            self._shift = TimerShift(*json.loads(moving)) if moving else None
            self._known = True
        now, there = self._now(), self.there()
        if self._shift is not None:
            await self._page(self._shift)
            return True
        if self._last is None:
            return False
        if self._last - now > OUTAGE_AFTER and there:
            # The machine's clock was set back: end waits in the future earlier.
            away = [(begin, min(end, now)) for begin, end in self.away if begin < now]
            begin, not_before = self._last, 0.0
        elif now - self._last > OUTAGE_AFTER:
            # An outage that continues begins at the last heartbeat: its span is replaced.
            spans = dict(self.away)
            until = spans.pop(self._last, self._last + AFTERWARDS)
            if not there and until >= now + AFTERWARDS - BEAT_PAUSE:
                return False  # the outage continues, and was credited up to a moment ago
            spans = {a: b for a, b in spans.items() if b > now - REMEMBERED}
            away = [*spans.items(), (self._last, now + AFTERWARDS)]
            begin, not_before = until - AFTERWARDS, now + AFTERWARDS
        else:
            return False
        last = now if there else self._last
        newest = await self._store.newest_timer()
        shift = TimerShift(begin, now - begin, not_before, newest, correct_messages=there)
        values = {LAST: repr(last), AWAY: json.dumps(away), SHIFT: json.dumps(shift)}
        self._known, self._moved = False, True  # a write that fails may have been done
        await self._store.credit({}, (), values)
        return True

    async def _page(self, shift: TimerShift) -> None:
        page = await self._store.timers_after(shift.done, most=PAGE)
        old = [timer for timer in page if timer.id <= shift.newest]
        timers = [timer for timer in old if timer.due > shift.after and is_shifted(timer)]
        dues = {timer.id: max(timer.due + shift.by, shift.not_before) for timer in timers}
        wrong = ((each.game, _correction(each)) for each in timers if shift.correct_messages)
        posts = dict.fromkeys((game, kind) for game, kind in wrong if kind is not None)
        left = json.dumps(shift._replace(done=old[-1].id)) if len(old) == PAGE else ""
        self._known, self._moved = False, True
        await self._store.credit(dues, posts, {SHIFT: left})
        if posts:
            self._wake(None, ())


def is_shifted(timer: Timer) -> bool:
    """Whether an outage moves a timer."""
    return timer.kind in SHIFTED_KINDS and (timer.kind != REMIND or is_stage(timer.payload))


def _correction(timer: Timer) -> str | None:
    """The row of the outbox that corrects the time in the message about a timer, if any."""
    if timer.kind == LOBBY_CLOSES:
        return kinds.LobbyEdit().encode()
    if timer.kind == OPEN_SEAT:
        return seats.SeatReopened(seats.Opened.decode(timer.payload).seat).encode()
    return seats.Offer.decode(timer.payload).news if timer.kind == OFFER else None


@kinds.code("outage")
class AfterOutage(kinds.OutboxRow):
    """Lists the waiting games for the player to move, and the outage. Each game has a row: the
    first one to arrive lists all games, and the others find that the player knows."""

    begin: int
    end: int
    loud = True
    matters = False


Handler = Callable[[GameRow, Timer], Awaitable[None]]


class Clocks:
    """Plays turns of players whose time is over."""

    def __init__(self, commits: Commits, uptime: Uptime) -> None:
        self._store, self._tables, self._commits = commits.store, commits.tables, commits
        self._uptime, self._now = uptime, commits.now
        self._news = asyncio.Event()  # set when the bot may be back, or ends may have moved
        self._reset_when_back = True  # whether to set all end timers again once the bot is there

    def feature(self) -> Feature:
        return Feature(
            policies=(Policy(clocks.apply_clock),),
            verbs=(Verb("here", self.mark_present, OF_A_ROW, press="once a row", on_page=True),),
            timers=(kinds.TimerKind(CLOCK, self.longest, self.expire),),
        )

    def longest(self, row: GameRow) -> float:
        """The seconds that a game's clock can still run, or has to wait (`expire`)."""
        due = clocks.due_of(row, self._uptime.away)
        return OUTAGE_AFTER if due is None else max(OUTAGE_AFTER, due - self._now())

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Act on a timer for a clock's end. Raises Conflict when another commit was first."""
        game, away = self._tables.games.from_row(row), await self._uptime.look()
        clock, due = clocks.running(game), clocks.due_of(game, away)
        if clock is None or due is None or clocks.ClockEnds(clock.seat).encode() != timer.payload:
            await self._commits.commit(game, Change((), f"calm:{timer.id}", done=(timer,)))
        elif due > self._now():
            later = (clocks.end_timer(clock.seat, due),)
            await self._commits.commit(game, self._due_again(game) or Change((), "", timers=later))
        elif not self._uptime.there():
            await self._commits.postpone(timer, self._now() + OUTAGE_AFTER)
            self._reset_when_back = True
            self.hurry()
        elif self._now() < due + DAY and await self._waits_for_news(game):  # at most a day
            await self._commits.postpone(timer, self._now() + OUTAGE_AFTER)
        elif await self._uncalled(game):
            await self.stop(game, game.changed)
        else:
            await self.play(game, clock.seat, Change((), f"{TIMEOUT}:{game.id}:{game.n}"))

    async def _waits_for_news(self, game: Game) -> bool:
        """Whether the player to move still has to hear of an outage."""
        unsent = (p for p in await self._store.under_way([game.id]) if p.game == game.id)
        later = [post.kind for post in unsent if not game.past(post.n)]
        later += [timer.payload for timer in game.timers if timer.kind == REMIND]
        return any(kinds.row_class(kind) is AfterOutage for kind in later)

    async def _uncalled(self, game: Game) -> bool:
        """Whether the turn's board still isn't posted after a first failed attempt."""
        board = await self._store.latest(game.id, BOARD)
        if board is not None and board.n >= game.stands:
            return False
        posts = (post for post in await self._store.under_way([game.id]) if post.kind == BOARD)
        return any(not post.fresh for post in posts if not game.past(post.n))

    async def stop(self, game: Game, since: float) -> None:
        """Stop a clock: the player to move should have been mentioned at `since`, but wasn't. A
        possible outage costs no time."""
        since = min(since, self._uptime.present)
        await self._same_turn(game, lambda row: clocks.stop_clock(row, since, self._uptime.away))

    async def start(self, game: Game) -> None:
        """Start a clock: the player to move has been mentioned only now."""
        await self._same_turn(
            game, lambda row: clocks.start_clock(row, self._now(), self._uptime.away)
        )

    def as_if_called(self, game: Game) -> Game:
        """A game as it will be once the player to move is mentioned: the stopped clock runs."""
        if (clock := clocks.stopped_clock(game)) is None or clocks.is_paused(game):
            return game
        running = replace(game, clocks=(replace(clock, since=self._now()),))
        due = clocks.due_of(running, self._uptime.away)
        assert due is not None
        return replace(game, timers=(*game.timers, Timer(0, game.id, CLOCK, due, str(clock.seat))))

    async def _same_turn(self, game: Game, change: Callable[[GameRow], Change | None]) -> None:
        """Change a game and its card, unless the game has moved past its row."""
        await self._uptime.look()

        def made(row: GameRow) -> Change | None:
            made = None if row.past(game.n) else change(row)
            return made and replace(made, posts=card_of(game))

        await self._again(game, made)

    async def play(self, game: Game, seat: Seat, said: Change) -> None:
        """Play the turn of a player whose time is over, with its consequences; after the second in
        a row, offer the seat to others. said: a change to make first, posted before the board.
        Raises Conflict when another commit was first."""
        table, rows = await self._tables.at(game), await self._store.log(game.id)
        table = replace(table, n=table.n + len(said.lines))
        line, _ = play_unattended(table.kind.game, table.at.state)
        state, events = perform(table.kind.game, table.at.state, line)
        lines = (kinds.line_of(Word(TIMEOUT, seat)), Line(seat, line, checksum(state)))
        at = table.at.after_turn(seat, state, events, table.n + 1, absent=True)
        after = replace(table, n=table.n + len(lines), at=at)
        change, after = advance(after, (*said.lines, *lines), said.key)
        board, told = change.posts, (*said.posts, kinds.ClockPlayed(table.n + 2).encode())
        change = replace(change, posts=told)
        if change.status is None and kinds.missed_turns(rows, seat) + 1 >= kinds.OFFERED_AFTER:
            change = seats.offer_seat(game, seat, seats.TIMEOUT, self._now(), change)
        # The board comes last: posts under it push it off a phone's screen.
        change = replace(change, done=(*change.done, *said.done), posts=(*change.posts, *board))
        await self._commits.commit(game, change, after.at)

    async def mark_present(self, session: Session) -> Layout:
        """Reset the missed turns of a player who is back, and give them time for the next turn.
        Raises Refused."""
        game = session.found
        seat, rows = held_seat(game, session.user), await self._store.log(game.id)
        again = Text(
            "You're back in {game}. Your missed turns no longer count, and I've added one turn's "
            "worth of time to your clock.",
            game=game,
        )
        if not kinds.missed_turns(rows, seat):
            none = Text("You haven't missed a turn in {game}.", game=game)
            return Layout(none if await self._store.find_commit(session.key) is None else again)
        offered = seats.open_seats(game).get(seat) == seats.TIMEOUT
        line = kinds.line_of(Word("back" if offered else HERE, seat))
        how = kinds.untyped_turns(rows)
        mine = (row.n for row in rows if row.seat == seat and how.get(row.n) == TIMEOUT)
        posts = (
            kinds.CameBack(max(mine, default=0)).encode(),
        )  # the last turn played by the clock
        change = Change(
            (line,), session.key, aside=True, posts=posts, clocks=clocks.share(game, seat)
        )
        change = seats.close_offer(game, seat, change) if offered else change
        await self._commits.commit_for_person(game, change)
        return Layout(again)

    def deferred_after_outage(self, handler: Handler) -> Handler:
        """Delay a timer's handler for an hour after an outage, so people can answer first. While
        the table is paused, try again a day later."""

        async def waits(row: GameRow, timer: Timer) -> None:
            until = await self._uptime.quiet_until()
            until = self._now() + DAY if clocks.is_paused(row) else until
            if until is None:
                await handler(row, timer)
            else:
                later = (NewTimer(timer.kind, until, timer.payload),)
                change = Change((), f"later:{timer.id}", timers=later)
                await self._commits.commit(self._tables.games.from_row(row), change)

        return waits

    async def by_other_hours(self, user: int, write: Awaitable[None]) -> None:
        """Change the hours by which somebody's clocks run. The old hours settle the time that has
        passed; the new ones give the end. write: saves the new hours."""
        await self._of(user, lambda row: clocks.resettle(row, self._now(), self._uptime.away))
        await write
        await self._of(user, self._due_again)

    async def _of(self, user: int, change: Callable[[GameRow], Change | None]) -> None:
        """Change all games in which a person's clock runs."""
        await self._uptime.look()
        for row in await self._store.games_of(user):
            clock = clocks.running(row)
            if clock is not None and row.sitters[clock.seat].user == user:
                await self._again(row, change)

    async def run(self) -> None:
        """Record regularly, without end, that the bot is there."""
        while True:
            self._news.clear()
            with suppress(Broken):
                await guard(self.beat())
            await wait_for_news(self._news, BEAT_PAUSE if self._uptime.there() else SOON)

    def hurry(self) -> None:
        """Check at once whether the bot is there."""
        self._news.set()

    async def beat(self) -> None:
        """Record that the bot is there, if it is. At first, after an outage, and after a clock
        ended during one, set all end timers again."""
        changed = await self._uptime.beat()
        if changed or (self._reset_when_back and self._uptime.there()):
            self._reset_when_back = False
            async for row in every_open_game(self._store):
                await self._again(row, self._due_again)

    def _due_again(self, game: GameRow) -> Change | None:
        """Set the timer to the recomputed end and correct posted times. None: the end is the same.
        After an outage of over an hour the player hears of it. If the machine's clock was set
        back, a clock that began in the future begins now."""
        away, now = self._uptime.away, self._now()
        if (change := clocks.rebase(game, now, away)) is not None:
            return change
        clock, due = clocks.running(game), clocks.due_of(game, away)
        if clock is None or clock.since is None or due is None or due == game.due(CLOCK):
            return None
        end = clocks.end_timer(clock.seat, due)
        return Change((), "", timers=(end,), posts=self._uptime.news(clock.since))

    async def _again(self, row: GameRow, change: Callable[[GameRow], Change | None]) -> None:
        async def attempt(game: Game) -> None:
            if (made := change(game)) is not None:
                await self._commits.commit(game, made)

        with suppress(Stale):
            await self._commits.retry_on_conflict(self._tables.games.from_row(row), attempt)

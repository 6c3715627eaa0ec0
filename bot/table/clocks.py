"""The clocks of a game: which one runs, how much is left, and the cost of a turn.

    turn begins  ──> the seat's clock runs, and a timer is set for its end
    not notified ──> the time until then is taken off, and the clock stops until they are
    turn ends    ──> the time is taken off, and the pace's share for a turn is added
    taken back   ──> every clock is as it was before that turn

No clock runs while chance waits or the game is paused, even if somebody plays, and a turn without
an alternative has none. Clocks are written by commits only; an outage changes how their end is
computed. Each stands still in its player's quiet hours, weekends and vacations (`Calendar`). All
times are seconds since 1970.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from heapq import merge
from itertools import count, takewhile
from typing import Final

from bot.table.commit import CommitMoment
from bot.table.game import CLOCK, DAY, HOUR, PAUSED, Span
from bot.table.rows import Coded, code, taken_back
from bot.table.settings import holidays_of, quiet_of, vacation_of, zone_of
from bot.table.table_options import Pace, pace_of, stops_on_weekends, vacations_count
from rules.game import Seat
from rules.history import remark
from storage import KEEP, Change, ClockRow, GameRow, NewTimer, Sitter, Spent

LONGEST_PAUSE: Final = 30 * DAY  # no table is paused for ever
PLAYERS: Final = "players"  # the payload of its timer if everyone agreed
RESUME: Final = remark("resume")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of one player."""

    zone: tzinfo = UTC
    quiet: tuple[int, int] | None = None  # in minutes after midnight, such as 22:00 to 08:00
    weekends: bool = False  # whether the clock stops on weekends
    away: tuple[Span, ...] = ()  # other times when it stops, such as vacations

    def time_passed(self, since: float, now: float) -> float:
        """The seconds for which a clock that began at `since` has run by now."""
        if now <= since:
            return 0.0
        early = takewhile(lambda span: span[0] < now, self._still(since))
        return now - since - sum(min(end, now) - max(start, since) for start, end in early)

    def end(self, since: float, seconds: float) -> float:
        """When a clock that began at `since` has run for these seconds. It never ends while
        stopped."""
        at = since
        for start, end in self._still(since):
            if at + seconds <= start:
                break
            seconds = max(0.0, seconds - max(0.0, start - at))
            at = end
        return at + seconds

    def awake(self, at: float) -> float:
        """This moment, or the end of the quiet hours around it."""
        nights = takewhile(lambda span: span[0] <= at, self._nights(at))
        return next((end for start, end in nights if at < end), at)

    def _still(self, since: float) -> Iterator[Span]:
        """The stops that end after a moment, in order, none touching the next. The first may
        have begun before."""
        if not (self.quiet or self.weekends or self.away):
            return
        nights = ((s, min(e, s + 10 * HOUR)) for s, e in self._nights(since))  # at most ten hours
        first = datetime.fromtimestamp(since, UTC).date() - timedelta(days=4)
        saturday = first + timedelta(days=(5 - first.weekday()) % 7)
        weeks = (saturday + timedelta(weeks=n) for n in count())
        free = ((self._at(day, 0), self._at(day + timedelta(days=2), 0)) for day in weeks)
        spans = merge(nights, free if self.weekends else (), sorted(self.away))
        later = (span for span in spans if max(since, span[0]) < span[1])
        held = next(later, None)
        for start, end in later:
            assert held is not None
            if start <= held[1]:
                held = held[0], max(held[1], end)
            else:
                yield held
                held = start, end
        if held is not None:
            yield held

    def _nights(self, since: float) -> Iterator[Span]:
        """All quiet hours from the day before a moment in the player's zone."""
        begin, end = self.quiet or (0, 0)
        days = (datetime.fromtimestamp(since, UTC).date() + timedelta(n) for n in count(-2))
        for day in days if begin != end else ():
            start = self._at(day, begin)
            yield start, max(start, self._at(day, end, tomorrow=end < begin))

    def _at(self, day: date, minutes: int, tomorrow: bool = False) -> float:
        """A time of day, in minutes after midnight, as the clock on the wall shows it. Of a time
        that comes twice in a night, take the first. A time that the clock skips is counted as if it
        didn't."""
        clock = time(*divmod(minutes, 60))
        return datetime.combine(day + timedelta(days=tomorrow), clock, self.zone).timestamp()


def calendar_of(game: GameRow, sitter: Sitter, away: Sequence[Span] = ()) -> Calendar:
    """When a player's clock runs at this table. away: more times when it stops, as in outages."""
    weekends = stops_on_weekends(game)
    calendar = _calendar(tuple(sitter.settings.items()), weekends, vacations_count(game))
    return replace(calendar, away=(*calendar.away, *away)) if away else calendar


@lru_cache(1024)  # read several times a turn, for the same few people
def _calendar(chosen: tuple[tuple[str, str], ...], weekends: bool, vacations: bool) -> Calendar:
    settings = dict(chosen)
    last = vacation_of(settings)
    spans = (*holidays_of(settings), *((last,) if last else ())) if vacations else ()
    # No vacation stops a clock for more than a fortnight.
    away = ((s.begin, min(s.end, s.begin + 14 * DAY)) for s in spans if s.begin < s.end)
    return Calendar(zone_of(settings) or UTC, quiet_of(settings), weekends, tuple(away))


def due(hour: int, now: datetime, last: date | None) -> datetime:
    """When a daily task is next done: at its hour, or now if last night's was missed."""
    tonight = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    begun = tonight if tonight <= now else tonight - timedelta(days=1)
    return now if last is None or last < begun.date() else begun + timedelta(days=1)


def is_paused(game: GameRow) -> bool:
    """Whether the game is paused."""
    return game.due(PAUSED) is not None


def by_players(game: GameRow) -> bool:
    """Whether the players agreed on this pause, so any of them can end it."""
    return any(timer.kind == PAUSED and timer.payload == PLAYERS for timer in game.timers)


def last_day_of(asked: str) -> float:
    """When the last day of a pause ends, in UTC, such as that of `pause-2026-12-24`."""
    return datetime.strptime(asked, "pause-%Y-%m-%d").replace(tzinfo=UTC).timestamp() + DAY


def begins(change: Change) -> bool:
    """Whether a change pauses a table."""
    return any(timer.kind == PAUSED for timer in change.timers)


def resumes(change: Change) -> bool:
    """Whether a change ends a pause."""
    return PAUSED in {done if isinstance(done, str) else done.kind for done in change.done}


@code()
class ClockEnds(Coded):
    """The payload of a timer: a seat's clock runs out."""

    seat: Seat


def end_timer(seat: Seat, due: float) -> NewTimer:
    """The timer for the end of a clock."""
    return NewTimer(CLOCK, due, ClockEnds(seat).encode())


def _clock_of(game: GameRow, seat: Seat) -> ClockRow | None:
    return next((clock for clock in game.clocks if clock.seat == seat), None)


def running(game: GameRow) -> ClockRow | None:
    """The clock that runs, if one does."""
    return next((clock for clock in game.clocks if clock.since is not None), None)


def stopped_clock(game: GameRow) -> ClockRow | None:
    """The clock of the player to move if it is stopped because they weren't notified yet."""
    seat = game.on_turn
    if game.status != "playing" or seat is None or game.sitters[seat].computer or running(game):
        return None
    return _clock_of(game, seat)


def due_of(game: GameRow, away: Sequence[Span] = ()) -> float | None:
    """When the running clock ends if nothing happens before, or None if none runs."""
    clock = running(game)
    return None if clock is None else _due(game, clock, game.sitters[clock.seat], away)


def clock_with_more(game: GameRow, seat: Seat, seconds: float) -> ClockRow:
    """A clock with more time, for a change."""
    clock = _clock_of(game, seat)
    assert clock is not None
    return replace(clock, left=clock.left + seconds)


def more_time(game: GameRow) -> float:
    """The seconds given to someone who asks for more time: as many as everyone had at the start."""
    pace = pace_of(game)
    return pace.start if pace else 0.0


def share(game: GameRow, seat: Seat) -> tuple[ClockRow, ...]:
    """A clock with the time of one more turn, up to the most. Empty if there is no clock."""
    pace, clock = pace_of(game), _clock_of(game, seat)
    if pace is None or clock is None:
        return ()
    return (clock_with_more(game, seat, max(0.0, min(pace.turn, pace.cap - clock.left))),)


def apply_clock(game: GameRow, change: Change, moment: CommitMoment) -> Change:
    """A change with its effect on the clocks."""
    pace = pace_of(game)
    if pace is None or (game.status == "lobby" and change.status != "playing"):
        return change
    return _Settling(game, change, pace, moment).settled()


def resettle(game: GameRow, now: float, away: Sequence[Span] = ()) -> Change | None:
    """A change that settles the running clock until now, so another calendar can apply. None if
    no clock runs."""
    clock = running(game)
    return None if clock is None else _restarted(game, clock, now, now, away)


def rebase(game: GameRow, now: float, away: Sequence[Span] = ()) -> Change | None:
    """A change that restarts a clock that began in the future, because the machine's clock was
    set back. It costs nothing until now."""
    clock = running(game)
    if clock is None or clock.since is None or clock.since <= now:
        return None
    return _restarted(game, clock, clock.since, now, away)


def stop_clock(game: GameRow, since: float, away: Sequence[Span] = ()) -> Change | None:
    """A change that stops the running clock. since: when its player should have been notified, and
    was not."""
    if (clock := running(game)) is None:
        return None
    cost = _passed(game, clock, since, away)
    clock = replace(clock, left=clock.left - cost, since=None)
    return Change((), "", done=(CLOCK,), clocks=(clock,), spent=(Spent(game.n, clock.seat, cost),))


def start_clock(game: GameRow, now: float, away: Sequence[Span] = ()) -> Change | None:
    """A change that starts the clock of the player to move, who was notified only now. It stood
    still, or nobody knew since the turn began that it should."""
    if is_paused(game):
        return None
    if (clock := stopped_clock(game)) is not None:
        return _restarted(game, clock, now, now, away)
    if (clock := running(game)) is not None:
        return _restarted(game, clock, game.changed, now, away)
    return None


def _restarted(
    game: GameRow, clock: ClockRow, until: float, now: float, away: Sequence[Span]
) -> Change:
    """A change that restarts a clock now. until: the moment up to which its time is taken off."""
    cost = _passed(game, clock, until, away)
    clock = replace(clock, left=clock.left - cost, since=now)
    timer = end_timer(clock.seat, _due(game, clock, game.sitters[clock.seat], away))
    spent = (Spent(game.n, clock.seat, cost),)
    return Change((), "", timers=(timer,), clocks=(clock,), spent=spent, clocks_before=game.clocks)


class _Settling:
    """A change to a game, and its clocks while they are settled."""

    def __init__(self, game: GameRow, change: Change, pace: Pace, moment: CommitMoment) -> None:
        self.game, self.change, self.pace, self.moment = game, change, pace, moment
        self.played = {line.seat for line in change.lines}
        # The sitters and the seat to move after the change.
        self.sitters = game.sitters if change.sitters is None else change.sitters
        self.next = game.on_turn if change.on_turn is KEEP else change.on_turn
        if change.status in ("over", "cancelled"):
            self.next = None
        # The seat whose turn continues.
        self.stays = None if self.next in self.played else self.next
        self.clocks = {each.seat: each for each in (*game.clocks, *change.clocks)}
        self.spent = list[Spent]()

    def settled(self) -> Change:
        """Settle the clock of the turn that ends, and start the next one."""
        if self.game.status == "lobby":
            # Every person has the same time. Computers have no clock, and nobody has one against
            # computers only: nobody waits for them.
            persons = [seat for seat, sitter in enumerate(self.sitters) if not sitter.computer]
            if len(persons) > 1:
                self.clocks = {seat: ClockRow(seat, self.pace.start) for seat in persons}
            return self._with_next()
        if not self.clocks:
            return self.change
        row = taken_back(self.change)
        if row is not None:
            self._give_back(row)
        elif (clock := running(self.game) or stopped_clock(self.game)) and clock.seat != self.stays:
            self._settle(self.clocks[clock.seat])
        # A substitute gets at least the initial time.
        for seat, (old, new) in enumerate(zip(self.game.sitters, self.sitters, strict=True)):
            if old.user != new.user and not (new.computer and seat not in self.clocks):
                clock = self.clocks.setdefault(seat, ClockRow(seat, 0.0))
                if clock.since is not None:
                    self._settle(clock)
                left = max(self.clocks[seat].left, self.pace.start)
                self.clocks[seat] = replace(clock, left=left, since=None)
        return self._with_next()

    def _settle(self, clock: ClockRow) -> None:
        """Take off the time of a turn, and add the share for it, up to the most that a clock may
        hold."""
        cost = _passed(self.game, clock, self.moment.now, self.moment.away)
        rest = clock.left - cost
        share = self.pace.turn if clock.seat in self.played else 0.0
        gain = max(0.0, min(share, self.pace.cap - rest))
        self.clocks[clock.seat] = replace(clock, left=rest + gain, since=None)
        # The row before the turn. Other rows of the same change don't change the position.
        played = (i for i, line in enumerate(self.change.lines) if line.seat == clock.seat)
        self.spent.append(Spent(self.game.n + next(played, 0), clock.seat, cost, gain))

    def _give_back(self, row: int) -> None:
        """Give back time spent and gained since a row, except the thinking time for the undone
        turn. Waiting since then costs nothing."""
        if (clock := running(self.game)) is not None:
            self.clocks[clock.seat] = replace(self.clocks[clock.seat], since=None)
        for seat in self.clocks:
            own = [spent for spent in self.moment.spent if spent.seat == seat]
            seconds = sum(spent.seconds for spent in own if spent.n > row)
            self._add(seat, -seconds, -sum(spent.gain for spent in own))
        if (mover := self.next) is not None and mover in self.clocks:
            # At least an hour for a player who gets back a turn that the clock ended.
            self._add(mover, 0.0, max(0.0, HOUR - self.clocks[mover].left))

    def _add(self, seat: Seat, seconds: float, gain: float) -> None:
        clock = self.clocks[seat]
        self.clocks[seat] = replace(clock, left=max(0.0, clock.left - seconds + gain))
        self.spent.append(Spent(self.game.n, seat, seconds, gain))

    def _with_next(self) -> Change:
        """Add the clocks to the change. The next player's clock runs once they were notified."""
        seat = self.next
        stands = begins(self.change) or (is_paused(self.game) and not resumes(self.change))
        if seat not in self.clocks or stands or self.sitters[seat].computer:
            seat = None
        if seat is not None and self.clocks[seat].since is None:
            # It stays or gets stopped if its player wasn't notified and no other turn begins.
            stops = any(c.seat == seat and c.since is None for c in self.change.clocks)
            same = self.game.on_turn == seat == self.stays
            undoes = taken_back(self.change) is not None
            if same and not undoes and (stops or stopped_clock(self.game) is not None):
                seat = None
            else:
                self.clocks[seat] = replace(self.clocks[seat], since=self.moment.now)
        other = tuple(c for c in self.clocks.values() if c not in self.game.clocks)
        if not other:
            return self.change
        spent = (*self.change.spent, *(each for each in self.spent if each.seconds or each.gain))
        change = replace(self.change, clocks=other, spent=spent, clocks_before=self.game.clocks)
        ticks = None if seat is None else self.clocks[seat]
        if ticks == running(self.game):
            return change
        timers: tuple[NewTimer, ...] = ()
        if ticks is not None:
            due = _due(self.game, ticks, self.sitters[ticks.seat], self.moment.away)
            timers = (end_timer(ticks.seat, due),)
        return replace(change, done=(*change.done, CLOCK), timers=(*change.timers, *timers))


def _passed(game: GameRow, clock: ClockRow, now: float, away: Sequence[Span]) -> float:
    """The time that a running clock has lost, at most the time it had."""
    calendar = calendar_of(game, game.sitters[clock.seat], away)
    return min(clock.left, calendar.time_passed(now if clock.since is None else clock.since, now))


def _due(game: GameRow, clock: ClockRow, sitter: Sitter, away: Sequence[Span]) -> float:
    assert clock.since is not None
    return calendar_of(game, sitter, away).end(clock.since, clock.left)

"""When a player's clock runs, and when it stands still: in quiet hours, on weekends, in vacations
and outages. Days are in the player's time zone, so nights stay right when daylight saving begins
or ends. All times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge
from itertools import count, takewhile
from typing import Final, TypeAlias

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR

Span: TypeAlias = tuple[float, float]  # from, until


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of one player."""

    zone: tzinfo = UTC
    quiet: tuple[int, int] | None = None  # in minutes after midnight, such as 22:00 to 08:00
    weekends: bool = False  # whether the clock stops on weekends
    away: tuple[Span, ...] = ()  # other times when it stops, such as vacations

    def passed(self, since: float, now: float) -> float:
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

    def but(self, *away: Span) -> Calendar:
        """This calendar with more times when the clock stops."""
        return replace(self, away=(*self.away, *away))

    def _still(self, since: float) -> Iterator[Span]:
        """The stops that end after a moment, in order, none touching the next. The first may
        have begun before."""
        nights = ((s, min(e, s + 10 * HOUR)) for s, e in self._nights(since))  # at most ten hours
        spans = merge(nights, self._weekends(since), sorted(self.away))
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
        """All quiet hours from the day before a moment."""
        begin, end = self.quiet or (0, 0)
        if begin != end:
            for day in self._days(since):
                start = self._at(day, begin)
                yield start, max(start, self._at(day, end, tomorrow=end < begin))

    def _weekends(self, since: float) -> Iterator[Span]:
        """All weekends from the one on or before a moment."""
        if not self.weekends:
            return
        for day in self._days(since - 2 * DAY):
            if day.weekday() == 5:
                yield self._at(day, 0), self._at(day + timedelta(days=2), 0)

    def _days(self, since: float) -> Iterator[date]:
        """The days in the player's zone, from the one before a moment."""
        first = datetime.fromtimestamp(since, UTC).date() - timedelta(days=2)
        return (first + timedelta(days=n) for n in count())

    def _at(self, day: date, minutes: int, tomorrow: bool = False) -> float:
        """A time of day, in minutes after midnight, as the clock on the wall shows it.

        Of a time that comes twice in a night, take the first. A time that the clock skips is
        counted as if it didn't.
        """
        clock = time(*divmod(minutes, 60))
        return datetime.combine(day + timedelta(days=tomorrow), clock, self.zone).timestamp()


def due(hour: int, now: datetime, last: date | None) -> datetime:
    """When a daily task is next done: at its hour, or now if last night's was missed."""
    tonight = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    begun = tonight if tonight <= now else tonight - timedelta(days=1)
    if last is None or last < begun.date():
        return now
    return begun + timedelta(days=1)

"""When somebody's clock runs, and when it stands still.

    ──────████████──────────████████████████████──────►   ████ it stands still: quiet hours, a
     runs   night    runs    weekend, or away    runs          weekend, a vacation, an outage

Days are the reader's own, in their time zone, so that a night is a night also when daylight saving
begins or ends in it. All times are seconds since 1970.
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
LONGEST_NIGHT: Final = 10 * HOUR  # for which a clock stands still in quiet hours

Span: TypeAlias = tuple[float, float]  # from, until


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours, in minutes after midnight: from 22:00 to 08:00 of the next day, say."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of one player. weekends: the clock stands still on them; away: the spans of time
    for which it does besides, such as a vacation."""

    zone: tzinfo = UTC
    quiet: Quiet | None = None
    weekends: bool = False
    away: tuple[Span, ...] = ()

    def passed(self, since: float, now: float) -> float:
        """The seconds for which a clock has run that began at `since`; none before it began."""
        if now <= since:
            return 0.0
        early = takewhile(lambda span: span[0] < now, self._still(since))
        return now - since - sum(min(end, now) - max(start, since) for start, end in early)

    def end(self, since: float, seconds: float) -> float:
        """When a clock that began at `since` has run for so many seconds: never while it stands
        still."""
        at = since
        for start, end in self._still(since):
            if at + seconds <= start:
                break
            seconds = max(0.0, seconds - max(0.0, start - at))
            at = end
        return at + seconds

    def awake(self, at: float) -> float:
        """This moment, or the end of the quiet hours in which it lies."""
        nights = takewhile(lambda span: span[0] <= at, self._nights(at))
        return next((end for start, end in nights if at < end), at)

    def but(self, *away: Span) -> Calendar:
        """This calendar with more spans of time for which the clock stands still."""
        return replace(self, away=(*self.away, *away))

    def _still(self, since: float) -> Iterator[Span]:
        """The spans of time that end after a moment and in which the clock stands still, in
        order, none touching the next; the first may have begun before."""
        nights = ((s, min(e, s + LONGEST_NIGHT)) for s, e in self._nights(since))
        spans = merge(nights, self._weekends(since), sorted(self.away))
        return _united(span for span in spans if max(since, span[0]) < span[1])

    def _nights(self, since: float) -> Iterator[Span]:
        """All quiet hours from the day before a moment on."""
        if self.quiet is None or self.quiet.start == self.quiet.end:
            return
        over = self.quiet.end < self.quiet.start  # past midnight
        for day in self._days(since):
            start, end = self._at(day, self.quiet.start), self._at(day, self.quiet.end, over)
            yield start, max(start, end)

    def _weekends(self, since: float) -> Iterator[Span]:
        """All weekends from the one on or before a moment on."""
        if not self.weekends:
            return
        for day in self._days(since - 2 * DAY):
            if day.weekday() == 5:
                yield self._at(day, 0), self._at(day + timedelta(days=2), 0)

    def _days(self, since: float) -> Iterator[date]:
        """The days from the one before a moment on, there."""
        first = datetime.fromtimestamp(since, UTC).date() - timedelta(days=2)
        return (first + timedelta(days=n) for n in count())

    def _at(self, day: date, minutes: int, tomorrow: bool = False) -> float:
        """So many minutes after midnight, as a clock on the wall shows them. What it shows twice
        in a night is the first; what it leaves out comes as late as if it did not."""
        clock = time(*divmod(minutes, 60))
        return datetime.combine(day + timedelta(days=tomorrow), clock, self.zone).timestamp()


def _united(spans: Iterator[Span]) -> Iterator[Span]:
    """Spans that come in the order of their beginnings, with those that touch made one."""
    held = next(spans, None)
    for start, end in spans:
        assert held is not None
        if start <= held[1]:
            held = held[0], max(held[1], end)
        else:
            yield held
            held = start, end
    if held is not None:
        yield held


def due(hour: int, now: datetime, last: date | None) -> datetime:
    """When it is done next: at that hour, or now where the last night was missed. last: the day on
    which it was done last."""
    tonight = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    begun = tonight if tonight <= now else tonight - timedelta(days=1)
    if last is None or last < begun.date():
        return now
    return begun + timedelta(days=1)

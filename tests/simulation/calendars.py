"""The oracle's own calendar: every minute of the simulation, whether a clock runs in it; who is
away; and when the bot was, held against what the store keeps of both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import accumulate
from zoneinfo import ZoneInfo

from tests.simulation.facts import Facts
from tests.simulation.people import Person
from tests.simulation.plan import DAY, HOUR, Plan

MINUTE = 60
NIGHT = 600  # minutes
USUAL = "22:00-08:00"  # as soon as a person's time zone is known

Span = tuple[float, float]


class Calendars:
    """Everybody's days. credited: when all clocks stand still, as the bot was out of order;
    vacations: those that the bot knows."""

    def __init__(
        self,
        plan: Plan,
        people: Iterable[Person],
        credited: Sequence[Span],
        vacations: Mapping[int, Sequence[Span]],
    ) -> None:
        self._first, self._last = plan.start - DAY, plan.end + DAY
        self._people = {person.id: person for person in people}
        self._credited, self._vacations = credited, vacations
        self._days: dict[tuple[str, str, bool], Days] = {}

    def night(self, user: int, at: float) -> bool:
        return self._of(user, weekends=False).night(at)

    def vacation(self, user: int, options: Mapping[str, str], at: float) -> bool:
        return any(begin <= at < end for begin, end in self._away(user, options))

    def _away(self, user: int, options: Mapping[str, str]) -> Sequence[Span]:
        return () if options.get("vacations") == "none" else self._vacations.get(user, ())

    def passed(self, user: int, options: Mapping[str, str], begin: float, end: float) -> float:
        """The seconds in which somebody's clock runs at a table that has agreed on such options,
        as far as it is known at the end of them: an outage is when the bot is back."""
        away = [*self._credited, *self._away(user, options)]
        days = self._of(user, weekends=options.get("weekends") == "stop")
        return days.passed(begin, end, away)

    def _of(self, user: int, weekends: bool) -> Days:
        who = self._people[user]
        key = who.zone, who.quiet, weekends
        if key not in self._days:
            self._days[key] = Days(who.zone, who.quiet, self._first, self._last, weekends)
        return self._days[key]


class Days:
    """When somebody's clock runs in a zone, and when it is night there. first, last: the seconds
    that anybody may ask about."""

    def __init__(self, zone: str, quiet: str, first: float, last: float, weekends: bool) -> None:
        self._first = int(first) // MINUTE
        nights = _nights(zone, quiet, self._first, int(last) // MINUTE + 1)
        self._night = nights
        still = _still(nights, _weekends(zone, self._first, len(nights)) if weekends else None)
        self._runs = bytes(1 - each for each in still)
        self._before = [0, *accumulate(self._runs)]

    def night(self, at: float) -> bool:
        return bool(self._night[int(at) // MINUTE - self._first])

    def passed(self, begin: float, end: float, away: Iterable[Span] = ()) -> float:
        total, at = 0.0, begin
        for a, b in sorted(away):
            if b > at and a < end:
                total += self._between(at, max(at, a))
                at = max(at, min(b, end))
        return total + self._between(at, end)

    def _between(self, begin: float, end: float) -> float:
        return self._until(end) - self._until(begin) if end > begin else 0.0

    def _until(self, at: float) -> float:
        minute, second = divmod(at - self._first * MINUTE, MINUTE)
        return self._before[int(minute)] * MINUTE + self._runs[int(minute)] * second


def _nights(zone: str, quiet: str, first: int, last: int) -> bytes:
    """For each minute 1 in quiet hours."""
    if not zone or quiet == "off":
        return bytes(last - first)
    begin, end = (
        int(h) * 60 + int(m) for h, m in (x.split(":") for x in (quiet or USUAL).split("-"))
    )
    minutes = _of_day(zone, first, last)
    if begin < end:
        return bytes(begin <= each < end for each in minutes)
    return bytes(each >= begin or each < end for each in minutes)


@lru_cache
def _of_day(zone: str, first: int, last: int) -> tuple[int, ...]:
    there = ZoneInfo(zone)
    local = (datetime.fromtimestamp(each * MINUTE, there) for each in range(first, last))
    return tuple(each.hour * 60 + each.minute for each in local)


def _weekends(zone: str, first: int, length: int) -> bytes:
    there = ZoneInfo(zone) if zone else UTC
    local = (datetime.fromtimestamp((first + i) * MINUTE, there) for i in range(length))
    return bytes(each.weekday() >= 5 for each in local)


def _still(nights: bytes, weekends: bytes | None) -> Iterable[int]:
    """The minutes in which the clock stands still: not the rest of a night that is too long."""
    row = 0
    for i, night in enumerate(nights):
        row = row + 1 if night else 0
        yield int(0 < row <= NIGHT or bool(weekends and weekends[i]))


IN_ONE_GO, IN_A_YEAR, YEAR = 14 * DAY, 30 * DAY, 365 * DAY
EXACT = 5.0  # seconds that a wish may be under way


class Vacations:
    """Everybody's. spans: by person, for the oracle's calendars."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._fault = facts, facts.fault
        self.spans = defaultdict[int, list[Span]](list)

    def said(self, who: Person, last: date, now: float) -> None:
        """Somebody has said that they are away until the end of a day."""
        here = ZoneInfo(who.zone or "UTC")
        end = datetime.combine(last + timedelta(days=1), time(), here).timestamp()
        standing = self._standing(who, now)
        begin = standing[0] if standing else now
        earlier = [span for span in self.spans[who.id] if span[0] < begin]
        taken = sum(b - max(a, begin - YEAR) for a, b in earlier if b > begin - YEAR)
        if now < end <= begin + min(IN_ONE_GO, IN_A_YEAR - taken):
            self.spans[who.id] = [*earlier, (begin, end)]
        self._compare(who)

    def back(self, who: Person, now: float) -> None:
        if (standing := self._standing(who, now)) is not None:
            self.spans[who.id][-1] = standing[0], now
        self._compare(who)

    def _standing(self, who: Person, now: float) -> Span | None:
        return next((s for s in self.spans[who.id] if s[0] <= now < s[1]), None)

    def _compare(self, who: Person) -> None:
        mine = self.spans[who.id]
        found, right = self._facts.vacation(who.id), mine[-1] if mine else None
        moments = zip(found or (), right or (), strict=False)
        if bool(found) != bool(right) or any(abs(a - b) >= EXACT for a, b in moments):
            self._fault("vacations", f"{who.name} is away {found}, not {right}")
        if mine and found:
            mine[-1] = found  # to the second, for the clocks


LONG = 600.0  # seconds of silence that are an outage
BEAT = 360.0  # seconds that a beat may be old
RETRY = 2400.0  # seconds after which a post that waits is tried again, and a beat follows
MISS = 5.0


class Outages:
    """Checks credits. down, storms: outages of the bot and of Discord."""

    def __init__(self, facts: Facts, down: Sequence[Span], storms: Sequence[Span]) -> None:
        self._facts, self._fault, self._seen = facts, facts.fault, set[Span]()
        self._down, self._storms = down, storms

    def look(self) -> None:
        """Check that nobody could play in any of the spans."""
        for begin, end in self._facts.credited:
            if (begin, end) not in self._seen:
                self._seen.add((begin, end))
                self._judge(begin, end - HOUR)

    def _judge(self, begin: float, end: float) -> None:
        storm = any(a < end and b > begin for a, b in self._storms)
        idle = end - begin - covered(begin, end, [*self._down, *self._storms])
        if idle > BEAT + (RETRY if storm else 0.0):
            self._fault("outages", f"{idle:.0f} s too many are credited, from {begin:.0f} on")

    def sums_up(self) -> None:
        """Check at the end: each long outage was credited."""
        credited = self._facts.credited
        for begin, end in self._down:
            known = any(a <= begin + MISS and b >= end + HOUR - MISS for a, b in credited)
            if end - begin > LONG and end < self._facts.now() - HOUR and not known:
                self._fault("outages", f"{end - begin:.0f} s from {begin:.0f} on: not credited")


def covered(begin: float, end: float, spans: Sequence[Span]) -> float:
    """The seconds between two moments that lie in one of some spans."""
    total, at = 0.0, begin
    for a, b in sorted(spans):
        a, b = max(a, at), min(b, end)
        if b > a:
            total, at = total + b - a, b
    return total

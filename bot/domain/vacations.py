"""How long somebody may be away: 30 days in a year, and 14 of them in one go."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.core.calendar import DAY
from bot.core.rows import OutboxRow, coded
from bot.domain.hours import zone_of
from bot.domain.personal import Vacation, away, holidays_of, vacation_of
from bot.domain.settings import Settings
from rules.game import Seat

YEAR: Final = 365 * DAY
IN_A_YEAR: Final = 30 * DAY
IN_ONE_GO: Final = 14 * DAY
_LAST: Final = date.max - timedelta(days=2)  # Python has no day after the last one, in any zone


@coded("vacation")
class VacationBegins(OutboxRow):
    """Tells that somebody is away from now on."""

    seat: Seat


@coded("returns")
class VacationEnds(OutboxRow):
    """Tells that somebody is back."""

    seat: Seat


def zone(settings: Settings) -> tzinfo:
    """Whose days count."""
    return zone_of(settings) or UTC


def last_day(typed: str) -> date | None:
    """A day as somebody writes it, `2026-12-05`; None: it is none."""
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        return None


def end_of(day: date, settings: Settings) -> float:
    """When a day is over, where somebody lives."""
    morrow = min(day, _LAST) + timedelta(days=1)
    return datetime.combine(morrow, time(), zone(settings)).timestamp()


def days(settings: Settings, now: float) -> list[date]:
    """The last days that a vacation can have that begins now, or has begun."""
    today, latest = datetime.fromtimestamp(now, zone(settings)).date(), latest_end(settings, now)
    there = (today + timedelta(days=n) for n in range(15))
    return [day for day in there if end_of(day, settings) <= latest]


def begin_of(settings: Settings, now: float) -> float:
    """When a vacation begins: now, or when the one has that somebody is on."""
    span = away(settings, now)
    return span.begin if span else now


def latest_end(settings: Settings, now: float) -> float:
    """Until when a vacation can be that begins now, or has begun."""
    begin = begin_of(settings, now)
    return begin + min(IN_ONE_GO, IN_A_YEAR - taken(earlier(settings, begin), begin))


def earlier(settings: Settings, begin: float) -> tuple[Vacation, ...]:
    """The vacations before the one that begins then, as far as they count."""
    last = vacation_of(settings)
    spans = {*holidays_of(settings), *((last,) if last else ())}
    return tuple(sorted(s for s in spans if s.begin < begin and s.end > begin - YEAR))


def taken(spans: Iterable[Vacation], now: float) -> float:
    """The seconds of vacation in the year before."""
    return sum(span.end - max(span.begin, now - YEAR) for span in spans)


def stored(span: Vacation) -> str:
    """A vacation as it is kept."""
    return f"{span.begin!r}/{span.end!r}"


def all_stored(spans: Iterable[Vacation]) -> str | None:
    """Several; None: there is none."""
    return ";".join(map(stored, spans)) or None

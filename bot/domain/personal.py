"""What people set for themselves, by the names and values that it has in the store.

text_first   off | on            bundle     off | on
next         off | on            muted      12 97 (ids of games)
pings        here | dm | both | none
hidden       off | on                   in no table, and without a profile for others
reminders    two | off | one | three | daily
language     de                         as answers and direct messages are; not set: as Discord is
time_zone    Europe/Berlin
quiet        22:00-08:00 | off   as soon as the time zone is known, 22:00-08:00 is the usual
vacation     from/until          seconds; holidays: those of the last year, from/until;…
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import storage

TEXT_FIRST: Final = "text_first"
PINGS: Final = "pings"
REMINDERS: Final = "reminders"
NEXT: Final = "next"
BUNDLE: Final = "bundle"
HIDDEN: Final = storage.HIDDEN  # the store heeds it in its tables
TIME_ZONE: Final = "time_zone"
QUIET: Final = "quiet"
MUTED: Final = "muted"
LANGUAGE: Final = "language"
VACATION: Final = "vacation"
HOLIDAYS: Final = "holidays"
OFF: Final = "off"
ON: Final = "on"
HERE, DIRECT, BOTH, NONE = "here", "dm", "both", "none"
USUAL_QUIET: Final = "22:00-08:00"

# What is one of a few values; the first is what it is for whoever has set nothing.
SETTINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        TEXT_FIRST: (OFF, ON),
        PINGS: (HERE, DIRECT, BOTH, NONE),
        REMINDERS: ("two", OFF, "one", "three", "daily"),
        NEXT: (OFF, ON),
        BUNDLE: (OFF, ON),
        HIDDEN: (OFF, ON),
    }
)

Settings = Mapping[str, str]
_TIME = r"([01]?\d|2[0-3])(?::([0-5]\d))?"
_HOURS = re.compile(rf"{_TIME}\s*(?:-|\u2013|to)\s*{_TIME}")
_REGIONS: Final = re.compile(
    "(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$"
)


class Vacation(NamedTuple):
    """A time from one moment to another, in seconds since 1970."""

    begin: float
    end: float


def chosen(settings: Settings, name: str) -> str:
    """Which of a few values a setting has; one that this version does not know counts as unset."""
    values = SETTINGS[name]
    value = settings.get(name, values[0])
    return value if value in values else values[0]


def on(settings: Settings, name: str) -> bool:
    """Whether somebody has switched something on."""
    return chosen(settings, name) == ON


def text_first(settings: Settings) -> bool:
    """Whether somebody plays by ear: everything in words, and pictures second."""
    return on(settings, TEXT_FIRST)


def zone_of(settings: Settings) -> ZoneInfo | None:
    """Somebody's time zone, as far as it is known and this machine knows it."""
    name = settings.get(TIME_ZONE, "")
    return ZoneInfo(name) if name and name in zones() else None


def quiet_of(settings: Settings) -> tuple[int, int] | None:
    """When somebody's quiet hours begin and end, in minutes since midnight in their zone; None:
    they have none."""
    if zone_of(settings) is None:
        return None
    return hours(settings.get(QUIET, USUAL_QUIET))


def hours(said: str) -> tuple[int, int] | None:
    """Two times of a day as somebody writes them, `22:00-08:00` or `22-8`; None: they are none."""
    found = _HOURS.fullmatch(said.strip().casefold())
    if found is None:
        return None
    begin, end = (int(found[i]) * 60 + int(found[i + 1] or 0) for i in (1, 3))
    return (begin, end) if begin != end else None


def spelled(quiet: tuple[int, int]) -> str:
    """Quiet hours as they are stored and shown."""
    return "-".join(f"{at // 60:02}:{at % 60:02}" for at in quiet)


def vacation_of(settings: Settings) -> Vacation | None:
    """The vacation that somebody took last; it may be over."""
    return _span(settings.get(VACATION, ""))


def holidays_of(settings: Settings) -> tuple[Vacation, ...]:
    """Earlier ones, as far as they still count for the days of a year."""
    spans = map(_span, settings.get(HOLIDAYS, "").split(";"))
    return tuple(span for span in spans if span is not None)


def _span(said: str) -> Vacation | None:
    try:
        begin, end = map(float, said.split("/"))
    except ValueError:
        return None
    return Vacation(begin, end)


def away(settings: Settings, at: float) -> Vacation | None:
    """The vacation that somebody is on at a moment."""
    span = vacation_of(settings)
    return span if span is not None and span.begin <= at < span.end else None


def muted(settings: Settings) -> frozenset[int]:
    """The games in which somebody is not to be called."""
    return frozenset(int(each) for each in settings.get(MUTED, "").split() if each.isdecimal())


@cache
def zones() -> frozenset[str]:
    """The names of time zones that this machine knows and that stand for a place, or for UTC."""
    return frozenset(filter(_REGIONS.match, available_timezones()))


def zones_like(typed: str, most: int) -> list[str]:
    """The zones that somebody may mean: those that begin like that or have a place that does,
    those with all of its words in them, then those that are spelled almost so."""
    wanted = "_".join(typed.casefold().split())
    ordered = sorted(zones())
    begun = [z for z in ordered if any(p.startswith(wanted) for p in _places(z))]
    within = [z for z in ordered if all(w in z.casefold() for w in wanted.split("_"))]
    known = {place: z for z in ordered for place in _places(z)}
    near = [known[place] for place in get_close_matches(wanted, known, most, 0.6)]
    return list(dict.fromkeys((*begun, *within, *near)))[:most]


def _places(zone: str) -> tuple[str, ...]:
    name = zone.casefold()
    return (name, *name.split("/")[1:])

"""Time zones and quiet hours, as someone types them for themselves or for a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.table.settings import OFF, Owner, Pickable, Settings
from rules.errors import Unavailable, quoted
from rules.text import Code, Listed, Text, notation, sentences

TIME_ZONE: Final = "time_zone"
QUIET: Final = "quiet"
USUAL_QUIET: Final = "22:00-08:00"
OFFERED: Final = (USUAL_QUIET, "20:00-08:00", "21:00-07:00", "23:00-07:00", "00:00-09:00")
BOTH_AT_ONCE: Final = "time_zone:Europe/Berlin quiet_hours:22:00-08:00"  # in a command
SHOWN, NEAREST = 25, 3  # zones offered while someone types, and after a zone that doesn't exist
_TIME = r"([01]?\d|2[0-3])(?::([0-5]\d))?"
_HOURS = re.compile(rf"{_TIME}\s*(?:-|\u2013|to)\s*{_TIME}")
_REGIONS: Final = re.compile(
    "(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$"
)


def zone_of(settings: Settings) -> ZoneInfo | None:
    """The time zone, if it's set and this machine knows it."""
    name = settings.get(TIME_ZONE, "")
    return ZoneInfo(name) if name and name in zones() else None


def hours(said: str) -> tuple[int, int] | None:
    """Two times of a day (`22:00-08:00`, `22-8`), in minutes since midnight; None: they're not."""
    found = _HOURS.fullmatch(said.strip().casefold())
    if found is None:
        return None
    begin, end = (int(found[i]) * 60 + int(found[i + 1] or 0) for i in (1, 3))
    return (begin, end) if begin != end else None


def spelled(quiet: tuple[int, int]) -> str:
    """Quiet hours as they are stored and shown."""
    return "-".join(f"{at // 60:02}:{at % 60:02}" for at in quiet)


def quiet_choices(of: Owner) -> Sequence[Pickable]:
    if zone_of(of.settings) is None:
        return ()
    return (*(Pickable(each, notation(each)) for each in OFFERED), Pickable(OFF, Text("none")))


def quiet_reader(zone_first: Text) -> Callable[[Owner, str], str]:
    """Read quiet hours that were typed. zone_first: the reason to refuse them without a zone."""

    def read(of: Owner, typed: str) -> str:
        if zone_of(of.settings) is None:
            raise Unavailable(zone_first)
        if (night := hours(typed)) is not None:
            return spelled(night)
        if typed.strip().casefold() == OFF:
            return OFF
        raise Unavailable(
            Text(
                "I can't read {typed} as quiet hours. Write them like {hours}, or {off}.",
                typed=quoted(typed),
                hours=Code(USUAL_QUIET),
                off=Code(OFF),
            )
        )

    return read


def zone_read(typed: str) -> str:
    """The time zone that was typed. Raises Unavailable, with zones of similar names."""
    wanted = "_".join(typed.split()).casefold()
    found = next((zone for zone in zones() if zone.casefold() == wanted), None)
    if found is not None:
        return found
    how = Text(
        "Time zones are named after a city, such as {zone}. Start typing yours to find it.",
        zone=Code("Europe/Berlin"),
    )
    if near := zones_like(typed, NEAREST):
        how = Text("Did you mean {zones}?", zones=Listed(map(Code, near), "or"))
    unknown = Text("I don't know the time zone {zone}.", zone=quoted(typed))
    raise Unavailable(sentences(unknown, how))


def zones_offered(typed: str) -> Sequence[Pickable]:
    """The time zones that someone may mean while they type."""
    return [Pickable(zone, notation(zone)) for zone in zones_like(typed, SHOWN)]


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

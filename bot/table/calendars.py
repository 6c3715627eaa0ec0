"""The calendar of a player at a table, made of what they have set for themselves and of what the
table agreed on. Who has set no time zone has no quiet hours; weekends are then those in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from functools import lru_cache
from typing import Final

from bot.table.agreed import stops_on_weekends, vacations_count
from bot.table.calendar import DAY, Calendar, Quiet, Span
from bot.table.hours import zone_of
from bot.table.personal import holidays_of, quiet_of, vacation_of
from bot.table.settings import Settings
from storage import GameRow, Sitter

LONGEST_VACATION: Final = 14 * DAY
ALWAYS: Final = Calendar()  # of whoever has set nothing, at a table that plays on weekends


def calendar_of(game: GameRow, sitter: Sitter) -> Calendar:
    """When the clock of somebody who sits at this table runs."""
    weekends = stops_on_weekends(game)
    if not sitter.settings and not weekends:
        return ALWAYS
    settings = tuple(sitter.settings.items())
    return _calendar(settings, weekends=weekends, vacations=vacations_count(game))


@lru_cache(1024)  # asked several times a turn, for the same few people
def _calendar(chosen: tuple[tuple[str, str], ...], *, weekends: bool, vacations: bool) -> Calendar:
    settings = dict(chosen)
    quiet = Quiet(*hours) if (hours := quiet_of(settings)) else None
    away = tuple(_vacations(settings)) if vacations else ()
    return Calendar(zone_of(settings) or UTC, quiet, weekends, away)


def _vacations(settings: Settings) -> Iterator[Span]:
    """The one that somebody took last, and those before; none is longer than it may be, whatever
    stands in the store."""
    last = vacation_of(settings)
    for span in (*holidays_of(settings), *((last,) if last else ())):
        if span.begin < span.end:
            yield span.begin, min(span.end, span.begin + LONGEST_VACATION)

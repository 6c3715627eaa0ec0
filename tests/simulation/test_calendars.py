"""The oracle's calendar, minute by minute, beside the bot's, which counts in spans of time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.table.clocks import Calendar
from tests.simulation.calendars import Days
from tests.simulation.people import QUIET, ZONES
from tests.simulation.plan import AUTUMN, DAY, HOUR, SPRING

MARCH = datetime(2026, 3, 28, tzinfo=UTC).timestamp()


def test_a_night_in_which_the_clock_jumps_is_shorter() -> None:
    """Berlin, 28 to 29 March 2026: from 22:00 to 08:00 it is nine hours, so fifteen are left."""
    days = Days("Europe/Berlin", "", MARCH - DAY, MARCH + 3 * DAY, weekends=False)
    noon = MARCH + 11 * HOUR
    assert days.passed(noon - DAY, noon) == 14 * HOUR
    assert days.passed(noon, noon + DAY - HOUR) == 14 * HOUR
    assert days.passed(noon, noon + DAY) == 15 * HOUR
    assert days.night(noon + 10 * HOUR)
    assert not days.night(noon + 20 * HOUR)


def test_a_long_night_stops_a_clock_for_ten_hours() -> None:
    """Fourteen quiet hours, of which ten count."""
    days = Days("UTC", "20:00-10:00", MARCH, MARCH + 3 * DAY, weekends=False)
    assert days.passed(MARCH + 12 * HOUR, MARCH + 36 * HOUR) == 14 * HOUR


def test_a_vacation_and_a_weekend_count_once() -> None:
    """28 March 2026 is a Saturday."""
    days = Days("UTC", "off", MARCH - DAY, MARCH + 5 * DAY, weekends=True)
    away = [(MARCH - HOUR, MARCH + HOUR), (MARCH + 2 * DAY - 60, MARCH + 2 * DAY + 90)]
    assert days.passed(MARCH - 2 * HOUR, MARCH + 2 * DAY + HOUR, away) == 2 * HOUR - 90


@pytest.mark.parametrize("begins", [SPRING, AUTUMN], ids=["spring", "autumn"])
@pytest.mark.parametrize("zone", ZONES)
def test_the_bot_counts_as_the_oracle_does(zone: str, begins: datetime) -> None:
    """Experience 3.10: quiet hours, weekends, a vacation, through a change of the clocks."""
    first, chance = begins.timestamp() - DAY, Random(zone)
    last = first + 39 * DAY
    for quiet in QUIET if zone else ("off",):
        weekends = chance.random() < 0.5
        days = Days(zone, quiet, first, last, weekends)
        calendar = Calendar(ZoneInfo(zone or "UTC"), _quiet(quiet), weekends)
        for _ in range(20):
            begin = chance.uniform(first + DAY, last - 2 * DAY)
            end = chance.uniform(begin, last - DAY)
            away = (chance.uniform(begin, end), chance.uniform(end, last))
            wrong = days.passed(begin, end, [away]) - replace(
                calendar, away=(*calendar.away, away)
            ).passed(begin, end)
            assert abs(wrong) < 0.01


def _quiet(said: str) -> tuple[int, int] | None:
    if said == "off":
        return None
    begin, end = (each.split(":") for each in (said or "22:00-08:00").split("-"))
    return int(begin[0]) * 60 + int(begin[1]), int(end[0]) * 60 + int(end[1])

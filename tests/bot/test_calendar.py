"""A player's calendar: when a clock runs, and when it stands still.

Source: issue 12, items 1 and 2: clocks stop in quiet hours for at most ten hours a day, during a
vacation, and on weekends where the table agreed so; right across daylight saving.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.core.calendar import DAY, HOUR, Calendar, Quiet

BERLIN, APIA, LORD_HOWE = map(ZoneInfo, ("Europe/Berlin", "Pacific/Apia", "Australia/Lord_Howe"))
NIGHT = Quiet(22 * 60, 8 * 60)


def at(text: str, zone: ZoneInfo = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


MOMENTS = st.floats(at("2026-01-01"), at("2027-01-01"))
QUIET = st.none() | st.builds(Quiet, st.integers(0, 1439), st.integers(0, 1439))
SPANS = st.tuples(MOMENTS, st.floats(0, 20 * DAY)).map(lambda span: (span[0], sum(span)))
CALENDARS = st.builds(
    Calendar,
    st.sampled_from((UTC, BERLIN, APIA, LORD_HOWE, ZoneInfo("America/New_York"))),
    QUIET,
    st.booleans(),
    st.lists(SPANS, max_size=3).map(tuple),
)
LENGTHS = st.floats(0, 12 * DAY)


@settings(max_examples=150, deadline=None)
@given(CALENDARS, MOMENTS, LENGTHS)
def test_a_clock_that_ends_has_run_for_its_seconds(
    calendar: Calendar, since: float, seconds: float
) -> None:
    end = calendar.end(since, seconds)
    assert calendar.passed(since, end) == pytest.approx(seconds, abs=1e-3)
    assert end >= since + seconds - 1e-3


@settings(max_examples=150, deadline=None)
@given(CALENDARS, MOMENTS, LENGTHS, LENGTHS)
def test_what_passes_adds_up_wherever_it_is_settled(
    calendar: Calendar, since: float, first: float, second: float
) -> None:
    middle, end = since + first, since + first + second
    whole = calendar.passed(since, end)
    parts = calendar.passed(since, middle) + calendar.passed(middle, end)
    assert whole == pytest.approx(parts, abs=1e-3)
    assert 0 <= whole <= end - since + 1e-3
    assert calendar.passed(end, since) == 0, "nothing passes before a clock has begun"


@settings(max_examples=80, deadline=None)
@given(st.builds(Calendar, st.sampled_from((BERLIN, LORD_HOWE)), QUIET), MOMENTS)
@example(Calendar(BERLIN, Quiet(1, 0)), at("2026-03-05T23:01:01"))
def test_a_day_has_at_most_ten_quiet_hours_for_a_clock(calendar: Calendar, since: float) -> None:
    """Where a day is an hour shorter, the hour before the first day's night is in another night."""
    assert calendar.passed(since, since + 30 * DAY) >= (30 * 14 - 1) * HOUR - 1e-3


@settings(max_examples=100, deadline=None)
@given(CALENDARS, MOMENTS, LENGTHS)
def test_no_clock_ends_while_it_stands_still(
    calendar: Calendar, since: float, seconds: float
) -> None:
    end = calendar.end(since, seconds)
    assert calendar.passed(end, end + 1e-3) > 0 or calendar.passed(end - 1e-3, end) > 0


@settings(max_examples=100, deadline=None)
@given(st.builds(Calendar, st.sampled_from((BERLIN, APIA)), QUIET), MOMENTS)
def test_whoever_is_awake_is_called_at_once_and_nobody_before_the_night_is_over(
    calendar: Calendar, moment: float
) -> None:
    awake = calendar.awake(moment)
    assert moment <= awake <= moment + DAY
    assert calendar.awake(awake) == awake


@pytest.mark.parametrize(
    ("start", "hours"),
    [
        ("2026-06-01", 14),  # 22 to 8 is ten hours
        ("2026-03-28", 14),  # the night of 29 March has nine, its day 23
        ("2026-10-24", 15),  # the night of 25 October has eleven, of which ten count; its day 25
    ],
)
def test_a_night_in_which_daylight_saving_changes(start: str, hours: int) -> None:
    begin = datetime.fromisoformat(start + "T12:00").replace(tzinfo=BERLIN)
    passed = Calendar(BERLIN, NIGHT).passed(
        begin.timestamp(), (begin + timedelta(days=1)).timestamp()
    )
    assert passed == hours * HOUR


@pytest.mark.parametrize(
    ("moment", "awake"),
    [
        ("2026-06-01T21:59", "2026-06-01T21:59"),
        ("2026-06-01T22:00", "2026-06-02T08:00"),
        ("2026-06-02T07:59", "2026-06-02T08:00"),
        ("2026-10-25T01:00", "2026-10-25T08:00"),
        ("2026-03-29T01:00", "2026-03-29T08:00"),
    ],
)
def test_quiet_hours_end_when_the_clock_on_the_wall_says_so(moment: str, awake: str) -> None:
    assert Calendar(BERLIN, NIGHT).awake(at(moment)) == at(awake)


def test_a_reminder_waits_for_all_of_a_long_night_but_a_clock_for_ten_hours_of_it() -> None:
    calendar = Calendar(BERLIN, Quiet(20 * 60, 11 * 60))
    assert calendar.awake(at("2026-06-02T07:00")) == at("2026-06-02T11:00")
    assert calendar.end(at("2026-06-01T19:00"), 2 * HOUR) == at("2026-06-02T07:00")


def test_a_clock_stands_still_from_saturday_to_monday_where_its_player_lives() -> None:
    calendar = Calendar(BERLIN, weekends=True)
    friday, monday = at("2026-06-05T23:00"), at("2026-06-08T01:00")
    assert calendar.passed(friday, monday) == 2 * HOUR
    assert calendar.end(friday, 1.5 * HOUR) == at("2026-06-08T00:30")
    assert Calendar(BERLIN).passed(friday, monday) == monday - friday
    assert calendar.passed(at("2026-06-07T15:00"), at("2026-06-08T01:00")) == HOUR


def test_a_vacation_stops_a_clock_and_may_touch_a_night() -> None:
    away = (at("2026-06-02T08:00"), at("2026-06-10T08:00"))
    calendar = Calendar(BERLIN, NIGHT, away=(away,))
    assert calendar.end(at("2026-06-01T21:00"), 2 * HOUR) == at("2026-06-10T09:00")
    assert Calendar(BERLIN).but(away).end(at("2026-06-02T07:00"), HOUR) == at("2026-06-02T08:00")

"""What people set for themselves, as it stands in the store: read with care, since another
version may have written it.

Source: issue 12, item 2; experience 3.7.
"""

from __future__ import annotations

import pytest

from bot.domain import personal
from bot.domain.personal import Span

BERLIN = {"time_zone": "Europe/Berlin"}


def test_quiet_hours_are_usual_once_a_time_zone_is_known() -> None:
    """Experience 3.7: 22:00 to 08:00 once a time zone is known; before that nobody knows when."""
    assert personal.quiet_of({}) is None
    assert personal.quiet_of({"quiet": "21:00-07:00"}) is None
    assert personal.quiet_of(BERLIN) == (22 * 60, 8 * 60)
    assert personal.quiet_of(BERLIN | {"quiet": "21:30-07:00"}) == (21 * 60 + 30, 7 * 60)
    assert personal.quiet_of(BERLIN | {"quiet": "off"}) is None


@pytest.mark.parametrize("said", ["22-8", "22:00-08:00", "22:00 - 8", "22 to 08:00", "22–8"])
def test_hours_are_read_as_people_write_them(said: str) -> None:
    hours = personal.hours(said)
    assert hours is not None
    assert personal.spelled(hours) == "22:00-08:00"


@pytest.mark.parametrize("said", ["", "off", "22", "25-8", "22:60-8", "8-8", "night"])
def test_what_is_no_time_is_none(said: str) -> None:
    assert personal.hours(said) is None


@pytest.mark.parametrize("zone", ["Moon/Crater", "", "../../etc/passwd", "EST5EDT"])
def test_a_zone_that_this_machine_does_not_know_is_none(zone: str) -> None:
    """Another machine may know fewer of them; the game goes on."""
    assert personal.zone_of({"time_zone": zone}) is None


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/b", "Europe/Belfast"),
        ("berlin", "Europe/Berlin"),
        ("Berln", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_zones_are_found_as_people_type_them(typed: str, zone: str) -> None:
    """By region, by place, with a space, and spelled almost so; never more than fit a list."""
    found = personal.zones_like(typed, 25)
    assert found[0] == zone
    assert len(personal.zones_like("", 25)) == 25


def test_a_vacation_is_from_and_until() -> None:
    settings = {"vacation": "100.0/200.0"}
    assert personal.vacation_of(settings) == Span(100.0, 200.0)
    assert [bool(personal.away(settings, at)) for at in (99, 100, 199, 200)] == [
        False,
        True,
        True,
        False,
    ]
    assert personal.vacation_of({"vacation": "soon"}) is None
    assert personal.holidays_of({"holidays": "1/2;broken;3/4"}) == (Span(1, 2), Span(3, 4))


def test_what_this_version_does_not_know_counts_as_unset() -> None:
    assert personal.chosen({"pings": "pigeon"}, "pings") == "here"
    assert personal.chosen({"pings": "dm"}, "pings") == "dm"
    assert personal.muted({"muted": "12 x 97"}) == {12, 97}

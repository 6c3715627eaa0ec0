"""Vacations: 30 days a year, 14 in one go; clocks stand still, nobody is called, everybody knows.

Source: issue 12, items 1 and 2; experience 3.2 (`/games vacation until:`), 3.10.
"""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.boundary import answered
from bot.core.calendar import DAY
from bot.core.game import CLOCK
from bot.messages.message import Message
from tests.bot.core import ANN, BEN, CHANNEL, OTHER_CHANNEL, Core, Person
from tests.bot.test_calls import BERLIN, at, everybody, mentions, passing
from tests.bot.test_reminders import RELAXED, begun, nudge, reminders
from tests.bot.words import in_words


async def away(core: Core, who: Person, until: str) -> Message:
    return await answered(core.cases.vacations.begin(core.wish(who), until))


async def back(core: Core, who: Person) -> Message:
    return await answered(core.cases.vacations.end(core.wish(who)))


@pytest.fixture
async def march(core: Core) -> Core:
    """Noon on the 10th of March 2026 in Berlin, where everybody lives."""
    at(core, 12)
    await everybody(core, time_zone="Europe/Berlin", quiet="off")
    return core


def moment(month: int, day: int, hour: int = 0) -> float:
    return datetime(2026, month, day, hour, tzinfo=BERLIN).timestamp()


async def test_clocks_stand_still_and_each_game_is_told_in_a_line(march: Core) -> None:
    mover = await begun(march)
    due = (await march.game()).due(CLOCK) or 0
    told = await away(march, mover, "2026-03-19")
    end = moment(3, 20)
    assert f"You are on vacation until <t:{int(end)}:f>" in told.text
    assert "It is told in L1." in told.text
    assert (await march.game()).due(CLOCK) == due + end - march.time.seconds
    await march.deliver()
    line = march.transport.in_channel(CHANNEL)[-1]
    assert line.text.startswith(f"-# {mover.name} is on vacation until <t:{int(end)}:f>")
    assert line.pings == ()
    march.time.seconds = moment(3, 19, 23)
    march.passed += 30 * DAY
    await passing(march)
    assert reminders(march, mover) == []


async def test_who_is_away_is_called_when_they_are_back(march: Core) -> None:
    """By itself when the vacation is over, or as soon as they say so."""
    mover = await begun(march)
    other = await march.waiting()
    await away(march, other, "2026-03-19")
    await march.say(mover, "a1")
    await march.deliver()
    assert mentions(march, other) == []
    told = await back(march, other)
    assert "Your vacation is over" in told.text
    await passing(march)
    assert len(mentions(march, other)) == 1
    assert f"-# {other.name} is back from vacation in L1." in march.posts()


async def test_it_ends_by_itself(march: Core) -> None:
    mover = await begun(march)
    other = await march.waiting()
    await away(march, other, "2026-03-12")
    await march.say(mover, "a1")
    march.time.seconds = moment(3, 13)
    await passing(march)
    assert len(mentions(march, other)) == 1
    assert "You are not on vacation" in (await back(march, other)).text


async def test_a_nudge_waits_for_the_end_of_a_vacation(march: Core) -> None:
    mover = await begun(march, pace="long")
    await away(march, mover, "2026-03-12")
    march.time.seconds += 1.5 * DAY
    told = await nudge(march, await march.waiting())
    assert f"waits until <t:{int(moment(3, 13))}:f>" in told.text


async def test_at_a_table_without_vacations_nothing_stands_still(march: Core) -> None:
    mover = await begun(march, pace="relaxed", vacations="none")
    due = (await march.game()).due(CLOCK)
    told = await away(march, mover, "2026-03-19")
    assert "At the tables of L1 vacations were not agreed on" in told.text
    assert (await march.game()).due(CLOCK) == due
    await march.deliver()
    assert not [text for text in march.posts() if "vacation" in text]


@pytest.mark.parametrize(
    ("until", "why"),
    [
        ("tomorrow", "Write the last day of your vacation like `2026-12-24`"),
        ("2026-03-09", "That day is over already"),
        ("2026-03-24", f"Yours can be until <t:{int(moment(3, 24, 12))}:f>"),
    ],
)
async def test_what_is_no_vacation_changes_nothing(march: Core, until: str, why: str) -> None:
    before = await march.store.personal(ANN.id)
    assert why in (await away(march, ANN, until)).text
    assert await march.store.personal(ANN.id) == before


async def test_thirty_days_a_year_and_fourteen_in_one_go(march: Core) -> None:
    """A day that was given back counts no more; who prolongs one goes on with the same."""
    await away(march, ANN, "2026-03-12")
    assert "Nothing was changed: a vacation has 14" in (await away(march, ANN, "2026-03-24")).text
    assert "You are on vacation" in (await away(march, ANN, "2026-03-23")).text
    march.time.seconds = moment(4, 1)
    assert "You are on vacation" in (await away(march, ANN, "2026-04-14")).text
    march.time.seconds = moment(5, 1)
    told = await away(march, ANN, "2026-05-04")
    assert f"Yours can be until <t:{int(moment(5, 3, 12))}:f>" in told.text
    await away(march, ANN, "2026-05-02")
    march.time.seconds = moment(5, 2)
    await back(march, ANN)
    march.time.seconds = moment(6, 1)
    assert "You are on vacation" in (await away(march, ANN, "2026-06-01")).text
    march.time.seconds = moment(7, 1)
    assert "Nothing was changed" in (await away(march, ANN, "2026-07-02")).text


async def test_the_same_wish_twice_is_told_once(march: Core) -> None:
    await begun(march)
    assert await away(march, ANN, "2026-03-19") == await away(march, ANN, "2026-03-19")
    await march.deliver()
    assert len([text for text in march.posts() if "is on vacation" in text]) == 1


async def test_the_panel_says_it_and_has_a_button_to_end_it(march: Core) -> None:
    await away(march, ANN, "2026-03-19")
    panel = await in_words(march.cases.personal.show(march.wish(ANN)))
    assert f"You are on vacation until <t:{int(moment(3, 20))}:f>." in panel.text
    assert panel.buttons[-1].id == "lc:vacation:end"
    assert len(panel.buttons) <= 5


async def test_days_are_offered_as_long_as_they_can_be_taken(march: Core) -> None:
    found = await march.cases.vacations.last_days(march.wish(ANN))
    assert [found[0].value, found[-1].value, len(found)] == ["2026-03-10", "2026-03-23", 14]


async def test_a_game_on_another_server_is_told_as_well(march: Core) -> None:
    await begun(march)
    await march.open(ANN, 2, channel=OTHER_CHANNEL, guild=7, options=RELAXED)
    await march.join(BEN, channel=OTHER_CHANNEL, guild=7)
    await away(march, ANN, "2026-03-12")
    await march.deliver()
    for channel in (CHANNEL, OTHER_CHANNEL):
        assert "Ann is on vacation" in march.posts(channel)[-1]

"""Whether people are on a server, as pages ask it: the cost in requests that turns need."""

import asyncio
from contextlib import suppress

import pytest

from bot.messages.courier import TransientError
from bot.table.browsers import Later
from bot.web import viewers
from bot.web.viewers import Rate, RequestBudget
from rules.text import Text
from tests.acting import ANN, BEN, CY, DEE
from tests.bot.core import CHANNEL, GUILD, Core, Time
from tests.bot.web.house import House
from tests.bot.web.test_spectators import watched


def asked(house: House) -> int:
    return len([verb for verb, _ in house.core.transport.calls if verb == "is_member"])


async def test_discord_is_asked_once_a_minute_for_each_person(house: House) -> None:
    await house.core.begin(ANN, CY, channel=CHANNEL + 1)
    async with house.of(ANN) as ann, house.of(BEN) as ben:
        for _ in range(3):
            for address in ("/t/1", "/t/2", "/t/1/turns", "/t/1/ground.png"):
                await ann.get(address)
            await ben.get("/t/1")
        assert asked(house) == 2
        house.core.time.seconds += viewers.LASTS
        members = house.web.members
        assert all(await asyncio.gather(*(members.is_member(GUILD, ANN.id) for _ in range(3))))
        assert (await ann.get("/t/1")).status == 200
        assert asked(house) == 3


async def test_somebody_who_is_banned_sees_no_board_from_then_on(house: House) -> None:
    going, there = asyncio.Event(), house.core.transport

    async def slow(verb: str, _: int) -> None:
        if verb == "is_member":
            await going.wait()

    async with house.of(ANN) as ann, house.of(BEN) as ben:
        there.departed.add(ANN.id)
        await house.core.services.on_departure(ANN.id, GUILD)
        assert (await ann.get("/t/1")).status == 403
        house.core.time.seconds += viewers.LASTS
        there.look = slow
        page = asyncio.create_task(ben.get("/t/1"))
        while asked(house) < 4:  # Ann, Ben, Ann who is banned, and Ben whose answer is on its way
            await asyncio.sleep(0)
        await house.core.services.on_departure(BEN.id, GUILD)
        going.set()
        await page
        there.departed.add(BEN.id)
        assert (await ben.get("/t/1")).status == 403


async def test_without_an_answer_nobody_is_shut_out_and_discord_is_left_alone(house: House) -> None:
    """Its silence says nothing about anybody; it is asked again after a while."""
    async with house.of(ANN) as ann:
        house.core.time.seconds += viewers.LASTS
        before = asked(house)
        house.core.transport.fail("is_member", *[TransientError(Text("no answer"))] * 9)
        for _ in range(3):
            assert (await ann.get("/t/1")).status == 200
        assert asked(house) == before + 1


async def test_nobody_asks_about_tables_that_are_not_theirs(house: House) -> None:
    await house.core.begin(CY, DEE, channel=CHANNEL + 1)
    async with house.of(CY, 2) as cy:
        before = asked(house)
        for address in ("/t/1", "/events/1", "/t/1/ground.png", "/t/1-" + "x" * 22):
            assert (await cy.get(address)).status == 403
        assert asked(house) == before


async def test_beyond_the_budget_a_page_waits_and_no_turn_does(house: House) -> None:
    async with house.of(ANN) as ann, house.of(BEN) as ben:
        everybody = house.web.members
        for stranger in range(viewers.ALL.burst - 2):
            await everybody.is_member(GUILD + 1, 1_000 + stranger)
        with pytest.raises(Later):
            await everybody.is_member(GUILD + 1, 2_000)
        assert (await ann.get("/t/1")).status == 200
        everybody.forget(BEN.id, GUILD)
        before = len(house.core.transport.calls)
        answer = await ben.get("/t/1")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
        assert "Too many people are opening boards" in answer.page.text
        assert (await ben.get("/events/1")).status == 503
        assert await everybody.member(GUILD, BEN.id) is None
        assert len(house.core.transport.calls) == before
        house.core.time.seconds += 1.0
        assert (await ben.get("/t/1")).status == 200


def test_one_person_cannot_use_up_the_budget() -> None:
    """Whatever somebody presses or reloads, there is a request left for the next."""
    now = Time()
    budget, granted = RequestBudget(now, viewers.ALL, viewers.EACH), 0
    for _ in range(600):
        now.seconds += 0.1
        with suppress(Later):
            budget.take(ANN.id)
            granted += 1
        if now.seconds % 10 < 0.1:
            budget.take(BEN.id)
    assert granted <= viewers.EACH.burst + 60 / viewers.EACH.every


def test_a_budget_fills_again_and_forgives_a_clock_that_was_set_back() -> None:
    now = Time()
    budget = RequestBudget(now, Rate(3, 1.0), Rate(3, 1.0))
    for _ in range(3):
        budget.take("a")
    with pytest.raises(Later) as later:
        budget.take("a")
    assert later.value.seconds == pytest.approx(1.0)
    now.seconds += 1.0
    budget.take("a")
    now.seconds -= 86_400
    budget.take("a")


async def test_a_spectator_asks_discord_nothing(two: Core) -> None:
    async with watched(two) as (house, nobody, link):
        for address in (link, f"{link}/turns", f"{link}/ground.png"):
            await nobody.get(address)
        async with nobody.session.get(link.replace("/t/", "/events/")) as stream:
            assert stream.status == 200
        assert asked(house) == 0

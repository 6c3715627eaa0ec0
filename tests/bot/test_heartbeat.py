"""The bot was away, or the machine's clock was moved: no clock pays for it, and none stands still
for ever.

Source: issue 12, item 1: after a gap of more than ten minutes all running clocks get the gap and an
hour more, and nothing ends in that hour; right across restarts and the machine's clock being moved.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.boundary import answered
from bot.core.game import CLOCK, OPEN_SEAT
from bot.domain.agreed import PACES
from bot.domain.clocks import running
from bot.domain.seats import open_seats
from bot.features.heartbeat import EVERY, GAP, REMEMBERED, Heartbeat
from storage import Change, NewTimer
from tests.bot.core import ANN, BEN, Core

H = 3600.0
BRISK = PACES["brisk"]
assert BRISK is not None
START, TURN = BRISK.start, BRISK.turn


@pytest.fixture
async def brisk(core: Core) -> Core:
    await core.seated(ANN, BEN, options={"pace": "brisk"})
    await core.deliver()  # who was not called has all the time there is
    await core.cases.clocks.beat()
    return core


async def lives(core: Core, seconds: float) -> None:
    """Time passes, and the bot is there; what is to be told is told."""
    end = core.time.seconds + seconds
    while core.time.seconds < end:
        step = min(EVERY, end - core.time.seconds)
        core.time.seconds += step
        core.passed += step
        await core.cases.clocks.beat()
        await core.clock.tick()
        await core.deliver()


async def played(core: Core) -> bool:
    return any(line.startswith("absent") for line in await core.log())


async def test_while_the_bot_is_there_a_clock_ends_when_it_should(brisk: Core) -> None:
    await lives(brisk, START - 1)
    assert not await played(brisk)
    await lives(brisk, 1)
    assert await played(brisk)


@pytest.mark.parametrize("restarted", [True, False], ids=["it was stopped", "the machine slept"])
async def test_an_outage_costs_nobody_anything_and_an_hour_is_given(
    tmp_path: Path, restarted: bool
) -> None:
    core = await Core.build(tmp_path / "games.db")
    await core.seated(ANN, BEN, options={"pace": "brisk"})
    await core.deliver()  # who was not called has all the time there is
    await core.cases.clocks.beat()
    begun = core.time()
    await lives(core, START - 600)
    core.time.seconds += 30 * H  # the clock would have ended long ago
    if restarted:
        core = await core.again()
    await core.clock.tick()
    assert not await played(core), "the timer is due before the first beat"
    await core.cases.clocks.beat()
    assert (await core.game()).due(CLOCK) == begun + START + 30 * H + H
    await lives(core, H + 599)
    assert not await played(core)
    await lives(core, 2)
    assert await played(core)
    await core.store.close()


async def test_a_short_gap_is_none(brisk: Core) -> None:
    due = (await brisk.game()).due(CLOCK)
    brisk.time.seconds += GAP
    await brisk.cases.clocks.beat()
    assert brisk.cases.clocks._heartbeat.away == ()
    assert (await brisk.game()).due(CLOCK) == due


async def test_a_turn_that_is_said_first_thing_after_an_outage_has_not_paid_for_it(
    brisk: Core,
) -> None:
    """A machine wakes up, and a player is quicker than the next beat."""
    brisk.time.seconds += 20 * H
    await brisk.say(await brisk.mover(), "a1")
    game = await brisk.game()
    assert sorted(clock.left for clock in game.clocks) == [START, START + TURN]


async def test_two_outages_and_a_crash_between_their_notes_add_up(brisk: Core) -> None:
    begun = brisk.time()
    for hours in (5, 7):
        brisk.time.seconds += hours * H
        await brisk.cases.clocks.beat()
    other = Heartbeat(brisk.store, brisk.time)
    away = await other.look()
    assert away == ((begun, begun + 6 * H), (begun + 5 * H, begun + 13 * H))
    assert (await brisk.game()).due(CLOCK) == begun + START + 13 * H


async def test_what_nobody_needs_any_more_is_forgotten(brisk: Core) -> None:
    brisk.time.seconds += 2 * H
    await brisk.cases.clocks.beat()
    brisk.time.seconds += REMEMBERED + 4 * H
    assert len(await brisk.cases.clocks._heartbeat.look()) == 1


async def test_a_clock_on_the_wall_that_is_set_forward_ends_nothing(brisk: Core) -> None:
    """A year, say: it is taken for an outage."""
    brisk.time.seconds += 365 * 24 * H
    await brisk.clock.tick()
    await brisk.cases.clocks.beat()
    assert not await played(brisk)
    assert (await brisk.game()).due(CLOCK) == brisk.time() + START + H


async def test_a_clock_on_the_wall_that_is_set_right_again_holds_up_nobody(brisk: Core) -> None:
    """Forward by a year and back: nobody waits for that year, and what began in it goes on."""
    await lives(brisk, H)
    brisk.time.seconds += 365 * 24 * H
    await lives(brisk, 2 * H)
    await brisk.say(await brisk.mover(), "a1")
    await brisk.deliver()
    await lives(brisk, 3 * H)
    brisk.time.seconds -= 365 * 24 * H
    await brisk.cases.clocks.beat()
    clock = running(await brisk.game())
    assert clock is not None
    assert clock.left == START - 3 * H
    assert clock.since == brisk.time()
    assert (await brisk.game()).due(CLOCK) == brisk.time() + START - 3 * H
    await lives(brisk, START - 3 * H - 1)
    assert not await played(brisk)
    await lives(brisk, 2)
    assert await played(brisk)


async def test_nothing_ends_in_the_hour_after_an_outage(brisk: Core) -> None:
    heartbeat = brisk.cases.clocks._heartbeat
    assert await heartbeat.calm() is None
    brisk.time.seconds += 2 * H
    assert await heartbeat.calm() == brisk.time() + H
    brisk.time.seconds += 300
    assert await heartbeat.calm() == brisk.time() + H - 300
    await lives(brisk, H)
    assert await heartbeat.calm() is None


async def test_what_was_due_before_an_outage_waits_for_an_hour_after_it(brisk: Core) -> None:
    """It had not been ended yet; nobody could have answered while the bot was away."""
    late = await brisk.mover()
    await answered(brisk.cases.seats.substitute(brisk.wish(late, n=(await brisk.game()).n)))
    game = await brisk.game()
    (timer,) = (each for each in game.timers if each.kind == OPEN_SEAT)
    now = NewTimer(OPEN_SEAT, brisk.time() - 1, timer.payload)
    await brisk.store.commit(game.id, game.n, Change((), "", timers=(now,)))
    brisk.time.seconds += 100 * H
    await brisk.clock.tick()
    assert open_seats(await brisk.game())
    await lives(brisk, H - 1)
    assert open_seats(await brisk.game())
    await lives(brisk, 2)
    assert not open_seats(await brisk.game())

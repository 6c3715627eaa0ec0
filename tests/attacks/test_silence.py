"""While Discord is silent nobody loses time, and somebody is called (docs/decisions.md, 52, 53)."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.features.clocks import BEAT_PAUSE, SOON
from bot.messages.courier import PermanentError, TransientError
from bot.table.clocks import running
from bot.table.game import CLOCK
from bot.table.seats import StillThere
from bot.table.settings import QUIET, TIME_ZONE
from bot.table.table_options import PACES
from rules.text import Text
from storage import ClockRow
from tests.acting import ANN, BEN, CY, DEE
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core
from tests.bot.playing import turn
from tests.bot.transport import Killed
from tests.storage.samples import waiting

H = 3600.0
BRISK = PACES["brisk"]
assert BRISK is not None
START, TURN = BRISK.start, BRISK.turn
DOWN = TransientError(Text("Discord returned status 503"))


@pytest.fixture
async def brisk(core: Core) -> Core:
    await core.begin(ANN, BEN, options={"pace": "brisk"})
    await core.deliver()
    await core.services.clocks.beat()
    return core


async def lives(core: Core, seconds: float, *, told: bool = False) -> None:
    """Time passes as in Clocks.run, due work is done, and posted if told."""
    end = core.time.seconds + seconds
    while core.time.seconds < end:
        step = min(BEAT_PAUSE if core.there() else SOON, end - core.time.seconds)
        core.time.seconds += step
        core.passed += step
        await core.services.clocks.beat()
        await core.clock.tick()
        if told:
            await core.deliver()


async def played(core: Core) -> bool:
    return any(line.startswith("timeout") for line in await core.log())


@pytest.mark.slow
async def test_who_could_not_be_heard_loses_no_time(brisk: Core) -> None:
    """The gateway refuses for eight hours while the process runs."""
    begun = brisk.time()
    await lives(brisk, START - 2 * H)
    brisk.connected = False
    await lives(brisk, 8 * H)
    assert not await played(brisk)
    brisk.connected = True
    await lives(brisk, BEAT_PAUSE)
    await brisk.deliver()  # or the clock would wait until its player hears of the outage
    due = (await brisk.game()).due(CLOCK)
    assert due is not None
    assert due - (begun + START + 9 * H) == pytest.approx(0, abs=2 * BEAT_PAUSE)
    await lives(brisk, due - brisk.time() - 1)
    assert not await played(brisk)
    await lives(brisk, 2)
    assert await played(brisk)


@pytest.mark.parametrize(("silent", "until_played"), [(4 * SOON, SOON), (500, 2 * H)])
async def test_nothing_is_played_in_a_silence_and_no_clock_waits_much_longer(
    brisk: Core, silent: float, until_played: float
) -> None:
    """Decision 52: a short one, as before each connection, or nearly an outage."""
    await lives(brisk, START - 60)
    brisk.connected = False
    await lives(brisk, silent)
    assert not await played(brisk)
    brisk.connected = True
    await lives(brisk, until_played)
    assert await played(brisk)


async def test_while_no_post_arrives_nobody_loses_time(brisk: Core) -> None:
    """A board of one game fails for five hours; the player of another one loses nothing."""
    await brisk.open(CY, 2, channel=OTHER_CHANNEL, options={"pace": "brisk"})
    await brisk.deliver()
    await lives(brisk, H)
    due = (await brisk.game()).due(CLOCK)
    assert due is not None
    tries = 16
    brisk.transport.fail_in(OTHER_CHANNEL, *[DOWN] * tries)
    naps = len(brisk.naps)
    await brisk.join(DEE, channel=OTHER_CHANNEL)
    begun = brisk.time()

    async def beats(seconds: float) -> None:
        brisk.naps.append(seconds)
        await lives(brisk, seconds)

    brisk.outbox._sleep = beats
    await brisk.outbox.collect()
    await brisk.drain()
    assert len(brisk.naps) - naps == tries
    ((since, until),) = brisk.services.uptime.away
    assert begun - BEAT_PAUSE <= since <= begun + SOON
    assert until >= begun + 5 * H


async def test_a_channel_that_fails_by_itself_stops_no_other_game(brisk: Core) -> None:
    await brisk.open(CY, 2, channel=OTHER_CHANNEL)
    await brisk.deliver()
    brisk.transport.fail_in(OTHER_CHANNEL, *[DOWN] * 9)
    spoke = list[bool]()

    async def slept(seconds: float) -> None:
        spoke.append(brisk.outbox.speaks)
        if len(spoke) == 4:  # somebody plays in the other channel, and their board arrives
            await brisk.say(await brisk.mover(), "a1", game=1)
            await brisk.outbox.collect()
            for _ in range(20):
                await brisk.store.census()

    brisk.outbox._sleep = slept
    await brisk.join(DEE, channel=OTHER_CHANNEL)
    await brisk.outbox.collect()
    await brisk.drain()
    assert spoke == [False] * 4 + [True] * 5


async def test_a_question_that_nobody_answers_is_given_up(core: Core) -> None:
    """It is asked again on the next occasion; until then nobody knows, and edits continue."""
    core.transport.fail("is_member", *[DOWN] * 100)
    game = await core.begin(ANN, BEN)
    await core.deliver()
    await core.store.tell_once(game.id, "there:0")
    core.wake(None, ())
    await core.deliver()
    asked = [verb for verb, _ in core.transport.calls].count("is_member")
    assert asked == (StillThere.patience or 0) + 1
    assert not await waiting(core.store)


async def test_edits_that_fail_for_long_are_one_edit(core: Core) -> None:
    """A card shows how a game stands, whichever of its rows led to the edit."""
    await core.open(ANN, 4)
    await core.deliver()
    core.transport.fail("edit", DOWN)
    asleep = asyncio.Event()

    async def slept(seconds: float) -> None:
        asleep.set()
        await asyncio.Event().wait()  # until somebody cuts it short

    core.outbox._sleep = slept
    await core.join(BEN)
    await core.outbox.collect()
    await asleep.wait()
    await core.join(CY)
    await core.deliver()
    assert [verb for verb, _ in core.transport.calls].count("edit") == 2
    assert not await waiting(core.store)
    assert not core.outbox._beside
    (card,) = core.transport.messages
    assert "Ben" in card.text
    assert "Cy" in card.text


@pytest.mark.parametrize(
    ("hours", "first"), [(-1, True), (1, False)], ids=["behind, the first post", "ahead, a board"]
)
async def test_a_kill_between_post_and_note_posts_nothing_twice(
    lasting: Core, hours: int, first: bool
) -> None:
    """The clock by which messages have their ids is an hour behind ours, or ahead of it."""
    transport = lasting.transport

    def by_the_clock_of_discord(core: Core) -> None:
        transport.now = lambda: core.time() + hours * H

    by_the_clock_of_discord(lasting)
    if not first:
        await lasting.begin(ANN, BEN)
        await lasting.deliver()
    transport.fail_after("post", Killed())
    if first:
        await lasting.open(ANN, 2)
    else:
        await lasting.say(await lasting.mover(), "a1")
    with pytest.raises(Killed):
        await lasting.deliver()
    transport.forget_nonces()
    there = len(transport.messages)
    await lasting.restart()
    by_the_clock_of_discord(lasting)
    await lasting.outbox.collect()
    await lasting.drain()
    assert len(transport.messages) == there
    assert not await waiting(lasting.store)


async def test_a_board_of_before_is_not_taken_for_a_new_one(core: Core) -> None:
    """Discord's clock is an hour ahead: an equal board older than the row, by that clock, belongs
    to turns that a backup has undone."""
    transport = core.transport
    transport.now = lambda: core.time() + H
    await core.begin(ANN, BEN)
    await core.deliver()
    (*_, board) = transport.messages
    core.time.seconds += 600
    game = await core.game()
    after = replace(board, id=999, file=board.file.replace(f"-{game.n}", f"-{game.n + 1}"))
    transport.messages.append(replace(after, at=transport.now()))
    core.time.seconds += 600
    await core.say(await core.mover(), "a1")
    await core.outbox.collect()
    await core.drain()
    assert len([m for m in transport.messages if m.posted]) == 3


class Office:
    """The outbox of a core at work, while hours pass and the bot is there."""

    def __init__(self, core: Core) -> None:
        self.core = core
        core.outbox._sleep = self.slept
        self.until = core.time()  # when Discord takes posts in this channel again
        core.transport.look = self.looked

    async def slept(self, seconds: float) -> None:
        await lives(self.core, seconds)

    async def looked(self, verb: str, where: int) -> None:
        if verb == "post" and where == CHANNEL and self.core.time() < self.until:
            raise DOWN

    async def tells(self) -> None:
        await self.core.outbox.collect()
        await self.core.drain()


@pytest.fixture
async def office(brisk: Core) -> Office:
    # Posts arrive elsewhere: this isn't an outage for everybody.
    brisk.services.uptime.there = lambda: True
    return Office(brisk)


@pytest.mark.slow
async def test_a_turn_s_clock_starts_when_its_board_is_there(office: Office) -> None:
    core, office.until = office.core, office.core.time() + START + 5 * H
    await core.say(await core.mover(), "a1")
    game = await core.game()
    await office.tells()
    assert not await played(core)
    clock, now = running(await core.game()), core.time()
    assert office.until <= now <= office.until + H
    assert clock is not None
    assert (clock.seat, clock.left, clock.since) == (game.on_turn, START, now)
    assert (await core.game()).due(CLOCK) == now + START
    (*_, board) = core.transport.messages
    assert f"Play by <t:{int(now + START)}" in board.text


async def test_who_plays_before_they_are_called_pays_nothing_and_gains_a_turn(
    office: Office,
) -> None:
    core, office.until = office.core, office.core.time() + 9 * H
    await core.say(await core.mover(), "a1")
    waits = await core.mover()
    seat = (await core.game()).on_turn or 0
    early = list[float]()

    async def slept(seconds: float) -> None:
        await lives(core, seconds)
        if core.time() > office.until - 4 * H and not early:
            early.append(core.time())
            answer = await core.say(waits, turn(await core.table(), Random(1)), game=1)
            assert "Turn played" in answer.text, answer.text

    core.outbox._sleep = slept
    await office.tells()
    assert early
    clocks = {clock.seat: clock.left for clock in (await core.game()).clocks}
    assert clocks[seat] == START + TURN


async def test_a_board_that_waits_for_a_right_stops_the_clock_and_the_lists_say_so(
    office: Office,
) -> None:
    """Parked for days: the clock stands, and runs once the board is there."""
    core = office.core
    core.transport.fail_in(CHANNEL, PermanentError(Text("the Send Messages permission is missing")))
    await core.say(await core.mover(), "a1")
    await office.tells()
    game = await core.game()
    assert running(game) is None
    assert game.due(CLOCK) is None
    mine = await core.do(await core.mover(), "mine")
    assert "The clock is stopped" in mine.text
    await lives(core, START + H)
    assert not await played(core)
    await core.outbox.retry()
    await office.tells()
    assert running(await core.game()) == ClockRow(game.on_turn or 0, START, core.time())
    mine = await core.do(await core.mover(), "mine")
    assert "The clock is stopped" not in mine.text


async def test_a_board_that_is_posted_once_more_gives_no_time(office: Office) -> None:
    """The player to move was called long ago, and the game goes to a channel that takes nothing."""
    core = office.core
    await lives(core, 10 * H)
    core.transport.fail_in(
        OTHER_CHANNEL, PermanentError(Text("the Send Messages permission is missing"))
    )
    await core.do(ANN, "move", channel=OTHER_CHANNEL, game=1)
    await office.tells()
    clock = running(await core.game())
    assert clock is not None
    assert core.time() - (clock.since or 0) == 10 * H


async def test_a_call_that_waits_for_the_morning_is_no_failure(office: Office) -> None:
    core = office.core
    waits = await core.waiting()
    await core.store.set_personal(waits.id, TIME_ZONE, "UTC")
    hour = int(core.time() // H) % 24
    await core.store.set_personal(waits.id, QUIET, f"{hour:02}:00-{(hour + 8) % 24:02}:00")
    await core.say(await core.mover(), "a1")
    await office.tells()
    assert running(await core.game()) is not None
    assert not core.transport.messages[-1].pings

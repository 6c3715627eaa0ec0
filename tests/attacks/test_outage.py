"""After an outage of three days nobody has lost anything, and all know (docs/decisions.md, 53)."""

import re
from contextlib import suppress
from datetime import datetime
from functools import partial

import pytest

from bot.features.clocks import BEAT_PAUSE, SHIFTED_KINDS, is_shifted
from bot.features.mistakes import KIND as MISTAKE
from bot.features.puzzles import KIND as PUZZLE
from bot.features.registry import every_feature
from bot.features.seasons.season import KIND as SEASON
from bot.messages.courier import PermanentError
from bot.table import game as kinds
from bot.table.game import DAY, HOUR, LOBBY_CLOSES, OPEN_SEAT, REMIND
from rules.text import Text
from storage import Timer
from tests.acting import ANN, BEN, CY, Person
from tests.attacks import test_silence as silence
from tests.bot.core import CHANNEL, Core, null_services
from tests.bot.features.test_reminders import after
from tests.bot.outbox.test_calls import BERLIN, everybody
from tests.bot.transport import DIRECT, Killed, Posted

DOWN = 72 * HOUR
H = HOUR
lives = partial(silence.lives, told=True)


async def down(core: Core, seconds: float = DOWN) -> Core:
    """Stop the process for some seconds; return the next one, which has looked at the time."""
    core.time.seconds += seconds
    await core.restart()
    await core.services.clocks.beat()
    await core.clock.tick()
    await core.deliver()
    return core


async def due(core: Core, kind: str, number: int = 1) -> float:
    at = (await core.game(number)).due(kind)
    assert at is not None, kind
    return at


def until(text: str) -> list[int]:
    """The times that a text names, in seconds since 1970."""
    return [int(at) for at in re.findall(r"<t:(\d+)", text)]


def test_each_kind_of_timer_says_whether_an_outage_moves_it() -> None:
    """Declared, not guessed: also the kind that no clock ends."""
    named = {kind.name for feature in every_feature(null_services()) for kind in feature.timers}
    turns = {kinds.CLOCK, kinds.CHANCE, kinds.FLEETING, kinds.THINK}
    still = turns | {kinds.PAUSED, kinds.GUEST, kinds.ALERT, SEASON, PUZZLE, MISTAKE}
    assert named | {kinds.THINK} == SHIFTED_KINDS | still
    assert all(is_shifted(Timer(1, 1, kind, 0.0, "0")) for kind in SHIFTED_KINDS)
    assert not any(is_shifted(Timer(1, 1, kind, 0.0, "0")) for kind in still)
    assert not is_shifted(Timer(1, 1, REMIND, 0.0, "call")), "a night ends when it ends"
    assert not is_shifted(Timer(1, 1, "of a later version", 0.0, ""))


async def test_a_seat_that_is_offered_waits_as_long_as_was_promised(lasting: Core) -> None:
    await lasting.begin(ANN, BEN, CY)
    await lasting.do(ANN, "offerseat", n=(await lasting.game()).n)
    await lasting.services.clocks.beat()
    await lasting.deliver()
    before = await due(lasting, OPEN_SEAT)
    core = await down(lasting)
    assert await due(core, OPEN_SEAT) == before + DOWN
    posts = core.transport.messages
    *_, offer = (m for m in posts if "Take Over" in [b.label for b in m.buttons])
    assert until(offer.text)[0] == int(before + DOWN)


async def test_a_machines_clock_that_was_set_ahead_and_right_again_keeps_nobody_waiting(
    core: Core,
) -> None:
    """A year ahead is an outage of a year, and is taken back with it."""
    await core.open(ANN, 3)
    await core.services.clocks.beat()
    before = await due(core, LOBBY_CLOSES)
    core.time.seconds += 365 * DAY
    await lives(core, 2 * H)
    assert await due(core, LOBBY_CLOSES) == before + 365 * DAY + BEAT_PAUSE
    core.time.seconds -= 365 * DAY
    await lives(core, BEAT_PAUSE)
    assert before <= await due(core, LOBBY_CLOSES) <= before + 2 * BEAT_PAUSE


async def tables(core: Core, count: int) -> None:
    """N games of Ann and Ben, each in a channel of its own."""
    for channel in range(CHANNEL, CHANNEL + count):
        await core.open(ANN, 2, channel=channel, options={"pace": "brisk"})
        await core.join(BEN, channel=channel)
    await core.deliver()
    await core.services.clocks.beat()


def told_after(core: Core, who: Person) -> list[Posted]:
    """The messages to somebody after an outage."""
    mine = [m for m in core.transport.messages if "I was offline from" in m.text]
    direct = DIRECT + who.id
    return [m for m in mine if who.id in m.pings or m.channel == direct]


async def waits(core: Core, who: Person, count: int) -> list[int]:
    return [n for n in range(1, count + 1) if (await core.mover(n)).id == who.id]


async def absences(core: Core, count: int) -> int:
    return sum([sum("timeout" in row for row in await core.log(n)) for n in range(1, count + 1)])


@pytest.mark.parametrize("pings", ["here", "dm", "both"])
async def test_after_a_long_outage_everybody_is_told_in_one_message(
    lasting: Core, pings: str
) -> None:
    await everybody(lasting, pings=pings)
    await tables(lasting, 4)
    core = await down(lasting)
    for who in (ANN, BEN):
        mine = await waits(core, who, 4)
        (told,) = told_after(core, who)
        if pings == "here":
            assert told.pings == (who.id,)
        else:
            assert told.channel == DIRECT + who.id
        assert {f"[L{n}](" in told.text for n in mine} == {True}
        assert told.text.count("](") == len(mine)
        ends = [int(await due(core, kinds.CLOCK, n)) for n in mine]
        assert set(ends) <= set(until(told.text))
    await lives(core, 2 * H)
    assert len(told_after(core, ANN)) == len(told_after(core, BEN)) == 1


async def test_a_channel_that_is_gone_is_left_out(lasting: Core) -> None:
    """The message is posted where the next game is played."""
    await tables(lasting, 6)
    first = (await waits(lasting, ANN, 6))[0]

    async def look(verb: str, where: int) -> None:
        if verb == "post" and where == CHANNEL + first - 1:
            raise PermanentError(Text("the channel is gone"))

    lasting.transport.look = look
    core = await down(lasting)
    (told,) = told_after(core, ANN)
    assert told.channel != CHANNEL + first - 1
    assert told.text.count("](") == len(await waits(core, ANN, 6)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("pings", ["none", "here"])
async def test_whom_nothing_reaches_holds_up_no_clock(lasting: Core, pings: str) -> None:
    """They want no calls, or their channel is gone."""
    await everybody(lasting, pings=pings)
    await tables(lasting, 2)

    async def look(verb: str, where: int) -> None:
        if verb == "post" and pings == "here":
            raise PermanentError(Text("the channel is gone"))

    lasting.transport.look = look
    core = await down(lasting)
    assert told_after(core, ANN) == told_after(core, BEN) == []
    await lives(core, 26 * H)
    assert await absences(core, 2)


@pytest.mark.slow
async def test_at_night_it_waits_for_the_morning_and_nothing_is_played_before(
    lasting: Core,
) -> None:
    """One message for all games, also if weekends and vacations count for nothing there."""
    lasting.time.seconds = datetime(2026, 3, 10, 12, tzinfo=BERLIN).timestamp()
    await everybody(lasting, time_zone="Europe/Berlin")
    await tables(lasting, 4)
    core = await down(lasting, 83 * H)
    assert told_after(core, ANN) == told_after(core, BEN) == [], "23:00"
    await lives(core, 8.9 * H)
    assert told_after(core, ANN) == told_after(core, BEN) == []
    await lives(core, 0.3 * H)
    assert len(told_after(core, ANN)) == len(told_after(core, BEN)) == 1
    assert not await absences(core, 4)


async def test_who_is_there_before_is_not_told_of_the_game_that_they_have_played(
    lasting: Core,
) -> None:
    await tables(lasting, 1)
    mover = await lasting.mover()
    lasting.time.seconds += DOWN
    await lasting.restart()
    await lasting.services.clocks.beat()
    await lasting.say(mover, "a1")
    await lasting.deliver()
    assert told_after(lasting, mover) == told_after(lasting, await lasting.mover()) == []


@pytest.mark.slow
async def test_a_clock_waits_for_such_a_message_a_day_at_most(lasting: Core) -> None:
    """Discord takes no post after the return: nothing is played for a player who wasn't told, but
    no table waits for ever."""
    await tables(lasting, 1)
    lasting.time.seconds += DOWN
    await lasting.restart()
    await lasting.services.clocks.beat()
    await lasting.clock.tick()
    game = await lasting.game()
    await lives(lasting, 48 * H, told=False)
    assert not await absences(lasting, 1)
    assert (await lasting.game()).n == game.n
    await lives(lasting, 2 * H, told=False)
    assert await absences(lasting, 1)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["posted", "posting", "noticed", "woken"])
async def test_killed_over_it_everybody_is_told_once(lasting: Core, when: str) -> None:
    """Between the post and its note, before the post, as soon as the outage was noticed, and as
    the clock wakes before the first beat."""
    await tables(lasting, 2)
    lasting.time.seconds += DOWN
    await lasting.restart()
    if when == "noticed":
        await lasting.services.uptime.look()
    elif when == "woken":
        await lasting.clock.tick()
    else:
        await lasting.services.clocks.beat()
        fail = lasting.transport.fail_after if when == "posted" else lasting.transport.fail
        fail("post", Killed())
        with suppress(Killed):
            await lasting.deliver()
        await lasting.outbox.close(0)
        lasting.transport.forget_nonces()
    await lasting.restart()
    await lasting.services.clocks.beat()
    await lasting.outbox.collect()
    await lasting.drain()
    for who in (ANN, BEN):
        assert len(told_after(lasting, who)) == 1, who


async def test_play_by_says_the_new_time_on_the_board_and_wherever_it_stands(lasting: Core) -> None:
    """The newest board, the reminder; also after an outage too short for a message."""
    await lasting.begin(ANN, BEN, options={"pace": "relaxed"})
    await lasting.deliver()
    await after(lasting, 37)
    await lasting.services.clocks.beat()
    board = next(m for m in lasting.transport.messages if m.posted)
    reminder = lasting.transport.messages[-1]
    assert "still your turn" in reminder.text
    buttons, file = board.buttons, board.file
    core = await down(lasting, 0.5 * H)
    end = int(await due(core, kinds.CLOCK))
    for text in (board.text, reminder.text):
        assert end in until(text), text
    assert (board.buttons, board.file) == (buttons, file)
    assert told_after(core, await core.mover()) == []
    assert len([m for m in core.transport.messages if m.posted]) == 1

"""The mentions of a post: in the channel, by direct message, at the end of the night."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.messages.courier import PermanentError
from rules.text import Text
from tests.acting import ANN, BEN, CY, PEOPLE, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core
from tests.bot.transport import DIRECT, Killed, Posted

BERLIN = ZoneInfo("Europe/Berlin")


def at(core: Core, hour: int, minute: int = 0, day: int = 10) -> None:
    core.time.seconds = datetime(2026, 3, day, hour, minute, tzinfo=BERLIN).timestamp()


async def likes(core: Core, who: Person, **settings: str) -> None:
    for name, value in settings.items():
        await core.store.set_personal(who.id, name, value)


async def everybody(core: Core, **settings: str) -> None:
    for who in PEOPLE:
        await likes(core, who, **settings)


async def passing(core: Core) -> None:
    await core.clock.tick()
    await core.deliver()


async def comes(core: Core, hour: int, minute: int = 0, day: int = 10) -> None:
    at(core, hour, minute, day)
    await passing(core)


def mentions(core: Core, who: Person) -> list[Posted]:
    return [each for each in core.transport.messages if who.id in each.pings]


def letters(core: Core, who: Person) -> list[str]:
    return [each.text for each in core.transport.in_channel(DIRECT + who.id)]


@pytest.fixture
async def night(core: Core) -> Core:
    at(core, 23)
    await everybody(core, time_zone="Europe/Berlin")
    return core


async def test_at_night_the_board_comes_at_once_and_the_mention_in_the_morning(night: Core) -> None:
    await everybody(night, pings="both")
    await night.begin(ANN, BEN)
    await night.deliver()
    mover, other = await night.mover(), await night.waiting()
    board = night.transport.in_channel(CHANNEL)[-1]
    assert board.text.startswith(f"<@{mover.id}>, your turn")
    assert board.pings == ()
    await comes(night, 7, 59, day=11)
    assert (mentions(night, mover), letters(night, mover)) == ([], [])
    await comes(night, 8, day=11)
    assert len(letters(night, mover)) == 1
    (called,) = mentions(night, mover)
    assert called.text.startswith(f"<@{mover.id}>, it's been your turn in **[L1](")
    assert f"/{CHANNEL}/{board.id})" in called.text
    assert mentions(night, other) == []


async def test_a_board_that_comes_late_calls_once(night: Core) -> None:
    """Committed in the day, posted at night, or the other way round: one mention for the turn."""
    at(night, 21, 59)
    await night.begin(ANN, BEN)
    mover = await night.mover()
    at(night, 22, 30)
    await night.deliver()
    assert mentions(night, mover) == []
    await comes(night, 8, day=11)
    assert len(mentions(night, mover)) == 1
    at(night, 22, 30, day=11)
    await night.say(mover, "a1")
    await comes(night, 8, 30, day=12)
    assert len(mentions(night, await night.mover())) == 1


async def test_a_board_that_was_parked_does_not_call_again(night: Core) -> None:
    await night.begin(ANN, BEN)
    mover = await night.mover()
    night.transport.fail("post", *[PermanentError(Text("the channel is gone"))] * 2)
    await night.deliver()
    await comes(night, 9, day=11)
    await night.outbox.retry()
    await night.drain()
    assert len(mentions(night, mover)) == 1


async def test_who_wants_direct_messages_gets_one_with_a_link_and_no_mention(core: Core) -> None:
    await everybody(core, pings="dm")
    await core.begin(ANN, BEN)
    await core.deliver()
    mover, board = await core.mover(), core.transport.in_channel(CHANNEL)[-1]
    (letter,) = letters(core, mover)
    assert f"/{CHANNEL}/{board.id})" in letter
    assert letter.startswith("Your turn in **[L1](")
    assert board.pings == ()
    assert letters(core, await core.waiting()) == []


async def test_where_no_direct_message_gets_through_the_channel_calls(core: Core) -> None:
    await everybody(core, pings="dm")
    await core.begin(ANN, BEN)
    mover = await core.mover()
    core.transport.fail_in(
        DIRECT + mover.id, PermanentError(Text("they don't accept direct messages"))
    )
    await core.deliver()
    (called,) = mentions(core, mover)
    assert "Discord blocked my direct message" in called.text
    assert await core.store.personal(mover.id) == {}
    await core.say(mover, "a1")
    await core.deliver()
    await core.tell("e5")
    assert mentions(core, mover)[-1].file == "L1-5.png"
    assert len(mentions(core, mover)) == 2


async def test_who_is_left_in_peace_is_mentioned_by_no_post(core: Core) -> None:
    """Neither by the others' requests nor by the result; the other player is."""
    await likes(core, BEN, pings="none")
    await core.begin(ANN, BEN)
    await core.deliver()
    await core.do(ANN, "askend")
    await core.deliver()
    asked = core.transport.in_channel(CHANNEL)[-1]
    assert "Ann offers a draw" in asked.text
    assert asked.pings == ()
    gone = await core.do(ANN, "resign", n=(await core.game()).n)
    assert "You've left" in gone.text
    await core.deliver()
    result = core.transport.in_channel(CHANNEL)[-1]
    assert result.posted == f"L1-{(await core.game()).n}.png"
    assert result.pings == (ANN.id,)


async def test_who_is_next_is_told_without_a_sound_who_wants_it(core: Core) -> None:
    await everybody(core, next="on")
    await core.begin(ANN, BEN, CY)
    await core.deliver()
    game = await core.game()
    after = game.sitters[1]
    told = core.transport.in_channel(CHANNEL)[-1]
    assert told.silent
    assert told.pings == (after.user,)
    assert f"<@{after.user}>, you're next in [L1](" in told.text
    assert not [each for each in core.transport.messages[:-1] if each.silent]
    await core.open(ANN, 2, channel=OTHER_CHANNEL)
    await core.join(BEN, channel=OTHER_CHANNEL)
    await core.deliver()
    assert not [each for each in core.transport.in_channel(OTHER_CHANNEL) if each.silent]


async def test_a_board_that_was_posted_at_night_by_a_process_that_died_has_called_nobody(
    lasting: Core,
) -> None:
    """The post found in the morning has no mention, so the morning's call has it."""
    at(lasting, 23)
    await everybody(lasting, time_zone="Europe/Berlin")
    await lasting.begin(ANN, BEN)
    lasting.transport.fail_after("post", *[Killed()] * 2)  # the lobby message, then the board
    for _ in range(2):
        with pytest.raises(Killed):
            await lasting.deliver()
        await lasting.restart()
    assert "your turn in **L1**" in lasting.transport.in_channel(CHANNEL)[-1].text
    at(lasting, 9, day=11)
    await lasting.deliver()
    await passing(lasting)
    mover = await lasting.mover()
    assert [each.text.split(",")[0] for each in mentions(lasting, mover)] == [f"<@{mover.id}>"]

"""An outage is credited in pages: once, whoever dies over it and however many notice it.

Source: issue 28, A 4 (reads of everything go in pages, for outage credit too), fault 7, and
"nothing lost, doubled"; decision 78. All processes are in one here: what they share is the
database alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.core.game import LOBBY_CLOSES
from bot.domain.guests import LOBBY_LASTS
from bot.domain.posts import Card
from bot.domain.shifts import Shift
from bot.features import credits
from bot.features.pulse import AFTERWARDS
from storage import WHOLE, Change, NewTimer, Shards
from tests.bot.core import ANN, CHANNEL, GUILD, Core, Patch
from tests.bot.test_ranges import FAR, FIRST, SECOND, THERE, H, beats, beside
from tests.storage.samples import waiting

LOBBIES = 7
PAGE = 2


class Killed(BaseException):
    """A process is no more."""


class Mortal:
    """A store whose process dies at its nth credit, before that is done or after."""

    def __init__(self, store: Any, dies: float, *, done: bool = False) -> None:
        self._store, self._left, self._done = store, dies, done

    def __getattr__(self, verb: str) -> Any:
        return getattr(self._store, verb)

    async def credit(self, *args: Any, **more: Any) -> bool:
        self._left -= 1
        if self._left > 0:
            return bool(await self._store.credit(*args, **more))
        if self._done:
            await self._store.credit(*args, **more)
        raise Killed


@pytest.fixture
async def lobbies(core: Core, monkeypatch: Patch) -> Core:
    """Lobbies that wait, more than a page of timers; the bot is there."""
    monkeypatch.setattr(credits, "PAGE", PAGE)
    for n in range(LOBBIES):
        core.time.seconds += 1
        await core.open(ANN, 2, channel=CHANNEL + 100 + n)
    await core.deliver()
    await core.cases.clocks.beat()
    return core


async def dues(core: Core) -> dict[int, float]:
    return {t.game: t.due for t in await core.store.timers_after() if t.kind == LOBBY_CLOSES}


async def cards(core: Core) -> Counter[int]:
    """How often each lobby's card is to be said anew."""
    return Counter(post.game for post in await waiting(core.store) if post.kind == Card().encode())


async def dies_over_it(core: Core, at: int, *, done: bool) -> bool:
    """A process notices what there is to notice, and dies at its nth credit; False: it lives."""
    dying = core.over(Mortal(beside(core, WHOLE).store, at, done=done))
    try:
        await dying.cases.clocks.beat()
    except Killed:
        return True
    return False


@pytest.mark.parametrize("done", [False, True], ids=["before it is done", "after it is done"])
async def test_a_credit_that_is_killed_between_pages_goes_on_where_it_was(
    lobbies: Core, done: bool
) -> None:
    """No timer moves twice, and no card is said anew twice."""
    before, deaths = await dues(lobbies), 0
    lobbies.time.seconds += 5 * H
    while await dies_over_it(lobbies, 1 if done else 2, done=done):  # each does one part more
        deaths += 1
        assert deaths < 20
    await beside(lobbies, WHOLE).cases.clocks.beat()
    assert await dues(lobbies) == {game: due + 5 * H for game, due in before.items()}
    assert await cards(lobbies) == dict.fromkeys(before, 1)
    assert deaths > LOBBIES // PAGE


@pytest.mark.parametrize("bots", [2, 4])
async def test_of_several_bots_on_the_same_servers_one_credits_an_outage(
    lobbies: Core, bots: int
) -> None:
    """They notice it at the same moment, after it or as their timers look."""
    before = await dues(lobbies)
    others = [beside(lobbies, WHOLE) for _ in range(bots)]
    await beats(*others)
    lobbies.time.seconds += 5 * H
    looks = [each.clock.tick() for each in others]
    await asyncio.gather(*looks, *(each.cases.clocks.beat() for each in others))
    assert await dues(lobbies) == {game: due + 5 * H for game, due in before.items()}
    assert await cards(lobbies) == dict.fromkeys(before, 1)


async def test_who_looks_a_moment_later_adds_nothing(lobbies: Core) -> None:
    """The outage was over when the first one was there."""
    before, (one, other) = await dues(lobbies), [beside(lobbies, WHOLE) for _ in range(2)]
    await beats(one, other)
    lobbies.time.seconds += 5 * H
    await one.cases.heartbeat.look()
    lobbies.time.seconds += 3
    assert await other.cases.heartbeat.away(GUILD) == await one.cases.heartbeat.away(GUILD)
    assert await dues(lobbies) == {game: due + 5 * H for game, due in before.items()}
    assert await cards(lobbies) == dict.fromkeys(before, 1)


async def test_two_looks_at_once_write_one_end_of_an_outage(
    lobbies: Core, monkeypatch: Patch
) -> None:
    """Somebody plays while the clock looks: players read of one outage, once."""
    pulse, released = lobbies.cases.heartbeat.of(GUILD), asyncio.Event()
    credit = lobbies.store.credit

    async def slowly(*args: Any, **more: Any) -> bool:
        await released.wait()
        return await credit(*args, **more)

    monkeypatch.setattr(lobbies.store, "credit", slowly)
    lobbies.time.seconds += 5 * H
    looks = list[asyncio.Task[Any]]()
    ends = set[Any]()
    for _ in range(2):
        looks.append(asyncio.create_task(pulse.look()))
        for _ in range(50):
            await asyncio.sleep(0)
            ends.add(pulse.outage())
        lobbies.time.seconds += 3
    released.set()
    for look in looks:
        await look
        ends.add(pulse.outage())
    assert len(ends - {None}) == 1


async def test_who_takes_over_from_a_killed_one_finishes_before_it_does_what_is_due(
    lobbies: Core,
) -> None:
    """The dead one's beat says that there is no outage, but not all timers have moved."""
    spare, before = beside(lobbies, WHOLE), await dues(lobbies)
    await spare.clock.tick()
    lobbies.time.seconds += LOBBY_LASTS + H
    assert await dies_over_it(lobbies, 3, done=False)
    await spare.clock.tick()
    late = lobbies.time() + AFTERWARDS
    assert await dues(lobbies) == {
        game: max(due + LOBBY_LASTS + H, late) for game, due in before.items()
    }


async def test_an_outage_on_one_range_moves_nothing_elsewhere(lobbies: Core) -> None:
    """Also where it was begun by one who died, and by who divides the servers otherwise."""
    one, other = beside(lobbies, FIRST), beside(lobbies, SECOND)
    await other.open(ANN, 2, guild=THERE, channel=FAR)
    await beats(one, other)
    before = await dues(lobbies)
    (far,) = (row.id for row in await lobbies.store.open_games(shards=SECOND))
    for _ in range(60):
        lobbies.time.seconds += 300
        await beats(other)
    dying = one.over(Mortal(one.store, 3))
    with pytest.raises(Killed):
        await dying.cases.clocks.beat()
    for shards in (WHOLE, Shards(0, 0, 4), SECOND, FIRST):
        await beats(beside(lobbies, shards))
    gaps = {game: 0 if game == far else 5 * H for game in before}
    assert await dues(lobbies) == {game: due + gaps[game] for game, due in before.items()}


async def test_what_is_set_while_an_outage_is_credited_is_not_credited(lobbies: Core) -> None:
    lobbies.time.seconds += 5 * H
    assert await dies_over_it(lobbies, 3, done=False)
    again = NewTimer(LOBBY_CLOSES, lobbies.time() + 7.0)
    await lobbies.store.commit(1, 1, Change((), "", timers=(again,)))
    await beats(beside(lobbies, WHOLE))
    assert (await dues(lobbies))[1] == again.due


@pytest.mark.parametrize("at", range(1, LOBBIES // PAGE + 4))
@pytest.mark.parametrize("done", [False, True], ids=["before it is done", "after it is done"])
async def test_a_clock_that_is_set_back_moves_what_waits_once_whoever_dies_over_it(
    lobbies: Core, at: int, done: bool
) -> None:
    """Issue 28, fault 7: no timer early or late, with several who notice it at once."""
    others, before = [beside(lobbies, WHOLE) for _ in range(2)], await dues(lobbies)
    await beats(*others)
    lobbies.time.seconds -= 5 * H
    await dies_over_it(lobbies, at, done=done)
    await asyncio.gather(*(each.cases.clocks.beat() for each in others))
    await beats(beside(lobbies, WHOLE), *others)
    assert await dues(lobbies) == {game: due - 5 * H for game, due in before.items()}


async def test_a_clock_that_was_set_back_is_noticed_once_where_servers_were_divided_otherwise(
    lobbies: Core,
) -> None:
    """What a bot with all servers had written down lies ahead for both halves."""
    await lobbies.cases.clocks.beat()
    lobbies.time.seconds += 600
    one, before = beside(lobbies, FIRST), await dues(lobbies)
    await beats(one)
    lobbies.time.seconds -= 5 * H
    for _ in range(2):
        await beats(beside(lobbies, FIRST))
    assert await dues(lobbies) == {game: due - 5 * H for game, due in before.items()}


async def test_a_wait_is_as_much_longer_as_it_was_credited(lobbies: Core) -> None:
    """Issue 28, fault 7: a process that went on while it was not connected has counted the seconds
    of a lobby, which has more of them now."""
    bot, begun = beside(lobbies, WHOLE), lobbies.time()
    await bot.clock.tick()
    await beats(bot)
    bot.time.seconds, bot.passed = bot.time() + 30 * H, bot.passed + 30 * H
    await bot.cases.heartbeat.look()
    closes = await dues(lobbies)
    left = begun + LOBBY_LASTS - bot.time() + 1
    bot.passed += left
    while bot.time() < begun + LOBBY_LASTS:
        bot.time.seconds += 300
        await bot.cases.clocks.beat()
    await bot.clock.tick()
    assert await dues(lobbies) == closes


def test_a_shift_is_read_as_it_was_written() -> None:
    shift = Shift(Shards(3, 3, 16), 1.5, -3600.25, 0.0, 812, told=True, done=300)
    assert Shift.decode(shift.encode()) == shift

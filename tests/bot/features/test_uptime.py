"""An outage is credited in pages: once, whenever a process dies over it (decision 53)."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.features import clocks
from bot.table.game import LOBBY_CLOSES
from bot.table.rows import LobbyEdit
from bot.table.seats import LOBBY_LASTS
from storage import Change, NewTimer
from tests.acting import ANN
from tests.bot.core import CHANNEL, Core, Patch
from tests.bot.transport import Killed
from tests.storage.samples import waiting

H = 3600.0
LOBBIES = 5
PAGE = 2
DONE = pytest.mark.parametrize("done", [False, True], ids=["before it is done", "after it is done"])


class Mortal:
    """A store whose process dies at its nth credit, before that is done or after."""

    def __init__(self, store: Any, dies: int, *, done: bool) -> None:
        self._store, self._left, self._done = store, dies, done

    def __getattr__(self, verb: str) -> Any:
        return getattr(self._store, verb)

    async def credit(self, *args: Any) -> None:
        self._left -= 1
        if self._left != 0 or self._done:
            await self._store.credit(*args)
        if self._left == 0:
            raise Killed


@pytest.fixture
async def lobbies(core: Core, monkeypatch: Patch) -> Core:
    """Lobbies that wait, more than a page of timers; the bot is there."""
    monkeypatch.setattr(clocks, "PAGE", PAGE)
    for n in range(LOBBIES):
        core.time.seconds += 1
        await core.open(ANN, 2, channel=CHANNEL + 100 + n)
    await core.deliver()
    await core.services.clocks.beat()
    return core


async def dues(core: Core) -> dict[int, float]:
    return {t.game: t.due for t in await core.store.timers_after() if t.kind == LOBBY_CLOSES}


async def cards(core: Core) -> Counter[int]:
    """How often each lobby message is due for renewal."""
    return Counter(
        post.game for post in await waiting(core.store) if post.kind == LobbyEdit().encode()
    )


async def dies_over_it(core: Core, at: int, *, done: bool) -> bool:
    """A process that notices everything, and dies at its nth credit; False: it lives."""
    try:
        await core.wrap(Mortal(core.store, at, done=done)).services.clocks.beat()
    except Killed:
        return True
    return False


def successor(core: Core) -> Core:
    """A process that knows only the store."""
    return core.wrap(core.store)


@DONE
async def test_a_credit_that_is_killed_between_pages_goes_on_where_it_was(
    lobbies: Core, done: bool
) -> None:
    """No timer moves twice, and no lobby message is renewed twice."""
    before, deaths = await dues(lobbies), 0
    lobbies.time.seconds += 5 * H
    while await dies_over_it(lobbies, 1 if done else 2, done=done):  # each does one part more
        deaths += 1
        assert deaths < 20
    await successor(lobbies).services.clocks.beat()
    assert await dues(lobbies) == {game: due + 5 * H for game, due in before.items()}
    assert await cards(lobbies) == dict.fromkeys(before, 1)
    assert deaths > LOBBIES // PAGE


async def test_an_outage_that_goes_on_is_credited_as_far_as_it_has_come(lobbies: Core) -> None:
    """Even if a process dies in it; lobby messages are corrected when the bot can post."""
    before = await dues(lobbies)
    lobbies.connected = False
    for _ in range(8):
        lobbies.time.seconds += H
        await lobbies.services.clocks.beat()
    again = successor(lobbies)
    again.connected = False
    again.time.seconds += H
    await again.services.clocks.beat()
    assert not await cards(lobbies)
    again.connected = True
    again.time.seconds += H
    await again.services.clocks.beat()
    assert await dues(lobbies) == {game: due + 10 * H for game, due in before.items()}
    assert await cards(lobbies) == dict.fromkeys(before, 1)


async def test_two_looks_at_once_write_one_end_of_an_outage(
    lobbies: Core, monkeypatch: Patch
) -> None:
    """Somebody plays while the clock looks: players read about one outage, once."""
    pulse, released, before = lobbies.services.uptime, asyncio.Event(), await dues(lobbies)
    credit = lobbies.store.credit

    async def slowly(*args: Any) -> None:
        await released.wait()
        await credit(*args)

    monkeypatch.setattr(lobbies.store, "credit", slowly)
    lobbies.time.seconds += 5 * H
    looks = list[asyncio.Task[Any]]()
    ends = set[Any]()
    for _ in range(2):
        looks.append(asyncio.create_task(pulse.look()))
        for _ in range(12):
            await lobbies.store.census()  # a look has asked the store as often by then
            ends.add(pulse.outage())
        lobbies.time.seconds += 3
    released.set()
    for look in looks:
        await look
        ends.add(pulse.outage())
    assert len(ends - {None}) == 1
    assert await dues(lobbies) == {game: due + 5 * H for game, due in before.items()}


async def test_what_is_set_while_an_outage_is_credited_is_not_credited(lobbies: Core) -> None:
    lobbies.time.seconds += 5 * H
    assert await dies_over_it(lobbies, 3, done=False)
    again = NewTimer(LOBBY_CLOSES, lobbies.time() + 7.0)
    await lobbies.store.commit(1, 1, Change((), "", timers=(again,)))
    await successor(lobbies).services.clocks.beat()
    assert (await dues(lobbies))[1] == again.due


@pytest.mark.parametrize("at", [1, 3])
@DONE
async def test_a_clock_that_is_set_back_moves_what_waits_once_whoever_dies_over_it(
    lobbies: Core, at: int, done: bool
) -> None:
    before = await dues(lobbies)
    lobbies.time.seconds -= 5 * H
    await dies_over_it(lobbies, at, done=done)
    for _ in range(2):
        await successor(lobbies).services.clocks.beat()
    assert await dues(lobbies) == {game: due - 5 * H for game, due in before.items()}


async def test_a_wait_is_as_much_longer_as_it_was_credited(lobbies: Core) -> None:
    """A running process had no connection for a while."""
    bot, begun = lobbies, lobbies.time()
    await bot.clock.tick()
    await bot.services.clocks.beat()
    bot.time.seconds, bot.passed = bot.time() + 30 * H, bot.passed + 30 * H
    await bot.services.uptime.look()
    closes = await dues(lobbies)
    left = begun + LOBBY_LASTS - bot.time() + 1
    bot.passed += left
    while bot.time() < begun + LOBBY_LASTS:
        bot.time.seconds += 600
        await bot.services.clocks.beat()
    await bot.clock.tick()
    assert await dues(lobbies) == closes

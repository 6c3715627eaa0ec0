"""Several bots divide the servers among themselves: where nobody hears, nobody's time passes.

Source: issue 28, C 10 and fault 6; docs/many-machines.md, Several bots. All are in one process
here: what they share is the database alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.app import App
from bot.core.game import CLOCK, LOBBY_CLOSES
from bot.discord.client import Lumbercamp
from bot.domain.agreed import PACES
from bot.features.heartbeat import Heartbeat, Overheard
from bot.features.pulse import AFTERWARDS, BEAT_PAUSE
from storage import WHOLE, Shards
from storage.store import SqlStore
from tests.bot.core import ANN, BEN, CHANNEL, GUILD, OTHER_CHANNEL, Core

H = 3600.0
THERE = GUILD | 1 << 22  # a server of the second of two shards
FAR = CHANNEL + 50  # a channel of it
FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
PACE = PACES["brisk"]
assert PACE is not None
START = PACE.start
BRISK = {"pace": "brisk"}


def beside(core: Core, shards: Shards) -> Core:
    """Another process on the same database, which hears of the servers of these shards."""
    assert isinstance(core.store, SqlStore)
    core.store.shared(2.0)
    own = SqlStore(core.store._thread, core.store.now, core.store.passed)
    own.shared(2.0)
    return replace(core, store=own, shards=shards)


async def plays(core: Core, **there: Any) -> None:
    """Ann and Ben begin a game with clocks."""
    await core.open(ANN, 2, options=BRISK, **there)
    await core.join(BEN, **there)
    await core.start(ANN, **there)


async def two(core: Core) -> tuple[Core, Core]:
    """Two bots with a game each, which are there."""
    one, other = beside(core, FIRST), beside(core, SECOND)
    await plays(one)
    await plays(other, guild=THERE, channel=FAR)
    await beats(one, other)
    return one, other


async def beats(*bots: Core) -> None:
    for bot in bots:
        await bot.cases.clocks.beat()


async def passes(hours: float, *bots: Core) -> None:
    """Time, in which these bots are there."""
    core = bots[0]
    for _ in range(int(hours * H / BEAT_PAUSE)):
        core.time.seconds += BEAT_PAUSE
        await beats(*bots)
        for bot in bots:
            await bot.clock.tick()


async def due(core: Core, guild: int) -> float | None:
    row = await core.store.named(guild, core.kind, 1)
    assert row is not None
    return core.games.of(row).due(CLOCK)


async def test_where_nobody_hears_clocks_stand_still(core: Core) -> None:
    """They go on where somebody does."""
    one, other = await two(core)
    begun = core.time()
    assert await due(one, GUILD) == await due(one, THERE) == begun + START
    await passes(10, one)
    again = beside(core, SECOND)
    await beats(again)
    assert await due(one, GUILD) == begun + START
    assert await due(one, THERE) == begun + START + 10 * H + AFTERWARDS
    assert await one.cases.heartbeat.away(GUILD) == ()
    for bot in (again, one, other):
        away = await bot.cases.heartbeat.away(THERE)
        assert away == ((begun, begun + 10 * H + AFTERWARDS),)


async def test_what_is_due_is_done_by_whoever_hears_of_its_server(core: Core) -> None:
    """Where nobody does it waits: nobody could answer. Whoever hears of that server again gives the
    time back first."""
    one, other = beside(core, FIRST), beside(core, SECOND)
    await one.open(ANN, 2)
    await one.open(BEN, 2, channel=OTHER_CHANNEL)
    await other.open(ANN, 2, guild=THERE, channel=FAR)
    await beats(one, other)
    closes = dict(zip((1, 2, 3), (core.time() + n * H for n in (1, 9, 0.9)), strict=True))
    dues = {timer.id: closes[timer.game] for timer in await core.store.timers_after()}
    await core.store.credit(dues, (), {})
    await passes(2, one)
    kinds = {timer.game: timer.kind for timer in await core.store.timers_after()}
    assert kinds == {2: LOBBY_CLOSES, 3: LOBBY_CLOSES}
    assert await one.clock.tick() == closes[2] - core.time()
    again = beside(core, SECOND)
    await beats(again)
    await again.clock.tick()
    left = {timer.game: timer.due for timer in await core.store.timers_after()}
    assert left == {2: closes[2], 3: core.time() + AFTERWARDS}
    await passes(2, one, again)
    assert [timer.game for timer in await core.store.timers_after()] == [2]


async def test_a_turn_for_a_server_of_another_bot_does_not_pay_for_its_outage(core: Core) -> None:
    """A button in a direct message comes to the first bot, whatever game it is of."""
    one, _ = await two(core)
    await passes(10, one)
    again = beside(core, SECOND)
    await beats(again)
    row = await core.store.named(THERE, core.kind, 1)
    assert row is not None
    assert row.on_turn is not None
    mover = next(p for p in (ANN, BEN) if p.id == row.sitters[row.on_turn].user)
    assert "Turn played" in (await one.say(mover, "a1", guild=THERE, channel=FAR)).text
    row = await core.store.game(row.id)
    assert row is not None
    assert all(clock.left >= START for clock in row.clocks)


async def test_when_servers_are_divided_otherwise_nothing_is_credited_that_was_heard(
    core: Core,
) -> None:
    """From one bot to two, to three, to two others, and back to one."""
    only, begun = beside(core, WHOLE), core.time()
    await plays(only)
    await plays(only, guild=THERE, channel=FAR)
    await passes(1, only)
    for of in (2, 3, 2, 1):
        bots = [beside(core, Shards(n, n, of)) for n in range(of)]
        await passes(1, *bots)
    for guild in (GUILD, THERE):
        assert await due(core, guild) == begun + START
        assert await only.cases.heartbeat.away(guild) == ()


async def test_an_outage_of_before_counts_when_servers_are_divided_otherwise(core: Core) -> None:
    one, _ = await two(core)
    begun = core.time()
    await passes(10, one)
    await beats(beside(core, SECOND))
    expected = ((begun, begun + 10 * H + AFTERWARDS),)
    for of in (2, 4, 6):
        heart = beside(core, Shards(1, 1, of)).cases.heartbeat
        assert await heart.away((4 * of + 1) << 22) == expected
    for heard in (Overheard(core.store, core.time), Heartbeat(core.store, core.time)):
        assert await heard.away(THERE) == expected
    assert await Overheard(core.store, core.time).away(GUILD) == ()
    assert await Overheard(core.store, core.time).away(-3) == ()


def test_all_shards_are_all_servers(core: Core) -> None:
    """One bot writes down the same, however many connections it has."""
    heart = core.cases.heartbeat
    assert heart.serve(Shards(0, 15, 16)).shards == heart.serve(None).shards == WHOLE
    assert heart.serve(Shards(4, 7, 16)).shards == Shards(4, 7, 16)


async def test_a_bot_does_what_is_due_on_its_own_servers_alone(core: Core) -> None:
    """What it is started with reaches all that asks."""
    app = App(core.store, Lumbercamp, shards=Shards(4, 7, 16), beside=4)
    assert app.client.shard_ids == [4, 5, 6, 7]
    assert app.clock._shards == app.cases.heartbeat.shards == Shards(4, 7, 16)
    whole = App(core.store, Lumbercamp)
    assert whole.clock._shards == whole.cases.heartbeat.shards == WHOLE

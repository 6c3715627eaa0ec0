"""The one task that sleeps until something is due, and what a gap of the bot costs nobody."""

import asyncio
import math
from typing import Any

import pytest

from bot.features.lobby import Lobby
from bot.outbox import clock
from bot.outbox.clock import AFTER_A_BUG, LONGEST_NAP, TimerRunner
from bot.table.game import LOBBY_CLOSES
from bot.table.rows import TimerKind
from bot.table.seats import LOBBY_LASTS
from bot.table.table_options import PACES
from storage import Change, GameRow, NewTimer, Timer
from tests.acting import ANN, BEN, CY
from tests.bot.core import OTHER_CHANNEL, Core, Patch
from tests.bot.features.test_at_once import Meddled
from tests.patience import until

DAY = 86_400.0


async def _closes(core: Core, running: asyncio.Task[None]) -> None:
    """Wait for the clock to close the lobby, and end it."""

    async def closed() -> bool:
        return (await core.game()).status == "cancelled"

    await until(closed)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_wait_that_is_set_meanwhile_is_not_forgotten(
    core: Core, monkeypatch: Patch
) -> None:
    """A commit sets it while the clock asks which are over: it ends by its seconds."""
    ask = core.store.timers_after

    async def meanwhile(*page: int) -> list[Timer]:
        found = await ask(*page)
        await core.open(CY, 2, channel=OTHER_CHANNEL)
        core.clock.hear(await core.game(2))
        return found

    await core.open(ANN, 2)
    core.clock._most = 0
    with monkeypatch.context() as patched:
        patched.setattr(core.store, "timers_after", meanwhile)
        await core.clock.tick()
    core.time.seconds -= 3650 * DAY
    core.passed += LOBBY_LASTS
    await core.clock.tick()
    assert [(await core.game(number)).status for number in (1, 2)] == ["cancelled"] * 2


async def test_a_commit_wakes_it_for_what_ends_sooner(core: Core) -> None:
    running = asyncio.create_task(core.clock.run())
    await until(lambda: core.clock._wakes < math.inf)
    core.services.commits._wake = lambda *_: None
    await core.open(ANN, 2)
    core.time.seconds += LOBBY_LASTS
    core.clock.hear(await core.game())
    await _closes(core, running)


async def test_a_bug_does_not_end_it(core: Core, monkeypatch: Patch) -> None:
    monkeypatch.setattr(clock, "AFTER_A_BUG", 0.01)
    bugs = iter([True])

    async def broken(*_: Any) -> None:
        if next(bugs, False):
            raise RuntimeError("boom")

    await core.open(ANN, 2)
    core.time.seconds += LOBBY_LASTS
    late = core.wrap(Meddled(core.store, "next_timer", broken))
    running = asyncio.create_task(late.clock.run())
    await _closes(core, running)


@pytest.mark.parametrize("bug", ["raises", "does nothing"])
async def test_a_bug_in_one_game_keeps_no_other_waiting(core: Core, bug: str) -> None:
    """The one that is due first and cannot be dealt with is tried again later."""
    expire = Lobby(core.services).expire

    async def broken(game: GameRow, timer: Timer) -> None:
        if game.number != 1:
            await expire(game, timer)
        elif bug == "raises":
            raise RuntimeError("boom")

    await core.open(ANN, 2)
    core.time.seconds += 1
    await core.open(ANN, 2, channel=OTHER_CHANNEL)
    core.time.seconds += LOBBY_LASTS
    clock = clock_of(core, TimerKind(LOBBY_CLOSES, lambda _: LOBBY_LASTS, broken))
    assert await clock.tick() == AFTER_A_BUG
    assert (await core.game(1)).status == "lobby"
    assert (await core.game(2)).status == "cancelled"
    assert await core.clock.tick() == AFTER_A_BUG
    await core.pass_time(AFTER_A_BUG)
    assert (await core.game(1)).status == "cancelled"


async def test_any_number_of_timers_of_a_game_each_once_and_in_order(core: Core) -> None:
    rung: list[str] = []

    async def rings(game: GameRow, timer: Timer) -> None:
        rung.append(timer.payload)
        again = timer.payload == "twice" and rung.count("twice") == 1
        more = (NewTimer("bell", core.time() + 50, timer.payload),) if again else ()
        await core.store.commit(game.id, game.n, Change((), "", timers=more, done=(timer,)))

    game = await core.begin(ANN, BEN)
    bells = zip((30.0, 10.0, 20.0), ("late", "twice", "soon"), strict=True)
    timers = tuple(NewTimer("bell", core.time() + seconds, who) for seconds, who in bells)
    await core.store.commit(game.id, game.n, Change((), "", timers=timers))
    clock = clock_of(core, TimerKind("bell", lambda _: 60.0, rings))
    assert await clock.tick() == 10
    passes(core, 30)
    assert await clock.tick() == 50
    assert rung == ["twice", "soon", "late"]
    passes(core, 50)
    assert await clock.tick() == LONGEST_NAP
    assert rung == ["twice", "soon", "late", "twice"]


async def test_a_timer_of_a_kind_that_nobody_knows_is_left_alone(core: Core) -> None:
    """A newer version has set it, and finds it again; other timers don't wait for it."""
    game = await core.begin(ANN, BEN)
    bells = tuple(NewTimer("bell", core.time() - 9, str(n)) for n in range(3))
    after = await core.store.commit(game.id, game.n, Change((), "", timers=bells))
    await core.open(ANN, 2, channel=OTHER_CHANNEL)
    core.time.seconds += LOBBY_LASTS
    assert await core.clock.tick() >= LONGEST_NAP
    assert (await core.game(2)).status == "cancelled"
    left = [timer for timer in (await core.game(1)).timers if timer.kind == "bell"]
    assert left == [timer for timer in after.timers if timer.kind == "bell"]


def passes(core: Core, seconds: float) -> None:
    core.time.seconds += seconds
    core.passed += seconds


def clock_of(core: Core, *kinds: TimerKind) -> TimerRunner:
    return TimerRunner(
        core.store, kinds, core.services.commits.postpone, core.time, lambda: core.passed
    )


async def test_newer_waits_do_not_keep_an_older_one_waiting(core: Core) -> None:
    """The machine's clock was set back, so by date the newer ones always end sooner."""
    rung: list[str] = []

    async def rings(game: GameRow, timer: Timer) -> None:
        rung.append(timer.payload)
        again = NewTimer("bell", core.time() + 50, "newer")
        await core.store.commit(game.id, game.n, Change((), "", timers=(again,), done=(timer,)))
        runner.hear(await core.game())

    game = await core.begin(ANN, BEN)
    runner = clock_of(core, TimerKind("bell", lambda _: 60.0, rings))
    for payload in ("older", "newer"):
        bell = NewTimer("bell", core.time() + 50, payload)
        await core.store.commit(game.id, game.n, Change((), "", timers=(bell,)))
        assert await runner.tick() == 50
        runner.hear(await core.game())
        core.time.seconds -= DAY * (payload == "older")
    for _ in range(3):
        passes(core, 60)
        await runner.tick()
    assert (rung.count("older"), rung.count("newer") > 1) == (1, True)


H = 3600.0


@pytest.fixture
async def brisk(core: Core) -> Core:
    await core.begin(ANN, BEN, options={"pace": "brisk"})
    await core.deliver()  # players without a mention have unlimited time
    await core.services.clocks.beat()
    return core


async def test_a_turn_that_is_said_first_thing_after_an_outage_has_not_paid_for_it(
    brisk: Core,
) -> None:
    """A machine wakes up, and a player is quicker than the next beat."""
    brisk.time.seconds += 20 * H
    await brisk.say(await brisk.mover(), "a1")
    pace = PACES["brisk"]
    assert pace is not None
    left = sorted(clock.left for clock in (await brisk.game()).clocks)
    assert left == [pace.start, pace.start + pace.turn]

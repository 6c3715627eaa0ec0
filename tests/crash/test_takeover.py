"""The bot that speaks dies while tables of all games play on PostgreSQL: the standby takes over."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest

import sandbox
from sandbox import interactions
from tests import postgres
from tests.crash.deaths import ARM
from tests.crash.forking import ForkServer
from tests.crash.pairs import END, MOMENTS, REPLACED, Pair
from tests.crash.tables import Club
from tests.guest import guests
from tests.patience import PATIENCE

pytest.importorskip("psycopg")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL"),
    pytest.mark.asyncio(loop_scope="module"),
]

from storage.postgres.store import PostgresStore  # noqa: E402

KINDS = ("logger", "logjam", "fellers")
FIRST_ANSWER = 5.0  # seconds


@contextlib.asynccontextmanager
async def playing(
    folder: Path, forks: ForkServer, moments: Sequence[str], number: int = signal.SIGKILL
) -> AsyncIterator[tuple[Club, Pair]]:
    """A table of each game, with a bot that speaks and a standby."""
    address = postgres.emptied()
    async with sandbox.running(folder / "sandbox") as world, guests(world.address) as people:
        store = await PostgresStore.open(address, alone=False)
        here, pair = Club(world, people, store, Random(3)), Pair(world, folder, forks, moments)
        pair.signal = number
        try:
            for _ in range(2):
                await pair.start()
            await here.opens(KINDS)
            await here.all_go_on()
            yield here, pair
        finally:
            here.leave()
            await pair.end()
            await store.close()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """People hear at once that their command got no answer."""
    monkeypatch.setattr(interactions, "FIRST_ANSWER_SECONDS", FIRST_ANSWER)


# -- frozen, and back

WRITTEN = "games", "log", "outbox", "timers", "endings", "drafts", "orders"


def written() -> dict[str, object]:
    """Everything in the database about games."""
    return {
        table: postgres.server().execute(f"select * from {table} order by 1, 2", database="kept")
        for table in WRITTEN
    }


async def freezes(club: Club, pair: Pair) -> None:
    """Freeze the serving bot until long after another has its place; then wake it."""
    (frozen,) = pair.serving()
    frozen.tell(ARM)
    await pair.until(lambda: END in pair.log(frozen), "it is frozen")
    lost = club.unanswered()
    await pair.until(lambda: len(pair.serving()) == 2, "the spare takes over")
    await club.all_go_on()
    await club.close()
    await club.answered(lost)
    await club.is_refused(club.tables[0])
    before, posts = written(), club.posts
    frozen.tell(signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        assert await asyncio.shield(frozen.gone) == REPLACED, pair.log(frozen)
    assert "Another bot has taken over from this one" in pair.log(frozen)
    assert written() == before
    assert club.posts == posts
    club.open()
    await club.all_go_on()
    await club.close()
    await club.check()


@pytest.mark.parametrize("moment", ["commit", "lock"])
async def test_a_bot_that_was_frozen_changes_nothing_and_ends(
    tmp_path: Path, bots: ForkServer, moment: str
) -> None:
    """The frozen bot has committed a turn that it would post when it wakes; or has begun to write
    something of a game, and makes the next bot wait."""
    async with playing(tmp_path, bots, [moment], signal.SIGSTOP) as (club, pair):
        await freezes(club, pair)


# -- how long nobody speaks

TAKES_OVER: dict[str, float] = {
    "stop": 15.0,
    "kill": 15.0,
    "freeze": 30.0,
    "cut": 30.0,
    "restart": 30.0,
}
MARGIN = 3  # times as long on a machine that is busy with other tests


async def again(club: Club, pair: Pair, how: str) -> None:
    """Until a turn counts at every table after this has happened to the bot that speaks."""
    (bot,) = pair.serving()
    if how == "stop":
        bot.tell(signal.SIGTERM)
        await bot.gone
    elif how == "kill":
        await pair.dies()
    elif how == "freeze":
        bot.tell(signal.SIGSTOP)
    else:
        cut = f"select {postgres.ENDED} where datname = 'kept' and pid != pg_backend_pid()"
        postgres.server().execute(cut)
    if how == "restart":
        postgres.server().stop()
        postgres.server().start()
    await club.all_go_on()
    if how == "freeze":
        bot.tell(signal.SIGCONT)
        async with asyncio.timeout(PATIENCE):
            assert await asyncio.shield(bot.gone) == REPLACED, pair.log(bot)


async def test_whatever_happens_to_the_bot_another_one_speaks_soon(
    tmp_path: Path, bots: ForkServer
) -> None:
    """15 s after it was killed, 30 s after anything else. A dead bot starts again, as a standby."""
    async with playing(tmp_path, bots, MOMENTS) as (club, pair):
        for how in ["kill", *TAKES_OVER]:
            pair.signal = signal.SIGSTOP if how == "freeze" else signal.SIGKILL
            await pair.until(lambda: len(pair.begun()) == 2, "a standby is there")
            at = time.monotonic()
            await again(club, pair, how)
            seconds = time.monotonic() - at
            print(f"{how}: {seconds:.1f} s", flush=True)
            assert seconds < MARGIN * TAKES_OVER[how], how
        await club.close()
        await club.check()

"""The bot that speaks dies while tables of all games play on PostgreSQL: the standby takes over."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator
from itertools import cycle, repeat
from pathlib import Path
from random import Random
from typing import Final

import pytest

import sandbox
from sandbox import interactions
from tests import postgres
from tests.crash.deaths import ARM
from tests.crash.forking import ForkServer
from tests.crash.pairs import END, REPLACED, Pair
from tests.crash.tables import Club
from tests.guest import guests
from tests.patience import PATIENCE

pytest.importorskip("psycopg")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL"),
    pytest.mark.asyncio(loop_scope="module"),
]

from storage.migrating import migrations  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

KINDS = ("logger", "logjam", "fellers", "logger")
DEATHS = 3


@contextlib.asynccontextmanager
async def playing(
    folder: Path, forks: ForkServer, luck: Random
) -> AsyncIterator[tuple[Club, Pair]]:
    """Open tables, with no bot yet."""
    address = postgres.emptied()
    async with sandbox.running(folder / "sandbox") as world, guests(world.address) as people:
        store = await PostgresStore.open(address, alone=False)
        here, pair = Club(world, people, store, luck), Pair(world, folder, forks, luck)
        try:
            yield here, pair
        finally:
            here.leave()
            await pair.end()
            await store.close()


async def start(club: Club, pair: Pair, tables: int = 3) -> None:
    for _ in range(2):
        await pair.start()
    await club.opens(KINDS[:tables])
    await club.all_go_on()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """People hear at once that their command got no answer."""
    monkeypatch.setattr(interactions, "FIRST_ANSWER_SECONDS", 5.0)


async def test_a_spare_goes_on_at_every_table(tmp_path: Path, bots: ForkServer) -> None:
    """After each death all tables continue with the bot that takes over first: the spare, or the
    one started in place of the dead. That one may die of it."""
    async with playing(tmp_path, bots, Random(1)) as (club, pair):
        await start(club, pair, len(KINDS))
        while len(pair.dead) < DEATHS:
            await pair.until(lambda: len(pair.serving()) == 1, "one bot serves")
            await pair.dies()
            await pair.until(lambda: len(pair.serving()) == 1, "another one takes over")
            await club.all_go_on()
        await club.close()
        await club.check()


FROZEN = "post", "sent", "commit", "begin", "lock"
WRITTEN = "games", "log", "outbox", "timers", "endings", "drafts", "orders"


def snapshot() -> dict[str, object]:
    return {
        table: postgres.server().execute(f"select * from {table} order by 1, 2", database="kept")
        for table in WRITTEN
    }


async def freezes(club: Club, pair: Pair) -> str:
    """Freeze the serving bot until long after another has its place; then wake it. At which
    moment."""
    await pair.until(lambda: len(pair.begun()) == 2, "a standby is there")
    (frozen,) = pair.serving()
    frozen.tell(ARM)
    await pair.until(lambda: END in pair.log(frozen), "it is frozen")
    at, lost = time.monotonic(), club.unanswered()
    await pair.until(lambda: len(pair.serving()) == 2, "the spare takes over")
    await club.all_go_on()
    check_soon("freeze", at)
    await club.close()
    await club.answered(lost)
    await club.is_refused(club.tables[0])
    before, posts = snapshot(), club.posts
    frozen.tell(signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        assert await asyncio.shield(frozen.gone) == REPLACED, pair.log(frozen)
    assert "Another bot has taken over from this one" in pair.log(frozen)
    assert snapshot() == before
    assert club.posts == posts
    club.open()
    await club.all_go_on()
    return pair.log(frozen).partition(END)[2].split()[0]


async def test_a_bot_that_was_frozen_changes_nothing_and_ends(
    tmp_path: Path, bots: ForkServer
) -> None:
    """One after the other: it has sent a post and noted nothing; noted it, but not written it;
    committed a turn that it would post when it wakes; is about to write something of a game; or has
    begun to, and makes the next bot wait."""
    async with playing(tmp_path, bots, Random(3)) as (club, pair):
        pair.signal, pair.moments = signal.SIGSTOP, cycle(FROZEN)
        await start(club, pair)
        met = set[str]()
        while met != {*FROZEN}:
            met.add(await freezes(club, pair))
        await club.close()
        await club.check()


TAKES_OVER = {"stop": 15, "kill": 15, "freeze": 30, "cut": 30, "restart": 30, "update": 20}
MARGIN = 3  # times as long on a machine that is busy with other tests


def check_soon(how: str, since: float) -> None:
    seconds = time.monotonic() - since
    assert seconds < MARGIN * TAKES_OVER[how], f"{how}: {seconds:.1f} s"


async def again(club: Club, pair: Pair, how: str) -> None:
    """Until a turn counts at every table after this has happened to the bot that speaks."""
    (bot,) = pair.serving()
    if how == "stop":
        bot.tell(signal.SIGTERM)
        await bot.gone
    elif how == "kill":
        await bot.kill()
    else:
        cut = f"select {postgres.ENDED} where datname = 'kept' and pid != pg_backend_pid()"
        postgres.server().execute(cut)
    if how == "restart":
        postgres.server().stop()
        postgres.server().start()
    await club.all_go_on()


async def test_whatever_happens_to_the_bot_another_one_speaks_soon(
    tmp_path: Path, bots: ForkServer
) -> None:
    """15 s after it was killed, 30 s after anything else; when it is frozen: see above. A dead bot
    starts again, as a standby."""
    async with playing(tmp_path, bots, Random(4)) as (club, pair):
        pair.moments = repeat("never")
        await start(club, pair)
        for how in ("stop", "kill", "cut", "restart"):
            await pair.until(lambda: len(pair.begun()) == 2, "a standby is there")
            at = time.monotonic()
            await again(club, pair, how)
            check_soon(how, at)
        await club.close()
        await club.check()


LEVEL: Final = migrations()[-1].number
ADDS: Final = f"""-- Works with {LEVEL:04}: what older ones write is worth the default.
alter table games add column later integer default 7;
create table later (id integer primary key, game integer references games (id));"""


async def test_an_update_leaves_no_table_silent_for_long(tmp_path: Path, bots: ForkServer) -> None:
    """The new version adds to the tables and stands by; then the old one is stopped.
    docs/many-machines.md, Two versions at once."""
    try:
        async with playing(tmp_path, bots, Random(5)) as (club, pair):
            pair.moments = repeat("never")
            old = await pair.start()
            await club.opens(KINDS[:3])
            await club.all_go_on()
            pair.step = ADDS
            await pair.start()
            await club.all_go_on()
            at = time.monotonic()
            old.tell(signal.SIGTERM)
            assert await old.gone == 0, pair.log(old)
            await club.all_go_on()
            check_soon("update", at)
            await club.close()
            await club.check()
    finally:
        postgres.server().execute("drop database kept with (force)")
        postgres.kept.cache_clear()  # its tables aren't those of this version any more

"""All who share a server go by its clock, whatever their machines say, and whenever it jumps.

Source: issue 28, fault 7: a machine's clock an hour ahead and an hour behind, no timer early or
late, no claim lost; docs/many-machines.md, Several bots.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, cast

import pytest

from storage import Duties, NewPost, NewTimer
from tests import postgres
from tests.storage.samples import lobby

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import clock  # noqa: E402
from storage.postgres.clock import AGAIN, SLIGHT, ServerClock  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

H = 3600.0
NEAR = 2.0  # seconds: two clocks differ by no more than a server takes to answer
SETS_ALONE = Duties(timers=lambda kind: False)  # what it sets, others do
Share = Callable[[], Awaitable[PostgresStore]]


@pytest.fixture
def address() -> Iterator[str]:
    with postgres.database() as name:
        yield postgres.server().url(name)


@pytest.fixture
async def share(address: str) -> AsyncIterator[Share]:
    """Another process on the same server."""
    stores = list[PostgresStore]()

    async def another() -> PostgresStore:
        stores.append(await PostgresStore.share(address))
        return stores[-1]

    yield another
    for store in stores:
        await store.close()


async def goes_by_the_same_clock(store: PostgresStore, other: PostgresStore) -> None:
    """Of the other's timers it does what is due, and nothing else; it takes no post of the
    other's."""
    other.duties = SETS_ALONE
    bell, gong = NewTimer("bell", other.now() - NEAR), NewTimer("gong", other.now() + H / 2)
    game = await other.create(lobby(timers=(bell, gong), posts=(NewPost("card", 1),)))
    claimed = await store.claim_timers(["bell", "gong"])
    assert [timer.kind for timer in claimed] == ["bell"], "nothing early, nothing late"
    assert await store.claim_posts() == []
    assert [post.game for post in await other.renew(game.posts)] == [game.id]


@pytest.mark.parametrize("wrong", [H, -H], ids=["ahead", "behind"])
async def test_a_machine_whose_clock_is_wrong_does_nothing_early_or_late(
    share: Share, wrong: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, real = await share(), time.time
    monkeypatch.setattr(time, "time", lambda: real() + wrong)
    store = await share()
    await goes_by_the_same_clock(store, right)


@pytest.mark.parametrize("jump", [H, -H], ids=["ahead", "back"])
async def test_a_clock_that_jumps_while_connected_is_noticed_by_whoever_reads(
    share: Share, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's is set, or it went on while our machine slept: who was connected before goes by
    the same clock as who came after it."""
    before = await share()
    monkeypatch.setattr(clock, "AGAIN", 0.0)
    monkeypatch.setattr(clock, "ASKED", clock.ASKED + f" + {jump}".encode())
    after = await share()
    assert abs(after.now() - before.now() - jump) < H / 2
    await before.setting("anything")
    assert abs(after.now() - before.now()) < H / 2
    await goes_by_the_same_clock(before, after)


class Server:
    """Says what time it is."""

    def __init__(self) -> None:
        self.time, self.asked = 5_000.0, 0

    def execute(self, sql: bytes) -> "Server":
        self.asked += 1
        return self

    def fetchone(self) -> tuple[float]:
        return (self.time,)


def test_it_is_asked_seldom_and_believed_where_it_was_wrong_by_more_than_the_way() -> None:
    """An answer that was a while under way makes a clock that is right no other one."""
    server, passed = Server(), [100.0]
    here, raw = ServerClock(lambda: passed[0]), cast(Any, server)
    here.ask(raw)
    here.ask_along(raw)()
    assert (here(), server.asked) == (5_000.0, 1)

    def later(real: float, way: float) -> float:
        passed[0] += AGAIN
        server.time += real
        look = here.ask_along(raw)
        passed[0] += way
        server.time += way
        return here() - server.time if look() is None else 0.0

    assert later(AGAIN, 2.0) == 0.0
    assert later(AGAIN + SLIGHT / 2, 0.0) == pytest.approx(-SLIGHT / 2)
    assert later(AGAIN + H, 0.0) == 0.0
    assert later(AGAIN - H, 1.0) == pytest.approx(1.0), "ahead by no more than the option"
    assert server.asked == 5

"""Whoever has the database next goes by the server's clock, whatever their machines say.

Source: issue 28, fault 7: a machine's clock an hour ahead and an hour behind.
"""

import time

import pytest

from storage import NewTimer
from tests import postgres
from tests.storage.samples import lobby

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres.lease import SLIGHT, ServerClock  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

H = 3600.0
NEAR = 2.0  # seconds: two clocks differ by no more than a server takes to answer


@pytest.mark.parametrize("wrong", [H, -H], ids=["ahead", "behind"])
async def test_a_machine_whose_clock_is_wrong_does_nothing_early_or_late(
    wrong: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, real = postgres.emptied(), time.time
    store = await PostgresStore.share(address)
    await store.take_over(lambda: None)
    bell, gong = NewTimer("bell", store.now() - NEAR), NewTimer("gong", store.now() + H / 2)
    await store.create(lobby(timers=(bell, gong)))
    await store.close()
    monkeypatch.setattr(time, "time", lambda: real() + wrong)
    odd = await PostgresStore.share(address)
    due = await odd.due_timers(["bell", "gong"])
    await odd.close()
    assert [timer.kind for timer in due] == ["bell"]


def test_the_server_is_believed_where_it_was_wrong_by_more_than_the_way() -> None:
    """An answer that was a while under way makes a clock that is right no other one."""
    passed = [100.0]
    here = ServerClock(lambda: passed[0])
    here.hear(5_000.0, here.passed)
    assert here() == 5_000.0
    passed[0] += 2.0
    here.hear(5_000.0 + SLIGHT / 2, 100.0)
    assert here() == 5_002.0
    here.hear(5_002.0 + H, here.passed)
    assert here() == 5_002.0 + H

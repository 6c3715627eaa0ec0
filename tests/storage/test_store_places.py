"""What several processes that share a database do one after the other, and who follows whom.

Source: issue 28, C 10; storage.contract.Store.succeed, queue.
"""

from storage import NewPost, NewTimer, Store
from tests.storage.conftest import Opener
from tests.storage.samples import Clock, lobby

BELL = "bell"


async def test_who_takes_a_place_ends_the_claims_of_who_had_it(
    store: Store, other: Store, clock: Clock
) -> None:
    """A restart waits for no lease. Those of everybody else stand."""
    await store.succeed("1 of 2")
    await other.succeed("2 of 2")
    for each in (store, other):
        post, timer = NewPost("lobby", 1), NewTimer(BELL, 1_001.0)
        await each.create(lobby(str(id(each)), posts=(post,), timers=(timer,)))
    (parked,) = (await store.create(lobby("parked", posts=(NewPost("turn", 1),)))).posts
    await store.park(parked, "403")
    clock.time += 2
    assert not [*await other.claim_posts(), *await other.retry()]
    await other.succeed("1 of 2")
    assert [(post.game, post.fresh) for post in await other.claim_posts()] == [(1, False)]
    assert [timer.game for timer in await other.claim_timers((BELL,))] == [1, 2]
    assert [post.game for post in await other.retry()] == [3]
    await other.succeed("2 of 2")
    assert [post.game for post in await store.claim_posts()] == [1, 2], "its own ones, too"


async def test_what_is_done_once_in_a_while_is_done_one_after_the_other(
    store: Store, other: Store, clock: Clock
) -> None:
    assert [await each.queue("a", 5) for each in (store, other, store)] == [0, 5, 10]
    assert await other.queue("b", 5) == 0
    clock.passed += 12
    assert [await each.queue("a", 5) for each in (other, store)] == [3, 8]
    clock.passed += 100
    assert await store.queue("a", 5) == 0


async def test_a_clock_that_begins_anew_keeps_nobody_waiting(opener: Opener, clock: Clock) -> None:
    """A processor's does with each start of the machine."""
    clock.passed = 1e6
    store = await opener()
    await store.queue("a", 5)
    clock.passed = 10
    assert await store.queue("a", 5) == 0

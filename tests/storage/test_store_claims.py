"""Contract of every store: whoever sends a post, or does what a timer is for, has claimed it.

Source: issue 28, A 2; docs/decisions.md, 66.
"""

import asyncio
from dataclasses import replace

from storage import LEASE, Change, Counts, Duties, NewPost, NewTimer, Post, Store
from storage.claims import SOON
from tests.storage.conftest import Opener
from tests.storage.samples import Clock, lobby, turn, waiting

BELL = "bell"


async def _written(store: Store, *kinds: str, key: str = "open") -> tuple[Post, ...]:
    return (await store.create(lobby(key, posts=tuple(NewPost(kind, 1) for kind in kinds)))).posts


async def test_what_is_written_is_claimed_by_who_writes_it(store: Store, other: Store) -> None:
    """It is sent at once, and nobody looks for it."""
    (post,) = await _written(store, "lobby")
    assert (post.claims, post.fresh, post.until) == (1, True, store.passed() + LEASE)
    assert await waiting(store) == [post]
    assert await store.claim_posts() == await other.claim_posts() == []


async def test_a_claim_is_over_after_its_time(store: Store, other: Store, clock: Clock) -> None:
    """Its process is dead, or was stopped: another one looks for the message, and sends it."""
    (post,) = await _written(store, "lobby")
    clock.passed += LEASE - 0.1
    assert await other.claim_posts() == []
    clock.passed += 0.2
    (taken,) = await other.claim_posts()
    assert (taken, taken.fresh) == (replace(post, claims=2), False)
    assert await store.claim_posts() == await other.claim_posts() == []


async def test_nobody_claims_by_a_clock_that_people_set(store: Store, clock: Clock) -> None:
    await _written(store, "lobby")
    clock.time += 86_400
    assert await store.claim_posts() == []
    clock.time -= 2 * 86_400
    clock.passed += LEASE
    assert len(await store.claim_posts()) == 1


async def test_who_has_lost_a_claim_changes_nothing(
    store: Store, other: Store, clock: Clock
) -> None:
    """Issue 28, fault 2: a process that was cut off notes what it did, and another has the row."""
    (post,) = await _written(store, "turn")
    clock.passed += LEASE
    (taken,) = await other.claim_posts()
    before = await store.game(post.game)
    await store.sent(post, 777, 500)
    await store.tried(post, "503")
    await store.park(post, "403")
    assert await store.renew([post]) == []
    assert await waiting(store) == await waiting(other) == [taken]
    assert await other.posted(777) is None
    after = await other.game(post.game)
    assert (before and before.version, before and before.post) == (
        after and after.version,
        after and after.post,
    )
    await other.sent(taken, 778, 500)
    assert await waiting(other) == []
    await asyncio.sleep(0)  # what was deferred tells the loop
    assert other.counts == Counts(taken_over=1)
    assert store.counts == Counts(lost=2)


async def test_a_claim_that_is_renewed_goes_on(store: Store, other: Store, clock: Clock) -> None:
    """As long as Discord is waited for. It stays the same claim."""
    posts = await _written(store, "lobby", "card")
    clock.passed += LEASE - 1
    kept = await store.renew(posts)
    assert kept == [*posts]
    assert {post.until for post in kept} == {store.passed() + LEASE}
    clock.passed += LEASE - 1
    assert await other.claim_posts() == []
    await store.sent(posts[0], 777)
    assert await waiting(store) == [posts[1]]


async def test_a_claim_that_is_over_can_be_renewed_while_nobody_else_has_it(
    store: Store, clock: Clock
) -> None:
    posts = await _written(store, "lobby")
    clock.passed += 2 * LEASE
    assert await store.renew(posts) == [*posts]
    assert await store.claim_posts() == []


async def test_order_in_a_game_holds_over_all_processes(
    store: Store, other: Store, clock: Clock
) -> None:
    """What is written while another process has an earlier post waits behind it; no other game
    does."""
    first, second = await _written(store, "lobby", "card")
    assert await other.tell_once(first.game, "share")
    (behind,) = (await other.commit(first.game, 1, turn("a", posts=("turn",)))).posts
    assert (behind.claims, behind.fresh) == (0, True)
    (elsewhere,) = await _written(other, "lobby", key="b")
    assert elsewhere.claims == 1
    assert await other.claim_posts() == []
    await store.sent(first, 777)
    assert await other.claim_posts() == []
    await store.sent(second, 778)
    shared = await other.claim_posts()
    assert [(post.kind, post.claims, post.fresh) for post in shared] == [("share", 1, True)]
    assert await store.claim_posts() == []
    assert await other.claim_posts() == [replace(behind, claims=1)]


async def test_posts_behind_ones_own_are_claimed_at_once(store: Store) -> None:
    """They are queued behind them in the process; no look later is needed."""
    (first,) = await _written(store, "lobby")
    assert await store.tell_once(first.game, "share")
    assert [post.kind for post in await store.claim_posts()] == ["share"]
    (after,) = (await store.commit(first.game, 1, turn("a", posts=("turn",)))).posts
    assert after.claims == 1


async def test_the_first_ones_of_all_games_are_claimed_in_pieces(
    store: Store, other: Store, clock: Clock
) -> None:
    """In order of id, each once; those behind them when they are claimed."""
    games = [await _written(store, "lobby", "card", key=key) for key in "abc"]
    clock.passed += LEASE
    found = [[post.id for post in await other.claim_posts(most=2)] for _ in range(5)]
    heads, tails = [first.id for first, _ in games], [second.id for _, second in games]
    assert found[:2] == [heads[:2], [tails[0], tails[1]]]
    assert found[2:] == [[heads[2]], [tails[2]], []]


async def test_a_row_with_a_lower_number_that_is_free_later_is_found(
    store: Store, other: Store, clock: Clock
) -> None:
    """Issue 28, fault 4: numbers are no order in which rows can be seen."""
    (low,) = await _written(store, "lobby", key="a")
    (high,) = await _written(other, "lobby", key="b")
    await other.sent(high, 777)
    clock.passed += LEASE
    assert [post.id for post in await other.claim_posts()] == [low.id]


async def test_what_lies_aside_is_retried_by_one(store: Store, other: Store, clock: Clock) -> None:
    (post,) = await _written(store, "turn")
    await store.park(post, "403")
    assert await other.retry() == []
    assert [each.claims for each in await store.retry()] == [2]
    clock.passed += LEASE
    (taken,) = await other.retry()
    await store.sent(replace(post, claims=2), 777)
    assert await store.posted(777) is None
    await other.sent(taken, 778)
    assert await store.retry() == []


async def test_no_restart_waits_for_a_claim(opener: Opener) -> None:
    """Where one process has the database for itself, opening it ends all claims. What was claimed
    may be out already, also if it was claimed twice; what nobody had claimed is not."""
    store = await opener()
    (old,) = await _written(store, "lobby")
    timer = NewTimer(BELL, 1_001.0)
    game = await store.commit(old.game, 1, Change((), "", timers=(timer,)))
    (parked,) = await _written(store, "turn", key="b")
    await store.park(parked, "403")
    free = (await store.create(lobby("c"))).id
    assert await store.tell_once(free, "share")
    await store.close()
    store = await opener()
    for posts in (await waiting(store), await store.claim_posts()):
        assert [(post.kind, post.fresh) for post in posts] == [("lobby", False), ("share", True)]
    await store.sent(old, 777)
    assert await store.posted(777) is None
    assert len(await store.retry()) == 1
    assert await store.claim_timers((), [game.timers[0].id]) == [*game.timers]
    await store.close()


async def test_who_sends_nothing_leaves_its_posts_to_others(store: Store, other: Store) -> None:
    """A process that only thinks commits a turn, and a bot tells it: at its next look, and as
    something that nobody can have sent before."""
    other.duties = Duties(posts=False)
    (opened,) = await _written(other, "lobby")
    game = await other.commit(opened.game, 1, turn("a", posts=("turn",)))
    assert {(post.claims, post.until) for post in (opened, *game.posts)} == {(0, 0.0)}
    assert await store.claim_posts(1) == [replace(opened, claims=1, until=store.passed() + LEASE)]
    assert [post.fresh for post in await store.claim_posts()] == [True]


# -- timers


async def _set(store: Store, *dues: float) -> list[int]:
    """Timers of a game of their own; their ids, the soonest first."""
    timers = tuple(NewTimer(BELL, due, str(due)) for due in dues)
    game = await store.create(lobby(str(dues), timers=timers))
    return [timer.id for timer in game.timers]


async def _rung(store: Store, *ended: int, most: int = 100) -> list[int]:
    return [timer.id for timer in await store.claim_timers((BELL,), ended, most)]


async def test_a_timer_is_done_by_who_has_set_it(store: Store, other: Store, clock: Clock) -> None:
    """Until LEASE after it was due; then its process is dead."""
    soon, later = await _set(store, 1_100.0, 1_200.0)
    assert await _rung(store) == await _rung(other) == []
    for seconds in (100.0, LEASE - 1):
        clock.time += seconds
        clock.passed += seconds
        assert await _rung(other) == []
    assert await _rung(store) == [soon], "it is claimed anew, as less than half is left"
    clock.time += 71
    clock.passed += 71
    assert await _rung(other) == [soon]
    assert await _rung(store) == [later]
    assert (store.counts, other.counts) == (Counts(), Counts(taken_over=1))


async def test_timers_of_kinds_that_are_left_to_others_are_free(store: Store, other: Store) -> None:
    """Whoever looks first does what they are for; of one's own kinds it is as before."""
    store.duties = Duties(timers=lambda kind: kind != BELL)
    timers = (NewTimer(BELL, 0.0), NewTimer("gong", 0.0))
    game = await store.create(lobby(timers=timers))
    taken = await other.claim_timers((BELL, "gong"))
    assert [timer.kind for timer in taken] == [BELL]
    assert await store.claim_timers((BELL, "gong")) == [
        timer for timer in game.timers if timer.kind == "gong"
    ]


async def test_what_is_due_long_after_it_was_set_is_claimed_when_it_is(
    store: Store, other: Store, clock: Clock
) -> None:
    """By whoever looks first."""
    (late,) = await _set(store, clock.time + SOON + 1)
    clock.time += SOON + 1
    assert await _rung(other) == [late]
    assert await _rung(store) == []
    assert await _rung(other) == [late], "what is held already is asked for again"


async def test_what_has_ended_otherwise_is_claimed_by_its_number(
    store: Store, other: Store, clock: Clock
) -> None:
    """A wait is counted by the processor: the machine's clock may have been set back."""
    first, second = await _set(store, 5_000.0, 6_000.0)
    assert await _rung(store, second) == [second]
    assert await _rung(other, first, second) == [first]
    assert await store.claim_timers((), (first, second, 99)) == [
        timer for timer in await store.timers_after() if timer.id == second
    ]


async def test_of_what_is_due_no_more_is_claimed_than_is_wanted(
    store: Store, other: Store, clock: Clock
) -> None:
    """The soonest first; what has ended otherwise comes besides."""
    ids = await _set(store, 1_800.0, 1_700.0, 1_900.0, 9_000.0)
    clock.time += 1_000
    clock.passed += 1_000
    assert await _rung(other, ids[3], most=1) == [ids[0], ids[3]]
    assert await _rung(store, most=5) == ids[1:3]


async def test_of_other_kinds_nothing_is_claimed(store: Store, clock: Clock) -> None:
    await _set(store, 900.0)
    assert await store.claim_timers(("gong",)) == await store.claim_timers(()) == []


async def test_what_waits_is_seen_without_a_claim(store: Store, other: Store, clock: Clock) -> None:
    """Whoever thinks knows for how many others there has to be time, and how many think besides."""
    ids = await _set(store, 1_800.0, 1_700.0, 1_900.0, 9_000.0)
    clock.time += 1_000
    clock.passed += 1_000
    assert await _rung(other, most=1) == ids[:1]
    for _ in range(2):
        waiting, elsewhere = await store.due_timers((BELL,))
        assert ([timer.id for timer in waiting], elsewhere) == (ids[1:3], 1)
    mine, elsewhere = await other.due_timers((BELL,), most=2)
    assert ([timer.id for timer in mine], elsewhere) == (ids[:2], 0)
    clock.passed += LEASE
    assert await store.due_timers((BELL, "gong"), most=1) == (mine[:1], 0)

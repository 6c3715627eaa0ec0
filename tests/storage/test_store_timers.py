"""Contract of every store: timers and clocks are rows of a game, which its commits alone write."""

from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest

from storage import Change, ClockRow, GameRow, NewTimer, Spent, Store, Timer, timers_in_pages
from storage.errors import Conflict
from tests.storage.samples import CHANNEL, load, lobby, turn, waiting

KINDS = ("bell", "gong")
BELL, GONG = NewTimer("bell", 2_000.0), NewTimer("gong", 3_000.0)


def values(*timers: Timer | None) -> list[NewTimer]:
    return [NewTimer(t.kind, t.due, t.payload) for t in timers if t]


@pytest.fixture
async def game(store: Store) -> GameRow:
    return await store.create(lobby(channel=CHANNEL, timers=(GONG, BELL)))


async def test_a_game_has_many_timers_the_soonest_first(store: Store, game: GameRow) -> None:
    assert values(*game.timers) == [BELL, GONG]
    assert await store.game(game.id) == game
    late, soon = NewTimer("bell", 2_500.0, "Ann"), NewTimer("bell", 1_500.0, "Ben")
    moved = await store.commit(game.id, 1, turn("a", timers=(late, soon)))
    assert values(*moved.timers) == [soon, BELL, late, GONG]
    assert await store.game(game.id) == moved
    assert (moved.due("bell"), moved.due("gong"), moved.due("drum")) == (1_500.0, 3_000.0, None)


async def test_a_timer_takes_the_place_of_an_earlier_one(store: Store, game: GameRow) -> None:
    """It is another one: a reader who noted the earlier one knows that it is gone."""
    bell, gong = game.timers
    again = NewTimer("bell", 9_000.0)
    moved = await store.commit(game.id, 1, Change((), "", timers=(again,)))
    assert values(*moved.timers) == [GONG, again]
    assert bell not in moved.timers
    assert moved.timers[1].id > max(bell.id, gong.id)
    same = await store.commit(game.id, 1, Change((), "", timers=(NewTimer("bell", 8.0), again)))
    assert same.timers[1] != moved.timers[1]
    assert values(*same.timers) == [GONG, again], "of two in one change the last one stands"


async def test_what_is_done_goes_alone_or_with_all_of_its_kind(store: Store, game: GameRow) -> None:
    more = (NewTimer("bell", 5.0, "Ann"), NewTimer("bell", 6.0, "Ben"))
    moved = await store.commit(game.id, 1, turn("a", timers=more))
    other = await store.create(lobby("other", timers=(BELL,)))
    done = (moved.timers[0], *other.timers)
    moved = await store.commit(game.id, 2, turn("b", done=done))
    assert values(*moved.timers) == [more[1], BELL, GONG]
    moved = await store.commit(game.id, 3, turn("c", done=("bell",), timers=(more[0],)))
    assert values(*moved.timers) == [more[0], GONG], "what the change sets is set after it"
    assert await store.game(game.id) == moved
    assert await store.game(other.id) == other


async def test_a_game_that_ends_waits_for_nothing(store: Store, game: GameRow) -> None:
    """Whatever kinds there are, no commit that ends a game need know them; its own it may set."""
    other = await store.create(lobby("b", timers=(GONG,)))
    ended = await store.commit(game.id, 1, turn("c", status="over", timers=(BELL,)))
    assert values(*ended.timers) == [BELL]
    assert values(*await store.timers_after()) == [GONG, BELL]
    after = await store.commit(game.id, 2, turn("d"))
    assert after.timers == ended.timers
    assert (await store.commit(other.id, 1, turn("e", status="cancelled"))).timers == ()


async def test_the_nearest_timer_of_some_kinds(store: Store, game: GameRow) -> None:
    """One task sleeps until the nearest row; unknown rows don't disturb it."""
    assert await store.next_timer(KINDS) == game.timers[0]
    assert await store.next_timer(["gong", "drum"]) == game.timers[1]
    assert await store.next_timer(["drum"]) is None
    assert await store.next_timer([]) is None
    assert await store.due_timers([]) == []
    twin = await store.create(lobby("b", timers=(BELL, NewTimer("drum", 1.0))))
    assert await store.next_timer(KINDS) == game.timers[0], "of two at once the older"
    await store.commit(game.id, 1, turn("c", done=KINDS))
    assert values(await store.next_timer(KINDS)) == [BELL]
    assert await store.next_timer(KINDS) in twin.timers


async def test_what_is_credited_stays_the_same_timer(store: Store, game: GameRow) -> None:
    """A reader of a timer from before is done with it after; ended ones stay ended, and the next
    change works from the new time."""
    bell, gong = game.timers
    await store.credit({bell.id: 7_000.0, 99: 1.0}, [(game.id, "card")], {"away": "1/2"})
    found = await load(store, game.id)
    assert {t.id: t.due for t in found.timers} == {bell.id: 7_000.0, gong.id: gong.due}
    assert await store.setting("away") == "1/2"
    assert [(p.game, p.n, p.kind) for p in await waiting(store)] == [(game.id, 1, "card")]
    moved = await store.commit(game.id, 1, turn("a", done=(bell,)))
    assert values(*moved.timers) == [GONG]


async def test_a_credit_that_fails_has_moved_nothing(store: Store, game: GameRow) -> None:
    """Credited once: its note and the timers are one commit."""
    bell, _ = game.timers
    with pytest.raises(TypeError):
        await store.credit({bell.id: 7_000.0}, [(99, "card")], {"away": "1/2"})
    assert await store.game(game.id) == game
    assert await store.setting("away") is None


async def test_timers_are_read_in_pages_and_so_are_their_games(
    store: Store, game: GameRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.store.PAGE", 2)
    others = [await store.create(lobby(f"p{n}", timers=(BELL, GONG), channel=n)) for n in (1, 2)]
    all_games = (game, *others)
    ids = sorted(timer.id for each in all_games for timer in each.timers)
    paged = cast(Store, SimpleNamespace(timers_after=partial(store.timers_after, most=2)))
    pages = [page async for page in timers_in_pages(paged)]
    assert [[timer.id for timer in page] for page in pages] == [ids[:2], ids[2:4], ids[4:]]
    assert await store.newest_timer() == ids[-1]
    there = await store.games_by_ids([others[1].id, game.id, 99])
    assert [g.id for g in there] == [game.id, others[1].id]
    assert await store.games_by_ids([]) == []
    for each in all_games:
        await store.commit(each.id, 1, turn(f"done {each.id}", done=KINDS))
    assert [page async for page in timers_in_pages(store)] == []
    assert await store.newest_timer() == 0
    later = await store.create(lobby("b", timers=(BELL,)))
    assert later.timers[0].id > ids[-1]


ANN, BEN = ClockRow(0, 100.0, 5.0), ClockRow(1, 200.0)


async def test_a_clock_takes_the_place_of_an_earlier_one(store: Store, game: GameRow) -> None:
    assert game.clocks == ()
    moved = await store.commit(game.id, 1, turn("a", clocks=(BEN, ANN)))
    assert moved.clocks == (ANN, BEN), "by seat"
    assert await store.game(game.id) == moved
    still, runs = ClockRow(0, 90.0), ClockRow(1, 200.0, 7.5)
    moved = await store.commit(game.id, 2, turn("b", clocks=(still,)))
    assert moved.clocks == (still, BEN)
    moved = await store.commit(game.id, 3, Change((), "", clocks=(runs,)))
    assert (moved.n, moved.clocks) == (3, (still, runs)), "also without a row of the log"
    assert await store.game(game.id) == moved


async def test_what_was_spent_is_known_by_the_row_of_the_game(store: Store, game: GameRow) -> None:
    """A take-back gives back the time spent since; two amounts at one row add up."""
    await store.commit(game.id, 1, Change((), "", spent=(Spent(1, 0, 5.0),)))
    both = (Spent(1, 0, 2.0, 9.0), Spent(1, 1, 1.0))
    await store.commit(game.id, 1, turn("a", spent=both))
    last = Spent(2, 1, 3.0, -4.0)
    await store.commit(game.id, 2, turn("b", spent=(last,)))
    assert await store.time_spent(game.id, 1) == [Spent(1, 0, 7.0, 9.0), Spent(1, 1, 1.0), last]
    assert await store.time_spent(game.id, 2) == [last]
    other = await store.create(lobby("c"))
    assert await store.time_spent(other.id, 0) == []


async def test_clocks_that_have_changed_are_not_overwritten(store: Store, game: GameRow) -> None:
    """A turn that didn't know of time granted without a row of the log doesn't lose it."""
    await store.commit(game.id, 1, turn("a", clocks=(ANN, BEN)))
    more = ClockRow(0, 150.0, 5.0)
    await store.commit(game.id, 2, Change((), "", clocks=(more,), clocks_before=(ANN, BEN)))
    with pytest.raises(Conflict) as late:
        await store.commit(game.id, 2, turn("b", clocks=(BEN,), clocks_before=(ANN, BEN)))
    assert late.value.found == 2
    moved = await store.commit(game.id, 2, turn("b", clocks=(BEN,), clocks_before=(more, BEN)))
    assert moved.clocks == (more, BEN)

"""Contract of every store: a commit happens as a whole, once, and for one writer only."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from storage import NATURE, TABLE, Store
from storage.errors import Already, Conflict, Taken
from storage.rows import Change, ClockRow, DraftRow, GameRow, Line, NewTimer, OrderRow, Row, Spent
from tests.drafts import draft_in
from tests.storage.samples import ANN, BEN, CHANNEL, CY, Clock, load, lobby, turn, waiting


@pytest.fixture
async def game(store: Store) -> GameRow:
    return await store.create(lobby(channel=CHANNEL))


async def test_the_first_line_bears_the_key(store: Store, game: GameRow, clock: Clock) -> None:
    clock.time = 1_234.5
    lines = (Line(0, "c3 xd4", "m2"), Line(NATURE, "5", "m3"), Line(TABLE, "end", ""))
    moved = await store.commit(game.id, 1, Change(lines, "key 2"))
    assert (moved.n, moved.changed, moved.created) == (4, 1_234.5, 1_000.0)
    assert (await store.log(game.id))[1:] == [
        Row(2, 0, "c3 xd4", "m2", "key 2", 1_234.5),
        Row(3, NATURE, "5", "m3", None, 1_234.5),
        Row(4, TABLE, "end", "", None, 1_234.5),
    ]


async def test_a_commit_returns_the_game_as_it_is_stored(store: Store, game: GameRow) -> None:
    everything = {"sitters": (ANN, BEN, CY), "status": "playing", "channel": 501, "on_turn": 1}
    changes: list[dict[str, Any]] = [everything, {"on_turn": None}, {"sitters": ()}]
    for n, columns in enumerate(changes, 1):
        moved = await store.commit(game.id, n, turn(f"{n}", **columns))
        assert {name: getattr(moved, name) for name in columns} == columns
        assert await store.game(game.id) == moved


FULL = turn(
    "full",
    sitters=(ANN, BEN),
    status="playing",
    on_turn=1,
    timers=(NewTimer("bell", 5.0), NewTimer("gong", 6.0)),
    clocks=(ClockRow(0, 60.0), ClockRow(1, 50.0, 7.0)),
    spent=(Spent(1, 0, 1.0),),
)


async def test_what_a_change_does_not_name_stays(store: Store, game: GameRow) -> None:
    await store.commit(game.id, 1, FULL)
    await store.give_order(game.id, 2, OrderRow(0, 1, "c3", "m", "d4"))
    before = await load(store, game.id)
    assert all((before.orders, before.clocks, before.timers))
    for n, change in enumerate((turn("b"), turn("c", aside=True)), 2):
        after = await store.commit(game.id, n, change)
        now = replace(before, n=after.n, stands=after.stands, changed=after.changed)
        assert after == now


async def test_a_commit_hands_on_the_posts_about_its_last_row(store: Store) -> None:
    """Their sender need not read them; a game that is read has none."""
    opened = await store.create(lobby(posts=("lobby", "card")))
    assert [*opened.posts] == await waiting(store)
    moved = await store.commit(opened.id, 1, turn("a", "c3", "5", posts=("turn", "card")))
    assert [*moved.posts] == (await waiting(store))[2:]
    assert [(post.n, post.kind) for post in moved.posts] == [(3, "turn"), (3, "card")]
    assert (await load(store, opened.id)).posts == ()
    assert (await store.commit(opened.id, moved.n, turn("b"))).posts == ()


async def test_only_the_row_the_game_is_at_will_do(store: Store, game: GameRow) -> None:
    """docs/decisions.md, decision 8: the primary key (game, n) is the lock. A late commit learns
    where the game is."""
    game = await store.commit(game.id, 1, turn("a", "c3", "5"))
    for n in (1, 4):
        with pytest.raises(Conflict) as conflict:
            await store.commit(game.id, n, turn("b"))
        late = conflict.value
        assert (late.game, late.expected, late.found) == (game.id, n, 3)
    assert await store.game(game.id) == game
    with pytest.raises(Conflict) as conflict:
        await store.commit(99, 1, turn("c"))
    assert conflict.value.found is None


async def test_the_same_key_again_is_known_and_changes_nothing(store: Store, game: GameRow) -> None:
    """docs/decisions.md, decision 8; the row it names is where the first time led, also long after
    and before anything is worked out."""
    await store.commit(game.id, 1, turn("same", "c3", "5", posts=("turn",)))
    moved = await store.commit(game.id, 3, turn("late"))
    for n in (1, 4):
        with pytest.raises(Already) as known:
            await store.commit(game.id, n, turn("same", "c3", "5", posts=("turn",)))
        assert (known.value.game, known.value.n) == (game.id, 3)
    assert await store.game(game.id) == moved
    assert len(await waiting(store)) == 1
    assert await store.find_commit("open") == (game.id, 1)
    assert await store.find_commit("same") == (game.id, 3)
    assert await store.find_commit("never") is None


async def test_a_game_cannot_move_to_a_taken_channel(store: Store, game: GameRow) -> None:
    other = await store.create(lobby("other"))
    with pytest.raises(Taken) as taken:
        await store.commit(other.id, 1, turn("a", channel=CHANNEL, posts=("turn",)))
    assert taken.value.game == game.id
    assert await store.game(other.id) == other
    assert len(await store.log(other.id)) == 1
    assert await waiting(store) == []


async def test_only_live_games_take_a_channel(store: Store, game: GameRow) -> None:
    """A result can be taken back as long as nobody has started a new game there."""
    await store.commit(game.id, 1, turn("a", status="over", channel=CHANNEL))
    revived = await store.commit(game.id, 2, turn("b", status="playing"))
    assert revived.status == "playing"
    await store.commit(game.id, 3, turn("c", status="over"))
    next_one = await store.create(lobby("next", channel=CHANNEL))
    with pytest.raises(Taken):
        await store.commit(game.id, 4, turn("d", status="playing"))
    moved = await store.commit(game.id, 4, turn("e", channel=CHANNEL))
    assert moved.channel == CHANNEL
    assert await store.game_in_channel(CHANNEL) == next_one


async def test_a_change_without_lines_leaves_row_and_drafts(store: Store, game: GameRow) -> None:
    """A new thread for the game isn't an event of the game."""
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "k"))
    moved = await store.commit(game.id, 1, Change((), "a", channel=501, posts=("card",)))
    assert (moved.n, moved.stands, moved.channel) == (1, 1, 501)
    assert await draft_in(store, game.id, 0) is not None
    assert [(post.n, post.kind) for post in await waiting(store)] == [(1, "card")]


async def test_a_cancelled_writer_has_written_all_or_nothing(store: Store) -> None:
    """The caller may be cancelled at any moment; the next one finds no open transaction."""
    for steps in range(4):
        game = await store.create(lobby(f"{steps}"))
        change = turn(f"a{steps}", "c3", "5", posts=("turn", "card"))
        writer = asyncio.ensure_future(store.commit(game.id, 1, change))
        for _ in range(steps):
            await asyncio.sleep(0)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)
        found = await load(store, game.id)
        rows, posts = len(await store.log(game.id)), len(await store.under_way([game.id]))
        assert (found.n, rows, posts) in ((1, 1, 0), (3, 3, 2))
        after = await store.commit(game.id, found.n, turn(f"b{steps}"))
        assert after.n == found.n + 1

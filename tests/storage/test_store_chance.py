"""Contract of every store: what chance draws with besides the seed. Issue 25, item 2."""

import pytest

from storage import (
    BEGINS,
    NATURE,
    TABLE,
    Change,
    Conflict,
    GameRow,
    Line,
    NewPost,
    PostedAnew,
    SeatsDrawn,
    Store,
)
from tests.storage.samples import ANN, BEN, CHANNEL, lobby, turn

SAYS = Change((Line(NATURE, "5", "m", post=77),), "chance")


@pytest.fixture
async def game(store: Store) -> GameRow:
    """A lobby in the channel, whose card is message 70."""
    made = await store.create(lobby(channel=CHANNEL, posts=(NewPost("lobby", 1),)))
    await store.sent(made.posts[0], 70, CHANNEL)
    return made


async def posted(store: Store, game: GameRow, kind: str, message: int | None) -> GameRow:
    """The game after one commit more, whose post became this message."""
    before = await read(store, game)
    change = Change((Line(0, "c3", "m"),), f"key {before.n}", posts=(kind,))
    moved = await store.commit(game.id, before.n, change)
    await store.sent(moved.posts[0], message, CHANNEL)
    return await read(store, game)


async def read(store: Store, game: GameRow) -> GameRow:
    found = await store.game(game.id)
    assert found is not None
    return found


async def test_a_row_names_the_post_that_it_was_drawn_with(store: Store, game: GameRow) -> None:
    await store.commit(game.id, 1, SAYS)
    assert [row.post for row in await store.log(game.id)] == [0, 77]


async def test_a_game_knows_its_newest_post_that_stays(store: Store, game: GameRow) -> None:
    """The card, then the announcement, then boards; not reminders, nor what became no message."""
    assert (await read(store, game)).draws == 70
    assert (await posted(store, game, BEGINS, 71)).draws == 71
    assert (await posted(store, game, "turn", 72)).draws == 72
    assert (await posted(store, game, "turn", 74)).draws == 74
    assert (await posted(store, game, "remind", 75)).draws == 74
    assert (await posted(store, game, "turn", None)).draws == 74


async def test_a_game_without_a_post_has_none_to_draw_with(store: Store) -> None:
    assert (await store.create(lobby())).draws == 0


async def test_what_is_posted_anew_shifts_no_draw(store: Store, game: GameRow) -> None:
    """Until chance has spoken, however often; after that the newest post counts again."""
    assert (await posted(store, game, "turn", 72)).draws == 72
    for message in (73, 74):
        n = (await read(store, game)).n
        undo = Change(
            (Line(TABLE, "undo 1", "m"),), f"undo {n}", posts=("turn",), added=(PostedAnew(),)
        )
        moved = await store.commit(game.id, n, undo)
        await store.sent(moved.posts[0], message, CHANNEL)
        assert (await read(store, game)).draws == 72
    said = await store.commit(game.id, (await read(store, game)).n, SAYS)
    assert (said.held, said.draws) == (0, 74)
    assert (await read(store, game)).draws == 74


async def test_nobody_joins_or_leaves_a_lobby_whose_start_is_announced(
    store: Store, game: GameRow
) -> None:
    """Who comes too late looks again; the start itself changes who sits where."""
    settled = await store.commit(game.id, 1, Change((), "start", added=(SeatsDrawn(),)))
    assert (settled.settled, (await read(store, game)).settled) == (True, True)
    with pytest.raises(Conflict):
        await store.commit(game.id, 1, turn("join", sitters=(ANN, BEN)))
    begun = await store.commit(game.id, 1, turn("b", sitters=(BEN, ANN), status="playing"))
    assert (begun.settled, begun.sitters) == (False, (BEN, ANN))
    changed = turn("c", sitters=(ANN, BEN))
    assert (await store.commit(game.id, begun.n, changed)).sitters == (ANN, BEN)

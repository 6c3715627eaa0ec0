"""Contract of every store: posts wait in order until they are sent or given up, and chance draws
with the newest one that stays (docs/decisions.md, 48)."""

from dataclasses import replace

import pytest

from storage import BEGINS, NATURE, Call, Change, Conflict, GameRow, Line, Post, Store
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CHANNEL, GUILD, Clock, load, lobby, turn, waiting


async def _filled(store: Store, *kinds: str) -> list[Post]:
    await store.create(lobby(posts=kinds))
    return await waiting(store)


async def test_a_post_waits_untried_and_fresh_with_a_word_of_its_own(store: Store) -> None:
    """Discord takes two posts with the same nonce for one; it may have 25 characters."""
    posts = await _filled(store, *"abcde")
    assert all(post.fresh for post in posts)
    assert posts[0] == Post(posts[0].id, posts[0].game, 1, "a", 0, None, posts[0].nonce)
    assert len({post.nonce for post in posts}) == 5
    assert {len(post.nonce) for post in posts} == {24}


async def test_what_waits_when_a_process_begins_may_have_been_sent(opener: Opener) -> None:
    """The one before may have died between the post and its note."""
    store = await opener()
    await _filled(store, "lobby", "turn")
    await store.close()
    store = await opener()
    assert [post.fresh for post in await store.waiting()] == [False, False]
    await store.create(lobby("b", posts=("lobby",)))
    assert [post.fresh for post in await store.waiting()] == [False, False, True]


async def test_what_waits_is_read_in_pages(store: Store) -> None:
    posts = await _filled(store, *"abc")
    assert await store.waiting(most=2) == posts[:2]
    assert await store.waiting(posts[1].id) == posts[2:]


async def test_what_waits_of_some_games(store: Store) -> None:
    one, other, third = [await store.create(lobby(key, posts=("lobby",))) for key in "abc"]
    await store.commit(one.id, 1, turn("d", posts=("turn", "card")))
    sent, _, parked, *rest = await waiting(store)
    await store.note_sent(sent, 777)
    assert parked.game == third.id
    await store.park(parked, "no")
    theirs = await store.under_way([one.id, third.id])
    assert [post.kind for post in theirs] == ["turn", "card"]
    assert theirs == rest
    assert await store.under_way([]) == []
    assert [post.game for post in await store.under_way([other.id])] == [other.id]


async def test_a_sent_post_waits_no_more_and_is_known_by_its_message(store: Store) -> None:
    """A reply to a message leads to the last post that it became, and so to the game."""
    first, second, third = await _filled(store, "lobby", "card", "card")
    await store.note_sent(first, 777, 500)
    assert await waiting(store) == [second, third]
    assert await store.post_by_message(777) == replace(first, message=777, channel=500)
    assert await store.post_by_message(778) is None
    await store.note_sent(second, 777, 500)
    assert await store.post_by_message(777) == replace(second, message=777, channel=500)


async def test_a_tried_post_waits_on_but_is_not_fresh(store: Store) -> None:
    """Its sender may have succeeded without learning of it."""
    (post,) = await _filled(store, "turn")
    await store.note_try(post, "503")
    await store.note_try(post, "503")
    (again,) = await waiting(store)
    assert not again.fresh
    assert again == replace(post, tries=2)


async def test_who_parks_a_post_learns_what_of_its_game_was_parked_before(store: Store) -> None:
    """So that nobody is written to twice about the same trouble."""
    first, second = await _filled(store, "turn", "card")
    await store.create(lobby("b", posts=("lobby",)))
    *_, third = await waiting(store)
    assert await store.park(first, "403") == []
    assert await store.park(third, "403") == []
    parked = replace(first, tries=1)
    assert await store.park(second, "403") == [parked]
    assert await store.park(first, "403") == [parked, replace(second, tries=1)]
    await store.note_sent(first, 777)
    await store.note_sent(second, None)
    assert await store.park(second, "403") == []


async def test_a_parked_post_is_tried_again_after_its_time(store: Store, clock: Clock) -> None:
    posts = await _filled(store, "turn", "card")
    for post in reversed(posts):
        await store.park(post, "403")
    assert await store.retry(60) == []
    clock.time += 60
    parked = await store.retry(60)
    assert parked == [replace(post, tries=1) for post in posts]
    clock.time -= 86_400
    assert await store.retry(60) == parked
    assert await store.retry(60) == []
    assert await store.retry() == parked
    await store.note_sent(parked[0], 777)
    assert [post.id for post in await store.retry()] == [posts[1].id]


async def test_a_changed_server_tries_what_is_parked_again(store: Store, clock: Clock) -> None:
    """Posts that were tried too often are dropped too: a deleted channel does not come back."""
    (mine,) = await _filled(store, "turn")
    await store.create(lobby("b", guild=7, posts=("turn",)))
    for post in await waiting(store):
        await store.park(post, "403")
    assert len(await store.retry()) == 2
    await store._thread.write(lambda db: db.execute("update outbox set tries = 1000"))
    clock.time += 10**6
    assert await store.retry(60) == []
    assert [post.id for post in await store.retry(guild=GUILD)] == [mine.id]
    assert await store.retry(guild=8) == []


async def test_latest_is_the_last_sent_post_of_its_kind_in_the_game(store: Store) -> None:
    """One edit removes the buttons of the previous turn's post, or of the one before another."""
    game = await store.create(lobby("a", posts=("turn", "card", "turn", "turn", "turn")))
    await store.create(lobby("b", posts=("turn",)))
    assert await store.latest(game.id, "turn") is None
    posts = await waiting(store)
    for number, post in enumerate(posts):
        if number != 4:  # the game's last turn post is not sent yet
            await store.note_sent(post, 700 + number)
    found = await store.latest(game.id, "turn")
    assert found is not None
    assert (found.game, found.kind, found.message) == (game.id, "turn", 703)
    before = [await store.latest(game.id, "turn", posts[n].id) for n in (3, 2, 0)]
    assert [post and post.message for post in before] == [702, 700, None]


async def test_all_that_a_post_tells_from_comes_at_once(store: Store) -> None:
    for key in ("a", "b"):
        before = await store.create(lobby(key))
        await store.commit(before.id, 1, turn(f"{key} begins", status="playing"))
    game = await store.create(lobby("c"))
    idle = await store.telling(game.id)
    assert idle == (game, await store.log(game.id), [], 0)
    playing = turn("d", sitters=(BEN, ANN), status="playing", on_turn=1, posts=("turn",) * 4)
    game = await store.commit(game.id, 1, playing)
    for number, post in enumerate((await waiting(store))[:3]):
        await store.note_sent(post, 700 + number)
    told = await store.telling(game.id)
    assert told[:2] == (game, await store.log(game.id))
    assert [post.message for post in told.posted] == [702, 701]
    assert told.begun == await store.games_begun(ANN.user, "logger", game.id) == 2


async def test_a_post_may_have_called_somebody(store: Store, clock: Clock) -> None:
    """Nobody is called twice for one turn, nor reminded soon after another message."""
    first, second, third = await _filled(store, "turn", "dm:2", "card")
    game, ann = first.game, 11
    assert await store.last_call(ann, "dm") is None
    assert await store.calls(game, 1) == []
    clock.time = 2_000.0
    await store.note_sent(first, 777, 500, ann)
    clock.time = 3_000.0
    await store.note_sent(second, 778, 500, ann)
    await store.note_sent(third, 779, 500)
    assert await store.calls(game, 1) == [Call("turn", ann, 2_000.0), Call("dm:2", ann, 3_000.0)]
    assert await store.calls(game, 2) == []
    assert [post.message for post in await store.calling_posts(game, 1, 2)] == [777, 778]
    assert await store.servers_of_calls(ann, "dm:2") == [GUILD]
    assert await store.servers_of_calls(ann, "card") == []
    assert await store.servers_of_calls(12, "turn") == []
    assert await store.calling_posts(game, 2, 9) == await store.calling_posts(game, 0, 1) == []
    of = (ann, "card"), (ann, "dm"), (12, "card")
    assert [await store.last_call(*each) for each in of] == [3_000.0, 2_000.0, None]


async def test_a_post_that_is_told_once_is_not_written_again(store: Store) -> None:
    """Asked for twice by anybody: while it waits, when it is parked, and when it has become a
    message. A failed one may be asked for again; other games and kinds have their own posts."""
    game = (await store.create(lobby("a"))).id
    other = (await store.create(lobby("b"))).id
    assert await store.tell_once(game, "shown:5:1", "shown:5:")
    assert not await store.tell_once(game, "shown:5:2", "shown:5:")
    assert await store.tell_once(game, "shown:51:2", "shown:51:")
    assert await store.tell_once(other, "shown:5:2", "shown:5:")
    first, _, third = await waiting(store)
    assert (first.game, first.n, first.kind) == (game, 1, "shown:5:1")
    await store.park(first, "404")
    assert not await store.tell_once(game, "shown:5:1")
    await store.note_sent(first, 777, 500)
    assert not await store.tell_once(game, "shown:5:3", "shown:5:")
    assert await store.tell_once(game, "shown:5")
    await store.note_sent(third, None)
    assert await store.tell_once(other, "shown:5:2")


async def test_the_last_messages_tell_when_they_were_noted(store: Store, clock: Clock) -> None:
    """Two clocks can then be compared."""
    waiting = await _filled(store, "lobby", "turn", "turn", "card", "turn")
    for post, message in zip(waiting, (71, 72, 73, None, 75), strict=True):
        clock.time += 1.0
        await store.note_sent(post, message)
    now = clock.time
    last = [(73, now - 2), (72, now - 3), (71, now - 4)]
    assert await store.last_messages(waiting[-1].id) == last
    assert await store.last_messages(waiting[1].id) == [(71, now - 4)]
    assert await store.last_messages(waiting[0].id) == []


async def test_the_boards_that_were_sent_last_are_found(store: Store, clock: Clock) -> None:
    """None that is much older than the last message of all; also after the clock was set back."""
    assert await store.sent_lately(60.0) == []
    await store.create(lobby("a", posts=("turn",)))
    kinds = ("turn", "turn", "card", "turn", "turn")
    await store.create(lobby("b", channel=2, posts=kinds))
    *posts, last = await waiting(store)
    for post, message in zip(posts, (70, 71, 72, 73, None), strict=True):
        clock.time += 50.0
        await store.note_sent(post, message)
    assert [post.message for post in await store.sent_lately(60.0)] == [72]
    assert [post.message for post in await store.sent_lately(200.0)] == [70, 71, 72]
    clock.time -= 86_400.0
    await store.note_sent(last, 75)
    assert {72, 75} <= {post.message for post in await store.sent_lately(60.0)}


SAYS = Change((Line(NATURE, "5", "m", post=77),), "chance")


@pytest.fixture
async def game(store: Store) -> GameRow:
    """A lobby in the channel, whose card is message 70."""
    made = await store.create(lobby(channel=CHANNEL, posts=("lobby",)))
    await store.note_sent(made.posts[0], 70, CHANNEL)
    return made


async def post(
    store: Store, game: GameRow, kind: str, message: int | None, again: bool = False
) -> int:
    """The post to draw with after one commit more, whose post became this message."""
    n = (await load(store, game.id)).n
    change = Change((Line(0, "c3", "m"),), f"key {n}", posts=(kind,), again=again)
    moved = await store.commit(game.id, n, change)
    await store.note_sent(moved.posts[0], message, CHANNEL)
    return (await load(store, game.id)).draws


async def test_a_game_knows_its_newest_post_that_stays(store: Store, game: GameRow) -> None:
    assert (await load(store, game.id)).draws == 70
    posts = ((BEGINS, 71), ("turn", 72), ("turn", 74), ("remind", 75), ("turn", None))
    assert [await post(store, game, *each) for each in posts] == [71, 72, 74, 74, 74]


async def test_what_is_posted_anew_shifts_no_draw(store: Store, game: GameRow) -> None:
    """Until chance has spoken, however often; after that the newest post counts again."""
    assert await post(store, game, "turn", 72) == 72
    assert [await post(store, game, "turn", n, again=True) for n in (73, 74)] == [72, 72]
    said = await store.commit(game.id, (await load(store, game.id)).n, SAYS)
    assert (said.held, said.draws) == (0, 74)
    assert (await load(store, game.id)).draws == 74
    assert (await store.log(game.id))[-1].post == 77


async def test_nobody_joins_a_lobby_whose_start_is_announced(store: Store, game: GameRow) -> None:
    """A late player looks again; the start itself changes who sits where."""
    settled = await store.commit(game.id, 1, Change((), "start", settled=True))
    assert (settled.settled, (await load(store, game.id)).settled) == (True, True)
    with pytest.raises(Conflict):
        await store.commit(game.id, 1, turn("join", sitters=(ANN, BEN)))
    begun = await store.commit(game.id, 1, turn("b", sitters=(BEN, ANN), status="playing"))
    assert (begun.settled, begun.sitters) == (False, (BEN, ANN))
    changed = turn("c", sitters=(ANN, BEN))
    assert (await store.commit(game.id, begun.n, changed)).sitters == (ANN, BEN)


async def test_posts_that_follow_a_call_are_written_once_with_its_note(store: Store) -> None:
    game = await store.create(replace(lobby(), posts=("lobby",)))
    for _ in range(2):
        await store.note_sent(game.posts[0], 777, CHANNEL, ANN.user, ("echo",))
    assert [post.kind for post in await store.waiting()] == ["echo"]

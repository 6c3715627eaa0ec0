"""Contract of every store: what a server has set for its tables, and posts about a server."""

from storage import Store
from tests.storage.conftest import Opener
from tests.storage.samples import CHANNEL, GUILD, lobby


async def test_a_server_has_what_was_set_there_and_no_other(opener: Opener) -> None:
    """Issue 29, item 1: a row for each thing; one that is taken away leaves nothing; it lasts."""
    store = await opener()
    assert await store.server(GUILD) == {}
    assert await store.set_server(GUILD, {"log": "500", "rights": "role 7"}) == ()
    assert await store.set_server(GUILD, {"log": "501", "rights": None, "never": None}) == ()
    assert await store.server(GUILD) == {"log": "501"}
    assert await store.server(GUILD + 1) == {}
    await store.close()
    store = await opener()
    assert await store.server(GUILD) == {"log": "501"}
    await store.close()


async def test_what_is_set_is_told_with_it_and_what_is_so_already_is_not(store: Store) -> None:
    """A second press of the same button writes no second line."""
    told = await store.set_server(GUILD, {"log": "500"}, ["set:log", "set:more"])
    assert told
    assert [(post.kind, post.guild, post.fresh) for post in told] == [
        ("set:log", GUILD, True),
        ("set:more", GUILD, True),
    ]
    assert await store.set_server(GUILD, {"log": "500"}, ["set:log"]) is None
    assert [post.id for post in await store.under_way([-GUILD])] == [post.id for post in told]
    without_values = await store.set_server(GUILD, {}, ["set:log"])
    assert without_values
    assert without_values[0].kind == "set:log"


async def test_a_post_about_a_server_says_when_it_was_written(store: Store) -> None:
    """Where there is no row of a log that would; the message is looked for since then."""
    (post,) = await store.set_server(GUILD, {}, ["set:log"]) or ()
    later = await store.create(lobby())
    (second,) = await store.set_server(GUILD, {}, ["set:log"]) or ()
    assert 0 < post.n <= later.created
    assert second.n >= post.n


async def test_a_post_about_a_server_is_parked_and_tried_again_as_any(store: Store) -> None:
    """When something changes on that server, and not on another one."""
    (post,) = await store.set_server(GUILD, {}, ["set:log"]) or ()
    (other,) = await store.set_server(GUILD + 1, {}, ["set:log"]) or ()
    assert await store.park(post, "no right") == []
    assert [each.id for each in await store.park(other, "no right")] == []
    (again,) = await store.retry(guild=GUILD)
    assert again.id == post.id
    await store.sent(again, 777, CHANNEL)
    assert await store.retry(guild=GUILD) == []
    newest = await store.latest(-GUILD, "set:log")
    assert newest
    assert (newest.message, newest.guild) == (777, GUILD)

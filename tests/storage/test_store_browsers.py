"""Contract of every store: links to a board, and the browsers in which people have opened one.

Source: issue 32, item 3; docs/privacy.md.
"""

from dataclasses import replace

from storage import DraftRow, Link, Store
from tests.storage.samples import ANN, BEN, Clock, lobby, turn

MINUTES, MONTH = 600.0, 30 * 24 * 3600.0


async def entered(store: Store, link: str, browser: str, called: str = "Firefox") -> Link | None:
    return await store.enter(link, browser, called, MONTH)


async def test_a_link_lets_in_once(store: Store, clock: Clock) -> None:
    """Who looks at it does not use it up."""
    game = await store.create(lobby())
    await store.add_link("link", Link(ANN.user, game.id), MINUTES)
    assert await store.link("link") == await store.link("link") == Link(ANN.user, game.id)
    assert await entered(store, "link", "one") == Link(ANN.user, game.id)
    assert await store.link("link") is None
    assert await entered(store, "link", "two") is None
    assert await store.browser("two") is None
    (browser,) = await store.browsers_of(ANN.user)
    assert browser == await store.browser("one")
    assert (browser.user, browser.called) == (ANN.user, "Firefox")
    assert (browser.made, browser.until) == (clock.time, clock.time + MONTH)
    assert await store.browsers_of(BEN.user) == []


async def test_a_link_lets_nobody_in_after_its_time(store: Store, clock: Clock) -> None:
    game = await store.create(lobby())
    await store.add_link("link", Link(ANN.user, game.id), MINUTES)
    clock.time += MINUTES
    assert await store.link("link") is None
    assert await entered(store, "link", "one") is None
    await store.add_link("another", Link(ANN.user, game.id), MINUTES)
    assert await entered(store, "another", "one") is not None


async def test_a_browser_is_let_in_for_its_time_and_until_it_is_ended(
    store: Store, clock: Clock
) -> None:
    """Nobody ends somebody else's."""
    await store.add_browser("one", ANN.user, "Firefox", MONTH)
    (browser,) = await store.browsers_of(ANN.user)
    await store.end_browser(BEN.user, browser.id)
    assert await store.browser("one") is not None
    game = await store.create(lobby())
    for user in (ANN.user, BEN.user):
        await store.add_link(f"link {user}", Link(user, game.id), MINUTES)
    await store.end_browser(ANN.user, browser.id)
    assert await store.browser("one") is None
    assert await store.link(f"link {ANN.user}") is None
    assert await store.link(f"link {BEN.user}") is not None
    await store.add_browser("two", ANN.user, "Firefox", MONTH)
    clock.time += MONTH
    assert await store.browser("two") is None
    assert await store.browsers_of(ANN.user) == []


async def test_a_browser_that_is_let_in_again_replaces_the_one_before(store: Store) -> None:
    """The person's other links stay good; nobody replaces somebody else's browser."""
    game = await store.create(lobby())
    for name in ("one", "two", "three"):
        await store.add_link(name, Link(ANN.user, game.id), MINUTES)
    await entered(store, "one", "first")
    (first,) = await store.browsers_of(ANN.user)
    await store.enter("two", "second", "Firefox", MONTH, first.id)
    assert await store.browser("first") is None
    assert await store.link("three") is not None
    await store.add_link("bens", Link(BEN.user, game.id), MINUTES)
    (second,) = await store.browsers_of(ANN.user)
    await store.enter("bens", "his", "Firefox", MONTH, second.id)
    assert await store.browser("second") == second


async def test_which_browsers_are_let_in_and_where_their_people_sit(
    store: Store, clock: Clock
) -> None:
    """With the time since which they are absent from that server; not those that are ended."""
    game = await store.create(lobby(host=ANN))
    for name, user in (("anns", ANN.user), ("bens", BEN.user)):
        await store.add_browser(name, user, "Firefox", MONTH)
    ids = [(await store.browsers_of(user))[0].id for user in (ANN.user, BEN.user)]
    anns, bens = ids
    assert await store.admitted_browsers([*ids, 77], [game.id, 77]) == {
        anns: {game.id: None},
        bens: {},
    }
    await store.note_absence(game.guild, ANN.user, clock.time)
    await store.end_browser(BEN.user, bens)
    assert await store.admitted_browsers(ids, [game.id]) == {anns: {game.id: clock.time}}
    clock.time += MONTH
    assert await store.admitted_browsers(ids, [game.id]) == {}


async def test_the_browser_that_was_used_longest_ago_makes_room(store: Store, clock: Clock) -> None:
    """Ten of a person; that one is used is noted once an hour."""
    for n in range(10):
        await store.add_browser(str(n), ANN.user, f"browser {n}", MONTH)
        clock.time += 1
    first = await store.browser("0")
    assert first is not None
    await store.note_use(first.id)
    assert await store.browser("0") == first
    clock.time += 3600
    await store.note_use(first.id)
    assert (await store.browsers_of(ANN.user))[0] == first._replace(used=clock.time)
    await store.add_browser("10", ANN.user, "browser 10", MONTH)
    assert await store.browser("1") is None
    assert await store.browser("0") is not None
    assert len(await store.browsers_of(ANN.user)) == 10


async def test_links_and_browsers_go_with_a_person_who_has_them_shown(store: Store) -> None:
    """Neither holds what opens it."""
    await store.create(lobby("b", host=BEN))
    await store.add_link("link", Link(ANN.user, 1), MINUTES)
    await store.add_browser("one", ANN.user, "Firefox", MONTH)
    about = await store.about(ANN.user)
    assert set(about) == {"links", "browsers"}
    assert [row["called"] for row in about["browsers"]] == ["Firefox"]
    assert "hash" not in {*about["links"][0], *about["browsers"][0]}
    await store.forget(ANN.user)
    assert await store.link("link") is None
    assert await store.browser("one") is None


async def test_how_far_games_are(store: Store) -> None:
    """A draft counts as a write, and as no row; of a game that is not there nothing is known."""
    game = await store.create(lobby())
    sitting = replace(turn("a"), sitters=(ANN, BEN), status="playing", on_turn=0)
    game = await store.commit(game.id, game.n, sitting)
    before = (await store.versions([game.id, 77]))[game.id]
    assert before.n == game.n
    assert (before.on_turn, before.mover) == (0, ANN.user)
    await store.save_draft(game.id, DraftRow(0, game.n, "a1", "k"))
    after = await store.versions([game.id, 77])
    assert list(after) == [game.id]
    assert after[game.id].n == before.n
    assert after[game.id].version > before.version


async def test_where_games_are_whose_server_has_set_something(store: Store) -> None:
    """Of other servers, and of other values, nothing is said; source: issue 32, item 3."""
    game = await store.create(lobby())
    assert await store.places_with([game.id], "spectators", "on") == {}
    await store.set_server(game.guild, {"spectators": "on"}, [])
    place = game.channel or game.home
    assert await store.places_with([game.id, 77], "spectators", "on") == {
        game.id: (game.guild, place)
    }
    assert await store.places_with([77], "spectators", "on") == {}
    await store.set_server(game.guild, {"spectators": None}, [])
    assert await store.places_with([game.id], "spectators", "on") == {}

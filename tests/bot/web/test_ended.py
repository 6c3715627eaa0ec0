"""The end of a browser's session ends its pages, streams and unused links."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import StreamReader

from bot.messages.boundary import answer_to
from bot.web.viewers import LASTS
from storage import BrowserLink
from tests.acting import ANN, BEN, CY
from tests.attacks.test_forged_ids import forge
from tests.bot.core import GUILD, Core
from tests.bot.web.house import House, Surfer, opened
from tests.bot.web.test_activity import Discord, comes, inside
from tests.bot.web.test_live import say
from tests.bot.web.test_spectators import rule, watched
from tests.bot.web.test_viewers import pressed
from tests.patience import PATIENCE
from tests.stores import STORES

End = Callable[[House], Awaitable[object]]


@asynccontextmanager
async def hearing(surfer: Surfer, address: str, **headers: str) -> AsyncIterator[StreamReader]:
    asked = surfer.session.get(surfer.house.address + address, headers=headers)
    async with asked as stream, asyncio.timeout(PATIENCE):
        assert stream.status == 200
        await stream.content.readuntil(b"\n\n")
        yield stream.content


async def ends(house: House) -> None:
    for browser in await house.core.store.browsers_of(ANN.id):
        await pressed(house, ANN, "endbrowser", str(browser.id))


async def is_banned(house: House) -> None:
    """Discord's message that Ann was banned."""
    house.core.transport.departed.add(ANN.id)
    await house.core.services.on_departure(ANN.id, GUILD)


async def forgets(house: House) -> None:
    """Ann deletes her data, or the host does."""
    assert not (await answer_to(house.verbs.do("forgetnow", house.core.wish(ANN)))).refusal


async def pushed_out(house: House) -> None:
    """Ten other browsers are newer."""
    house.core.time.seconds += 1
    for n in range(10):
        await house.core.store.add_browser(f"{n}", ANN.id, "Firefox", 1e9)


async def outlived(house: House) -> None:
    """Thirty days are over."""
    (browser,) = await house.core.store.browsers_of(ANN.id)
    house.core.time.seconds = browser.until


@pytest.mark.slow
@pytest.mark.parametrize("end", [ends, is_banned, forgets, pushed_out, outlived])
async def test_a_stream_ends_with_what_let_it_in(two: Core, end: End) -> None:
    async with (
        opened(two) as house,
        house.of(ANN) as ann,
        house.of(BEN) as ben,
        hearing(ben, "/events/1") as others,
        hearing(ann, "/events/1") as mine,
    ):
        await end(house)
        await house.web.hub._look()
        assert ANN.id not in {watch.user for watch in house.web.hub._watches}
        assert b"event" not in await mine.read()
        assert (await ann.get("/events/1")).status == 403
        assert (await ann.get("/t/1")).status == 403
        if end is is_banned:
            await write(house)
            assert b"event" in await others.readuntil(b"\n\n")
            two.transport.departed.clear()
            two.time.seconds += LASTS
            async with hearing(ann, "/events/1"):  # who is back has a stream again
                pass


async def write(house: House) -> None:
    game = await house.core.game()
    mover = await house.core.mover()
    await house.core.say(mover, "corner a1")
    assert (await house.core.game()).n > game.n
    house.web.hub.wake()


async def test_a_stream_tells_of_no_draft_after_the_end(two: Core) -> None:
    mover = await two.mover()
    assert mover == ANN
    async with opened(two) as house, house.of(ANN) as thief, hearing(thief, "/events/1") as stream:
        two.transport.departed.add(ANN.id)
        two.time.seconds += LASTS  # Discord tells only those who ask, once a minute
        await say(house, ANN, "a1")
        assert b"event" not in await stream.read()


async def test_a_thief_keeps_nothing_when_the_owner_ends_the_browser(two: Core) -> None:
    """Not the links that were fetched before, opened or not, nor other tables, nor their streams;
    and nobody makes a link on a page."""
    await two.begin(ANN, CY, channel=777)
    async with opened(two) as house, house.of(ANN) as thief, house.browser() as other:
        links = [await house.link(ANN), await house.link(ANN, 2)]
        await other.get(links[0])
        button = other.page.buttons[0]
        await thief.get("/t/1")
        more = thief.page.button("More")
        await thief.post(more.action, more.fields | {"id": forge(house.verbs["browse"], 1)})
        assert "/enter/" not in thief.page.html
        async with hearing(thief, "/events/1") as one, hearing(thief, "/events/2") as two_:
            await ends(house)
            house.web.hub.wake()
            assert b"event" not in await one.read() + await two_.read()
        assert (await other.press(button)).status == 410
        for link in links:
            assert (await other.get(link)).status == 410
        for address in ("/t/1", "/t/2", "/t/1/turns", "/events/1", "/events/2", "/t/1/ground.png"):
            assert (await thief.get(address)).status == 403, address
        assert await two.store.browsers_of(ANN.id) == []


async def test_the_stream_of_an_activity_ends_with_its_browser(two: Core) -> None:
    discord = Discord({"ann": ANN.id}, {"i-1": {ANN.id}})
    async with opened(two, presence=discord) as house, house.browser() as frame:
        await comes(frame, "ann")
        cookie = await inside(frame)
        async with hearing(frame, "/events/1", **cookie) as stream:
            await ends(house)
            house.web.hub.wake()
            assert b"event" not in await stream.read()
        for address in ("/t/1", "/tables", "/activity"):
            assert (await frame.get(address, **cookie)).status == 403, address


async def test_what_another_process_ends_ends_here(tmp_path: Path) -> None:
    """No message reaches this process, and nobody wakes its hub: it finds out at its next look."""
    place = tmp_path / "games.db"
    core = await Core.build(place)
    await core.begin(ANN, BEN)
    async with opened(core) as house, house.of(ANN) as ann, house.of(BEN) as ben:
        async with hearing(ann, "/events/1") as mine, hearing(ben, "/events/1") as theirs:
            STORES.execute(place, 'delete from browsers where "user" = ?', ANN.id)
            gone = 'insert into absences (guild, "user", since) values (?, ?, ?)'
            STORES.execute(place, gone, GUILD, BEN.id, core.time())
            assert b"event" not in await mine.read() + await theirs.read()
        assert (await ann.get("/t/1")).status == 403
    await core.store.close()


async def test_whoever_leaves_a_server_loses_the_links_to_its_tables_alone(two: Core) -> None:
    await two.begin(ANN, CY, guild=901, channel=777)
    store = two.store
    for end in (two.services.on_departure(ANN.id, GUILD), store.bar(GUILD, ANN.id, True)):
        for game, word in ((1, "here"), (2, "there")):
            await store.add_link(word, BrowserLink(ANN.id, game), 600)
        await end
        assert await store.link("here") is None
        assert await store.link("there") == BrowserLink(ANN.id, 2)


async def test_a_stream_ends_with_the_seat(core: Core) -> None:
    """A player whom the server bans leaves a lobby by that."""
    await core.open(ANN, 3)
    await core.join(BEN)
    async with opened(core) as house, house.of(BEN) as ben:
        async with hearing(ben, "/events/1") as stream:
            wish = core.wish(CY, manages=True)
            await answer_to(house.verbs.do("bar", wish, {"person": str(BEN.id)}))
            await house.web.hub._look()
            assert len(house.web.hub) == 0
            assert b"event" not in await stream.read()
        assert (await ben.get("/t/1")).status == 403


@pytest.mark.parametrize("closed", [False, True])
async def test_spectators_hear_of_nothing_after_the_end(two: Core, closed: bool) -> None:
    await two.begin(CY, BEN, channel=777)
    async with watched(two) as (house, nobody, link), house.of(CY, 2) as cy:
        events = link.removeprefix(house.address).replace("/t/", "/events/")
        async with hearing(nobody, events) as stream, hearing(cy, events) as known:
            if closed:
                two.services.guilds.closed.add(500)  # type: ignore[attr-defined]
            else:
                await rule(house, "off")
            await house.web.hub._look()
            assert len(house.web.hub) == 0
            await write(house)
            assert b"event" not in await stream.read() + await known.read()

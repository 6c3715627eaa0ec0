"""Where spectators are allowed, what they never see, and what ends it (decision 81)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import islice

import pytest

from bot.messages.boundary import answer_to
from bot.messages.layout import Message
from bot.table.table import Table
from bot.web.stream import Hub
from bot.web.viewers import LASTS
from tests.acting import ANN, BEN, CY, SIX
from tests.bot.core import GUILD, Core
from tests.bot.fellers_tables import other_hands
from tests.bot.web.house import House, Surfer, opened
from tests.bot.web.test_hidden import plain
from tests.patience import PATIENCE


async def rule(house: House, value: str, *, manages: bool = True) -> Message:
    """Press the button in `/games-admin setup`."""
    wish = house.core.wish(CY, manages=manages)
    values = {"name": "spectators", "value": value}
    return await answer_to(house.verbs.do("rule", wish, values))


@asynccontextmanager
async def watched(core: Core) -> AsyncIterator[tuple[House, Surfer, str]]:
    """A game that anybody may watch, and a spectator's browser."""
    async with opened(core) as house, house.browser() as nobody:
        await rule(house, "on")
        link = await house.link(CY, watches=True)
        await nobody.get(link)
        assert nobody.last.status == 200
        yield house, nobody, link


async def test_nobody_watches_unless_the_server_allows_it(house: House) -> None:
    async with house.browser() as nobody:
        assert (
            "You're not in" in (await answer_to(house.verbs.do("browse", house.core.wish(CY)))).text
        )
        assert (await rule(house, "on", manages=False)).refusal
        assert not await house.core.store.server(GUILD)
        assert "Turn Off Spectators" in str((await rule(house, "on")).buttons)
        link = await house.link(CY, watches=True)
        assert (await nobody.get(link)).status == 200
        assert "Allow Spectators" in str((await rule(house, "off")).buttons)
        for address in (link, f"{link}/turns", link.replace("/t/", "/events/")):
            assert (await nobody.get(address)).status == 403


async def test_only_the_link_of_a_channel_that_all_may_read_is_any_good(two: Core) -> None:
    async with watched(two) as (house, nobody, link):
        wrong = [link[:-1] + ("A" if link[-1] != "A" else "B"), f"{house.address}/t/1"]
        wrong += [link.replace("/t/1-", "/t/77-")]
        refused = [(await nobody.get(each)).body for each in wrong]
        assert nobody.last.status == 403
        two.services.guilds.closed.add(500)  # type: ignore[attr-defined]
        refused.append((await nobody.get(link)).body)
        assert len({*refused}) == 1


async def test_who_watches_can_press_nothing(two: Core) -> None:
    async with watched(two) as (_, nobody, link):
        assert "<form" not in nobody.page.html
        assert (await nobody.get(nobody.page.images[0]["src"])).status == 200
        for form in ("", "0" * 32):
            fields = {"id": "", "words": "corner a1", "form": form, "key": "k"}
            assert (await nobody.post(link, fields)).status == 403
    assert "a1" not in await two.log()


@pytest.mark.slow
async def test_what_is_hidden_is_on_no_page_and_in_no_stream_of_others(core: Core) -> None:
    """A hand is exchanged for each other one that it could be, and a turn is drafted: the pages of
    a spectator and of a rival are the same, byte by byte, and so is what their streams say."""
    game = await core.table_of("fellers")
    people = {person.id: person for person in SIX}
    rival = people[(await core.waiting()).id]
    mover = people[(await core.mover()).id]
    before = await core.table()
    tables = [before, *islice(other_hands(before), 2)]
    assert len({str(table.at.state) for table in tables}) > 1
    async with watched(core) as (house, nobody, link), house.of(rival) as other:
        seen = [await looks(core, game.id, table, nobody, link, other) for table in tables]
        assert len({*seen}) == 1
        own = set[str]()
        async with house.of(mover) as mine:
            for table in tables:
                core.tables.remember(game.id, game.n, table.at)
                await mine.get(f"/t/{game.id}")
                own.add(plain(mine))
            core.tables.remember(game.id, game.n, before.at)
            await mine.get(f"/t/{game.id}")
            await mine.press(mine.page.word(mine.page.words[0]))
        assert len(own) > 1  # or no request was made
        assert await looks(core, game.id, before, nobody, link, other) == seen[0]


async def looks(
    core: Core, game: int, table: Table, nobody: Surfer, link: str, rival: Surfer
) -> tuple[object, ...]:
    """Everything that a spectator and a rival get of a position."""
    core.tables.remember(game, table.n, table.at)
    pages = list[object]()
    for surfer, address in ((nobody, link), (rival, f"/t/{game}")):
        surfer.house.web._gallery._made.clear()
        for more in ("", "/turns"):
            await surfer.get(address + more)
            pages.append(plain(surfer))
            pages += [(await surfer.get(image["src"])).body for image in surfer.page.images]
        events = address.replace("/t/", "/events/")
        whole = events if events.startswith("http") else surfer.house.address + events
        async with surfer.session.get(whole) as stream, asyncio.timeout(PATIENCE):
            pages.append(await stream.content.readuntil(b"\n\n"))
    return tuple(pages)


async def test_who_plays_elsewhere_on_the_server_joins_a_lobby_that_they_watch(core: Core) -> None:
    """Under their name there; somebody who has left the server cannot."""
    await core.begin(ANN, BEN)
    await core.open(CY, 3, channel=501)
    await core.deliver()
    async with opened(core) as house, house.of(ANN) as ann:
        await rule(house, "on")
        link = await house.link(ANN, 2, watches=True)
        core.transport.departed.add(ANN.id)
        core.time.seconds += LASTS
        await ann.get(link)
        assert "<form" not in ann.page.html
        core.transport.departed.clear()
        core.time.seconds += LASTS
        await ann.get(link)
        await ann.press(ann.page.button("Join"))
        assert ann.last.status == 200
    assert [sitter.name for sitter in (await core.game(2)).sitters] == ["Cy", "Ann"]


async def test_streams_of_spectators_make_room_first(two: Core) -> None:
    hub = Hub(two.store, two.services.servers, most=3)
    async with (
        hub.watching(1, "11", 11) as player,
        hub.watching(1, "x", 0, spectates=True) as first,
        hub.watching(1, "y", 0, spectates=True) as second,
        hub.watching(1, "z", 0, spectates=True) as third,
    ):
        assert [*hub._watches] == [player, second, third]
        assert [said async for said in first.news()] == []


async def test_spectators_are_told_apart_behind_a_proxy(two: Core) -> None:
    """By the address that the proxy has seen, whatever they claim themselves."""
    async with watched(two) as (house, nobody, link), AsyncExitStack() as open_ones:
        for each in ("203.0.113.7", "203.0.113.8", "1.2.3.4, 203.0.113.7", "5.6.7.8, 203.0.113.7"):
            asked = {"X-Forwarded-For": each}
            events = nobody.session.get(link.replace("/t/", "/events/"), headers=asked)
            stream = await open_ones.enter_async_context(events)
            await stream.content.readuntil(b"\n\n")
        assert len({watch.who for watch in house.web.hub._watches}) == 2

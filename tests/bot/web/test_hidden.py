"""One seat's hand and draft are on no page and in no stream of another."""

import asyncio
import re
import subprocess
import sys
from contextlib import AsyncExitStack

import pytest
from aiohttp import StreamReader

from bot.ops.service import listening
from bot.ops.settings import Settings
from bot.table.intent import seat_of
from tests.acting import ANN, BEN, SIX
from tests.bot.core import Core
from tests.bot.web.house import Surfer, opened, told
from tests.patience import PATIENCE


def plain(surfer: Surfer) -> str:
    """A page without the parts that are new each time."""
    return re.sub(r'name="(key|form)" value="[^"]*"', "", surfer.last.body.decode())


async def whole_turn(surfer: Surfer, table: str) -> None:
    """Press the first word that can be said until the turn is whole, and confirm it."""
    await surfer.get(table)
    while surfer.page.words:
        await surfer.press(surfer.page.word(surfer.page.words[0]))
        assert surfer.last.status == 200
    await surfer.press(surfer.page.button("Confirm"))


@pytest.mark.slow
async def test_a_hand_and_a_draft_are_for_their_owner_alone(core: Core) -> None:
    """The page of the other is the same, byte by byte, whatever the mover drafts; their stream says
    nothing; and another reader never gets a picture drawn for one."""
    game = await core.table_of("fellers")
    people = {person.id: person for person in SIX}
    mover, other = people[(await core.mover()).id], people[(await core.waiting()).id]
    async with opened(core) as house, house.of(mover) as one, house.of(other) as two:
        address = f"/t/{game.id}"
        hand = next(i["src"] for i in one.page.images if "hand-" in i["src"])
        mine, theirs = (await one.get(hand)).body, (await two.get(hand)).body
        assert mine != theirs
        await two.get(address)
        before = plain(two)
        asked = two.session.get(f"{house.address}/events/{game.id}")
        async with asked as stream, asyncio.timeout(PATIENCE):
            first = await stream.content.readuntil(b"\n\n")
            for _ in range(2):
                await one.get(address)
                await one.press(one.page.word(one.page.words[0]))
            await two.get(address)
            assert plain(two) == before
            house.web.hub.wake()
            await whole_turn(one, address)
            assert "Turn played" in one.page.text
            assert first != (said := await stream.content.readuntil(b"\n\n"))
            now = (await core.store.versions([game.id]))[game.id]
            assert said.split(b"data: ")[1].split(b".")[0].strip() == b"%d" % now.n


async def test_without_an_address_nothing_listens_and_nothing_is_imported() -> None:
    async with listening(Settings.read({"DISCORD_TOKEN": "x"})) as door:
        assert door is None
    code = "import sys, bot.__main__; print([n for n in sys.modules if n.startswith('bot.web')])"
    asked = [sys.executable, "-c", code]
    said = await asyncio.to_thread(subprocess.run, asked, capture_output=True, text=True)
    assert said.stdout.strip() == "[]", said.stderr


GAMES = 3  # in which Ann's seat is drawn; each starts from the last one's chance


async def lobby(core: Core, n: int) -> None:
    core.kind = "fellers"
    await core.open(ANN, 3, channel=500 + n)
    await core.join(BEN, game=n)
    core.other_luck(n)


async def test_a_stream_of_a_lobby_tells_drafts_to_whoever_is_on_turn(core: Core) -> None:
    drawn = set[int | None]()
    async with opened(core) as house, asyncio.timeout(PATIENCE):
        for n in range(1, GAMES + 1):
            await lobby(core, n)
            async with AsyncExitStack() as stack:
                streams = dict[int, StreamReader]()
                for who in (ANN, BEN):
                    surfer = await stack.enter_async_context(house.of(who, n))
                    asked = surfer.session.get(f"{house.address}/events/{n}")
                    streams[who.id] = (await stack.enter_async_context(asked)).content
                    await told(streams[who.id])
                await core.do(ANN, "start", game=n)
                house.web.hub.wake()
                game, mover = await core.game(n), (await core.mover(n)).id
                for user, stream in streams.items():
                    while int((said := await told(stream)).partition(".")[0]) < game.n:
                        pass
                    assert ("." in said) == (user == mover)
            drawn.add(seat_of(game, ANN.id))
    assert drawn == {0, 1}

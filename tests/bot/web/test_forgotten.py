"""People play through every door, take their data with them and go: then nothing knows them."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.puzzles.puzzle import today
from bot.messages.boundary import answer_to
from bot.ops.logs import JsonLines
from bot.ops.upkeep import check
from storage import Change, ExportKind, Former, OrderRow, PuzzleTry
from storage.people import PEOPLE
from tests.acting import Person
from tests.bot.core import CHANNEL, GUILD, Core
from tests.bot.features.test_blocks import bar
from tests.bot.web.house import House, opened
from tests.bot.web.test_activity import Discord, comes, inside
from tests.stores import STORES
from tests.test_hosting_people import HELEN, IVO, KIM, forget, lively, stands_in, traces

PLAYERS = (HELEN, IVO, KIM)
THERE: dict[str, Any] = {"channel": CHANNEL + 1}  # where they play the game of these doors


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """The lines of the log, as the bot writes them."""
    told, root, before = io.StringIO(), logging.getLogger(), logging.getLogger().level
    handler = logging.StreamHandler(told)
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield told
    root.removeHandler(handler)
    root.setLevel(before)


async def do(core: Core, who: Person, verb: str, words: str = "", **values: Any) -> str:
    wish = core.wish(who, words, manages=who == IVO, **THERE)
    said = await answer_to(core.verbs.do(verb, wish, values))
    await core.deliver()
    assert "Something went wrong" not in said.text
    return said.text


async def on_pages(core: Core, house: House) -> int:
    """Helen and Ivo open, join, play and report on pages and in the Activity; which game it is."""
    async with house.of(HELEN) as helen, house.of(IVO) as ivo:
        await helen.press(helen.page.button("Rematch"))
        await core.deliver()
        await ivo.press(ivo.page.button("Rematch"))
        await core.deliver()
    game = max(row.id for row in await core.store.games_of(IVO.id))
    row = await core.store.game(game)
    assert row is not None
    assert row.status == "playing"
    async with house.browser() as surfer:
        house.presence.codes["helen"] = HELEN.id
        house.presence.there["i-1"] = {HELEN.id}
        await comes(surfer, "helen")
        await surfer.get(f"/t/{game}", **await inside(surfer))
        assert surfer.last.status == 200
    for who in (HELEN, IVO):
        async with house.of(who, game) as surfer:
            for button in surfer.page.buttons:
                if "data-word" in button.data and not button.off:
                    await surfer.press(button)
                    break
    await core.deliver()
    return game


async def elsewhere(core: Core, house: House, game: int) -> None:
    """The other stores of a person: links, orders, drafts, seasons, puzzles, reports, invitations
    and the deeds of a server's manager."""
    for who in PLAYERS:
        await core.store.set_personal(who.id, "text_first", "on")
        await core.store.add_token(f"a token {who.id % 9}", who.id, 0, "token")
        await core.store.try_puzzle(who.id, today(core.time()), "logger", PuzzleTry("a1"))
    await do(core, IVO, "seasonstart", play="logger", form="league", pace="brisk", days=7)
    await do(core, HELEN, "seasonjoin")
    await do(core, KIM, "seasonjoin")
    row = await core.store.game(game)
    assert row is not None
    await core.store.give_order(game, row.n, OrderRow(0, 0, "", "", "a1"))
    await core.open(IVO, 3, **THERE)
    await do(core, IVO, "invite", f"<@{HELEN.id}> <@{KIM.id}>")
    await core.join(HELEN, **THERE)
    await core.open(KIM, 2, channel=CHANNEL + 2)
    await do(core, KIM, "report", f"{HELEN.name} and <@{IVO.id}> do nothing, nor does Helen.")
    await do(core, HELEN, "report", "KIM is late, ivo too")
    await bar(core, HELEN, IVO)
    await bar(core, KIM, IVO)
    await house.link(HELEN, game)  # being barred has ended the others
    await core.store.set_server(GUILD, {"log": f"{CHANNEL}"}, [])
    await core.store.note_absence(GUILD, KIM.id, 5.0)
    await core.deliver()


async def exported(core: Core) -> set[str]:
    """Each file holds nobody else's id or name, but those of people that its owner refuses; the
    kinds of all files together."""
    kinds = set[str]()
    for who in PLAYERS:
        file = await answer_to(core.verbs.do("myfile", core.wish(who)))
        held = json.loads(file.document)
        kinds |= held.keys() - {"Discord id"}
        assert held["Discord id"] == who.id
        held.pop("refused people", None)
        own = [report.pop("typed") for report in held.get("reports", ())]
        assert own or who == IVO
        for other in PLAYERS:
            assert other == who or str(other.id) not in json.dumps(held), (who, other)
            assert other == who or other.name not in json.dumps(held), (who, other)
    return kinds


@pytest.mark.slow
async def test_who_played_through_every_door_and_goes_is_nowhere(
    tmp_path: Path, lines: io.StringIO
) -> None:
    path = tmp_path / "lumbercamp.db"
    core = await lively(path)
    core.unseen = False
    core.transport.departed.clear()
    async with opened(core, presence=Discord()) as house:
        game = await on_pages(core, house)
        await elsewhere(core, house, game)
        row = await core.store.game(1)
        assert row is not None
        before = Former(1, row.n, HELEN.id, HELEN.name)
        await core.store.commit(1, row.n, Change((), "", former=(before,)))
        missing = {*ExportKind} - await exported(core)
        assert missing == set()
    found = {place.split(".")[0] for who in PLAYERS for place in stands_in(path, who.id)}
    # tests/storage/test_people.py proves it for rows of older versions.
    assert {*PEOPLE} - found <= {"settings", "server_settings", "keys"}
    for who in (HELEN, IVO):
        said = await answer_to(core.verbs.do("forgetnow", core.wish(who)))
        assert '"former player' in said.text
        assert await core.store.personal_data(who.id) == {}
        await core.deliver()
    for row in await core.store.games_of(KIM.id):
        if row.live:
            await core.store.commit(row.id, row.n, Change((), f"x{row.id}", status="cancelled"))
    assert (await check(core.store, core.games)).wrong == ()
    await core.store.close()
    assert "former player 3" in await forget(path, KIM.id)
    for who in PLAYERS:
        assert stands_in(path, who.id) == []
        assert stands_in(path, who.name) == []
        assert str(who.id).encode() not in STORES.held(path)
    assert traces(core, *PLAYERS) == []
    for who in PLAYERS:
        assert str(who.id) not in lines.getvalue()
        assert who.name not in lines.getvalue()

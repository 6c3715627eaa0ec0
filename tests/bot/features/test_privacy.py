"""People read their data, get it as a file, and delete it (decision 61)."""

from __future__ import annotations

import json
from collections.abc import Coroutine, Generator
from datetime import datetime
from pathlib import Path
from types import coroutine
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.features.absences import Absences
from bot.features.privacy import KINDS, Privacy
from bot.messages.boundary import answer_to
from bot.messages.courier import TransientError
from bot.messages.layout import Message
from bot.ops.upkeep import check
from bot.table.game import DAY
from bot.table.intent import Intent
from bot.table.settings import TEXT_FIRST, Hosting
from rules.text import Text
from storage import BrowserLink, ExportKind, PuzzleTry
from tests.acting import BEN, CY, DEE, Person
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core, Patch
from tests.bot.playing import good_turn
from tests.bot.transport import Killed
from tests.storage.samples import waiting
from tests.stores import STORES
from tests.test_hosting_people import stands_in

HELEN, IVO = Person(7**20, "Helen"), Person(7**21, "Ivo")


async def asked(core: Core, who: Person, verb: str = "mydata", key: str = "k") -> Message:
    wish = Intent(key, who.id, who.name, 0, 0)
    return await core.answer(verb, wish)


async def deleted(core: Core, who: Person) -> Message:
    panel = await asked(core, who)
    for label in ("Delete My Data…", "Delete My Data", "Delete Permanently"):
        panel = await core.press(who, label, panel)
    return panel


async def rated(core: Core, number: int, *people: Person) -> None:
    """A game of two that is over, after as many turns as a rating takes."""
    await core.begin(*people)
    for _ in range(6):
        await core.say(await core.mover(number), good_turn(await core.table(number)))
    await core.resign(people[1])
    await core.deliver()


async def test_a_file_has_every_kind_that_is_stored_and_names_nobody_else(core: Core) -> None:
    """Browsers, links and puzzle tries too; a row that names two people shows each only their own
    id."""
    store = core.store
    await core.begin(HELEN, IVO)
    await store.add_link("link", BrowserLink(HELEN.id, 1), 600)
    await store.add_browser("browser", HELEN.id, "Firefox", 600)
    await store.try_puzzle(HELEN.id, 1, "logger", PuzzleTry("a1"))
    await store.tell_once(1, f"lent:{HELEN.id}:{IVO.id}")
    answer = await asked(core, HELEN, "myfile")
    held = json.loads(answer.document)
    assert held["Discord id"] == HELEN.id
    assert {"seats", "links", "browsers", "puzzles", "posts asked for"} <= held.keys()
    assert held["posts asked for"][0]["said"] == f"lent:{HELEN.id}"
    assert f"{IVO.id}" not in answer.document
    for told in (await asked(core, HELEN), await asked(core, HELEN, "about")):
        assert "to addresses you set for notifications, and to programs with a token." in told.text
    assert IVO.name not in answer.document
    panel = await asked(core, HELEN)
    assert all(name.template in panel.text for name in KINDS.values())
    assert all(f": {len(rows)}" in answer.text for rows in held.values() if isinstance(rows, list))


async def test_a_file_can_be_made_of_each_kind_alone(core: Core, monkeypatch: Patch) -> None:
    row = {"server": 900, "kind": "logger", "number": 7, "at": 5.0}
    told = {"game": "L7", "server": 900, "kind": "logger", "at": "1970-01-01T00:00:05+00:00"}
    for kind in ExportKind:
        monkeypatch.setattr(core.store, "personal_data", AsyncMock(return_value={kind: [row]}))
        answer = await asked(core, HELEN, "myfile")
        assert json.loads(answer.document)[kind] == [told]
        assert f"{KINDS[kind].template}: 1" in answer.text
        core.time.seconds += 600


async def test_a_second_file_at_once_is_not_made(core: Core, monkeypatch: Patch) -> None:
    """It reads whole tables. One that could not be made doesn't count."""
    await core.store.set_personal(HELEN.id, TEXT_FIRST, "on")
    with monkeypatch.context() as broken:
        broken.setattr(core.store, "personal_data", AsyncMock(side_effect=OSError("gone")))
        assert not (await asked(core, HELEN, "myfile")).document
    assert (await asked(core, HELEN, "myfile")).document
    assert "ten minutes" in (await asked(core, HELEN, "myfile")).text
    assert (await asked(core, CY, "myfile")).text == "I store nothing about you."
    core.time.seconds += 600
    assert (await asked(core, HELEN, "myfile")).document


async def test_nothing_is_done_before_the_second_confirmation(core: Core) -> None:
    await core.begin(HELEN, BEN)
    panel, press = await asked(core, HELEN, "forget"), core.press
    assert "You'll resign from L1" in panel.text
    await asked(core, DEE, "forgetnow")  # the buttons carry no id
    assert "can't undo this" in (await press(HELEN, "Delete My Data", panel)).text
    kept = await press(HELEN, "Keep Everything", panel)
    assert kept.text == "I haven't deleted anything."
    assert await core.store.games_of(HELEN.id)


@pytest.mark.parametrize("state", ["lobby", "hosted lobby", "two play", "three play", "over"])
async def test_nothing_of_them_is_left_whatever_they_were_in(tmp_path: Path, state: str) -> None:
    """The others' game continues, ends with a winner or is closed. It replays, and the raw file has
    neither the id nor the name."""
    path = tmp_path / "games.db"
    core = await Core.build(path)
    match state:
        case "lobby":
            await core.open(BEN, 3)
            await core.join(HELEN)
        case "hosted lobby":
            await core.open(HELEN, 3)
        case "three play":
            await core.begin(HELEN, BEN, CY)
        case _:
            await core.begin(HELEN, BEN)
    if state == "over":
        await core.resign(BEN)
    await core.deliver()
    await core.store.set_personal(HELEN.id, TEXT_FIRST, "on")
    answer = await deleted(core, HELEN)
    assert 'you\'re now "former player 1"' in answer.text
    await core.deliver()
    after = await core.game()
    ends = {"lobby": "lobby", "hosted lobby": "cancelled", "three play": "playing"}
    assert after.status == ends.get(state, "over")
    if state == "three play":
        await core.resign(BEN)
        await core.deliver()
        assert (await core.game()).status == "over"
        result = next(m for m in reversed(core.transport.messages) if "is over" in m.text)
        assert "former player 1 (F) left the game" in result.text
        assert all(user > 0 for user in result.pings)  # Discord refuses the whole post otherwise
    assert (await check(core.store, core.games)).wrong == ()
    assert (await asked(core, HELEN, "myfile", "again")).text == "I store nothing about you."
    await core.store.close()
    assert stands_in(path, HELEN.id) == []
    held = STORES.held(path)
    assert not any(each.encode() in held for each in (str(HELEN.id), HELEN.name))


@coroutine
def killed_at(work: Coroutine[Any, Any, object], at: int) -> Generator[Any, None, bool]:
    """Stop some work at its nth wait, like a killed process. Whether it had not ended before."""
    steps = work.__await__()
    for _ in range(at + 1):
        try:
            waits_for = next(steps)
        except StopIteration:
            return False
        yield waits_for
    work.close()
    return True


@pytest.mark.slow
async def test_a_death_at_any_await_leaves_them_whole_or_gone(tmp_path: Path) -> None:
    """Every other game loads, replays and verifies, standings and ratings add up; another press
    finishes it."""
    path, dead = tmp_path / "games.db", True
    core = await Core.build(path)
    for number, people in enumerate(((HELEN, BEN), (CY, BEN)), 1):
        await rated(core, number, *people)
    await core.begin(HELEN, BEN, CY)
    await core.open(IVO, 3, channel=OTHER_CHANNEL)
    await core.join(HELEN, channel=OTHER_CHANNEL)
    await core.store.close()
    deaths = 0
    while dead:
        copy = tmp_path / f"dies-{deaths}" / path.name
        copy.parent.mkdir()
        STORES.copy(path, copy)
        before = await Core.build(copy)
        dead = await killed_at(asked(before, HELEN, "forgetnow"), deaths)
        await before.restart()
        assert (await check(before.store, before.games)).wrong == ()
        await adds_up(before)
        assert '"former player' in (await asked(before, HELEN, "forgetnow", "again")).text
        await adds_up(before)
        await before.store.close()
        assert stands_in(copy, HELEN.id) == []
        assert HELEN.name.encode() not in STORES.held(copy)
        STORES.release(copy)
        deaths += dead
    assert deaths > 5


async def adds_up(core: Core) -> None:
    """Check that ratings and standings follow from the results."""

    async def known() -> list[object]:
        moved = [await core.store.rating_changes(game) for game in (1, 2)]
        return [*moved, await core.store.standings(GUILD, "logger")]

    before = await known()
    await core.store.rebuild_ratings()
    assert await known() == before


async def test_who_comes_back_can_be_deleted_again(core: Core) -> None:
    """Within minutes, too: no answer says that data still there is deleted, or that a file was made
    just now."""
    await core.begin(HELEN, BEN)
    await asked(core, HELEN, "myfile")
    await deleted(core, HELEN)
    assert (await asked(core, HELEN, "myfile")).text == "I store nothing about you."
    await core.open(HELEN, 3)
    again = await asked(core, HELEN, "forgetnow", "again")
    assert 'now "former player 2"' in again.text
    assert await core.store.personal_data(HELEN.id) == {}


async def test_how_long_it_stays_is_what_the_host_has_set(core: Core) -> None:
    for kept, told in (
        (None, "I keep your data until you delete it."),
        (0.0, "or until 30 days after you leave a server."),
        (730 * DAY, "or until 730 days after your last game there."),
    ):
        core.services.hosting = Hosting(names_kept=kept)
        assert told in (await answer_to(Privacy(core.services).show(core.wish(HELEN)))).text


# -- People who left are forgotten after thirty days, unless they return.


AT_ONCE = AsyncMock()  # where no question takes any time


def nightly(core: Core, sleep: Any = AT_ONCE) -> Absences:
    return Absences(core.services, 4, sleep)


async def over(core: Core, *people: Person) -> None:
    await core.begin(*people)
    await core.play("a1", "e5")
    await core.resign(people[0])
    await core.deliver()


async def names(core: Core) -> list[str]:
    row = await core.store.game(1)
    assert row
    return sorted(sitter.name for sitter in row.sitters)


async def days(core: Core, number: int) -> None:
    """Let nights pass, with a search for people who left in the first and the last of them."""
    for passed in (1, number - 1)[:number]:
        core.time.seconds += passed * DAY
        await nightly(core).look()


async def test_who_has_left_the_server_is_forgotten_after_thirty_days(core: Core) -> None:
    """When somebody comes back, even for an evening, the thirty days begin again."""
    await over(core, HELEN, BEN)
    core.transport.departed.add(HELEN.id)
    await days(core, 29)
    core.transport.departed.clear()
    await days(core, 1)
    core.transport.departed.add(HELEN.id)
    await days(core, 30)
    assert await names(core) == ["Ben", "Helen"]
    await days(core, 1)
    assert await names(core) == ["Ben", "former player 1"]
    assert await core.store.personal_data(HELEN.id) == {}
    assert (await check(core.store, core.games)).wrong == ()


async def test_nobody_is_gone_where_discord_does_not_say_so(core: Core) -> None:
    await over(core, HELEN, BEN)
    core.transport.departed.add(HELEN.id)
    core.transport.left.add(GUILD)
    lost = TransientError(Text("away"))
    for _ in range(32):
        core.transport.fail("is_member", lost, lost)
        core.transport.fail("serves", lost)
        await days(core, 1)
    assert await names(core) == ["Ben", "Helen"]
    assert await core.store.servers() == {GUILD: None}


async def test_a_server_that_has_removed_the_bot_is_forgotten(core: Core) -> None:
    """Its games end without a winner, nothing is posted there any more, and its settings are
    gone."""
    await over(core, HELEN, BEN)
    await core.begin(HELEN, CY)
    await core.store.set_server(GUILD, {"log": f"{CHANNEL}"}, [])
    core.transport.left.add(GUILD)
    await days(core, 31)
    rows = [await core.store.game(game) for game in (1, 2)]
    assert [row and row.status for row in rows] == ["over", "cancelled"]
    assert not [s.name for row in rows if row for s in row.sitters if "former player" not in s.name]
    assert await core.store.server(GUILD) == {}
    assert await core.store.servers() == {}
    assert await waiting(core.store) == []
    assert await core.store.personal_data(HELEN.id) == await core.store.personal_data(CY.id) == {}
    assert (await check(core.store, core.games)).wrong == ()


async def test_who_has_played_nothing_for_long_is_forgotten(core: Core) -> None:
    """LUMBERCAMP_NAMES_KEPT, counted from their last game on that server."""
    await over(core, HELEN, BEN)
    core.services.hosting = Hosting(names_kept=10 * DAY)
    await days(core, 9)
    assert await names(core) == ["Ben", "Helen"]
    await days(core, 1)
    assert await names(core) == ["former player 1", "former player 2"]


async def test_it_is_done_once_a_night(core: Core) -> None:
    """At its hour, or when the bot is there again; not while nobody can be asked."""
    await over(core, HELEN, BEN)
    await core.store.set("absences looked for", "2026-11-23")
    core.time.seconds = at_three = datetime(2026, 11, 24, 3).timestamp()

    async def slept(seconds: float) -> None:
        assert seconds <= 600
        core.time.seconds += seconds
        if core.time.seconds > at_three + (25.5 if core.connected else 50) * 3600:
            raise Killed

    for core.connected in (True, False):
        with pytest.raises(Killed):
            await nightly(core, sleep=slept).run()
        assert core.transport.calls.count(("serves", GUILD)) == 2

"""Who is gone is forgotten after thirty days, and whoever comes back is not.

Source: docs/privacy.md, For how long; issue 29, item 5.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.features.absences import Absences
from bot.ops.check import check
from bot.outbox.transport import Membership, TransientError
from bot.table.calendar import DAY
from bot.table.hosting import Hosting
from rules.text import Text
from storage import THE_BOT
from tests.bot.core import BEN, CHANNEL, CY, GUILD, Core, Person
from tests.bot.dying import deaths
from tests.bot.playing import good_turn
from tests.bot.transport import Killed
from tests.storage.samples import waiting

HELEN = Person(7**20, "Helen")


def nightly(core: Core, **more: Any) -> Absences:
    """Where no question takes any time."""

    async def at_once(_: float) -> None:
        return None

    return Absences(core.cases, Membership(core.transport), 4, more.get("sleep", at_once))


async def over(core: Core, *people: Person) -> None:
    """A game of theirs that is over, and told."""
    await core.seated(*people)
    await ends(core)


async def ends(core: Core) -> None:
    """It is played to its end."""
    while (table := await core.table()).running:
        await core.say(await core.mover(), good_turn(table))
    await core.deliver()


async def names(core: Core) -> list[str]:
    row = await core.store.game(1)
    assert row
    return sorted(sitter.name for sitter in row.sitters)


async def days(core: Core, number: int) -> None:
    """So many nights, in each of which who is gone is looked for."""
    for _ in range(number):
        core.time.seconds += DAY
        await nightly(core).look()


async def test_who_has_left_the_server_is_forgotten_after_thirty_days(core: Core) -> None:
    await over(core, HELEN, BEN)
    await days(core, 3)
    core.transport.departed.add(HELEN.id)
    await days(core, 30)
    assert await names(core) == ["Ben", "Helen"]
    await days(core, 1)
    assert await names(core) == ["Ben", "former player 1"]
    assert await core.store.about(HELEN.id) == {}
    assert (await check(core.store, core.games)).wrong == ()


async def test_who_comes_back_is_not_forgotten(core: Core) -> None:
    """Nor is who was not found on one evening: the thirty days begin anew."""
    await over(core, HELEN, BEN)
    core.transport.departed.add(HELEN.id)
    await days(core, 29)
    core.transport.departed.clear()
    await days(core, 1)
    core.transport.departed.add(HELEN.id)
    await days(core, 30)
    assert await names(core) == ["Ben", "Helen"]


async def test_nobody_is_gone_where_discord_does_not_say_so(core: Core) -> None:
    await over(core, HELEN, BEN)
    core.transport.departed.add(HELEN.id)
    core.transport.left.add(GUILD)
    lost = TransientError(Text("away"))
    for _ in range(40):
        core.transport.fail("here", lost, lost)
        core.transport.fail("serves", lost)
        await days(core, 1)
    assert await names(core) == ["Ben", "Helen"]
    assert await core.store.servers() == {GUILD: None}


async def test_who_still_plays_is_not_forgotten(core: Core) -> None:
    """Until the table is over; its clock ends it."""
    await core.seated(HELEN, BEN)
    core.transport.departed.add(HELEN.id)
    await days(core, 40)
    assert await names(core) == ["Ben", "Helen"]
    await ends(core)
    await days(core, 31)
    assert await names(core) == ["Ben", "former player 1"]


async def test_a_server_that_has_removed_the_bot_is_forgotten(core: Core) -> None:
    """Its games end without a winner, nothing is told there any more, and nothing is set."""
    await over(core, HELEN, BEN)
    await core.seated(HELEN, CY)
    await core.store.set_server(GUILD, {"log": f"{CHANNEL}"}, [])
    core.transport.left.add(GUILD)
    await days(core, 31)
    rows = [await core.store.game(game) for game in (1, 2)]
    assert [row and row.status for row in rows] == ["over", "cancelled"]
    assert not [s.name for row in rows if row for s in row.sitters if "former player" not in s.name]
    assert await core.store.server(GUILD) == {}
    assert await core.store.servers() == {}
    assert await waiting(core.store) == []
    assert await core.store.about(HELEN.id) == await core.store.about(CY.id) == {}
    assert (await check(core.store, core.games)).wrong == ()


async def test_a_server_that_invites_the_bot_again_keeps_everything(core: Core) -> None:
    await over(core, HELEN, BEN)
    core.transport.left.add(GUILD)
    await days(core, 20)
    core.transport.left.clear()
    await days(core, 20)
    assert await names(core) == ["Ben", "Helen"]
    assert await core.store.servers() == {GUILD: None}


async def test_who_has_played_nothing_for_long_is_forgotten(core: Core) -> None:
    """LUMBERCAMP_NAMES_KEPT, counted from their last game on that server."""
    await over(core, HELEN, BEN)
    core.cases.hosting = Hosting(names_kept=100 * DAY)
    await days(core, 99)
    assert await names(core) == ["Ben", "Helen"]
    await days(core, 1)
    assert await names(core) == ["former player 1", "former player 2"]


async def test_a_death_at_any_await_leaves_the_rest_for_the_next_night(tmp_path: Path) -> None:
    """Nobody is forgotten by halves, and in the end all are."""
    core = await Core.build(tmp_path / "games.db")
    await over(core, HELEN, BEN)
    await core.seated(HELEN, CY)
    await core.store.note_absence(GUILD, THE_BOT, core.time() - 40 * DAY)
    await core.store.close()

    async def night(core: Core) -> None:
        core.transport.left.add(GUILD)
        await nightly(core).look()

    deaths_there = 0
    async for after in deaths(tmp_path / "games.db", tmp_path, night):
        assert (await check(after.store, after.games)).wrong == ()
        await night(after)
        assert await after.store.servers() == {}
        deaths_there += 1
    assert deaths_there > 5


async def test_it_is_done_once_a_night(core: Core) -> None:
    """At its hour, or when the bot is there again; not while nobody can be asked."""
    await over(core, HELEN, BEN)
    asked = core.transport.calls
    at_three = datetime(2026, 11, 24, 3).timestamp()
    naps = list[float]()

    async def slept(seconds: float) -> None:
        naps.append(seconds)
        core.time.seconds += seconds
        if core.time.seconds > at_three + 25.5 * 3600:
            raise Killed

    core.time.seconds = at_three
    await core.store.set("absences looked for", "2026-11-23")
    with pytest.raises(Killed):
        await nightly(core, sleep=slept).run()
    assert asked.count(("serves", GUILD)) == 2
    assert max(naps) <= 600
    core.connected = False
    core.time.seconds = at_three + 26 * 3600
    with pytest.raises(Killed):
        await nightly(core, sleep=slept).run()
    assert asked.count(("serves", GUILD)) == 2

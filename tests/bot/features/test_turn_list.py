"""A server's turn list: in the channel that a manager chose, right a minute after each change."""

from pathlib import Path
from typing import Any

import pytest

from bot.table.rows import TurnsShown
from bot.table.servers import TURNS, ChannelInfo
from bot.table.settings import NOT_SET
from tests.acting import ANN, BEN, Person
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core
from tests.bot.features.test_privacy import killed_at
from tests.bot.transport import Killed, Posted
from tests.stores import STORES

LIST, MINUTE = 502, 60.0


def lists(core: Core) -> Any:
    works: Any = next(each.works for each in core.services._features if each.works)
    return works.__self__


async def choose(core: Core, channel: int | str = LIST, **more: Any) -> str:
    answer = await core.do(ANN, "pick", f"{channel}", {"name": TURNS}, **{"manages": True} | more)
    await core.deliver()
    return answer.text


async def later(core: Core) -> None:
    core.time.seconds += MINUTE
    await lists(core).tick()
    await core.deliver()


def shown(core: Core) -> list[Posted]:
    return [each for each in core.transport.messages if "Whose turn is it?" in each.text]


async def is_right(core: Core, channel: int = LIST) -> bool:
    (there,) = shown(core)
    return there.channel == channel and f": **{(await core.mover()).name}**" in there.text


async def test_a_list_names_the_player_to_move_a_minute_after_each_turn(two: Core) -> None:
    """With a link to the newest board and without a ping; once a minute, however much happens."""
    await choose(two)
    (there,) = shown(two)
    assert (await is_right(two), there.pings, there.silent) == (True, (), True)
    await two.tell("a1")
    assert await lists(two).tick() == MINUTE
    assert not await is_right(two)
    await later(two)
    assert await is_right(two)
    assert f"/{(await two.board()).id})" in there.text
    game = await two.game()
    for _ in range(10_000):
        two.services.commits._wake(game, ())
    await later(two)
    assert two.transport.calls.count(("edit", LIST)) == 2


async def test_there_is_one_list_where_it_is_wanted(lasting: Core) -> None:
    """It moves, is logged, comes back after somebody deleted it, and goes when it's turned off."""
    await lasting.begin(ANN, BEN)
    await lasting.store.set_server(GUILD, {"log": f"{CHANNEL}"})
    for channel in (LIST, OTHER_CHANNEL, LIST):
        await choose(lasting, channel)
        assert await is_right(lasting, channel)
    assert sum("The turn list is in" in each for each in lasting.posts()) == 3
    lasting.transport.messages.remove(shown(lasting)[0])
    await lasting.tell("a1")
    await later(lasting)
    assert await is_right(lasting)
    await lasting.tell("e5")
    await lasting.restart()  # nothing that was due is stored
    await later(lasting)
    assert await is_right(lasting)
    await choose(lasting, NOT_SET)
    await later(lasting)
    assert shown(lasting) == []


async def test_only_who_manages_the_server_chooses_and_no_name_formats(core: Core) -> None:
    """Attack: another server's manager, a forged page, markup. Deletion empties list and store."""
    await core.begin(Person(11, "@everyone [x](y)"), Person(12, "<@99> **x**"))
    core.guilds.there.append(ChannelInfo(503, "quiet", ("Send Messages", "Attach Files")))
    assert "in <#503>. Missing permissions: **Send Messages**." in await choose(core, 503)
    assert "I don't know that channel" in await choose(core, 4711)
    assert "Manage Server" in await choose(core, manages=False)
    assert await core.store.server(GUILD) == {}
    await choose(core)
    await choose(core, NOT_SET, guild=GUILD + 1)
    await later(core)
    (there,) = shown(core)
    said = [each in there.text for each in ("x", "@everyone", "<@9", "**x", "[x]")]
    assert said == [True, False, False, False, False]
    assert "x" not in (await core.push(BEN, "lc:turnspage:0", guild=GUILD + 1)).text
    assert f"set_up:{ANN.id}'" not in str(await core.store.personal_data(ANN.id))  # no message
    for person in (ANN, BEN):
        await core.do(person, "forgetnow")
        assert await core.store.personal_data(person.id) == {}
    await later(core)
    assert "x" not in there.text


async def test_a_game_that_not_everybody_can_see_is_in_its_own_channel_only(two: Core) -> None:
    """Nobody knows who can see what before Discord has named its servers: then the list stays."""
    await choose(two)
    known, two.guilds.there, two.guilds.closed = two.guilds.there, [], {CHANNEL}
    await two.services.servers.set(GUILD, {}, TurnsShown(LIST))
    await later(two)
    assert await is_right(two)
    two.guilds.there = known
    await later(two)
    turned = await two.push(BEN, "lc:turnspage:0", channel=LIST)
    assert turned.text == shown(two)[0].text
    assert "No game here is waiting for a turn." in turned.text
    assert two.verbs["turnspage"].instead == "own"
    await choose(two, CHANNEL)
    assert await is_right(two, CHANNEL)


@pytest.mark.parametrize("dies", ["fail_after post", "fail_after post off", "fail delete"])
async def test_a_death_at_discord_leaves_one_list(lasting: Core, dies: str) -> None:
    how, verb, *off = dies.split()
    await lasting.begin(ANN, BEN)
    await choose(lasting, OTHER_CHANNEL if verb == "delete" else NOT_SET)
    await lasting.tell("a1")
    getattr(lasting.transport, how)(verb, Killed())
    with pytest.raises(Killed):
        await choose(lasting)
    await lasting.kill()
    lasting.transport.forget_nonces()
    if off:
        await lasting.store.set_server(GUILD, {TURNS: None})
    await lasting.tell("e5")
    await later(lasting)
    assert shown(lasting) == [] if off else await is_right(lasting)


@pytest.mark.slow
async def test_a_death_at_any_await_is_mended_a_minute_after_the_start(tmp_path: Path) -> None:
    path, deaths, dead = tmp_path / "games.db", 0, True
    core = await Core.build(path)
    await core.begin(ANN, BEN)
    await choose(core, OTHER_CHANNEL)
    await core.store.close()

    async def changes(it: Core) -> None:
        await it.play("a1")
        it.time.seconds += MINUTE
        await lists(it).tick()
        await it.do(ANN, "pick", f"{LIST}", {"name": TURNS}, manages=True)

    while dead:
        copy = tmp_path / f"dies-{deaths}" / path.name
        copy.parent.mkdir()
        STORES.copy(path, copy)
        core.transport.messages = [m for m in core.transport.messages if m.channel == OTHER_CHANNEL]
        before = await Core.build(copy, transport=core.transport)
        dead = await killed_at(changes(before), deaths)
        await before.kill()
        await later(before)
        assert await is_right(before, int((await before.store.server(GUILD))[TURNS]))
        await before.store.close()
        STORES.release(copy)
        deaths += dead
    assert deaths > 5

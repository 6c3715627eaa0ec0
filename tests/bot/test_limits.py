"""How many games may be open: of one host, and on a server.

Source: issue 9, item 24; experience 3.13, "Too many games".
"""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.messages.message import Message
from bot.ops import service
from bot.ops.health import Health
from bot.ops.settings import Settings
from storage import Limits
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CHANNEL, CY, GUILD, Core, Person
from tests.bot.playing import turn

CHANNELS = count(CHANNEL + 100)


def limited(core: Core, person: int, server: int) -> Core:
    core.cases.lobby._limits = Limits(person, server)
    return core


async def opened(core: Core, who: Person, **more: Any) -> Message:
    """A lobby for three in a channel of its own."""
    return await core.open(who, 3, **{"channel": next(CHANNELS)} | more)


async def test_one_host_has_so_many_open_games_and_no_more(core: Core) -> None:
    """The refusal says how many and how there is room; others, other servers and threads are
    not in the way, or no way out."""
    limited(core, 2, 0)
    for _ in range(2):
        assert "is open" in (await opened(core, ANN)).text
    told = await opened(core, ANN)
    assert told.text == (
        "No game was opened: you host 2 open games on this server, and nobody may host more. "
        "`/games mine` lists yours; when one is over, or you close one with `/logger cancel`, you "
        "can open another."
    )
    assert "you host 2 open games" in (await core.open(ANN, 3, thread=True)).text
    assert "is open" in (await opened(core, BEN)).text
    assert "is open" in (await opened(core, ANN, guild=GUILD + 1)).text
    await core.cancel(ANN, name="L1", channel=(await core.game(1)).channel)
    assert "is open" in (await opened(core, ANN)).text
    assert "No game was opened" in (await opened(core, ANN)).text


async def test_a_lobby_that_the_host_has_left_is_not_counted(core: Core) -> None:
    limited(core, 1, 0)
    await core.open(ANN, 3)
    await core.join(BEN)
    assert "you host 1 open game on" in (await opened(core, ANN)).text
    await core.leave(ANN)
    assert "is open" in (await opened(core, ANN)).text


async def test_a_server_has_so_many_open_games_and_no_more(core: Core) -> None:
    limited(core, 0, 2)
    for who in (ANN, BEN):
        await opened(core, who)
    told = await opened(core, CY)
    assert told.text == (
        "No game was opened: 2 games can be open on this server at a time, and so many are. "
        "`/games here` lists them; when one is over or closed, there is room."
    )
    assert "is open" in (await opened(core, CY, guild=GUILD + 1)).text
    await core.cancel(ANN, name="L1", channel=(await core.game(1)).channel)
    assert "is open" in (await opened(core, CY)).text


async def test_many_at_once_are_not_more(core: Core) -> None:
    """It is counted where it is written."""
    limited(core, 3, 0)
    told = await asyncio.gather(*(opened(core, ANN) for _ in range(8)))
    assert sum("is open" in panel.text for panel in told) == 3
    assert len(await core.store.games_on(GUILD)) == 3


async def test_a_rematch_counts_too(core: Core) -> None:
    """A result's button is no way round it; and a second delivery is still the first answer."""
    limited(core, 1, 0)
    await core.seated(ANN, BEN)
    while (await core.game()).status == "playing":
        await core.say(await core.mover(), turn(await core.table(), Random(3)))
    await opened(core, BEN)
    game = await core.game()
    told = await Controls(core).again(BEN, game=game.id)
    assert "you host 1 open game on" in told.text
    assert "L3 is open" in (await Controls(core).again(ANN, game=game.id)).text
    assert "it has started" in (await Controls(core).again(BEN, game=game.id)).text


@pytest.mark.parametrize("limits", [(0, 0), (1, 1)])
async def test_a_second_delivery_is_answered_as_the_first(
    core: Core, limits: tuple[int, int]
) -> None:
    """Decision 8: also when its own game has filled the room."""
    limited(core, *limits)
    first = await core.open(ANN, 3, key="same")
    assert await core.open(ANN, 3, key="same") == first


async def test_the_settings_reach_every_lobby(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the environment to the client that serves."""
    env = {"DISCORD_TOKEN": "a.b.c", "LUMBERCAMP_GAMES_PER_PERSON": "1"}
    made: list[service.Announced] = []

    async def start(client: service.Announced, token: str = "") -> None:
        made.append(client)

    for verb in ("start", "close"):  # there is no server to talk to
        monkeypatch.setattr(service.Announced, verb, start)
    await service._connected(core.store, Settings.read(env), "", Health(core.store))
    core.cases = made[0].cases
    assert "is open" in (await opened(core, ANN)).text
    assert "you host 1 open game on" in (await opened(core, ANN)).text

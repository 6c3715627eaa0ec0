"""Which news of Discord makes the outbox try again what was parked, and for which server.

Source: issue 9, item 15. That boards really come back is proved in tests/faults.
"""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import discord.shard
import discord.state
import pytest

from bot.discord.changes import BEGUN, CONNECTED, EVENTS, listen


class Listening:
    """As much of a client as is needed here."""

    def __init__(self) -> None:
        self.background, self.serving = self, nullcontext
        self.tried: list[int] = []
        self.hurried = 0
        self.looked: list[int] = []

    def look_back(self, shard: int) -> None:
        self.looked.append(shard)

    async def retry(self, guild: int) -> None:
        self.tried.append(guild)

    def hurry(self) -> None:
        self.hurried += 1


@pytest.mark.parametrize("event", [*EVENTS, *CONNECTED])
def test_the_library_tells_of_such_events(event: str) -> None:
    """A name with a slip in it would never be called."""
    told = inspect.getsource(discord.state) + inspect.getsource(discord.shard)
    assert f"dispatch('{event}'" in told


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    "about",
    [
        SimpleNamespace(id=3, guild=SimpleNamespace(id=7)),
        SimpleNamespace(thread_id=3, guild_id=7),
        SimpleNamespace(id=7),
    ],
    ids=["a part of a server", "raw news", "a server"],
)
async def test_a_change_of_a_server_tries_what_is_parked_there(event: str, about: Any) -> None:
    client: Any = Listening()
    listen(client, client.look_back)
    await getattr(client, f"on_{event}")("as it was before", about)
    assert client.tried == [7]


@pytest.mark.parametrize("event", CONNECTED)
async def test_a_connection_that_is_there_again_ends_the_pauses(event: str) -> None:
    client: Any = Listening()
    listen(client, client.look_back)
    await getattr(client, f"on_{event}")(*([3] if event == BEGUN else []))
    assert client.hurried == 1
    assert client.looked == ([3] if event == BEGUN else []), "what is resumed has lost nothing"

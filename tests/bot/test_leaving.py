"""What the bot does when it is stopped: it ends what was begun, and begins nothing more.

Source: docs/hosting.md, stopping: the store is closed when the client has left.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest
from PIL import Image

from bot.app import App
from bot.core.game import Games
from bot.discord.client import Lumbercamp
from bot.messages.layout import PAINTER
from renderer import Artist, Hosted
from rules import GAMES
from storage import SqliteStore

MANY = 1_000_000  # sprites: more than can be drawn while a bot leaves


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(":memory:")
    yield opened
    await opened.close()


async def test_a_wish_that_came_with_the_last_event_is_served_to_its_end(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the last wish that was waited for and the end of the connection."""
    client = App(store, Lumbercamp).client
    last, served, wishes = asyncio.Event(), list[int](), list[asyncio.Task[None]]()

    async def wish() -> None:
        with client.serving():
            await last.wait()
            served.append(len(await store.open_games()))

    async def leave(self: discord.AutoShardedClient) -> None:
        wishes.append(asyncio.create_task(wish()))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(last.set)

    monkeypatch.setattr(discord.AutoShardedClient, "close", leave)
    await client.close()
    assert served == [0]


async def test_sprites_that_nobody_waits_for_are_not_drawn(store: SqliteStore) -> None:
    """A bot that is refused at its first start, or stopped, ends at once."""
    drawn = 0

    def sprites(_: Any) -> Iterator[Image.Image]:
        nonlocal drawn
        while drawn < MANY:
            drawn += 1
            yield Image.new("L", (1, 1))

    artist = Artist(lambda *_: Image.new("P", (8, 6)), sprites)
    app = App(store, Lumbercamp, games=Games({"logger": Hosted(GAMES["logger"], artist)}))
    for work in app.works():
        work.close()
    await app.close()
    await asyncio.get_running_loop().run_in_executor(PAINTER, lambda: None)
    assert 0 < drawn < MANY

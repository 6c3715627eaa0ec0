"""The judge itself: it must see faults, or its silence means nothing."""

from typing import Any

import pytest

from sandbox import World
from sandbox.model import CHANNELS
from tests.sandbox.bare import Bare
from tests.sandbox.openapi import judge

pytestmark = pytest.mark.openapi
MESSAGES = f"/channels/{next(iter(CHANNELS))}/messages"


async def exchange(world: World, bare: Bare) -> tuple[str, str, Any, int, Any]:
    await bare("POST", MESSAGES, {"content": "x"})
    assert world.exchanges is not None
    return world.exchanges.pop()


async def test_an_answer_without_a_key_is_found(world: World, bare: Bare) -> None:
    method, path, body, status, said = await exchange(world, bare)
    for missing in ("id", "author", "flags", "pinned"):
        shown = {key: value for key, value in said.items() if key != missing}
        world.exchanges = [(method, path, body, status, shown)]
        assert missing in str(judge(world))
    world.exchanges = []


async def test_numbers_for_ids_are_forgiven(world: World, bare: Bare) -> None:
    """The client sends the ids of attachments as numbers and Discord takes them."""
    method, path, _, status, said = await exchange(world, bare)
    form = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    world.exchanges = [(method, path, form, status, said)]
    assert judge(world) == []

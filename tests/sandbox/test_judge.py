"""The judge itself: it must see what is wrong, or its silence means nothing."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import World
from sandbox.founding import CHANNELS
from tests.sandbox.bare import Bare
from tests.sandbox.openapi import judge

MESSAGES = f"/channels/{next(iter(CHANNELS))}/messages"


async def exchange(world: World, bare: Bare) -> tuple[str, str, Any, int, Any]:
    await bare("POST", MESSAGES, {"content": "x"})
    assert world.exchanges is not None
    return world.exchanges.pop()


async def test_a_good_exchange_is_left_alone(world: World, bare: Bare) -> None:
    world.exchanges = [await exchange(world, bare)]
    assert judge(world) == []


@pytest.mark.parametrize("missing", ["id", "author", "flags", "pinned"])
async def test_an_answer_without_a_key_is_found(world: World, bare: Bare, missing: str) -> None:
    method, path, body, status, said = await exchange(world, bare)
    del said[missing]
    world.exchanges = [(method, path, body, status, said)]
    assert missing in str(judge(world))
    world.exchanges = []


async def test_a_request_of_the_wrong_type_is_found(world: World, bare: Bare) -> None:
    method, path, _, status, said = await exchange(world, bare)
    world.exchanges = [(method, path, {"content": 5}, status, said)]
    assert "content" in str(judge(world))
    world.exchanges = []


async def test_numbers_for_ids_are_forgiven(world: World, bare: Bare) -> None:
    """The client sends the ids of attachments as numbers and Discord takes them."""
    method, path, _, status, said = await exchange(world, bare)
    form = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    world.exchanges = [(method, path, form, status, said)]
    assert judge(world) == []

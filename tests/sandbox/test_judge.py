"""The judge itself: it must see faults, or its silence means nothing."""

from pathlib import Path
from typing import Any

import pytest

from sandbox import World
from sandbox.model import CHANNELS
from sandbox.rest import NAMED_BY, note
from tests.sandbox.bare import Bare
from tests.sandbox.openapi import judge, judge_journal

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


async def test_a_journal_is_judged_like_a_world(
    world: World, bare: Bare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exchanges of sandboxes in processes of their own, a line each."""
    method, path, body, status, said = await exchange(world, bare)
    monkeypatch.setenv(NAMED_BY, str(tmp_path / "journal.jsonl"))
    note((method, path, body, status, said))
    assert judge_journal(tmp_path / "journal.jsonl") == []
    note((method, path, {"content": 5}, status, said))
    assert "content" in str(judge_journal(tmp_path / "journal.jsonl"))

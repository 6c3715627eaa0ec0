"""A frame of the gateway that nobody can read is dropped, and the bot goes on.

Source: issue 25, item 26. The library reads with orjson, where that is installed, and else with the
reader of the language.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from discord import utils

from bot.discord.frames import log
from bot.metrics import REGISTRY
from tests.bot.discord.system import System
from tests.bot.discord.watching import until

HALF = '{"op":0,"t":"SAID","s":%d,"d":{"user":{"id":"7","username":"secret \\ud83d"}}}'
BROKEN = '{"op":0,"t":"SAID","s":%d,"d":{"user":{"id":"7","username":"secret'


def dropped() -> float:
    return REGISTRY.get_sample_value("lumbercamp_dropped_frames_total") or 0.0


def tell(system: System, frame: str) -> None:
    """As Discord tells each session something."""
    for session in system.world.gateway.sessions.values():
        session.seq += 1
        assert session.line is not None
        session.line.send(frame % session.seq)


@pytest.mark.parametrize(
    ("reader", "frame", "drops"),
    [
        (orjson.loads, HALF, 1),
        (orjson.loads, BROKEN, 1),
        (json.loads, HALF, 0),
        (json.loads, BROKEN, 1),
    ],
    ids=["orjson, half a character", "orjson, cut off", "json, half a character", "json, cut off"],
)
async def test_a_frame_that_nobody_can_read_is_dropped_and_the_bot_goes_on(
    system: System,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    reader: Callable[[Any], Any],
    frame: str,
    drops: int,
) -> None:
    monkeypatch.setattr(utils, "_from_json", reader)
    before = dropped()
    with caplog.at_level(logging.WARNING, log.name):
        tell(system, frame)
        await system.slash("Ann", "games", "logger start", players=2)
    assert dropped() - before == drops
    told = [record for record in caplog.records if record.name == log.name]
    assert len(told) == drops
    assert "secret" not in "".join(map(str, (record.__dict__ for record in told)))
    assert system.bot.is_ready()
    assert not system.bot.is_closed()


async def test_a_name_with_half_a_character_keeps_nobody_else_from_being_answered(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its owner says cannot be read with orjson; what others say and press can."""
    monkeypatch.setattr(utils, "_from_json", orjson.loads)
    system.world.people[system.people["Ben"].id].global_name = "Ben \ud83d"
    before = dropped()
    await system.people["Ben"].say(system.id("games"), "hello")
    await until(lambda: dropped() > before)
    answer = await system.slash("Ann", "games", "logger start", players=2)
    assert answer["content"]

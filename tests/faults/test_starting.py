"""Discord refuses a request of the start: the bot starts all the same."""

from __future__ import annotations

import asyncio
import logging

import discord
import pytest

from bot.discord import client
from sandbox.world import PlannedFault
from tests.bot.discord.system import System
from tests.bot.discord.watching import until

COMMANDS = "/commands$"


def refuses(
    system: System, method: str, path: str, status: int, code: int, times: int
) -> PlannedFault:
    body = {"message": "Not now.", "code": code}
    fault = PlannedFault(method, path, status, body, {}, times=times)
    system.world.faults.append(fault)
    return fault


async def game_goes_on(system: System) -> None:
    await system.begin("Ann", "Ben")
    await system.people["Ann"].slash("games", "logger turn", move="a1")


@pytest.mark.parametrize(("status", "code"), [(400, 30034), (503, 0)])
async def test_refused_commands_keep_no_game_waiting_and_are_sent_again(
    system: System,
    status: int,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The log has status and code, and the terminal says that games continue."""
    monkeypatch.setattr(client, "PAUSES", (0.01,))
    await system.stop()
    fault = refuses(system, "PUT", COMMANDS, status, code, 7)
    with caplog.at_level(logging.WARNING, "bot"):
        await system.start()
        await until(lambda: fault.times == 0)
    refused = [r for r in caplog.records if r.getMessage() == "commands not taken"]
    assert {getattr(record, "status", None) for record in refused} == {status}
    assert {getattr(record, "code", 0) for record in refused} == {code}
    assert "Games continue" in capsys.readouterr().out
    await game_goes_on(system)


async def test_no_single_request_of_the_start_keeps_the_bot_away(system: System) -> None:
    paths = {"/users/@me": 500, "/oauth2/applications/@me": 403, "/gateway/bot": 500}
    for path, status in paths.items():
        await system.stop()
        fault = refuses(system, "GET", f"{path}$", status, 0, 1000)
        await system.start()
        fault.times = 0
    await game_goes_on(system)


async def test_a_request_of_the_start_that_is_never_answered_is_given_up(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.01)
    await system.stop()
    slow = PlannedFault("GET", "/oauth2/applications/@me$", 0, None, {}, delay=1000.0)
    system.world.faults.append(slow)
    async with asyncio.timeout(60):
        await system.start()
    await game_goes_on(system)


async def test_a_refused_token_still_ends_the_start(system: System) -> None:
    await system.stop()
    refuses(system, "GET", "/users/@me$", 401, 0, 1)
    with pytest.raises(discord.LoginFailure):
        await system.start()

"""Discord refuses a request of the start: the bot starts all the same."""

import asyncio
import logging

import discord
import pytest

from bot.discord import client
from sandbox.world import PlannedFault
from tests.acting import ANN, BEN
from tests.bot.discord.people import People
from tests.faults.accidents import have_struck
from tests.patience import PATIENCE, until


def refuse(
    people: People, method: str, path: str, status: int, code: int, times: int
) -> PlannedFault:
    body = {"message": "Not now.", "code": code}
    fault = PlannedFault(method, path, status, body, {}, times=times)
    people.world.faults.append(fault)
    return fault


@pytest.mark.slow
async def test_refused_commands_keep_no_game_waiting_and_are_sent_again(
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The log has status and code, and the terminal says that games continue."""
    monkeypatch.setattr(client, "PAUSES", (0.01,))
    for status, code in ((400, 30034), (503, 0)):
        await people.stop()
        refuse(people, "PUT", "/commands$", status, code, 7)
        caplog.clear()
        with caplog.at_level(logging.WARNING, "bot"):
            await people.start()
            await until(lambda: have_struck(people))
        refused = [r for r in caplog.records if r.getMessage() == "commands not taken"]
        assert {getattr(record, "status", None) for record in refused} == {status}
        assert {getattr(record, "code", 0) for record in refused} == {code}
        assert "Games continue" in capsys.readouterr().out
    await people.begin(ANN, BEN)


@pytest.mark.slow
async def test_no_single_request_of_the_start_keeps_the_bot_away(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused, or never answered and given up; but a refused token still ends the start."""
    paths = {"/users/@me": 500, "/oauth2/applications/@me": 403, "/gateway/bot": 500}
    for path, status in paths.items():
        await people.stop()
        fault = refuse(people, "GET", f"{path}$", status, 0, 1000)
        await people.start()
        fault.times = 0
    await people.begin(ANN, BEN)
    await people.stop()
    slow = PlannedFault("GET", "/oauth2/applications/@me$", 0, None, {}, delay=1000.0)
    people.world.faults.append(slow)
    with monkeypatch.context() as patch:
        patch.setattr(client, "PATIENCE", 0.01)
        async with asyncio.timeout(PATIENCE):
            await people.start()
    await people.play("a1")
    await people.stop()
    refuse(people, "GET", "/users/@me$", 401, 0, 1)
    with pytest.raises(discord.LoginFailure):
        await people.start()

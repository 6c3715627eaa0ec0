"""Failed starts of `lumbercamp run`: one clear sentence each, and nothing is lost."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import discord
import pytest

import sandbox
from bot.ops import command_line, logs
from bot.ops.service import serve
from bot.ops.settings import Settings, Unstartable
from storage import Outdating, SqliteStore, Superseded, TooNew, Unreachable
from storage.errors import ON_SERVER
from tests.bot.core import Captured, Patch
from tests.stops import surviving

SECRET = "MTIwMDAwMDAwMDAwMDAwMDAwMQ.wrong.token-that-nobody-may-see"


@pytest.mark.parametrize(
    ("token", "said"),
    [(SECRET, "rejected the token.*DISCORD_TOKEN"), ("", "Message Content intent is off")],
    ids=["a token", "an intent"],
)
async def test_what_discord_does_not_accept_is_said_and_the_token_is_not(
    token: str, said: str, tmp_path: Path, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    """It closes with 4014 when a privileged intent is not switched on. Such a start ends with an
    exit code that stops endless restarts: tests/bot/ops/test_main.py."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)  # put it back later
    caplog.set_level("DEBUG")
    store = await SqliteStore.open(tmp_path / "games.db")
    async with sandbox.running(tmp_path / "discord", message_content=False) as world:
        env = {"DISCORD_TOKEN": token or world.token, "LUMBERCAMP_DISCORD_API": world.api}
        env |= {"LUMBERCAMP_MESSAGE_CONTENT": "1", "LUMBERCAMP_BACKUPS_KEPT": "0"}
        with surviving(), pytest.raises(Unstartable, match=said) as refused:
            await serve(store, Settings.read(env), "")
    await store.close()
    assert env["DISCORD_TOKEN"] not in f"{refused.value}{caplog.text}"


@pytest.fixture
def environment(monkeypatch: Patch, tmp_path: Path) -> Patch:
    """One without settings, in an empty folder; logs stay as pytest has them."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("LUMBERCAMP_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(logs, "configure", lambda level: None)
    return monkeypatch


@pytest.mark.slow
def test_a_port_in_use(environment: Patch, capfd: pytest.CaptureFixture[str]) -> None:
    """It says which, and how to choose another."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        environment.setenv("LUMBERCAMP_SANDBOX_PORT", str(port))
        with surviving():
            assert command_line.main(["run"]) != 0
    complaint = capfd.readouterr().err
    assert f"Port {port} is in use" in complaint
    assert "LUMBERCAMP_SANDBOX_PORT" in complaint
    assert "Traceback" not in complaint


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (Outdating(ON_SERVER), 75),
        (Unreachable(ON_SERVER, "the server isn't responding"), 75),
        (Superseded(), 75),
        (TooNew(ON_SERVER, 28, 27), 78),
    ],
)
def test_what_passes_by_itself_is_worth_another_start(
    wrong: Exception, code: int, monkeypatch: Patch, capsys: Captured
) -> None:
    """docs/many-machines.md, Several bots; Two versions at once."""

    def refuse(_: object) -> int:
        raise wrong

    monkeypatch.setattr(command_line, "_obey", refuse)
    assert command_line.main(["run"]) == code
    assert capsys.readouterr().err == f"{wrong}\n"

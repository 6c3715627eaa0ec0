"""Failed starts of `lumbercamp run`: one clear sentence each, and nothing is lost."""

from __future__ import annotations

import signal
import sqlite3
from pathlib import Path

import pytest

import sandbox
from bot.ops import command_line
from storage import Outdating, Superseded, TooNew, Unreachable
from storage.errors import ON_SERVER
from tests.bot.discord.process import free_port, playing, refused, running

SECRET = "MTIwMDAwMDAwMDAwMDAwMDAwMQ.wrong.token-that-nobody-may-see"


async def test_a_token_that_is_not_accepted(tmp_path: Path) -> None:
    """The exit code stops endless restarts, and the token is not shown."""
    async with sandbox.running(tmp_path / "discord") as world:
        code, said, complaint = await refused(
            tmp_path / "bot", LUMBERCAMP_DISCORD_API=world.api, DISCORD_TOKEN=SECRET
        )
    assert code == 78
    assert "rejected the token" in complaint
    assert "DISCORD_TOKEN" in complaint
    assert SECRET not in said + complaint
    assert "Traceback" not in complaint


async def test_message_content_that_was_not_granted(tmp_path: Path) -> None:
    """Discord closes with 4014 when a privileged intent is not switched on."""
    async with sandbox.running(tmp_path / "discord", message_content=False) as world:
        code, _, complaint = await refused(
            tmp_path / "bot",
            LUMBERCAMP_DISCORD_API=world.api,
            DISCORD_TOKEN=world.token,
            LUMBERCAMP_DATABASE="games.db",
            LUMBERCAMP_MESSAGE_CONTENT="1",
        )
    assert code == 78
    assert "Message Content" in complaint
    assert "Traceback" not in complaint


async def test_a_file_that_is_not_ours_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute("create table theirs (x)")
    other.close()
    before = file.read_bytes()
    code, _, complaint = await refused(
        tmp_path, DISCORD_TOKEN=SECRET, LUMBERCAMP_DATABASE=str(file)
    )
    assert code == 78
    assert complaint.count("\n") == 1
    assert file.read_bytes() == before


@pytest.mark.slow
async def test_a_port_in_use(tmp_path: Path) -> None:
    """It says which, and how to choose another."""
    port = free_port()
    async with playing(tmp_path, port):
        code, _, complaint = await refused(tmp_path / "second", LUMBERCAMP_SANDBOX_PORT=str(port))
    assert code != 0
    assert f"Port {port} is in use" in complaint
    assert "LUMBERCAMP_SANDBOX_PORT" in complaint
    assert "Traceback" not in complaint


async def test_a_discord_that_cannot_be_reached_is_waited_for(tmp_path: Path) -> None:
    """The network comes back some day; until then one line says so, and SIGTERM ends it."""
    address = f"http://127.0.0.1:{free_port()}/api/v10"
    async with running(tmp_path, LUMBERCAMP_DISCORD_API=address, DISCORD_TOKEN=SECRET) as bot:
        assert await bot.until_it_says(r"Can't reach (.*)\. I'll keep trying") == address
        bot.signal(signal.SIGTERM)
        assert await bot.end() == 0
        assert SECRET not in bot.said + bot.complaint


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
    wrong: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/many-machines.md, Several bots; Two versions at once."""

    def refuse(_: object) -> int:
        raise wrong

    monkeypatch.setattr(command_line, "_obey", refuse)
    assert command_line.main(["run"]) == code
    assert capsys.readouterr().err == f"{wrong}\n"

"""The sandbox's file: acknowledged messages are still there after a kill."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

import sandbox
from tests.guest import Guest, guests
from tests.patience import PATIENCE
from tests.sandbox.client import Bot, connected, picture, png, point, words

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


class Process:
    """A sandbox of its own process."""

    def __init__(self, *options: str, stdin: int = subprocess.DEVNULL) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sandbox", *options],
            cwd=ROOT,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ready(self) -> dict[str, str]:
        assert self.process.stdout is not None
        line: dict[str, str] = json.loads(self.process.stdout.readline())
        return line

    def end(self, signum: int | None = None) -> tuple[int, str]:
        """The exit code and the text on stderr."""
        if signum is not None:
            self.process.send_signal(signum)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@pytest.fixture
def started() -> Iterator[list[Process]]:
    running: list[Process] = []
    yield running
    for each in running:
        each.process.kill()
        each.process.communicate()


def start(started: list[Process], *options: str, **more: Any) -> Process:
    process = Process("--port", "0", *options, **more)
    started.append(process)
    return process


@pytest.mark.slow
async def test_after_a_kill_everything_is_as_it_was(
    tmp_path: Path, started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows the same chat and old buttons work."""
    first = start(started, "--folder", str(tmp_path))
    said = first.ready()
    address, token = said["address"], said["token"]
    point(monkeypatch, address)
    remote: Any = type("Remote", (), {"token": token})
    async with guests(address) as people, connected(remote) as bot:
        await _chat(bot, people["Ann"])
        before = await people["Ann"].history("games")
        first.end(signal.SIGKILL)

    (tmp_path / "files" / "17").write_bytes(png())  # an edit has taken it off its message
    second = start(started, "--folder", str(tmp_path))
    ready = second.ready()
    shown = {each["id"] for message in before for each in message["attachments"]}
    assert {file.name for file in (tmp_path / "files").iterdir()} == shown
    assert ready["token"] == token
    point(monkeypatch, ready["address"])
    async with guests(ready["address"]) as people, connected(remote, sync=False) as bot:
        await _compare(people["Ann"], before, address, ready["address"])
        await _go_on(bot, people["Ann"], before)
    assert second.end(signal.SIGTERM) == (0, "")


async def _chat(bot: Bot, ann: Guest) -> None:
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("only you", ephemeral=True)

    bot.job = whisper
    await ann.outcome(await ann.slash("games", "do"))
    await bot.text_channel().send("Board.", file=picture(), view=words("chop"), nonce="row 1")


async def _compare(ann: Guest, before: list[Any], old: str, new: str) -> None:
    expected = json.loads(json.dumps(before).replace(old, new))
    assert await ann.history("games") == expected
    assert [m.get("ephemeral", False) for m in before] == [True, False]
    await ann.listen()
    hello = await ann.event("hello")
    assert {each["name"] for each in hello["commands"]} == {"logger", "do"}


async def _go_on(bot: Bot, ann: Guest, before: list[Any]) -> None:
    """The old button, the old nonce, and ids that keep growing."""
    await ann.outcome(await ann.press(before[1], "w1:1:chop"))
    again = await bot.text_channel().send("Board.", nonce="row 1")
    assert str(again.id) == before[1]["id"]
    fresh = await bot.text_channel().send("next")
    assert fresh.id > int(before[1]["id"])


async def test_ids_grow_even_when_the_clock_was_set_back(tmp_path: Path) -> None:
    async with sandbox.running(tmp_path) as world:
        world.add_time(3600)
        last = int(world.new_id())
        world.add_time(-7200)
    async with sandbox.running(tmp_path) as world:
        assert int(world.new_id()) > last


async def test_a_folder_serves_one_sandbox(tmp_path: Path) -> None:
    """Two on one folder would overwrite each other."""
    async with sandbox.running(tmp_path):
        with pytest.raises(OSError, match="another sandbox is running in the folder"):
            await sandbox.running(tmp_path).__aenter__()


async def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "discord.db").write_text("a shopping list, long enough to be no database at all")
    with pytest.raises(OSError, match="can't use the sandbox's file"):
        await sandbox.running(tmp_path).__aenter__()
    assert (tmp_path / "discord.db").read_text().startswith("a shopping list")


@pytest.mark.slow
def test_it_ends_with_its_launcher(tmp_path: Path, started: list[Process]) -> None:
    """The launcher's end of the pipe closes however the launcher dies."""
    theirs, ours = os.pipe()
    options = ("--folder", str(tmp_path), "--while-stdin-open")
    process = start(started, *options, stdin=theirs)
    os.close(theirs)
    process.ready()
    os.close(ours)
    assert process.end() == (0, "")

"""The sandbox's file: acknowledged messages are still there after a kill."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

import sandbox
from tests.guest import Guest, guests
from tests.patience import PATIENCE
from tests.sandbox.client import Bot, connected, picture, png, point, words

ROOT = Path(__file__).parents[2]


Process = subprocess.Popen[str]
Start = Callable[..., Process]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Process] = []

    def begin(*options: str, stdin: int = subprocess.DEVNULL) -> Process:
        command = [sys.executable, "-m", "sandbox", "--port", "0", "--folder", str(tmp_path)]
        out: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        running.append(Process([*command, *options], cwd=ROOT, stdin=stdin, **out))
        return running[-1]

    yield begin
    for each in running:
        each.kill()
        each.communicate()


def ready(process: Process) -> tuple[str, str]:
    """Its address and token."""
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())
    return said["address"], said["token"]


def end(process: Process) -> tuple[int, str]:
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


@pytest.mark.slow
async def test_after_a_kill_everything_is_as_it_was(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = start()
    address, token = ready(first)
    point(monkeypatch, address)
    remote: Any = type("Remote", (), {"token": token})
    async with guests(address) as people, connected(remote) as bot:
        await _chat(bot, people["Ann"])
        before = await people["Ann"].history("games")
        first.kill()
        end(first)

    (tmp_path / "files" / "17").write_bytes(png())  # an edit has taken it off its message
    second = start()
    again = ready(second)
    shown = {each["id"] for message in before for each in message["attachments"]}
    assert {file.name for file in (tmp_path / "files").iterdir()} == shown
    assert again[1] == token
    point(monkeypatch, again[0])
    async with guests(again[0]) as people, connected(remote, sync=False) as bot:
        await _compare(people["Ann"], before, address, again[0])
        await _go_on(bot, people["Ann"], before)
    second.terminate()
    assert end(second) == (0, "")


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


async def test_a_folder_serves_one_sandbox_and_a_file_that_is_not_ours_is_left_alone(
    tmp_path: Path,
) -> None:
    """Two on one folder would overwrite each other."""
    async with sandbox.running(tmp_path):
        with pytest.raises(OSError, match="another sandbox is running in the folder"):
            await sandbox.running(tmp_path).__aenter__()
    (tmp_path / "discord.db").write_text("a shopping list, long enough to be no database at all")
    with pytest.raises(OSError, match="can't use the sandbox's file"):
        await sandbox.running(tmp_path).__aenter__()
    assert (tmp_path / "discord.db").read_text().startswith("a shopping list")


@pytest.mark.slow
def test_it_ends_with_its_launcher(start: Start) -> None:
    """The launcher's end of the pipe closes however the launcher dies."""
    theirs, ours = os.pipe()
    process = start("--while-stdin-open", stdin=theirs)
    os.close(theirs)
    ready(process)
    os.close(ours)
    assert end(process) == (0, "")

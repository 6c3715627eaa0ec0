"""Practice with `lumbercamp run` and processes that really think: the bot is killed meanwhile."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.bot.discord.process import Bot, free_port, playing
from tests.guest import Guest, Seen, guests
from tests.patience import until

pytestmark = pytest.mark.slow


async def called(ann: Guest, before: str = "") -> Seen:
    """The next board that calls them. The one before has lost its picture by then."""

    async def boards() -> list[Seen]:
        seen = [m for m in await ann.history("games") if m["attachments"]]
        return [m for m in seen if f"<@{ann.id}>, your turn" in m.text]

    async def one() -> bool:
        return before not in (ids := [m["id"] for m in await boards()]) and len(ids) == 1

    await until(one)
    return (await boards())[0]


def thinkers(bot: Bot) -> list[int]:
    """The processes in which it thinks."""
    there = Path(f"/proc/{bot.process.pid}/task/{bot.process.pid}/children")
    children = [int(pid) for pid in there.read_text().split()]
    return [pid for pid in children if b"thinking" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def is_gone(pid: int) -> bool:
    """It has ended, though perhaps nobody has noticed."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() == b""
    except (FileNotFoundError, ProcessLookupError):
        return True


async def say_turn(ann: Guest) -> None:
    """The best turn that is offered."""
    found = await ann.complete("games", "logger turn", "move", move="")
    await ann.outcome(await ann.slash("games", "logger turn", move=found[0]["value"]))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
async def test_killed_while_the_computer_thinks_it_thinks_on_after_the_restart(
    tmp_path: Path,
) -> None:
    """The turn that was said counts, the reply comes once, and the process that thought is gone."""
    port = free_port()
    async with playing(tmp_path, port) as (bot, address), guests(address) as people:
        ann = people["Ann"]
        await ann.slash("games", "logger practice", thread=False)
        first = (await called(ann))["id"]
        await say_turn(ann)
        board = (await called(ann, first))["id"]
        (process,) = thinkers(bot)
        os.kill(process, signal.SIGSTOP)  # it thinks for as long as we like
        await say_turn(ann)
        bot.signal(signal.SIGKILL)
        await bot.end()
        os.kill(process, signal.SIGCONT)
    async with playing(tmp_path, port) as (_, address), guests(address) as people:
        assert "Since your turn" in (await called(people["Ann"], board)).text
    await until(lambda: is_gone(process))

"""Forest Fellers of five, from the lobby to the result, by the command as it is started; killed
in the middle while two hands are open.

Source: issue 5, "Must hold": a five-player game through the real client in the sandbox, killed
and restarted in the middle, with two players' hand panels open.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

import sandbox
from sandbox import World
from sandbox.model import BOT_ID
from tests.bot.discord import racing
from tests.bot.discord.process import Bot, running
from tests.bot.discord.system import Json, buttons
from tests.guest import Guest, guests

pytestmark = pytest.mark.slow

FIVE = ("Ann", "Ben", "Cy", "Dee", "Eve")
MIDDLE = 12  # the turn at which it is killed
LONGEST = 200  # turns


@dataclass
class Race:
    """The one game of a world, and where it is."""

    world: World
    people: dict[str, Guest]
    folder: Path
    chance: Random = field(default_factory=lambda: Random(5))
    turn: int = 1

    @contextlib.asynccontextmanager
    async def bot(self) -> AsyncIterator[Bot]:
        """The command, connected."""
        settings = {
            "LUMBERCAMP_DISCORD_API": self.world.api,
            "DISCORD_TOKEN": self.world.token,
            "LUMBERCAMP_DATABASE": "games.db",
            "LUMBERCAMP_MESSAGE_CONTENT": "1",
            "LUMBERCAMP_LOG_LEVEL": "DEBUG",
        }
        async with running(self.folder, **settings) as bot:
            await bot.until_it_says("(on Discord)")
            yield bot

    async def seen(self) -> tuple[Guest, Json]:
        """Who is on turn, and the post that says so."""
        post = await racing.post(self.people, self.turn)
        return self.people[racing.mover(self.people, post)], post

    async def confirmed(self, guest: Guest, panel: Json) -> None:
        preview = await racing.built(guest, panel, self.chance)
        told = await racing.change(guest, preview, racing.CONFIRM)
        assert "Turn played in F1." in told["content"]
        self.turn += 1

    async def typed(self, guest: Guest, post: Json) -> None:
        """The best turn that is offered, said through one of the doors."""
        line, door = (await racing.offered(guest))[0], self.turn % 4
        if door == 0:
            told = await racing.slash(guest, "turn", move=line)
            assert "Turn played" in told["content"]
        elif door == 1:
            await guest.say("games", line, reply_to=post["id"])
        elif door == 2:
            await guest.say("games", f"<@{BOT_ID}> {line}")
        else:
            await guest.say("games", line)
        self.turn += 1

    async def over(self) -> bool:
        """Once the next post is there: it is the result."""
        marks = (f"turn {self.turn}).", "**F1 is over: ")
        news = await self.people["Ann"].message(lambda m: any(x in m["content"] for x in marks))
        return marks[1] in news["content"]

    async def to_its_end(self) -> None:
        while not await self.over():
            assert self.turn < LONGEST
            guest, post = await self.seen()
            if self.turn % 3:
                await self.typed(guest, post)
            else:
                await self.confirmed(guest, await racing.press(guest, post, racing.HAND))


@contextlib.asynccontextmanager
async def race(tmp_path: Path) -> AsyncIterator[Race]:
    async with sandbox.running(tmp_path / "discord") as world, guests(world.address) as people:
        await people["Ann"].act("add", name="Eve")
        async with guests(world.address) as everybody:
            yield Race(world, everybody, tmp_path / "bot")


async def test_five_play_to_the_end_though_it_is_killed(tmp_path: Path) -> None:
    """Typed and by buttons. The panels that are open are of the process that is gone: the mover's
    goes on where it was, that of an earlier turn is politely stale, and who waits opens his hand
    anew."""
    async with race(tmp_path) as it:
        async with it.bot() as bot:
            await racing.begin(it.people, *FIVE, hints="on")
            while it.turn < MIDDLE - 1:
                await it.typed(*(await it.seen()))
            before, post = await it.seen()
            old = await racing.press(before, post, racing.HAND)
            await it.typed(before, post)
            mover, post = await it.seen()
            waiting = next(g for n, g in it.people.items() if n in FIVE and g is not mover)
            panel = await racing.press(mover, post, racing.HAND)
            panel = await racing.step(mover, panel, it.chance)
            theirs = await racing.press(waiting, post, racing.HAND)
            bot.signal(signal.SIGKILL)
            await bot.end()
        async with it.bot() as bot:
            assert buttons(theirs) == []
            again = await racing.press(waiting, post, racing.HAND)
            assert again["content"] == theirs["content"]
            assert again["content"].startswith("Your hand: ")
            stale = await racing.step(before, old, it.chance)
            assert "'s turn in F1" in stale["content"]
            await it.confirmed(mover, panel)
            await it.to_its_end()
            await _is_told(it)
            log = bot.complaint
        assert "Traceback" not in log
        assert '"level": "ERROR"' not in log


async def _is_told(it: Race) -> None:
    """The result for everybody; each board was posted once; nobody's hand ever was."""
    told = [event["message"] for event in it.people["Ann"].events if event["t"] == "message"]
    public = [m for m in told if not m.get("ephemeral") and m["author"]["id"] == BOT_ID]
    result = public[-1]["content"]
    assert "wins.**" in result
    assert all(f"<@{it.people[name].id}>" in result for name in FIVE)
    assert not any("Your hand" in m["content"] for m in public)
    shown = [each["filename"] for m in public for each in m["attachments"]]
    files = [name for name in shown if name != "F1-lobby.png"]
    assert len(files) == len(set(files)) == it.turn
    verdict = await racing.answer(
        it.people["Dee"], "games", await it.people["Dee"].slash("games", "games review verify")
    )
    assert "the seed hasn't been changed since then" in verdict["content"]

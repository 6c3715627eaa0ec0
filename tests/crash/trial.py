"""A trial: a game as it stood, copied for every point at which a bot is to die.

template ── copy ──> sandbox (ours) + database ──> bot, the word, SIGKILL ──> bot again
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sandbox
from bot.table.table_options import SECONDS
from sandbox import World, views
from sandbox.model import BOT_ID
from storage.sqlite.opening import has_log, peek
from tests.crash.forking import Bot, ForkServer
from tests.guest import Guest, Seen, guests
from tests.patience import PATIENCE


@dataclass(frozen=True)
class Template:
    """A game to copy: its folder, who is to move, and how many seconds the bots let a turn wait
    before chance answers it."""

    folder: Path
    who: str
    grace: float = SECONDS


class Trial:
    """One copy of a template, with its own sandbox and at most one bot at a time."""

    _bot: Bot | None = None

    def __init__(
        self,
        world: World,
        people: dict[str, Guest],
        folder: Path,
        template: Template,
        fork_server: ForkServer,
    ) -> None:
        self.world, self.people, self.folder = world, people, folder
        self.who, self._grace = template.who, template.grace
        self._fork_server, self._starts = fork_server, 0
        self._database = folder / "games.db"

    @property
    def guest(self) -> Guest:
        return self.people[self.who]

    async def start(self, wire: str = "") -> None:
        """Start a bot, which will die at the wire, and wait until it has nothing to do."""
        await self.start_unready(wire)
        await self.until(lambda: "Lumbercamp is on Discord." in self.log)

    async def start_unready(self, wire: str = "") -> None:
        """The same, but it may still be busy with its start."""
        self._starts += 1
        settings = {
            "DISCORD_TOKEN": self.world.token,
            "LUMBERCAMP_BACKUPS_KEPT": "0",
            "LUMBERCAMP_DISCORD_API": self.world.api,
            "LUMBERCAMP_DATABASE": str(self._database),
        }
        self.trace = self.folder / f"trace-{self._starts}.txt"
        how = {"trace": str(self.trace), "wire": wire}
        self._bot = await self._fork_server.start(self.folder, settings, self._grace, **how)
        await self.until(lambda: self.world.online or self.bot.gone.done())
        assert not self.bot.gone.done(), self.log

    @property
    def bot(self) -> Bot:
        assert self._bot is not None
        return self._bot

    async def end(self) -> None:
        if self._bot is not None:
            await self._bot.kill()

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does: every wish that it has heard of is served first."""
        assert await self.bot.kill(signal.SIGTERM) == 0, self.log

    async def until(self, what: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < deadline, f"in vain: {self.log}{self.seen()}"
            await asyncio.sleep(0.03)

    async def heard(self) -> None:
        """Wait until the bot has heard every word up to now, or is dead."""
        asked = await self.guest.slash("lounge", "help")
        state = self.world.interactions[asked]
        await self.until(lambda: state.state in ("done", "failed") or self.bot.gone.done())

    async def say(self, text: str) -> str:
        said = await self.guest.say("games", f"<@{BOT_ID}> {text}")
        return str(said["id"])

    # -- looking, also after the bot's death

    def _read(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(peek(self._database, log=has_log(self._database))) as db:
            return db.execute(sql).fetchall()

    @property
    def lines(self) -> list[str]:
        return [text for (text,) in self._read("select text from log order by game, n")]

    @property
    def draft(self) -> str:
        """The line of the only draft, "" if there is none."""
        return "".join(line for (line,) in self._read("select line from drafts"))

    @property
    def told(self) -> bool:
        return not self._read("select 1 from outbox where state != 'sent' and id > 0")

    @property
    def log(self) -> str:
        return (self.folder / "log.txt").read_text(encoding="utf-8")

    def seen(self, who: str | None = None) -> list[Seen]:
        """The bot's messages in #games, for everybody or only for one person."""
        world, place = self.world, self.guest.place("games")
        only = self.people[who].id if who else None
        mine = [m for m in world.messages[place].values() if m.author == BOT_ID and m.only == only]
        return [Seen(views.message(world, m, only or self.guest.id)) for m in mine]

    def boards(self) -> list[str]:
        """The boards in #games, oldest first: their files, or the numbers of the turns that they
        are lines about by now."""
        return [found for m in self.seen() if (found := _board(m))]

    def with_buttons(self) -> list[Seen]:
        return [m for m in self.seen() if m["components"]]

    def calls(self) -> list[Seen]:
        boards = [m for m in self.with_buttons() if m["attachments"]]
        return [m for m in boards if "-shared" not in m["attachments"][0]["filename"]]


PRINTED = re.compile(r"(?:^|\. )(\d+) · ")


def _board(message: Seen) -> str:
    """Its file, or the turn number of its line; "" if it isn't a board."""
    if message["attachments"]:
        return str(message["attachments"][0]["filename"])
    line = PRINTED.search(message["content"])
    return line[1] if line else ""


@contextlib.asynccontextmanager
async def tried(template: Template, folder: Path, fork_server: ForkServer) -> AsyncIterator[Trial]:
    shutil.copytree(template.folder, folder)
    async with sandbox.running(folder / "sandbox") as world, guests(world.address) as people:
        trial = Trial(world, people, folder, template, fork_server)
        try:
            yield trial
        finally:
            await trial.end()
    shutil.rmtree(folder)

"""Two bots on one database, each of which starts again when it has died, as on a host's system."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from sandbox import World
from tests import postgres
from tests.crash.deaths import ARM, MOMENTS
from tests.crash.forking import Bot, ForkServer
from tests.patience import PATIENCE

THERE, SPARE = "Lumbercamp is on Discord.", "on standby"
END: Final = "met its end at "
GRACE: Final = 0.3  # seconds until the die of a typed turn is rolled
LIFE: Final = 4.0  # seconds until a bot is killed whose moment does not come
STEPS: Final = 200
TIMES: Final = 3
REPLACED: Final = 75  # a bot ends with this when it has lost its place


class Pair:
    signal: int = signal.SIGKILL  # the signal of a death
    step = ""  # an extra migration for bots of a newer version, from now on

    def __init__(self, world: World, folder: Path, forks: ForkServer, luck: Random) -> None:
        self._world, self._folder, self._forks = world, folder, forks
        self._luck, self._numbers = luck, count(1)
        self.moments = _moments(luck)
        self.bots, self.dead = list[Bot](), list[str]()  # and the moments of their deaths
        self._folders = dict[Bot, Path]()
        self._keeping = set[asyncio.Task[None]]()

    async def start(self) -> Bot:
        """One more bot; it serves, or is the spare, unless it has died before."""
        folder = self._folder / f"bot-{next(self._numbers)}"
        folder.mkdir()
        (folder / "log.txt").touch()
        env = {
            "DISCORD_TOKEN": self._world.token,
            "LUMBERCAMP_DISCORD_API": self._world.api,
            "LUMBERCAMP_DATABASE": postgres.kept(),
            "LUMBERCAMP_MESSAGE_CONTENT": "1",
            "LUMBERCAMP_GAMES_PER_PERSON": "0",
        }
        bot = await self._forks.start(folder, env, GRACE, **self._death())
        self._folders[bot] = folder
        self.bots.append(bot)
        self._keeping.add(asyncio.create_task(self._keep(bot)))
        await self.until(lambda: bot.gone.done() or self._has_begun(bot), "one begins")
        return bot

    def _death(self) -> dict[str, Any]:
        moment = next(self.moments)
        times = self._luck.randrange(STEPS if moment in ("start", "step") else TIMES) + 1
        times = 1 if moment == "claim" else times
        return {"moment": moment, "count": times, "signal": self.signal, "step": self.step}

    async def _keep(self, bot: Bot) -> None:
        """Start another when this one is dead, or has lost its place where others are frozen: on a
        busy machine it may be silent for too long."""
        code, log = await asyncio.shield(bot.gone), self.log(bot)
        self.bots.remove(bot)
        if code in (REPLACED, 0):  # 0: it was stopped in order
            await self.start()
        elif self.signal == signal.SIGKILL:
            assert code == -signal.SIGKILL, log
            assert '"level": "ERROR"' not in log, log
            assert "Traceback" not in log, log
            self.dead.append(log.partition(END)[2].strip() or "any time")
            await self.start()

    def log(self, bot: Bot) -> str:
        return (self._folders[bot] / "log.txt").read_text(encoding="utf-8")

    def serving(self) -> list[Bot]:
        return [bot for bot in self.bots if THERE in self.log(bot) and not bot.gone.done()]

    def begun(self) -> list[Bot]:
        return [bot for bot in self.bots if self._has_begun(bot) and not bot.gone.done()]

    def _has_begun(self, bot: Bot) -> bool:
        return THERE in self.log(bot) or SPARE in self.log(bot)

    async def until(self, true: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not true():
            for task in [each for each in self._keeping if each.done()]:
                task.result()
            assert time.monotonic() < deadline, f"in vain: {what}\n{[*map(self.log, self.bots)]}"
            await asyncio.sleep(0.05)

    async def dies(self) -> None:
        """One that serves dies at its moment, or after a while."""
        bot = self._luck.choice(self.serving())
        bot.tell(ARM)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LIFE * self._luck.random() + 1):
                await asyncio.shield(bot.gone)
        await bot.kill()

    async def end(self) -> None:
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        for bot in self.bots:
            await bot.kill()


def _moments(luck: Random) -> Iterator[str]:
    while True:
        yield from luck.sample(MOMENTS, len(MOMENTS))

"""Thinks in processes of their own, so that whoever plays never waits for whoever thinks.

A process is started when it is first needed, and then thinks about one position at a time. One that
dies or takes too long is ended and replaced; the position that it was about is lost.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.table.computers import Problem
from bot.table.minds import ALONE, BetterTurn, GoodTurn, Lost, PlayedGame, Waits
from bot.thinking.child import LENGTH
from bot.thinking.queue import Queue, Rank

PATIENCE: Final = 20.0  # seconds for a turn, from a process that is there
REVIEW_PATIENCE: Final = 90.0  # for a whole game
ROOT: Final = Path(__file__).parents[2]
CHILD: Final = (sys.executable, "-m", "bot.thinking.child")
# All that a process is told of its surroundings: no token is among it. The same hashes in every
# process, so that the same seed thinks the same.
SURROUNDINGS: Final = ("PATH", "SYSTEMROOT", "LANG", "TMPDIR", "TEMP")

Process = asyncio.subprocess.Process


def beside_the_bot(asked: int, there: int | None = None) -> int:
    """How many processes may think at once: as many as are asked for, but each on a core (None: of
    those that we may use) that is not the bot's own; one at least."""
    return max(1, min(asked, (there or cores()) - 1))


def cores() -> int:
    """How many this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """So many processes. command: what is run; patience: seconds for an answer; kept: each is there
    for the next question, too."""

    def __init__(
        self,
        count: int = 1,
        command: tuple[str, ...] = CHILD,
        patience: float = PATIENCE,
        *,
        kept: bool = True,
    ) -> None:
        self._command, self._patience, self._kept = command, patience, kept
        self.room, self._queue = count, Queue(count)
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        """See bot.table.minds.Mind."""
        async with self._queue.place(Rank.TURN, waits) as seconds:
            return str(await self._answer("turn", *position, seconds))

    async def best(self, position: Problem) -> list[GoodTurn]:
        """See bot.table.minds.Mind."""
        return await self._good(Rank.HINT, position)

    async def suggested(self, position: Problem) -> list[GoodTurn]:
        """See bot.table.minds.Mind."""
        return await self._good(Rank.SUGGESTION, position)

    async def _good(self, rank: Rank, position: Problem) -> list[GoodTurn]:
        async with self._queue.place(rank) as seconds:
            found = await self._answer("best", *position, seconds)
        return [GoodTurn(*each) for each in found]

    async def turned(self, game: PlayedGame) -> list[BetterTurn]:
        """See bot.table.minds.Mind."""
        return await self._reviewed("turned", Rank.REVIEW, game)

    async def glimpsed(self, game: PlayedGame) -> list[BetterTurn]:
        """See bot.table.minds.Mind."""
        return await self._reviewed("glimpse", Rank.HINT, game)

    async def _reviewed(self, how: str, rank: Rank, game: PlayedGame) -> list[BetterTurn]:
        async with self._queue.place(rank) as seconds:
            found = await self._answer(how, *game, seconds)
        return [BetterTurn(int(n), str(better)) for n, better in found]

    async def _answer(self, *question: Any) -> Any:
        """Raises Lost."""
        process = self._idle.pop() if self._idle else await self._started()
        try:
            async with asyncio.timeout(self._patience):
                answer = await _asked(process, question)
        except (OSError, EOFError, TimeoutError) as lost:
            raise Lost(type(lost).__name__) from lost
        else:
            self._idle += [process] if self._kept else []
            return answer
        finally:
            if process not in self._idle:
                await self._ended(process)

    async def close(self) -> None:
        """See bot.table.minds.Mind."""
        self._idle.clear()
        for process in tuple(self._all):
            await self._ended(process)

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            env=_surroundings(),
        )
        self._all.add(process)
        return process

    async def _ended(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):  # it is gone already
            process.kill()
        await process.wait()


def _surroundings() -> dict[str, str]:
    kept = {name: os.environ[name] for name in SURROUNDINGS if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}


async def _asked(process: Process, question: tuple[Any, ...]) -> Any:
    """What a process answers. Raises OSError or EOFError when it has died."""
    assert process.stdin is not None
    assert process.stdout is not None
    asked = pickle.dumps(question)
    process.stdin.write(LENGTH.pack(len(asked)) + asked)
    await process.stdin.drain()
    (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return json.loads(await process.stdout.readexactly(size))

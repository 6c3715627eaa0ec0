"""Dies while it waits: work that stops at its nth await, like a killed process.

Each write to the store is done or not, as a whole; nothing after the death is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar

from tests.bot.core import Core
from tests.bot.transport import Killed
from tests.stores import STORES

T = TypeVar("T")


@dataclass
class Dying(Generic[T]):
    """Awaited, it is the result of the work, or raises Killed. at: how many waits it survives."""

    work: Coroutine[Any, Any, T]
    at: int

    def __await__(self) -> Generator[Any, None, T]:
        steps = self.work.__await__()
        for _ in range(self.at + 1):
            try:
                waits_for = next(steps)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            yield waits_for
        self.work.close()
        raise Killed


async def deaths(
    database: Path, folder: Path, work: Callable[[Core], Coroutine[Any, Any, object]]
) -> AsyncIterator[Core]:
    """Have some work done on copies of a database, killed at each of its awaits: the bot that
    starts after it, each time."""
    for at in count():
        path = folder / f"dies-{at}" / database.name
        path.parent.mkdir()
        STORES.copy(database, path)
        core = await Core.build(path)
        try:
            await Dying(work(core), at)
            return
        except Killed:
            core = await core.again()
            yield core
        finally:
            await core.store.close()
            STORES.release(path)

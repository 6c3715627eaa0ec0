"""The bot's process: the whole of it but Discord's client, in a time that is made up.

When nobody has anything to do, it is later at once: the bot's own tasks run as they are, and sixty
days of them take as long as the work in them.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.app import App
from bot.messages.boundary import answer_to
from bot.messages.courier import Transport
from bot.messages.layout import Layout, Message
from bot.table.game import Games
from bot.table.intent import Intent
from renderer import Hosted
from rules import GAMES
from storage import SqliteStore, Store
from storage.migrating import migrations
from storage.sqlite.opening import connect
from storage.sqlite.store import WorkerThread
from tests.patience import PATIENCE
from tests.simulation.people import SimulatedMind
from tests.stores import ENGINE, STORES

RESOLUTION = 1e-6  # seconds; a sum of many waits isn't rounder


class Idle(Exception):
    """Nobody will ever do anything again."""


class _Selector(selectors.DefaultSelector):
    """Skips each wait: its time has passed."""

    seconds = 0.0

    def select(self, timeout: float | None = None) -> Any:
        # With nothing else to do, a thread may still let go of a server's connection.
        ready = super().select(PATIENCE if timeout is None else 0)
        if not ready:
            if timeout is None:
                raise Idle
            self.seconds += max(timeout, 0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """See above. Work for other threads is done here and now."""

    def __init__(self) -> None:
        self._passed = _Selector()
        super().__init__(self._passed)
        self._clock_resolution = RESOLUTION

    def time(self) -> float:
        return self._passed.seconds

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: object) -> Any:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as trouble:
            done.set_exception(trouble)
        return done


Look = Callable[[], None]
Case = Callable[[App[Any]], Awaitable[Layout]]  # what somebody asks of the bot


def use(verb: str, wish: Intent, **values: Any) -> Case:
    return lambda app: app.verbs.do(verb, wish, values)


class AtOnce(WorkerThread):
    """A connection that works where it is asked. look: called after each change of the database."""

    def __init__(self, path: Path, at: float, look: Look) -> None:
        super().__init__(partial(connect, path, migrations(), at), path)
        self._look, self._changes = look, -1

    async def start(self) -> None:
        self._connection = self._connector()
        self._conn.execute("pragma synchronous = off")

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0)  # others may come between, as they do with a thread
        done = fn(*args, **kwargs)
        if self._conn.total_changes != self._changes:
            self._changes = self._conn.total_changes
            self._look()
        return done

    async def close(self) -> None:
        if self._due is not None:
            self._due.cancel()  # a process that has died writes nothing any more
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Changes:
    """Whether a piece of work has changed any row of a server's. It is false until it is over."""

    def seen(self, db: Any) -> Any:
        self._db, self._answers = db, list[Any]()
        return self

    def execute(self, sql: str, values: Any = ()) -> Any:
        answer = self._db.execute(sql, values)
        if not sql.lstrip().startswith("select"):
            self._answers.append(answer)
        return answer

    def executemany(self, sql: str, rows: Any) -> None:
        for row in rows:
            self.execute(sql, row)

    def __bool__(self) -> bool:
        return any(answer.rowcount > 0 for answer in self._answers)


async def opened(path: Path, now: Callable[[], float], look: Look) -> Store:
    if ENGINE == "postgres":
        return await _on_a_server(path, now, look)
    thread = AtOnce(path, now(), look)
    await thread.start()
    return await SqliteStore(thread, now)._started()


async def _on_a_server(path: Path, now: Callable[[], float], look: Look) -> Store:
    """A virtual loop does at once the work meant for threads (VirtualLoop)."""
    from storage.postgres import store as postgres  # its driver may not be there
    from storage.postgres.connection import Connection

    class Links(Connection):
        async def _hop(self, work: Callable[[float], Any]) -> Any:
            await asyncio.sleep(0)  # others may come between, as they do with a thread
            return work(time.monotonic() + PATIENCE)

        async def _write(self, work: Callable[[Any], Any]) -> Any:
            changes = Changes()
            done = await super()._write(lambda db: work(changes.seen(db)))
            if changes:
                look()
            return done

        async def close(self) -> None:
            self._deferred.clear()  # a process that has died writes nothing any more
            await super().close()

    with patch.object(postgres, "Connection", Links):
        return await postgres.PostgresStore.open(STORES.named(path), now)


UNDRAWN = Games({key: Hosted(kind) for key, kind in GAMES.items()})  # no sprites are made


class Deaf:
    """In place of Discord's client: wishes reach the use cases without it."""

    connected = True

    def __init__(self, *parts: Any) -> None:
        pass

    def get_guild(self, guild: int) -> None:
        """No server has been heard of, so none has said its language."""


class Process:
    """One life of the bot."""

    def __init__(self, path: Path, transport: Transport, now: Callable[[], float]) -> None:
        self._path, self._transport, self._now = path, transport, now
        self._asked: set[asyncio.Task[Any]] = set()

    async def start(self, look: Look) -> None:
        self.store: Store = await opened(self._path, self._now, look)
        self.app: Any = App(
            self.store,
            Deaf,
            transport=self._transport,
            games=UNDRAWN,
            now=self._now,
            passed=asyncio.get_running_loop().time,
            mind=SimulatedMind(),
            reviewer=SimulatedMind(),
        )
        self._works = [asyncio.create_task(work) for work in self.app.works()]

    async def ask(self, use_case: Case) -> Message | None:
        """The answer to somebody; None: the bot died over it."""
        task = asyncio.create_task(answer_to(use_case(self.app)))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        await asyncio.wait((task,))
        return None if task.cancelled() else task.result()

    async def stop(self) -> None:
        await asyncio.gather(*self._asked)
        await self._end(self._works)
        await self.app.close()
        await self.store.close()

    async def kill(self) -> None:
        await self._end([*self._works, *self._asked])
        await self.app.thinking.close()
        await self.app.outbox.close(0)
        await self.store.close()

    async def _end(self, tasks: list[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

"""Every await point of a process, found by watching its tasks; and a wire across one of them.

    a task's step     begins at <place> ─ … ─ left at <place>      each is a line in the trace:
    the next one      back at <place>   ─ … ─ left at <place>      verb, how often so far, place

The watch begins when the player's word comes in by the gateway. A place is the whole stack of
awaits, outermost first. When a line is the wire, the process kills itself there and then.

Before each line stands what the world outside looks like by then, which outlives the process: how
many messages Discord has taken, and the database's files. The next process knows nothing else.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from functools import cache
from pathlib import Path
from typing import Any

import discord

Notice = Callable[[str, Any], None]  # takes what a task does, and its coroutine


class Tripwire:
    """Writes the trace, and kills at the line that is `wire`; "" is none."""

    def __init__(self, trace: Path, wire: str, database: Path) -> None:
        self._file = os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._wire, self._passed = wire, Counter[str]()
        self._files, self._posts = (database, Path(f"{database}-wal")), 0
        self._armed = False

    def arm(self) -> None:
        self._armed = True

    def count_posts(self) -> None:
        client = discord.http.HTTPClient
        request = client.request

        async def counted(http: Any, route: Any, **how: Any) -> Any:
            answer = await request(http, route, **how)
            self._posts += (route.method, route.path.split("/")[-1]) == ("POST", "messages")
            return answer

        client.request = counted  # type: ignore[method-assign, assignment]

    def _outside(self) -> str:
        """A process's effects on the world, to see whether it has had any."""
        found = (os.stat(file) for file in self._files if file.exists())
        return ":".join(map(str, (self._posts, *(f"{f.st_size}-{f.st_mtime_ns}" for f in found))))

    def passes(self, verb: str, coroutine: Any) -> None:
        if not self._armed:
            return
        where = place(coroutine)
        self._passed[f"{verb} {where}"] += 1
        line = f"{verb} {self._passed[f'{verb} {where}']} {where}"
        os.write(self._file, f"{self._outside()} {line}\n".encode())
        if line == self._wire:
            os.write(self._file, b"killed\n")
            os.kill(os.getpid(), signal.SIGKILL)


class Watched(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are noticed."""

    def __init__(self, inner: Any, notice: Notice) -> None:
        self._inner, self._notice = inner, notice
        self._begun = False

    def send(self, value: Any) -> Any:
        self._notice("back" if self._begun else "begins", self._inner)
        return self._leave(self._inner.send(value))

    def throw(self, *error: Any) -> Any:
        self._notice("thrown", self._inner)
        return self._leave(self._inner.throw(*error))

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        raise TypeError("a task's own coroutine is not awaited")

    def _leave(self, waits_for: Any) -> Any:
        self._begun = True
        self._notice("left", self._inner)
        return waits_for


def place(inner: Any) -> str:
    """Where a coroutine stands, through everything that it awaits."""
    stack = []
    while (code := getattr(inner, "cr_code", None)) is not None:
        frame, name = inner.cr_frame, f"{_named(code.co_filename)}.{code.co_name}"
        stack.append(f"{name}:{frame.f_lineno if frame else 0}")
        inner = inner.cr_await
    return " > ".join(stack) or type(inner).__name__


@cache
def _named(file: str) -> str:
    return f"{Path(file).parent.name}/{Path(file).stem}"


def watch(notice: Notice, word: Callable[[], None]) -> None:
    """Notice every step of every task that the running loop creates from now on, and every word of
    a person."""

    def make(loop: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
        return asyncio.Task(Watched(coro, notice), loop=loop, **more)

    asyncio.get_running_loop().set_task_factory(make)
    hear = discord.gateway.DiscordWebSocket.received_message

    async def received(self: Any, message: Any, /) -> None:
        if is_word(message):
            word()
        await hear(self, message)

    discord.gateway.DiscordWebSocket.received_message = received  # type: ignore[method-assign]


def is_word(frame: Any) -> bool:
    """Whether a frame of the gateway is a person's word or press."""
    said = json.loads(frame) if isinstance(frame, str) else {}
    if said.get("t") == "MESSAGE_CREATE":
        return not said["d"]["author"].get("bot")
    return bool(said.get("t") == "INTERACTION_CREATE")

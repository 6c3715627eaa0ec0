"""Moments at which one of two bots dies: its own, counted from a signal; in its start, at once.

start     a task continues for the nth time since the bot took another one's place
claim     it has claimed posts that another bot left
step      a task continues for the nth time since somebody said something
begin     a thread is about to write something of a game
lock      it has asked for the game's row, and read no answer
commit    a turn is recorded, and not posted
post      Discord has taken a post
sent      it has noted that, and not written it yet
timer     something is due, and claimed
think     a computer thinks
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any

from bot.table.computers import ALONE, Problem, Waits
from storage import Store
from tests.bot.minds import LeastMind
from tests.crash.tripwire import place, watch

OF_ITS_BEGINNING = ("start", "claim")
MOMENTS = (*OF_ITS_BEGINNING, "step", "begin", "lock", "commit", "post", "sent", "timer", "think")
ARM = signal.SIGUSR2  # from now on
THOUGHT = 0.3  # seconds


class Death:
    """Kills this process at the nth coming of its moment, or acts on it like another signal."""

    def __init__(self, moment: str, count: int, number: int = signal.SIGKILL) -> None:
        self._moment, self.left, self._number = moment, count, number
        self.armed = moment in OF_ITS_BEGINNING
        self.steps = False  # those of tasks are counted by now

    def passes(self, moment: str, where: object = "") -> None:
        if self.armed and moment == self._moment:
            self.left -= 1
            if self.left == 0:
                os.write(sys.stderr.fileno(), f"met its end at {moment} {where}\n".encode())
                os.kill(os.getpid(), self._number)


def wait_for(death: Death) -> None:
    """Have the process look for its moment."""
    signal.signal(ARM, lambda *_: setattr(death, "armed", True))
    _patch("take_over", after=lambda _: setattr(death, "steps", death.armed))
    _patch("commit", after=lambda _: death.passes("commit"))
    _patch("waiting", after=lambda found: death.passes("claim" * bool(found)))
    _patch("note_sent", lambda: death.passes("post"), after=lambda _: death.passes("sent"))
    _patch("due_timers", after=lambda found: death.passes("timer" * bool(found), found))
    _watch_writes(death)


def _patch(name: str, before: Any = lambda: None, *, after: Any) -> None:
    verb = getattr(Store, name)

    async def patched(self: Any, *args: Any, **more: Any) -> Any:
        before()
        found = await verb(self, *args, **more)
        after(found)
        return found

    setattr(Store, name, patched)


def _watch_writes(death: Death) -> None:
    from storage.postgres.connection import Connection

    begin = Connection._begin

    def patched(self: Connection, raw: Any) -> None:
        death.passes("begin")
        begin(self, raw)
        death.passes("lock")

    Connection._begin = patched  # type: ignore[method-assign]


class Sleepy(LeastMind):
    """Plays the turn that changes least, after a while."""

    room = 2

    def __init__(self, death: Death) -> None:
        super().__init__()
        self._death = death

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        await asyncio.sleep(THOUGHT)
        self._death.passes("think")
        return await super().turn(position, waits)


def count_steps(death: Death) -> None:
    """Of every task that the running loop creates from now on."""

    def step(verb: str, coroutine: Any) -> None:
        for moment in ("start", "step") if death.steps and verb in ("begins", "back") else ():
            death.passes(moment, place(coroutine) if death.left == 1 else "")

    def word() -> None:
        death.steps = death.steps or death.armed

    watch(step, word)

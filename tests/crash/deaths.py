"""Moments at which one of two bots dies or freezes, counted from a signal.

begin     a thread is about to write something of a game
lock      it has asked for the game's row, and read no answer
commit    a turn is recorded, and not posted
post      Discord has taken a post
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from storage import Store

ARM = signal.SIGUSR2  # from now on


class Death:
    """Kills this process at its moment, or acts on it like another signal."""

    def __init__(self, moment: str, number: int) -> None:
        self._moment, self._number = moment, number
        self.armed = False

    def passes(self, moment: str) -> None:
        if self.armed and moment == self._moment:
            self.armed = False
            os.write(sys.stderr.fileno(), f"met its end at {moment}\n".encode())
            os.kill(os.getpid(), self._number)


def waits(death: Death) -> None:
    """Have the process look for its moment."""
    from storage.postgres.connection import Connection  # its driver may not be there

    signal.signal(ARM, lambda *_: setattr(death, "armed", True))
    commit, sent, begin = Store.commit, Store.sent, Connection._begin

    async def committing(self: Store, *args: Any, **more: Any) -> Any:
        row = await commit(self, *args, **more)
        death.passes("commit")
        return row

    async def noting(self: Store, *args: Any, **more: Any) -> Any:
        death.passes("post")
        return await sent(self, *args, **more)

    def beginning(self: Connection, raw: Any) -> None:
        death.passes("begin")
        begin(self, raw)
        death.passes("lock")

    Store.commit, Store.sent = committing, noting  # type: ignore[method-assign, assignment]
    Connection._begin = beginning  # type: ignore[method-assign]

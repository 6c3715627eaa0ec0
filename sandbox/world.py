"""The sandbox as a whole: what is known, and the two lines on which it is told.

World ── state      people, channels, messages, interactions, commands; clock and file
      ├─ gateway    tells the bot        ┐ `news` decides who hears what
      ├─ stream     tells the page       ┘
      ├─ activities pages in a frame
      └─ faults     what a test lets go wrong
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sandbox.activities import Activities
from sandbox.faults import Fault
from sandbox.gateway import Gateway
from sandbox.model import Json
from sandbox.state import State
from sandbox.stream import Stream


class World(State):
    """Everything there is."""

    def __init__(self, folder: Path, *, message_content: bool = True, activity: str = "") -> None:
        super().__init__(folder, message_content=message_content)
        self.activities = Activities(self, activity)
        self.commands = [*self.activities.with_entry_point(self.commands)]
        self.stream = Stream(self)
        self.gateway = Gateway(self, self.stream)
        self.locale = "en-US"  # of the clients of all people
        self.faults: list[Fault] = []
        self.exchanges: list[tuple[str, str, Any, int, Any]] | None = None
        self.waiting: dict[str, asyncio.Future[list[Json]]] = {}  # autocompletions

    def fault(
        self,
        method: str,
        path: str,
        status: int,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        times: int = 1,
        done: bool = False,
    ) -> None:
        """The next `times` requests of the bot whose path matches a regex are answered so.

        With `done` they take effect all the same; only the real answer is lost.
        """
        self.faults.append(Fault(method, path, status, body, headers or {}, times, done))

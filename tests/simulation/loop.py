"""An event loop whose time is made up: when nobody has anything to do, it is later at once.

Whatever sleeps, waits for a time-out or is called at a time, sleeps in this time; so the bot's own
tasks run as they are, and sixty days of them take as long as the work in them.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from typing import Any

RESOLUTION = 1e-6  # seconds; a sum of many waits is no rounder


class Idle(Exception):
    """Nobody will ever do anything again."""


class _Selector(selectors.DefaultSelector):
    """Waits for nothing: what would be waited for has passed."""

    seconds = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
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
        """Seconds since the loop was made."""
        return self._passed.seconds

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: object) -> Any:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as trouble:
            done.set_exception(trouble)
        return done

"""The event loop that the bot runs on: uvloop's where it is installed, otherwise Python's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

NEW: Callable[[], asyncio.AbstractEventLoop] | None
try:
    from uvloop import new_event_loop as NEW
except ImportError:  # Windows, or a machine without a wheel of it
    NEW = None


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, as of asyncio.run()."""
    with asyncio.Runner(loop_factory=NEW) as runner:
        return runner.run(work)

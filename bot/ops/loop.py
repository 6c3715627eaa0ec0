"""The bot's event loop: uvloop's if it's installed, otherwise Python's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

NEW: Callable[[], asyncio.AbstractEventLoop] | None
try:
    from uvloop import new_event_loop as NEW
except ImportError:  # Windows, or a machine without a wheel
    NEW = None


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine and return its result, like asyncio.run()."""
    with asyncio.Runner(loop_factory=NEW) as runner:
        return runner.run(work)

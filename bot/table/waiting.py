"""How a task waits that does something again and again."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def heard(news: asyncio.Event, seconds: float | None) -> None:
    """Wait until there is news, and no longer than so many seconds, if any."""
    # Not wait_for: before Python 3.12 it swallows a cancellation that meets a wake-up.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()

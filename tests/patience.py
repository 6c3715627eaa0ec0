"""How long a test waits for an event that must come: until it is certain that it never will. No
test measures speed by it: on a busy machine anything may take long. Tests of time push a clock.
"""

import asyncio
import inspect
import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds


async def until(what: Callable[[], object]) -> None:
    """Wait for something to be true, plain or awaited, by looking again and again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = what()
        if await found if inspect.isawaitable(found) else found:
            return
        assert time.monotonic() < deadline, f"waited in vain for {inspect.getsource(what).strip()}"
        await asyncio.sleep(0.005)

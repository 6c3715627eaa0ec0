"""A bot that stops inside the process of the tests, which continues."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bot.ops import stopping


@contextmanager
def surviving() -> Iterator[None]:
    """Put signal handlers back afterwards, and lift the bound that a signal has set."""
    before = {number: signal.getsignal(number) for number in stopping.signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.cancel()

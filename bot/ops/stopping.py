"""Stopping: a process ends within ten seconds of the request, even if the event loop is stuck."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

BOUND: Final = 9.0  # seconds that an orderly end may take
TOO_SLOW = "Something didn't finish in time, so I stopped without it. Your games are safe."


def signals() -> list[signal.Signals]:
    """The signals that mean "stop". A hang-up doesn't if it is ignored, as with `nohup`."""
    names = ("SIGTERM", "SIGINT", "SIGHUP")
    known = [signal.Signals[name] for name in names if hasattr(signal, name)]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def while_loading(argv: Sequence[str]) -> Iterator[None]:
    """Leave at once on a signal: code 0 for `run` and `think`, until they serve; 128 + its number
    for other commands. Process 1 of a container ignores signals without a handler, so this comes
    before all else."""
    serving = any(word in ("run", "think") for word in argv[:1])
    main_thread = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in signals() if main_thread}

    def leave(number: int, frame: FrameType | None) -> None:
        os._exit(0 if serving else 128 + number)

    for number in before:
        signal.signal(number, leave)
    yield
    for number, handler in before.items():
        if not serving:
            signal.signal(number, handler)


def stop_event() -> asyncio.Event:
    """An event that signals set. They also start the bound."""
    event, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop(number: int, frame: FrameType | None) -> None:
        bound(0)
        with suppress(RuntimeError):  # the loop has closed: the process is about to end
            loop.call_soon_threadsafe(event.set)

    for number in signals():
        signal.signal(number, stop)
    return event


def bound(code: int, seconds: float = BOUND) -> None:
    """Leave with an exit code if the process is still there after some seconds."""

    def leave() -> None:
        print(TOO_SLOW, file=sys.stderr, flush=True)
        os._exit(code)

    timer = threading.Timer(seconds, leave)
    timer.daemon = True
    timer.start()

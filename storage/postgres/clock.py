"""The time by the server's clock, which the next process with the database uses too."""

import math
import time
from collections.abc import Callable
from typing import Final

SLIGHT: Final = 0.1  # seconds by which it may be wrong without being set, so it doesn't jump


class ServerClock:
    """Seconds since 1970: the server's last answer, plus the seconds that the processor counted
    since. The clock of this machine, which may be wrong by an hour, doesn't matter. Each new
    connection and each renewal of the lease sets it, as the machine may have slept, or the server's
    clock may have been set."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed, self._begin = passed, -math.inf

    def __call__(self) -> float:
        return self._begin + self._passed()

    @property
    def passed(self) -> float:
        """The processor's seconds; note them before asking the server."""
        return self._passed()

    def hear(self, said: float, asked: float) -> None:
        """Set the clock: the server said this between the moment `asked` and now."""
        answered = self._passed()
        if not said - answered - SLIGHT <= self._begin <= said - asked + SLIGHT:
            self._begin = said - asked

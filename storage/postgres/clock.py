"""What time it is by the server, as whoever has the database next has to go by the same clock."""

import math
import time
from collections.abc import Callable
from typing import Final

SLIGHT: Final = 0.1  # seconds by which it may be wrong and stays, so that it does not jump about


class ServerClock:
    """Seconds since 1970 by the server's clock: as it said last, and as the processor has counted
    since. A machine's own clock, which may be wrong by an hour, has no part in it. It is set where
    a connection is made, and by each renewal of the lease: a machine may have slept, and a server's
    clock be set."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed, self._begin = passed, -math.inf

    def __call__(self) -> float:
        return self._begin + self._passed()

    @property
    def passed(self) -> float:
        """What the processor has counted, to be noted before the server is asked."""
        return self._passed()

    def hear(self, said: float, asked: float) -> None:
        """The server has said this at some moment between that one and now."""
        answered = self._passed()
        if not said - answered - SLIGHT <= self._begin <= said - asked + SLIGHT:
            self._begin = said - asked

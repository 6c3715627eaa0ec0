"""What time it is by the server, as all who share a database have to go by one clock.

connected                       ──> asked, and waited for
read something, 5 s after that  ──> asked along with it: no further trip
"""

import math
import time
from collections.abc import Callable
from typing import Final

from storage.postgres.link import Raw
from storage.postgres.pipeline import Pipeline

ASKED: Final = b"select extract(epoch from clock_timestamp())::double precision"
AGAIN: Final = 5.0  # seconds until it is asked again, if something is read
SLIGHT: Final = 0.1  # seconds by which it may be wrong and stays, so that it does not jump about


class ServerClock:
    """Seconds since 1970 by the server's clock: as it said last, and as the processor has counted
    since. A machine's own clock, which may be wrong by an hour, has no part in it. It is ahead by
    no more than the way there takes, so that a claim of ours seems over to us first. Where the
    processor has not counted, as in a machine that slept, or the server's clock was set, it is put
    right with what is read next."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._begin, self._asked = 0.0, -math.inf

    def __call__(self) -> float:
        return self._begin + self._passed()

    def ask(self, raw: Raw) -> None:
        """Set it by the server. Raises what psycopg raises."""
        asked = self._passed()
        found = raw.execute(ASKED).fetchone()
        assert found is not None
        self._begin, self._asked = float(found[0]) - asked, asked

    def ask_along(self, sent: Pipeline) -> Callable[[], None]:
        """Ask with what else is asked in a pipeline, if that was not done lately. What is returned
        looks at the answer, once it is there."""
        asked = self._passed()
        if asked - self._asked < AGAIN:
            return _nothing
        self._asked, answer = asked, sent.execute(ASKED)

        def look() -> None:
            found = answer.fetchone()
            assert found is not None
            self._hear(float(found[0]), asked, self._passed())

        return look

    def _hear(self, said: float, asked: float, answered: float) -> None:
        """The server has said this at some moment between these two."""
        if not said - answered - SLIGHT <= self._begin <= said - asked + SLIGHT:
            self._begin = said - asked


def _nothing() -> None:
    """It was not asked."""

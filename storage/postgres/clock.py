"""What time it is by the server, as all who share a database have to go by one clock."""

import time
from collections.abc import Callable
from typing import Final

from storage.postgres.link import Raw

ASKED: Final = b"select extract(epoch from clock_timestamp())::double precision"


class ServerClock:
    """Seconds since 1970 by the server's clock: as it said last, and as the processor has counted
    since. A machine's own clock, which may be wrong by an hour, has no part in it. It is ahead by
    no more than the way there takes, so that a claim of ours seems over to us first."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._begin = 0.0

    def __call__(self) -> float:
        return self._begin + self._passed()

    def ask(self, raw: Raw) -> None:
        """Set it by the server. Raises what psycopg raises."""
        asked = self._passed()
        found = raw.execute(ASKED).fetchone()
        assert found is not None
        self._begin = float(found[0]) - asked

"""Time and ids: a clock that tests can push forward, and ids that only ever grow.

id = milliseconds since 2015 << 22 | running number
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
_ONE_SECOND = 1000 << 22


class Clock:
    """Discord's clock here: the machine's, plus the seconds that were added by hand."""

    def __init__(self, added: float = 0.0) -> None:
        self.added = added

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.added

    def stamp(self) -> str:
        """Now in the form of Discord's timestamps: ISO 8601 in UTC with microseconds."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="microseconds")


class Mint:
    """Makes ids, as decimal text.

    Ids stay ahead of all ids of earlier runs: before an id is given out, a mark above it has
    been reserved (at most one write a second), and the next run starts at that mark.
    """

    def __init__(self, clock: Clock, reserved: int, reserve: Callable[[int], None]) -> None:
        self._clock = clock
        self._last = self._reserved = reserved
        self._reserve = reserve

    def __call__(self) -> str:
        milliseconds = int(self._clock.now() * 1000) - EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        if self._last >= self._reserved:
            self._reserved = self._last + _ONE_SECOND
            self._reserve(self._reserved)
        return str(self._last)


def made_at(snowflake: str) -> float:
    """When an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000

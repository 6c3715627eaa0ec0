"""A budget of requests to Discord: so many in all, and fewer for each person or address.

Discord grants a bot 50 requests a second, which turns need. Pages get a small part of them, and a
visitor waits before a turn does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

from bot.core.presence import Later

TINY: Final = 1e-6  # seconds that sums of fractions may be off by
MOST: Final = 1_000  # keys, until those that have rested are swept out


class Rate(NamedTuple):
    """burst: requests at once; every: seconds until there is one more."""

    burst: int
    every: float


class Budget:
    """Counts requests. now: seconds; all_: for everybody together; each: for one of them."""

    def __init__(self, now: Callable[[], float], all_: Rate, each: Rate) -> None:
        self._now, self._all, self._each = now, all_, each
        self._busy: dict[Hashable, float] = {}  # until when each key has used requests up

    def __len__(self) -> int:
        return len(self._busy)

    def take(self, who: Hashable) -> None:
        """Use one request. Raises Later: there is none."""
        now = self._now()
        until = {key: self._after(key, rate, now) for key, rate in self._rates(who)}
        wait = max(until[key] - now - rate.burst * rate.every for key, rate in self._rates(who))
        if wait > TINY:
            raise Later(wait)
        self._busy |= until
        if len(self._busy) > MOST:
            self._busy = {key: at for key, at in self._busy.items() if at > now}

    def _rates(self, who: Hashable) -> tuple[tuple[Hashable, Rate], ...]:
        return (None, self._all), (who, self._each)

    def _after(self, key: Hashable, rate: Rate, now: float) -> float:
        """Until when a key is busy after one more; a clock that was set back forgives the rest."""
        busy = self._busy.get(key, now)
        if busy > now + rate.burst * rate.every:
            busy = now
        return max(busy, now) + rate.every

"""When the bot was away, held against when it really was: for each long outage all clocks stand
still from its begin to an hour after its end, and for nothing else.

──●──┤ down, or Discord is out of order ├──●── an hour ──►   from a beat before to an hour after
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.simulation.facts import Facts
from tests.simulation.plan import HOUR

Span = tuple[float, float]
LONG = 600.0  # seconds of silence that are an outage
BEAT = 360.0  # seconds that a beat may be old
RETRY = 2400.0  # seconds after which a post that waits is tried again, and a beat follows
MISS = 5.0


class Outages:
    """Looks at what is credited. down, storms: when the bot, or Discord, was out of order; fault:
    told what is wrong."""

    def __init__(
        self,
        facts: Facts,
        now: Callable[[], float],
        down: Sequence[Span],
        storms: Sequence[Span],
        fault: Callable[[str, str], None],
    ) -> None:
        self._facts, self._now, self._down, self._storms = facts, now, down, storms
        self._fault, self._seen = fault, set[Span]()

    def look(self) -> None:
        """Is each span one in which nobody could play?"""
        for begin, end in self._facts.credited:
            if (begin, end) not in self._seen:
                self._seen.add((begin, end))
                self._judge(begin, end - HOUR)

    def _judge(self, begin: float, end: float) -> None:
        storm = any(a < end and b > begin for a, b in self._storms)
        idle = end - begin - covered(begin, end, [*self._down, *self._storms])
        if idle > BEAT + (RETRY if storm else 0.0):
            self._fault("outages", f"{idle:.0f} s too many are credited, from {begin:.0f} on")

    def sums_up(self) -> None:
        """What can be told only at the end: each long one was credited."""
        credited = self._facts.credited
        for begin, end in self._down:
            known = any(a <= begin + MISS and b >= end + HOUR - MISS for a, b in credited)
            if end - begin > LONG and end < self._now() - HOUR and not known:
                self._fault("outages", f"{end - begin:.0f} s from {begin:.0f} on: not credited")


def covered(begin: float, end: float, spans: Sequence[Span]) -> float:
    """The seconds between two moments that lie in one of some spans."""
    total, at = 0.0, begin
    for a, b in sorted(spans):
        a, b = max(a, at), min(b, end)
        if b > a:
            total, at = total + b - a, b
    return total

"""Who is away and for how long, by what people have said and when: held against what the store
keeps of it after each of their wishes.

away until a day ──> from now, or from when the vacation has begun that they are on, to its midnight
back             ──> over now, if they are away; else nothing has changed
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tests.simulation.facts import Facts
from tests.simulation.people import Person
from tests.simulation.plan import DAY

Span = tuple[float, float]
IN_ONE_GO, IN_A_YEAR, YEAR = 14 * DAY, 30 * DAY, 365 * DAY
EXACT = 5.0  # seconds that a wish may be under way


class Vacations:
    """Everybody's. spans: by person, as the oracle's calendars go by them; fault: told what is
    wrong."""

    def __init__(self, facts: Facts, fault: Callable[[str, str], None]) -> None:
        self._facts, self._fault = facts, fault
        self.spans = defaultdict[int, list[Span]](list)

    def said(self, who: Person, last: date, now: float) -> None:
        """Somebody has said that they are away until the end of a day."""
        here = ZoneInfo(who.zone or "UTC")
        end = datetime.combine(last + timedelta(days=1), time(), here).timestamp()
        standing = self._standing(who, now)
        begin = standing[0] if standing else now
        earlier = [span for span in self.spans[who.id] if span[0] < begin]
        taken = sum(b - max(a, begin - YEAR) for a, b in earlier if b > begin - YEAR)
        if now < end <= begin + min(IN_ONE_GO, IN_A_YEAR - taken):
            self.spans[who.id] = [*earlier, (begin, end)]
        self._compare(who)

    def back(self, who: Person, now: float) -> None:
        """Somebody has said that they are there again."""
        if (standing := self._standing(who, now)) is not None:
            self.spans[who.id][-1] = standing[0], now
        self._compare(who)

    def _standing(self, who: Person, now: float) -> Span | None:
        """The vacation that somebody is on."""
        return next((s for s in self.spans[who.id] if s[0] <= now < s[1]), None)

    def _compare(self, who: Person) -> None:
        """The last of them, with what the store keeps."""
        mine = self.spans[who.id]
        found, right = self._facts.vacation(who.id), mine[-1] if mine else None
        if (found is None) != (right is None) or not _alike(found, right):
            self._fault("vacations", f"{who.name} is away {found}, not {right}")
        if mine and found:
            mine[-1] = found  # to the second, for the clocks


def _alike(a: Span | None, b: Span | None) -> bool:
    pairs = zip(a or (), b or (), strict=False)
    return all(abs(x - y) < EXACT for x, y in pairs)

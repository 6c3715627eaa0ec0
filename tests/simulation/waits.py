"""No table is ever stuck: what is waited for comes within the time that the table has agreed on.

a lobby          a week, besides outages of the bot
chance           the minutes that a turn can be taken back
a turn           what is left on the clock, then it is played for whoever is not there; after an
                 outage when they were told of it, which may be the next morning
a turn without   as long as they like, but they are reminded
a clock
"""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.simulation.banks import Banks, Passed
from tests.simulation.facts import PLAYING, Call, Facts, Stand
from tests.simulation.plan import DAY, HOUR

SLACK = 1.5 * HOUR  # for what is done late: in the hour after an outage nothing ends
WEEK = 7 * DAY
LONGEST_CHANCE = 10 * 60.0
TO_BE_TOLD = "select 1 from timers where game = ? and kind = 'remind' and payload like 'outage:%'"
TOLD = "select 1 from outbox where game = ? and kind like 'outage:%' and at > ?"


class Waits:
    """Looks at all tables now and then. calm: the longest time without an outage between two
    moments."""

    def __init__(
        self,
        facts: Facts,
        banks: Banks,
        passed: Passed,
        calm: Callable[[float, float], float],
        fault: Callable[[str, str], None],
    ) -> None:
        self._facts, self._banks, self._passed = facts, banks, passed
        self._calm, self._fault = calm, fault
        self._told = set[tuple[int, int]]()

    def look(self, now: float) -> None:
        """Is anybody waiting too long?"""
        self._overdue(now)
        for stand in self._facts.games.values():
            over = self._over(stand, now)
            if (
                over
                and self._calm(now - over, now) > SLACK
                and (stand.id, stand.n) not in self._told
            ):
                self._told.add((stand.id, stand.n))
                hours = f"{over / HOUR:.1f} h too long"
                self._fault("stuck", f"game {stand.id} ({stand.status}), row {stand.n}: {hours}")

    def _overdue(self, now: float) -> None:
        """Nothing that was to happen is long past."""
        sql = "select game, kind, due, id from timers where due < ?"
        for game, kind, due, id_ in self._facts.ask(sql, now - SLACK):
            if self._calm(float(str(due)), now) > SLACK and (-1, int(str(id_))) not in self._told:
                self._told.add((-1, int(str(id_))))
                self._fault("stuck", f"game {game}: {kind} has been due for an hour and more")

    def _over(self, stand: Stand, now: float) -> float:
        """For how many seconds something has been due."""
        if stand.status == "lobby":
            begun = self._facts.begun[stand.id]
            return max(0.0, now - begun - WEEK - self._outages(begun, now))
        if stand.status != PLAYING:
            return 0.0
        call = self._facts.open.get(stand.id)
        if call is None:
            return max(0.0, now - stand.since - LONGEST_CHANCE)
        return self._overtime(stand, call, now)

    def _outages(self, begin: float, end: float) -> float:
        """The seconds between two moments that the bot has noted as an outage of its own."""
        both = ((max(begin, a), min(end, b)) for a, b in self._facts.credited)
        return sum(max(0.0, b - a) for a, b in both)

    def _overtime(self, stand: Stand, call: Call, now: float) -> float:
        """How long a clock has been at its end."""
        bank = self._banks.banks.get(stand.id)
        if bank is None or self._facts.ask(TO_BE_TOLD, stand.id):
            return 0.0
        if self._facts.ask(TOLD, stand.id, now - SLACK):
            return 0.0  # their clock is looked at within the hour
        options = json.loads(stand.options)
        passed = self._passed(call.user, options, bank.since, now)
        return max(0.0, passed - bank.left[call.seat])

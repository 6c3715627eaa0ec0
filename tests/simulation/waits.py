"""No table is ever stuck: what is waited for comes within the time that the table has agreed on.

a lobby          a week
chance           the minutes that a turn can be taken back
a turn           what is left on the clock, then it is played for whoever is not there
a turn without   as long as they like, but they are reminded
a clock
"""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.simulation.annals import PLAYING, Annals, Call, Stand
from tests.simulation.banks import Banks, Passed
from tests.simulation.plan import DAY, HOUR

SLACK = 1.5 * HOUR  # for what is done late: in the hour after an outage nothing ends
WEEK = 7 * DAY
LONGEST_CHANCE = 5 * 60.0


class Waits:
    """Looks at all tables now and then. calm: the longest time without an outage between two
    moments."""

    def __init__(
        self,
        annals: Annals,
        banks: Banks,
        passed: Passed,
        calm: Callable[[float, float], float],
        fault: Callable[[str, str], None],
    ) -> None:
        self._annals, self._banks, self._passed = annals, banks, passed
        self._calm, self._fault = calm, fault
        self._told = set[tuple[int, int]]()

    def look(self, now: float) -> None:
        """Is anybody waiting too long?"""
        self._overdue(now)
        for stand in self._annals.games.values():
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
        for game, kind, due, id_ in self._annals.ask(sql, now - SLACK):
            if self._calm(float(str(due)), now) > SLACK and (-1, int(str(id_))) not in self._told:
                self._told.add((-1, int(str(id_))))
                self._fault("stuck", f"game {game}: {kind} has been due for an hour and more")

    def _over(self, stand: Stand, now: float) -> float:
        """For how many seconds something has been due."""
        if stand.status == "lobby":
            return max(0.0, now - self._annals.begun[stand.id] - WEEK)
        if stand.status != PLAYING:
            return 0.0
        call = self._annals.open.get(stand.id)
        if call is None:
            return max(0.0, now - stand.since - LONGEST_CHANCE)
        return self._overtime(stand, call, now)

    def _overtime(self, stand: Stand, call: Call, now: float) -> float:
        """How long a clock has been at its end."""
        bank = self._banks.banks.get(stand.id)
        if bank is None:
            return 0.0
        options = json.loads(stand.options)
        passed = self._passed(call.user, options, bank.since, now)
        return max(0.0, passed - bank.left[call.seat])

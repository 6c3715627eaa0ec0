"""Who has not come to their turns, counted from the log.

timeout 1 ── timeout 1 ──> the seat is offered in that very commit, and in no other
    └── a turn of their own, here 1, back 1, takeover 1: from none again
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rules.game import TABLE
from tests.simulation.facts import PLAYING, Stand, Word
from tests.simulation.replays import commits

OFFERED_AFTER = 2  # turns in a row
RETURNS = ("here", "back", "takeover")


class Absences:
    """Judges each seat that is offered because nobody came. fault: told what is wrong."""

    def __init__(self, fault: Callable[[str, str], None]) -> None:
        self._fault = fault
        self._missed = Counter[tuple[int, int]]()  # by game and seat
        self._offered = set[tuple[int, int]]()  # for more than a wish

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """A game has changed."""
        for commit in commits(added):
            self._commit(now, commit)

    def _commit(self, now: Stand, commit: tuple[Word, ...]) -> None:
        before = set(self._offered)
        for word in commit:
            match word.text.split() if word.seat == TABLE else ():
                case ["timeout", seat]:
                    self._missed[now.id, int(seat)] += 1
                case ["premove", seat]:
                    self._missed[now.id, int(seat)] = 0
                case [verb, seat] if verb in RETURNS:
                    self._missed[now.id, int(seat)] = 0
                    self._offered.discard((now.id, int(seat)))
                case ["offer", seat, why] if why not in ("request", "moderator"):
                    self._offered.add((now.id, int(seat)))
            if word.seat >= 0 and word.key is not None:
                self._missed[now.id, word.seat] = 0
        if commit[0].text.startswith("timeout "):
            self._judge(now, commit, before)

    def _judge(self, now: Stand, commit: tuple[Word, ...], offered: set[tuple[int, int]]) -> None:
        """A turn was played for somebody."""
        seat = int(commit[0].text.split()[1])
        times = self._missed[now.id, seat]
        told = any(word.text == f"offer {seat} timeout" for word in commit)
        where = f"game {now.id}, row {commit[0].n}, seat {seat}"
        if told and times < OFFERED_AFTER:
            self._fault("absences", f"{where}: offered after {times} in a row")
        due = times >= OFFERED_AFTER and now.status == PLAYING and (now.id, seat) not in offered
        if due and not told:
            self._fault("absences", f"{where}: not offered after {times} in a row")

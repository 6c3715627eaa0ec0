"""The oracle's own clocks: what everybody at every table has left, by the turns that were said.

turn begins ──> the clock runs ──> turn ends: less what has passed, more for the turn, not more
                                   than the cap
take-back ──> what everybody had when that turn began, less what was thought about it
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.simulation.annals import PLAYING, Annals, Stand, Word
from tests.simulation.plan import HOUR

# At first, with each turn, at most; in hours, as the lobby says it.
PACES = {
    "brisk": (24, 4, 72),
    "steady": (72, 12, 120),
    "relaxed": (72, 36, 240),
    "long": (240, 36, 240),
}
EXACT = 1.0  # second
AFTER_A_TAKE_BACK = HOUR  # at least

Passed = Callable[[int, Mapping[str, str], float, float], float]  # who, where, from, until


@dataclass(slots=True)
class Bank:
    """The clocks of one game. begun: what everybody had when the game came to a row, and what had
    been thought about the turn that was taken back from there."""

    options: Mapping[str, str]
    start: float
    turn: float
    cap: float
    left: list[float]
    seat: int | None = None
    since: float = 0.0
    settled: float = 0.0  # what this turn had cost when its player's hours changed
    begun: dict[int, tuple[float, ...]] = field(default_factory=dict)
    thought: dict[int, float] = field(default_factory=dict)
    missed: set[int] = field(default_factory=set)  # seats that are offered, as nobody came
    asks: int | None = None  # the seat that asks the others for more time


class Banks:
    """All clocks. passed: the seconds in which somebody's clock runs; fault: told what is wrong."""

    def __init__(
        self,
        annals: Annals,
        now: Callable[[], float],
        passed: Passed,
        fault: Callable[[str, str], None],
    ) -> None:
        self._annals, self._now, self._passed, self._fault = annals, now, passed, fault
        self.banks: dict[int, Bank] = {}

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """A game has changed."""
        bank = self.banks.get(now.id)
        if bank is None:
            bank = _opened(now)
            if bank is None:
                return
            self.banks[now.id] = bank
        elif added:
            self._settle(bank, before or now, now, added)
        self._runs(bank, now)
        self._compare(bank, now)

    def _settle(self, bank: Bank, before: Stand, now: Stand, added: tuple[Word, ...]) -> None:
        back = next((int(w.text.split()[1]) for w in added if w.text.startswith("undo ")), None)
        spoken = {word.seat for word in added}
        for word in added:
            self._said(bank, word, spoken)
        if back is not None:
            self._taken_back(bank, now, back)
        elif (seat := bank.seat) is not None:
            said = any(word.seat == seat for word in added)
            if said or now.on_turn != seat or now.status != PLAYING:
                # A turn that was played for somebody begins behind the line which says so.
                row = next((word.n - 1 for word in added if word.seat == seat), before.n)
                self._ends(bank, before, seat, said, row)
        self._newcomers(bank, before, now)

    def _said(self, bank: Bank, word: Word, spoken: set[int]) -> None:
        """Somebody is back whose turns were played for them, and has time for the next one; or all
        have agreed that somebody has more time."""
        match word.text.split():
            case ["offered", seat, "absent"]:
                bank.missed.add(int(seat))
            case ["back", seat] if int(seat) in bank.missed - spoken:
                _given(bank, int(seat), _share(bank, int(seat)))
            case ["here", seat]:
                _given(bank, int(seat), _share(bank, int(seat)))
            case ["ask", "time", seat]:
                bank.asks = int(seat)
            case ["agree", _] if bank.asks is not None and not self._asking(word.game):
                _given(bank, bank.asks, bank.start)
                bank.asks = None
            case ["ask" | "decline" | "withdraw", *_]:
                bank.asks = None
        if word.text.split()[0] in ("back", "taken", "leave"):
            bank.missed.discard(int(word.text.split()[1]))

    def _asking(self, game: int) -> bool:
        """Somebody is still to agree."""
        sql = "select 1 from timers where game = ? and kind = 'offer'"
        return bool(self._annals.ask(sql, game))

    def _newcomers(self, bank: Bank, before: Stand, now: Stand) -> None:
        """Whoever takes a seat over has as much as at the beginning, at least."""
        for seat, (old, new) in enumerate(zip(before.users, now.users, strict=True)):
            if old != new:
                if bank.seat == seat:
                    self._ends(bank, before, seat, False, before.n)
                _given(bank, seat, max(0.0, bank.start - bank.left[seat]))

    def _ends(self, bank: Bank, before: Stand, seat: int, said: bool, row: int) -> None:
        cost = min(bank.left[seat], self._spent(bank, before, seat))
        bank.thought[row] = bank.thought.get(row, 0.0) + cost + bank.settled
        bank.left[seat] -= cost
        if said:
            bank.left[seat] += _share(bank, seat)
        bank.seat = None

    def _spent(self, bank: Bank, stand: Stand, seat: int) -> float:
        return self._passed(stand.users[seat], bank.options, bank.since, self._now())

    def _goes_on(self, bank: Bank, now: Stand, since: float) -> None:
        """Whose clock runs has told of a vacation: from then on it goes by other hours."""
        seat = bank.seat or 0
        cost = self._passed(now.users[seat], bank.options, bank.since, since)
        bank.left[seat] -= cost
        bank.settled, bank.since = bank.settled + cost, since

    def _taken_back(self, bank: Bank, now: Stand, row: int) -> None:
        """As when that turn began, but for what it cost; the one who waited loses nothing."""
        began = max(n for n in bank.begun if n <= row)
        bank.left, bank.seat = list(bank.begun[began]), None
        if now.on_turn is not None:
            left = bank.left[now.on_turn] - bank.thought.get(row, 0.0)
            bank.left[now.on_turn] = max(left, AFTER_A_TAKE_BACK)

    def _runs(self, bank: Bank, now: Stand) -> None:
        seat = now.on_turn if now.status == PLAYING else None
        if seat is not None and bank.seat != seat:
            bank.seat, bank.since, bank.settled = seat, self._now(), 0.0
            bank.begun[now.n] = tuple(bank.left)

    def _compare(self, bank: Bank, now: Stand) -> None:
        """With what the store says."""
        sql = "select seat, left, since from clocks where game = ? order by seat"
        rows = self._annals.ask(sql, now.id)
        if len(rows) != len(bank.left):
            self._fault("clocks", f"game {now.id} has {len(rows)} of {len(bank.left)}")
        for seat, left, since in rows:
            assert isinstance(seat, int)
            assert isinstance(left, float | int)
            assert since is None or isinstance(since, float | int)
            if since is not None and bank.seat == seat and since > bank.since + EXACT:
                self._goes_on(bank, now, since)
            if abs(left - bank.left[seat]) > EXACT:
                wrong = f"{left:.0f} s, not {bank.left[seat]:.0f}, row {now.n}"
                self._fault("clocks", f"game {now.id}, seat {seat}: {wrong}")
                bank.left[seat] = left  # each fault is told once
            if (since is not None) != (bank.seat == seat):
                self._fault("clocks", f"game {now.id}, seat {seat}: runs since {since}")


def _share(bank: Bank, seat: int) -> float:
    """What a turn brings."""
    return max(0.0, min(bank.turn, bank.cap - bank.left[seat]))


def _given(bank: Bank, seat: int, seconds: float) -> None:
    """More time, which no take-back takes away."""
    bank.left[seat] += seconds
    for n, left in bank.begun.items():
        bank.begun[n] = (*left[:seat], left[seat] + seconds, *left[seat + 1 :])


def _opened(now: Stand) -> Bank | None:
    options = json.loads(now.options)
    pace = PACES.get(options.get("pace", "none"))
    if pace is None or now.status != PLAYING:
        return None
    start, turn, cap = (hours * HOUR for hours in pace)
    return Bank(options, start, turn, cap, [start] * len(now.users))

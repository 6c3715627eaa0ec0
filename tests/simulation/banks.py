"""The oracle's own clocks: everybody's time at every table, by the turns said.

turn begins ──> the clock runs ──> turn ends: less the time that passed, more for the turn, not more
                                   than the cap
board late  ──> the clock may stand still until it is there
take-back ──> what everybody had when that turn began, less the thinking time of it
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from tests.simulation.facts import PLAYING, Facts, Stand, Word
from tests.simulation.plan import HOUR

# At first, with each turn, at most; in hours, as the lobby says it.
PACES = {
    "brisk": (24, 4, 72),
    "steady": (72, 12, 120),
    "relaxed": (72, 36, 240),
    "long": (240, 36, 240),
}
EXACT = 1.0  # second
LATE = 60.0  # seconds after which a board comes late, and its turn may begin to cost with it
AFTER_A_TAKE_BACK = HOUR  # at least

Passed = Callable[[int, Mapping[str, str], float, float], float]  # player, place, from, until


@dataclass(slots=True)
class Bank:
    options: Mapping[str, str]
    start: float
    turn: float
    cap: float
    left: dict[int, float]
    seat: int | None = None
    since: float = 0.0
    row: int = 0  # at which this turn began
    settled: float = 0.0  # the cost of this turn when its player's hours changed
    begun: dict[int, dict[int, float]] = field(default_factory=dict)  # everybody's time, by row
    thought: dict[int, float] = field(default_factory=dict)  # time on turns taken back, by row
    missed: set[int] = field(default_factory=set)  # seats that are offered, as nobody came
    asks: int | None = None  # the seat that asks the others for more time


class Banks:
    """All clocks. passed: the seconds in which somebody's clock runs; granted: rows of the log by
    which all have agreed on more time."""

    def __init__(self, facts: Facts, passed: Passed, granted: Collection[tuple[int, int]]) -> None:
        self._facts, self._fault = facts, facts.fault
        self._passed, self._granted = passed, granted
        self.banks: dict[int, Bank] = {}

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        bank = self.banks.get(now.id)
        if bank is None:
            bank = None if before and before.status == PLAYING else _opened(now)
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
        """A player whose turns were played for them is back, and has time for the next one; or all
        have agreed on more time for somebody."""
        match word.text.split():
            case ["offer", seat, "timeout"]:
                bank.missed.add(int(seat))
            case ["back", seat] if int(seat) in bank.missed - spoken:
                _given(bank, int(seat), _share(bank, int(seat)))
            case ["here", seat]:
                _given(bank, int(seat), _share(bank, int(seat)))
            case ["moderator", "time", seat]:
                _given(bank, int(seat), bank.start)
            case ["ask", "time", seat]:
                bank.asks = int(seat)
            case ["accept", _] if bank.asks is not None and (word.game, word.n) in self._granted:
                _given(bank, bank.asks, bank.start)
                bank.asks = None
            case ["ask" | "decline" | "withdraw", *_]:
                bank.asks = None
        if word.text.split()[0] in ("back", "takeover", "leave"):
            bank.missed.discard(int(word.text.split()[1]))

    def _newcomers(self, bank: Bank, before: Stand, now: Stand) -> None:
        """A substitute gets at least the initial time."""
        for seat, (old, new) in enumerate(zip(before.users, now.users, strict=True)):
            if old != new and (new > 0 or seat in bank.left):
                if bank.seat == seat:
                    self._ends(bank, before, seat, False, before.n)
                bank.left.setdefault(seat, 0.0)
                _given(bank, seat, max(0.0, bank.start - bank.left[seat]))

    def _ends(self, bank: Bank, before: Stand, seat: int, said: bool, row: int) -> None:
        cost = min(bank.left[seat], self._spent(bank, before, seat, bank.since))
        if (told := self._late(bank, before.id)) is not None:
            less = min(bank.left[seat], self._spent(bank, before, seat, told))
            sql = "select left from clocks where game = ? and seat = ?"
            ((there,),) = self._facts.ask(sql, before.id, seat)
            cost = min(cost, less, key=lambda each: abs(_after(bank, seat, each, said) - there))
        bank.thought[row] = bank.thought.get(row, 0.0) + cost + bank.settled
        bank.left[seat] = _after(bank, seat, cost, said)
        bank.seat = None

    def _spent(self, bank: Bank, stand: Stand, seat: int, since: float) -> float:
        return self._passed(stand.users[seat], bank.options, since, self._facts.now())

    def _late(self, bank: Bank, game: int) -> float | None:
        """When the board of a turn came that came late; now, where it did not come yet."""
        sql = "select min(at) from outbox where game = ? and n >= ? and kind = 'turn'"
        ((at,),) = self._facts.ask(f"{sql} and message > 0", game, bank.row)
        told = self._facts.now() if at is None else at
        return told if told - bank.since > LATE else None

    def _uncalled(self, bank: Bank, game: int) -> bool:
        """Nobody could notify the player to move: the board came late, or the call in the morning
        doesn't get through."""
        sql = "select 1 from outbox where game = ? and n >= ? and kind in ('call', 'dm') and tries"
        waits = self._facts.ask(f"{sql} > 0 and state = 'waiting'", game, bank.row)
        return bool(waits) or self._late(bank, game) is not None

    def _goes_on(self, bank: Bank, now: Stand, since: float) -> None:
        """The player to move has announced a vacation: from then on the clock has other hours."""
        seat = bank.seat or 0
        cost = self._passed(now.users[seat], bank.options, bank.since, since)
        bank.left[seat] -= cost
        bank.settled, bank.since = bank.settled + cost, since

    def _taken_back(self, bank: Bank, now: Stand, row: int) -> None:
        """As when that turn began, less its cost; the player who waited loses nothing."""
        began = max(n for n in bank.begun if n <= row)
        bank.left, bank.seat = dict(bank.begun[began]), None
        if now.on_turn is not None and now.on_turn in bank.left:
            left = bank.left[now.on_turn] - bank.thought.get(row, 0.0)
            bank.left[now.on_turn] = max(left, AFTER_A_TAKE_BACK)

    def _runs(self, bank: Bank, now: Stand) -> None:
        seat = now.on_turn if now.status == PLAYING else None
        if seat is None or bank.seat == seat:
            return
        bank.begun[now.n] = dict(bank.left)
        if seat in bank.left and now.users[seat] > 0:
            bank.seat, bank.since, bank.settled = seat, self._facts.now(), 0.0
            bank.row = now.n

    def _compare(self, bank: Bank, now: Stand) -> None:
        sql = "select seat, left, since from clocks where game = ? order by seat"
        rows = self._facts.ask(sql, now.id)
        if [seat for seat, _, _ in rows] != sorted(bank.left):
            self._fault("clocks", f"game {now.id} has {rows}, not of {sorted(bank.left)}")
            return
        for seat, left, since in rows:
            if since is not None and bank.seat == seat and since > bank.since + EXACT:
                told = self._late(bank, now.id)
                if told is not None and since <= told + LATE and not bank.settled:
                    bank.since = since
                else:
                    self._goes_on(bank, now, since)
            if abs(left - bank.left[seat]) > EXACT:
                wrong = f"{left:.0f} s, not {bank.left[seat]:.0f}, row {now.n}"
                self._fault("clocks", f"game {now.id}, seat {seat}: {wrong}")
                bank.left[seat] = left  # report each fault once
            if since is None and bank.seat == seat and self._uncalled(bank, now.id):
                continue
            if (since is not None) != (bank.seat == seat):
                self._fault("clocks", f"game {now.id}, seat {seat}: runs since {since}")


def _share(bank: Bank, seat: int) -> float:
    return max(0.0, min(bank.turn, bank.cap - bank.left[seat]))


def _after(bank: Bank, seat: int, cost: float, said: bool) -> float:
    rest = bank.left[seat] - cost
    return rest + max(0.0, min(bank.turn, bank.cap - rest)) if said else rest


def _given(bank: Bank, seat: int, seconds: float) -> None:
    """More time, which no take-back takes away."""
    bank.left[seat] += seconds
    for left in bank.begun.values():
        left[seat] = left.get(seat, 0.0) + seconds


def _opened(now: Stand) -> Bank | None:
    pace = PACES.get(now.agreed.get("pace", "none"))
    if pace is None or now.status != PLAYING:
        return None
    start, turn, cap = (hours * HOUR for hours in pace)
    people = [seat for seat, user in enumerate(now.users) if user > 0]
    if len(people) < 2:  # nobody waits for a player who plays against computers only
        return None
    return Bank(now.agreed, start, turn, cap, dict.fromkeys(people, start))

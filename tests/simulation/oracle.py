"""Finds faults, from the posts and the store only: it never asks the bot what would be right.

    post ──> its row in the outbox ──> its kind: a call, a reminder, an offer, a result
         └─> who is mentioned, and when ──> is it their turn? is it night?

No table is ever stuck: each wait ends within the time that the table has agreed on.

a lobby          a week, not counting outages of the bot
chance           the minutes that a turn can be taken back
a turn           the rest of the clock, then it is played for the absent player; after an
                 outage when they had word of it, which may be the next morning
a turn without   as long as they like, but they are reminded
a clock
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.bot.transport import Posted
from tests.simulation.banks import Banks, Passed
from tests.simulation.facts import PLAYING, Call, Facts, Fault, Stand
from tests.simulation.plan import DAY, HOUR
from tests.simulation.witness import Meaning


class Oracle:
    def __init__(self, facts: Facts) -> None:
        self._facts, self._fault = facts, facts.fault
        self.kinds: Counter[str] = Counter()
        self._rows: Counter[int] = Counter()
        self.watchers: list[Callable[[Posted, Meaning], None]] = []
        self._results: Counter[int] = Counter()

    def posted(self, post: Posted) -> None:
        meaning = self._meaning(post)
        if meaning is None:
            return
        self.kinds[meaning.kind.partition(":")[0]] += 1
        self._rows[meaning.row] += 1
        if self._rows[meaning.row] > 1:
            self._fault("doubled", f"{meaning.kind} of row {meaning.n}, game {meaning.game}")
        for watch in self.watchers:
            watch(post, meaning)
        if meaning.kind.startswith("ask:"):
            self._offer(post, meaning)
        if meaning.kind == "result":
            self._result(post, meaning)

    def _meaning(self, post: Posted) -> Meaning | None:
        sql = "select game, n, kind, id from outbox where nonce = ?"
        found = self._facts.ask(sql, post.nonce)
        if not found:
            self._fault("unknown", f"a post without a row: {post.text[:60]}")
            return None
        return Meaning(*found[0])

    def _offer(self, post: Posted, meaning: Meaning) -> None:
        """The asker is not called."""
        users = self._facts.games[meaning.game].users
        sql = "select 1 from log where game = ? and n = ? and text like '% moderator'"
        asked = self._facts.ask(sql, meaning.game, int(meaning.kind.partition(":")[2]))
        others = set(users) | ({None} if asked else set())  # the asker may have no seat
        if not set(post.pings) < others:
            self._fault("offers", f"{meaning.kind} of game {meaning.game} calls {post.pings}")

    def _result(self, post: Posted, meaning: Meaning) -> None:
        stand = self._facts.games[meaning.game]
        self._results[meaning.game] += 1
        if self._results[meaning.game] > 1:
            self._fault("result", f"of game {stand.id} is posted again")
        if stand.status != "over":
            self._fault("result", f"of game {stand.id}, which isn't over")
        if not set(post.pings) <= set(stand.users):
            self._fault("result", f"of game {stand.id} calls {post.pings}, not {stand.users}")

    def sums_up(self) -> None:
        for game, stand in self._facts.games.items():
            calm = self._facts.calm(stand.since, self._facts.now())
            if stand.status == "over" and not self._results[game] and calm > TRIED_AGAIN:
                self._fault("result", f"of game {game} was never told")


TRIED_AGAIN = 3700.0  # seconds after which everything that waited was sent again
SLACK = 1.5 * HOUR  # for late work: in the hour after an outage nothing ends
CHANCE = 10 * 60.0  # seconds that a turn waits for it at most
TO_BE_TOLD = "select 1 from timers where game = ? and kind = 'remind' and payload like 'outage:%'"
TOLD = "select 1 from outbox where game = ? and kind like 'outage:%' and at > ?"


class Waits:
    """Looks at all tables at times."""

    def __init__(self, facts: Facts, banks: Banks, passed: Passed) -> None:
        self._facts, self._fault = facts, facts.fault
        self._banks, self._passed = banks, passed
        self._told = set[str]()

    def look(self, now: float) -> None:
        self._overdue(now)
        for stand in self._facts.games.values():
            over = self._over(stand, now)
            where = f"game {stand.id} ({stand.status}), row {stand.n}"
            if over and self._facts.calm(now - over, now) > SLACK and where not in self._told:
                self._told.add(where)
                self._fault("stuck", f"{where}: {over / HOUR:.1f} h too long")

    def _overdue(self, now: float) -> None:
        """No due event is long past."""
        sql = "select game, kind, due from timers where due < ?"
        for game, kind, due in self._facts.ask(sql, now - SLACK):
            late = f"game {game}: {kind} has been due since {due}"
            if self._facts.calm(due, now) > SLACK and late not in self._told:
                self._told.add(late)
                self._fault("stuck", late)

    def _over(self, stand: Stand, now: float) -> float:
        if stand.status == "lobby":
            begun = self._facts.begun[stand.id]
            return max(0.0, now - begun - 7 * DAY - self._outages(begun, now))
        if stand.status != PLAYING:
            return 0.0
        call = self._facts.open.get(stand.id)
        return self._overtime(stand, call, now) if call else max(0.0, now - stand.since - CHANCE)

    def _outages(self, begin: float, end: float) -> float:
        """The seconds between two moments that the bot has noted as an outage of its own."""
        both = ((max(begin, a), min(end, b)) for a, b in self._facts.credited)
        return sum(max(0.0, b - a) for a, b in both)

    def _overtime(self, stand: Stand, call: Call, now: float) -> float:
        """How long a clock has been at its end."""
        bank, ask = self._banks.banks.get(stand.id), self._facts.ask
        if bank is None or ask(TO_BE_TOLD, stand.id) or ask(TOLD, stand.id, now - SLACK):
            return 0.0  # their clock is looked at within the hour
        passed = self._passed(call.user, stand.agreed, bank.since, now)
        return max(0.0, passed - bank.left[call.seat])


@dataclass(frozen=True, slots=True)
class Figures:
    title: str
    rows: dict[str, float]
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        rows = (
            f"  {name:34} {value:>10,.{0 if value == int(value) else 1}f}"
            for name, value in self.rows.items()
        )
        verdict = f"{len(self.faults)} FAULTS" if self.faults else "Nothing was wrong."
        faults = (f"  {fault.rule}: {fault.what}" for fault in self.faults)
        return "\n".join((self.title, *rows, verdict, *faults))

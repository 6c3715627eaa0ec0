"""Says what is wrong, from what was posted and what the store says, and from nothing else: the bot
is never asked what would be right.

    post ──> its row in the outbox ──> what it is: a call, a reminder, an offer, a result
         └─> who is mentioned, and when ──> is it their turn? is it night?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.simulation.facts import Facts
from tests.simulation.meaning import Meaning
from tests.simulation.witness import Posted

RESULTS, OFFERS = ("result",), "ask:"


@dataclass(frozen=True, slots=True)
class Fault:
    """A promise that was not kept."""

    rule: str
    at: float
    what: str


class Oracle:
    """Watches everything that is posted. calm: the longest time without an outage between two
    moments."""

    def __init__(
        self, facts: Facts, now: Callable[[], float], calm: Callable[[float, float], float]
    ) -> None:
        self._facts, self._now, self._calm = facts, now, calm
        self.faults: list[Fault] = []
        self.kinds: Counter[str] = Counter()
        self._rows: Counter[int] = Counter()
        self.watchers: list[Callable[[Posted, Meaning], None]] = []
        self._offers = Counter[tuple[int, str]]()
        self._results: Counter[int] = Counter()

    def fault(self, rule: str, what: str) -> None:
        """Something is wrong."""
        self.faults.append(Fault(rule, self._now(), what))

    # as it is posted

    def posted(self, post: Posted) -> None:
        """A message in a channel."""
        meaning = self._meaning(post)
        if meaning is None:
            return
        self.kinds[meaning.kind.partition(":")[0]] += 1
        self._rows[meaning.row] += 1
        if self._rows[meaning.row] > 1:
            self.fault("doubled", f"{meaning.kind} of row {meaning.n}, game {meaning.game}")
        for watch in self.watchers:
            watch(post, meaning)
        if meaning.kind.startswith(OFFERS):
            self._offer(post, meaning)
        if meaning.kind in RESULTS:
            self._result(post, meaning)

    def told(self, user: int, text: str) -> None:
        """A direct message."""
        self.kinds["dm"] += 1

    def _meaning(self, post: Posted) -> Meaning | None:
        sql = "select game, n, kind, id from outbox where nonce = ?"
        found = self._facts.ask(sql, post.nonce)
        if not found:
            self.fault("unknown", f"a post without a row: {post.text[:60]}")
            return None
        return Meaning(*found[0])  # type: ignore[arg-type]

    def _offer(self, post: Posted, meaning: Meaning) -> None:
        """Once for each, and not of whoever asks."""
        self._offers[meaning.game, meaning.kind] += 1
        users = self._facts.games[meaning.game].users
        if self._offers[meaning.game, meaning.kind] > 1:
            self.fault("offers", f"{meaning.kind} of game {meaning.game} twice")
        sql = "select 1 from log where game = ? and n = ? and text like '% moderator'"
        asked = self._facts.ask(sql, meaning.game, int(meaning.kind.partition(":")[2]))
        others = set(users) | ({None} if asked else set())  # who has asked may have no seat
        if len(set(post.pings)) != len(post.pings) or not set(post.pings) < others:
            self.fault("offers", f"{meaning.kind} of game {meaning.game} calls {post.pings}")

    def _result(self, post: Posted, meaning: Meaning) -> None:
        stand = self._facts.games[meaning.game]
        self._results[meaning.game] += 1
        if stand.status != "over":
            self.fault("result", f"of game {stand.id}, which goes on")
        if not set(post.pings) <= set(stand.users):
            self.fault("result", f"of game {stand.id} calls {post.pings}, not {stand.users}")

    # when it is over

    def sums_up(self) -> None:
        """What can be told only at the end."""
        for game, stand in self._facts.games.items():
            if self._results[game] > 1:
                self.fault("result", f"of game {game} was told {self._results[game]} times")
            if stand.status == "over" and not self._results[game] and self._long_ago(stand.since):
                self.fault("result", f"of game {game} was never told")

    def _long_ago(self, at: float) -> bool:
        return self._calm(at, self._now()) > HOUR_AND_A_BIT


HOUR_AND_A_BIT = 3700.0  # seconds after which everything that waited has been tried again

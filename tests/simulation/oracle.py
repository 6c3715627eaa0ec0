"""Says what is wrong, from what was posted and what the store says, and from nothing else: the bot
is never asked what would be right.

    post ──> its row in the outbox ──> what it is: a call, a reminder, an offer, a result
         └─> who is mentioned, and when ──> is it their turn? is it night?
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from tests.simulation.annals import Annals, Call
from tests.simulation.witness import Posted

RACE = 2.0  # seconds in which a post may be under way while the game goes on

CALLS, RESULTS = ("turn",), ("result",)


@dataclass(frozen=True, slots=True)
class Fault:
    """A promise that was not kept."""

    rule: str
    at: float
    what: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a post is, by its row in the outbox."""

    game: int
    n: int
    kind: str
    row: int


class Oracle:
    """Watches everything that is posted. calm: the longest time without an outage between two
    moments."""

    def __init__(
        self, annals: Annals, now: Callable[[], float], calm: Callable[[float, float], float]
    ) -> None:
        self._annals, self._now, self._calm = annals, now, calm
        self.faults: list[Fault] = []
        self.kinds: Counter[str] = Counter()
        self._rows: Counter[int] = Counter()
        self._mentions: defaultdict[tuple[int, int], int] = defaultdict(int)
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
        self.kinds[meaning.kind] += 1
        self._rows[meaning.row] += 1
        if self._rows[meaning.row] > 1:
            self.fault("doubled", f"{meaning.kind} of row {meaning.n}, game {meaning.game}")
        if meaning.kind in CALLS:
            self._call(post, meaning)
        if meaning.kind in RESULTS:
            self._result(post, meaning)

    def told(self, user: int, text: str) -> None:
        """A direct message."""
        self.kinds["dm"] += 1

    def _meaning(self, post: Posted) -> Meaning | None:
        sql = "select game, n, kind, id from outbox where nonce = ?"
        found = self._annals.ask(sql, post.nonce)
        if not found:
            self.fault("unknown", f"a post without a row: {post.text[:60]}")
            return None
        return Meaning(*found[0])  # type: ignore[arg-type]

    def _call(self, post: Posted, meaning: Meaning) -> None:
        """Of whoever is to speak after the row that the post is about, while they are."""
        self._mentions[meaning.game, meaning.n] += len(post.pings)
        call = self._annals.called(meaning.game, meaning.n)
        if call is None or any(user != call.user for user in post.pings):
            self.fault("whose turn", f"{post.pings} called in game {meaning.game}: {call}")
        elif call.ended is not None and call.ended < self._now() - RACE:
            self.fault("late", f"{post.pings} called in game {meaning.game}: {call}")

    def _result(self, post: Posted, meaning: Meaning) -> None:
        stand = self._annals.games[meaning.game]
        self._results[meaning.game] += 1
        if stand.status != "over":
            self.fault("result", f"of game {stand.id}, which goes on")
        if not set(post.pings) <= set(stand.users):
            self.fault("result", f"of game {stand.id} calls {post.pings}, not {stand.users}")

    # when it is over

    def sums_up(self) -> None:
        """What can be told only at the end."""
        for call in self._annals.calls:
            self._mentioned(call)
        for game, stand in self._annals.games.items():
            if self._results[game] > 1:
                self.fault("result", f"of game {game} was told {self._results[game]} times")
            if stand.status == "over" and not self._results[game] and self._long_ago(stand.since):
                self.fault("result", f"of game {game} was never told")

    def _mentioned(self, call: Call) -> None:
        times = sum(self._mentions[call.game, n] for n in call.boards)
        end = call.ended or self._now()
        if times > 1:
            self.fault("mentions", f"{times} in game {call.game}, turn at row {call.n}")
        if not times and self._calm(call.begun, end) > HOUR_AND_A_BIT:
            self.fault("mentions", f"none in game {call.game}, turn at row {call.n}")

    def _long_ago(self, at: float) -> bool:
        return self._calm(at, self._now()) > HOUR_AND_A_BIT


HOUR_AND_A_BIT = 3700.0  # seconds after which everything that waited has been tried again

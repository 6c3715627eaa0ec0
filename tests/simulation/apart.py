"""Who may not sit down together, by the settings alone: nobody takes a seat at a table of somebody
who refuses them, or whom they refuse; who is barred takes none; and nothing that is posted says so.
To a rematch nobody calls people whom they refuse, nor do they join their season; its tables heed
no refusal.

blocks, bars ──> since when ──> a seat that is taken a second later or more is a fault
"""

from __future__ import annotations

from collections.abc import Callable

from tests.simulation.facts import Facts, Stand, Word
from tests.simulation.meaning import Meaning
from tests.simulation.quarrels import BARS, BLOCKS
from tests.simulation.witness import Posted

AGAIN = "again:"  # and the game of which it is the rematch
BESIDE = "select user from seats where game = ? and left = 0"
AT_ONCE = 1.0  # seconds within which neither of two wishes was the first one
TOLD = ("isn't open to you", "You've blocked", "you block", "banned you")


class Apart:
    """Judges every seat that somebody takes. fault: told what is wrong."""

    def __init__(
        self, facts: Facts, now: Callable[[], float], fault: Callable[[str, str], None]
    ) -> None:
        self._facts, self._now, self._fault = facts, now, fault
        self._apart: dict[tuple[int, int], float] = {}  # of two people, since when
        self._barred: dict[tuple[int, int], float] = {}
        self.refusals = self.bars = 0

    def look(self) -> None:
        """The database has changed."""
        self.refusals += self._noted(self._apart, BLOCKS)
        self.bars += self._noted(self._barred, BARS)

    def _noted(self, known: dict[tuple[int, int], float], sql: str) -> int:
        """How many are new."""
        there = {(int(str(a)), int(str(b))) for a, b in self._facts.ask(sql)}
        for pair in known.keys() - there:
            del known[pair]
        new = there - known.keys()
        known |= dict.fromkeys(new, self._now())
        return len(new)

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """A game has changed."""
        came = {user for user in now.users if user > 0} - {*(before.users if before else ())}
        if came:
            where, tabled = f"game {now.id}, row {now.n}", "season" in now.agreed
            there = set[int]() if tabled else self._users(BESIDE, now.id)
            self.sits_down(where, came, there, self._called(added))

    def sits_down(self, where: str, came: set[int], there: set[int], near: set[int]) -> None:
        """Some have taken a place among others. there: with them; near: people whom they meet only
        if they do not refuse them themselves."""
        for user in came & {user for (_, user), at in self._barred.items() if self._stands(at)}:
            self._fault("barred", f"{where}: {user} sits down")
        for pair, at in self._apart.items():
            if self._stands(at) and {*pair} <= there and came & {*pair}:
                self._fault("apart", f"{where}: {pair} sit down together")
            if self._stands(at) and pair[0] in came and pair[1] in near:
                self._fault("apart", f"{where}: {pair[0]} comes to {pair[1]}, whom they refuse")

    def _called(self, added: tuple[Word, ...]) -> set[int]:
        """All whom a rematch calls, as they sat at the first game."""
        first = next((w.key.split(":")[1] for w in added if w.key and w.key.startswith(AGAIN)), 0)
        return self._users("select user from seats where game = ?", first)

    def _users(self, sql: str, game: int | str) -> set[int]:
        return {int(str(user)) for (user,) in self._facts.ask(sql, game)}

    def _stands(self, at: float) -> bool:
        return at < self._now() - AT_ONCE

    def posted(self, post: Posted, meaning: Meaning) -> None:
        """Nobody is told."""
        if any(words in post.text for words in TOLD):
            self._fault("told of a refusal", f"{meaning.kind} of game {meaning.game}: {post.text}")

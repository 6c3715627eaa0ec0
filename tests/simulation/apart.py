"""Who may not sit down together, by the settings alone: nobody takes a seat at a table of somebody
who refuses them, or whom they refuse; who is barred takes none; and nothing that is posted says so.

blocks, bars ──> since when ──> a seat that is taken a second later or more is a fault
"""

from __future__ import annotations

from collections.abc import Callable

from tests.simulation.facts import Facts, Stand, Word
from tests.simulation.meaning import Meaning
from tests.simulation.quarrels import BARS, BLOCKS
from tests.simulation.witness import Posted

AGAIN = "again:"  # and the game of which it is the rematch
AT_ONCE = 1.0  # seconds within which neither of two wishes was the first one
TOLD = ("everybody plays with everybody", "refuse", "let you start and join no games")


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
            self.sits_down(f"game {now.id}, row {now.n}", came, self._there(now.id, added))

    def sits_down(self, where: str, came: set[int], there: set[int]) -> None:
        """Some have taken a place among others. there: with them."""
        for user in came & {user for (_, user), at in self._barred.items() if self._stands(at)}:
            self._fault("barred", f"{where}: {user} sits down")
        for pair, at in self._apart.items():
            if self._stands(at) and {*pair} <= there and came & {*pair}:
                self._fault("apart", f"{where}: {pair} sit down together")

    def _there(self, game: int, added: tuple[Word, ...]) -> set[int]:
        """Who sits at a table and has not left; a rematch also calls all who sat at the first."""
        first = next((w.key.split(":")[1] for w in added if w.key and w.key.startswith(AGAIN)), 0)
        sql = "select user from seats where (game = ? and left = 0) or game = ?"
        return {int(str(user)) for (user,) in self._facts.ask(sql, game, first)}

    def _stands(self, at: float) -> bool:
        return at < self._now() - AT_ONCE

    def posted(self, post: Posted, meaning: Meaning) -> None:
        """Nobody is told."""
        if any(words in post.text for words in TOLD):
            self._fault("told of a refusal", f"{meaning.kind} of game {meaning.game}: {post.text}")

"""All that waits on some servers moves by a time: what is to move, and how far that has come.

0/1 5000.0 3600.0 12000.0 812 1 300     as the store keeps it, in the order of the fields; what
                                        is done with is an empty text
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.outages import moves
from storage import Shards, Timer


@dataclass(frozen=True, slots=True)
class Shift:
    """shards: one connection, whose servers; after: what is due later than that moves; by: so many
    seconds; calm: nothing ends before that; newest: the id of the last timer that there was; told:
    what it is said anew; done: the id up to which timers have moved."""

    shards: Shards
    after: float
    by: float
    calm: float
    newest: int
    told: bool
    done: int = 0

    def moved(self, timers: list[Timer]) -> list[Timer]:
        """Those of some timers that move."""
        old = (timer for timer in timers if timer.id <= self.newest)
        return [timer for timer in old if timer.due > self.after and moves(timer)]

    def due(self, timer: Timer) -> float:
        """When one of them ends from now on."""
        return max(timer.due + self.by, self.calm)

    def encode(self) -> str:
        place = f"{self.shards.first}/{self.shards.of}"
        numbers = f"{self.after!r} {self.by!r} {self.calm!r} {self.newest}"
        return f"{place} {numbers} {self.told:d} {self.done}"

    @classmethod
    def decode(cls, said: str) -> Shift:
        place, after, by, calm, newest, told, done = said.split()
        n, _, of = place.partition("/")
        times = float(after), float(by), float(calm)
        shards = Shards(int(n), int(n), int(of))
        return cls(shards, *times, int(newest), told == "1", int(done))

"""The whole turns of a position, the best for the mover first, as far as they are found by now.

A position may have thousands of turns, so whoever asks pays for a bounded look at them; what was
found is kept for the next one who asks at the same position.

    position, what was said ──> Search ──look──> lines, best first ──told──> what to do
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from bot.core.table import Table
from rules.deeds import Plan
from rules.drafting import Kind
from rules.english import Names
from rules.game import Event, Seat, Step
from rules.play import checksum, tried

LINE_LENGTH = 100  # characters of a line that a suggestion or a menu can hold
TRIED = 600  # steps that are tried when somebody asks
FOUND = 4000  # turns of a position that are kept
POSITIONS_KEPT = 32  # positions of which they are kept

# One thread for all who ask: several would keep the event loop waiting for the interpreter.
LOOKER = ThreadPoolExecutor(1, "looker")

Steps = tuple[Step, ...]
T = TypeVar("T")


class Spot(NamedTuple):
    """Where somebody plays: the game, the position as they see it, the players' names."""

    kind: Kind[Any]
    state: Any
    names: Names

    @property
    def actor(self) -> Seat:
        return self.kind.game.actor(self.state)


def place(table: Table) -> Spot:
    """Where the player on turn plays."""
    return Spot(table.kind, table.mine, table.names)


class Whole(NamedTuple):
    """A whole turn: its mark, the line as people type it, what to do, and how many words of it are
    still to be said."""

    mark: str
    line: str
    plan: Plan
    left: int


@dataclass
class Allowance:
    """What one who asks may still cost: steps to try, turns to put into words."""

    tries: int = TRIED
    words: int = 30


class Search:
    """The whole turns that begin with some steps, as far as they were found."""

    def __init__(self, place: Spot, begun: Steps) -> None:
        self._place, self._begun = place, begun
        self._ways: dict[str, tuple[float, Steps]] = {}  # with what they are worth
        self._told: dict[str, Plan] = {}
        self._after: dict[Steps, tuple[Any, tuple[Event, ...]]] = {}
        rules, (state, _) = place.kind.game, self._played(begun)
        whole = rules.actor(state) != place.actor
        self._tries = iter([((), state)]) if whole else tried(rules, state)

    def best(self, left: Allowance) -> list[str]:
        """The lines of all turns that are found by now, the best first."""
        self._look(left)
        return sorted(self._ways, key=lambda line: self._ways[line][0], reverse=True)

    def further(self, line: str) -> Steps:
        """The steps of a line after those that were said."""
        return self._ways[line][1]

    def spelt(self, line: str) -> str:
        """A line as people type it."""
        return self._place.kind.spelt(line.split())

    def told(self, line: str, left: Allowance) -> Plan | None:
        """What to do in a turn; None: that costs more than is left."""
        if line not in self._told and left.words:
            left.words -= 1
            self._told[line] = self._plan(line)
        return self._told.get(line)

    def marked(self, mark: str) -> Steps | None:
        """The steps that are still to be said for the turn with this mark, if there is one."""
        known = -1
        while known < len(self._ways):
            found = (line for line in self._ways if marked(line) == mark)
            if (line := next(found, None)) is not None:
                return self.further(line)
            known = len(self._ways)
            self._look(Allowance())
        return None

    def _look(self, left: Allowance) -> None:
        """Try some more steps."""
        game, seat = self._place.kind.game, self._place.actor
        for way in islice(self._tries, left.tries):
            left.tries -= 1
            if way is None:
                continue
            line = " ".join(map(str, (*self._begun, *way[0])))
            if len(line) <= LINE_LENGTH:
                self._ways[line] = game.appeal(way[1], seat), way[0]
            if len(self._ways) == FOUND:
                self._tries = iter(())

    def _plan(self, line: str) -> Plan:
        _, events = self._played((*self._begun, *self._ways[line][1]))
        return self._place.kind.texts.plan(events, self._place.names)

    def _played(self, steps: Steps) -> tuple[Any, tuple[Event, ...]]:
        """Where steps lead, and what comes of them. The best turns often begin alike."""
        if not steps:
            return self._place.state, ()
        if steps not in self._after:
            before, events = self._played(steps[:-1])
            after, more = self._place.kind.game.apply(before, steps[-1])
            self._after[steps] = after, (*events, *more)
        return self._after[steps]


def marked(line: str) -> str:
    """A turn in a menu, which tells nothing of the cards in it."""
    return f"={checksum(line)}"


class WholeTurns:
    """What is known of the positions that somebody plays at. Only one thread may ask."""

    def __init__(self) -> None:
        self._searches: dict[Any, Search] = {}

    def __len__(self) -> int:
        return len(self._searches)

    def search(self, place: Spot, begun: Steps = ()) -> Search:
        """What was begun at such a position; the one that nobody asked for longest is let go."""
        key = place.kind.game.key, place.names, place.state, begun
        search = self._searches.pop(key, None) or Search(place, begun)
        self._searches[key] = search
        while len(self._searches) > POSITIONS_KEPT:
            del self._searches[next(iter(self._searches))]
        return search

    def first(self, place: Spot, begun: Steps, most: int) -> tuple[Whole, ...]:
        """So many of the turns that go on from what was said, in the order of the board."""
        return tuple(islice(self._first(place, begun, Allowance(words=most)), most))

    def _first(self, place: Spot, begun: Steps, left: Allowance) -> Iterator[Whole]:
        search = self.search(place, begun)
        for line in sorted(search.best(left)):
            if (told := search.told(line, left)) is not None:
                yield Whole(marked(line), search.spelt(line), told, len(search.further(line)))


async def looked(work: Callable[[], T]) -> T:
    """The result of a look, which is taken beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(LOOKER, work)

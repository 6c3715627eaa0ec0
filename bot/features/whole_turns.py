"""The whole turns of a position, suggestions of good ones, and completions of a typed line. A
position may have thousands of turns, so each question tries only some steps, and what it finds is
stored for the next question there."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

from bot.messages.fitting import LABEL_LENGTH, FirstFitting
from bot.messages.layout import MOST_CHOICES, Choice
from bot.messages.turn_builder import Good
from bot.table.computers import STRONGEST, GoodTurn, Mind, Problem, SearchLost, position
from bot.table.table import Table
from rules.deeds import Plan
from rules.drafting import Kind, draft
from rules.english import Names
from rules.errors import Refused
from rules.game import Event, Step
from rules.play import checksum, turns_tried
from rules.text import notation
from rules.voice import Voice

# One thread for all questions: several would keep the event loop waiting for the interpreter.
_LOOKER = ThreadPoolExecutor(1, "looker")

Steps = tuple[Step, ...]
T = TypeVar("T")


class Spot(NamedTuple):
    """A position with turns to find."""

    kind: Kind[Any]
    state: Any  # as the player to move sees it
    names: Names


def place(table: Table) -> Spot:
    """The position of the player to move."""
    return Spot(table.kind, table.mine, table.names)


@dataclass
class Allowance:
    """The work that a question may still cost."""

    tries: int = 600  # steps to try
    words: int = 30  # turns to put into words


class Search:
    """The whole turns of a position that begin with some steps, as far as they were looked for."""

    def __init__(self, place: Spot, begun: Steps) -> None:
        self._place, self._begun = place, begun
        self._ways: dict[str, tuple[float, Steps]] = {}  # lines, with their worth
        self._plans: dict[str, Plan] = {}
        self._after: dict[Steps, tuple[Any, tuple[Event, ...]]] = {}
        rules, (state, _) = place.kind.game, self._played(begun)
        self._seat = rules.actor(place.state)
        whole = rules.actor(state) != self._seat
        self._tries = iter([((), state)]) if whole else turns_tried(rules, state)

    def wholes(self, left: Allowance, *, ranked: bool) -> Iterator[Good]:
        """Search a little more. All turns found so far that may be put into words, sorted by
        notation or, if ranked, the best first."""
        self._look(left)
        lines, kind = sorted(self._ways), self._place.kind
        if ranked:
            lines = sorted(self._ways, key=lambda line: self._ways[line][0], reverse=True)
        for line in lines:
            _, further = self._ways[line]
            if line not in self._plans and left.words:
                left.words -= 1
                _, events = self._played((*self._begun, *further))
                self._plans[line] = kind.texts.plan(events, self._place.names)
            if (plan := self._plans.get(line)) is not None:
                yield whole(line, kind.spelt(line.split()), plan, len(further))

    def steps_of_mark(self, mark: str) -> Steps | None:
        """The missing steps of the turn with this mark, or None if there is no such turn."""
        known = -1
        while known < len(self._ways):
            found = (line for line in self._ways if turn_mark(line) == mark)
            if (line := next(found, None)) is not None:
                return self._ways[line][1]
            known = len(self._ways)
            self._look(Allowance())
        return None

    def _look(self, left: Allowance) -> None:
        """Try some more steps."""
        for way in islice(self._tries, left.tries):
            left.tries -= 1
            if way is None:
                continue
            line = " ".join(map(str, (*self._begun, *way[0])))
            if len(line) <= 100:  # characters that a suggestion or a menu can hold
                self._ways[line] = self._place.kind.game.appeal(way[1], self._seat), way[0]
            if len(self._ways) == 4000:
                self._tries = iter(())

    def _played(self, steps: Steps) -> tuple[Any, tuple[Event, ...]]:
        """The position after some steps, and their events. Good turns often begin alike."""
        if not steps:
            return self._place.state, ()
        if steps not in self._after:
            before, events = self._played(steps[:-1])
            after, more = self._place.kind.game.apply(before, steps[-1])
            self._after[steps] = after, (*events, *more)
        return self._after[steps]


def turn_mark(line: str) -> str:
    """The value of a turn in a menu. It gives away no cards."""
    return f"={checksum(line)}"


class Suggestions:
    """At most three good turns of recent positions, by the search for hints, with less time."""

    def __init__(self, mind: Mind) -> None:
        self._mind, self._patience = mind, 1.0  # seconds
        self._thoughts: OrderedDict[Problem, asyncio.Task[list[GoodTurn] | None]] = OrderedDict()

    async def good_turns(self, table: Table) -> Sequence[GoodTurn] | None:
        """Good turns of the player to move, the best first; None: not known yet. Only the first
        person who asks at a position waits."""
        problem, patience = position(table)._replace(level=STRONGEST), 0.0
        thought = self._thoughts.get(problem)
        if thought is None or (thought.done() and self.ready_turns(table) is None):
            thought, patience = asyncio.create_task(self._thought(problem)), self._patience
            self._thoughts[problem] = thought
            self._thoughts.move_to_end(problem)
            while len(self._thoughts) > 256:
                self._thoughts.popitem(last=False)
        if not thought.done():
            await asyncio.wait((thought,), timeout=patience)
        return _found(thought)

    def ready_turns(self, table: Table) -> Sequence[GoodTurn] | None:
        """The turns found for a position; None: its search continues or failed."""
        thought = self._thoughts.get(position(table)._replace(level=STRONGEST))
        return None if thought is None else _found(thought)

    async def _thought(self, problem: Problem) -> list[GoodTurn] | None:
        with suppress(SearchLost):
            return await self._mind.suggest(problem)
        return None


def _found(thought: asyncio.Task[list[GoodTurn] | None]) -> Sequence[GoodTurn] | None:
    there = thought.done() and not thought.cancelled() and not thought.exception()
    return thought.result() if there else None


class WholeTurns:
    """The searches at recent positions. Only one thread may use them."""

    def __init__(self) -> None:
        self._searches: dict[Any, Search] = {}

    def search(self, place: Spot, begun: Steps = ()) -> Search:
        """The search at a position. The one unused for longest is dropped."""
        key = place.kind.game.key, place.names, place.state, begun
        search = self._searches.pop(key, None) or Search(place, begun)
        self._searches[key] = search
        while len(self._searches) > 32:
            del self._searches[next(iter(self._searches))]
        return search

    def first(self, place: Spot, begun: Steps, most: int) -> tuple[Good, ...]:
        """Some turns that continue these steps, sorted by notation."""
        found = self.search(place, begun).wholes(Allowance(words=most), ranked=False)
        return tuple(islice(found, most))


async def search_aside(work: Callable[[], T]) -> T:
    """Run a search on its own thread, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_LOOKER, work)


def completions(
    known: WholeTurns, place: Spot, typed: str, voice: Voice, *, ranked: bool = True
) -> list[Choice]:
    """Complete a line while it is typed: the turns that begin with it, then those that contain all
    its words, in notation or as the voice says them. ranked: the best first."""
    left, wanted = Allowance(), place.kind.texts.plain(typed).replace(",", " ").split()
    going_on: Iterator[Good] = iter(())
    if wanted:
        # A line that can't be read is most often an unfinished word.
        with suppress(Refused):
            drafted = draft(place.kind, place.state, typed, hints=False)
            if drafted.said:
                going_on = known.search(place, drafted.steps).wholes(left, ranked=ranked)

    def fits(good: Good) -> bool:
        text = f"{voice.say(good.name)} {good.line}".casefold() if wanted else ""
        return all(word in text for word in wanted)

    found: dict[str, Choice] = {}
    for good in chain(going_on, filter(fits, known.search(place).wholes(left, ranked=ranked))):
        found.setdefault(good.line, Choice(good.line, good.name))
        if len(found) == MOST_CHOICES:
            break
    return list(found.values())


def whole(line: str, spelt: str, plan: Plan, left: int) -> Good:
    """A whole turn in a menu; if its name is too long, without its consequences."""
    name = FirstFitting(plan, plan.shortly, most=LABEL_LENGTH) if plan else notation(spelt)
    return Good(turn_mark(line), spelt, name, left)

"""Suggestions: at most three good turns of a position, by the search for hints, with less time. A
panel comes without them if they aren't found yet.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from bot.table.computers import STRONGEST, GoodTurn, Lost, Mind, Problem, position
from bot.table.table import Table

Thought = asyncio.Task[list[GoodTurn] | None]


class Suggestions:
    """The turns that the mind found for recently opened positions."""

    def __init__(self, mind: Mind) -> None:
        self._mind, self._patience = mind, 1.0  # seconds
        self._thoughts: OrderedDict[Problem, Thought] = OrderedDict()

    async def of(self, table: Table) -> Sequence[GoodTurn] | None:
        """Good turns of the player to move, the best first; None: not known yet. Only the first
        person who asks at a position waits."""
        problem = _problem(table)
        thought, patience = self._thoughts.get(problem), 0.0
        if thought is None or (thought.done() and _found(thought) is None):
            thought, patience = asyncio.create_task(self._thought(problem)), self._patience
            self._thoughts[problem] = thought
            self._thoughts.move_to_end(problem)
            while len(self._thoughts) > 256:
                self._thoughts.popitem(last=False)
        if not thought.done():
            await asyncio.wait((thought,), timeout=patience)
        return _found(thought)

    def known(self, table: Table) -> Sequence[GoodTurn]:
        """The turns found for a position so far."""
        thought = self._thoughts.get(_problem(table))
        return (thought and _found(thought)) or ()

    async def _thought(self, problem: Problem) -> list[GoodTurn] | None:
        try:
            return await self._mind.suggested(problem)
        except Lost:
            return None


def _problem(table: Table) -> Problem:
    return position(table)._replace(level=STRONGEST)


def _found(thought: Thought) -> list[GoodTurn] | None:
    """The turns of a thought; None while it continues, or if it failed."""
    done = thought.done() and not thought.cancelled() and thought.exception() is None
    return thought.result() if done else None

"""Turning points: the turns of a game that changed most, what was played, and what was better.

Computed when somebody asks for the first time, in a process of its own, and then remembered as long
as this process lives; whoever asks meanwhile waits for the same thought.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from bot.core.game import Game
from bot.core.session import Session
from bot.core.table import Table
from bot.domain.looking_back import Point, balance, chosen, played
from bot.domain.minds import BetterTurn, Lost, Mind, PlayedGame
from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages import turning_points as panels
from bot.messages.layout import Layout
from bot.text import turning_points as texts
from rules.errors import Unavailable
from rules.game import Frame

KEPT = 64  # games whose turning points are remembered

Thought = asyncio.Task[list[BetterTurn]]


class TurningPoints:
    """Looks back at games that are over; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._reviewer = at.store, at.turns, at.minds.reviewer
        self._thoughts: OrderedDict[int, Thought] = OrderedDict()

    async def show(self, session: Session) -> Layout:
        """The turns that gave most away, and a curve of who stood better. Raises Refused."""
        game = session.found
        if game.status != "over":
            raise Unavailable(texts.not_over(game))
        table, rows = await self._turns.tables.at(game), await self._store.log(game.id)
        if not (frames := self._turns.tables.frames(game, rows)):
            raise Unavailable(texts.not_followed(game))
        turns = chosen(frames, rows)
        try:
            found = await self._thought(game, turns)
        except Lost as lost:
            raise Unavailable(texts.nothing_found(game)) from lost
        points = [await self._point(table, turns[each.turn], each.better) for each in found]
        return panels.turning_points(table, points, balance(table, frames, points))

    async def _point(self, table: Table, frame: Frame[Any], better: str) -> Point:
        then = await self._turns.tables.at(table.game, frame.n)
        return Point(frame, then.at.turns, better)

    async def _thought(self, game: Game, turns: Sequence[Frame[Any]]) -> list[BetterTurn]:
        """What is known of a game, or is being thought of. Raises Lost."""
        thought = self._thoughts.get(game.id)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception())):
            thought = asyncio.create_task(_looked(self._reviewer, played(game, turns)))
            self._thoughts[game.id] = thought
            while len(self._thoughts) > KEPT:
                self._thoughts.popitem(last=False)
        return await asyncio.shield(thought)


async def _looked(reviewer: Mind, game: PlayedGame) -> list[BetterTurn]:
    return await reviewer.turned(game)


def feature(at: Services) -> Feature:
    points = TurningPoints(at)
    return Feature(verbs=(Verb("turned", points.show, OF_A_ROW),))

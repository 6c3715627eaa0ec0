"""Turning points: the turns of a game that changed most, what was played, and what was better.

Computed when somebody asks for the first time, in a process of its own, and then remembered as long
as this process lives; whoever asks meanwhile waits for the same thought.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.core.game import Game
from bot.core.session import Session
from bot.core.table import Table
from bot.domain.looking_back import Point, balance, chosen, played
from bot.domain.minds import BetterTurn, Lost, Mind, PlayedGame
from bot.domain.personal import text_first
from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages import turning_points as panels
from bot.messages.layout import Layout
from bot.text import turning_points as texts
from rules.errors import Unavailable
from rules.game import Frame

GAMES_KEPT = 64  # games whose turning points are remembered

Thought = asyncio.Task[list[BetterTurn]]


class TurningPoints:
    """Looks back at games that are over; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._reviewer = at.store, at.turns, at.minds.reviewer
        self._thoughts: OrderedDict[int, Thought] = OrderedDict()

    async def show(self, session: Session) -> Layout:
        """The turns that gave most away, and a curve of who stood better. Raises Refused."""
        table, frames, points = await self._looked_back(session)
        curve = await asyncio.to_thread(balance, table, frames, points)
        return panels.turning_points(table, points, curve)

    async def played(self, session: Session) -> Layout:
        """The board after the turn at row session.n. Raises Refused."""
        return await self._board(session, better=False)

    async def better(self, session: Session) -> Layout:
        """The board after what was better than the turn at row session.n. Raises Refused."""
        return await self._board(session, better=True)

    async def _board(self, session: Session, *, better: bool) -> Layout:
        table, _, points = await self._looked_back(session)
        point = next((each for each in points if each.frame.n == session.n), None)
        if point is None:
            raise Unavailable(texts.no_point(session.found))
        by_ear = text_first(await self._store.personal(session.user))
        return panels.board(table, point, better=better, by_ear=by_ear)

    async def _looked_back(
        self, session: Session
    ) -> tuple[Table, tuple[Frame[Any], ...], list[Point]]:
        """A game that is over, its rows that count, and where it turned. Raises Refused."""
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
        return table, frames, points

    async def _point(self, table: Table, frame: Frame[Any], better: str) -> Point:
        then = await self._turns.tables.at(table.game, frame.n)
        return Point(frame, then.at.turns, better)

    async def _thought(self, game: Game, turns: Sequence[Frame[Any]]) -> list[BetterTurn]:
        """What is known of a game, or is being thought of. Raises Lost."""
        thought = self._thoughts.get(game.id)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception())):
            thought = asyncio.create_task(_looked(self._reviewer, played(game, turns)))
            self._thoughts[game.id] = thought
            while len(self._thoughts) > GAMES_KEPT:
                self._thoughts.popitem(last=False)
        return await asyncio.shield(thought)


async def _looked(reviewer: Mind, game: PlayedGame) -> list[BetterTurn]:
    return await reviewer.turned(game)


def feature(at: Services) -> Feature:
    points = TurningPoints(at)
    of_game = partial(Verb, id=OF_A_ROW, on_page=True)
    return Feature(
        verbs=(
            of_game("turned", points.show),
            of_game("point", points.played),
            of_game("played", points.played, instead=True),
            of_game("better", points.better, instead=True),
        )
    )

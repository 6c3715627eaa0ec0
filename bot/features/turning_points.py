"""Turning points: the turns of a game that changed most, what was played, and what was better.

Computed when somebody asks for the first time, in a process of its own, and then remembered as long
as this process lives. The search takes a minute, so a first look is shown before:

    press ──> a first look, within 3 s ──edited──> what the whole search finds
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from bot.core.game import Game
from bot.core.session import Session
from bot.core.table import Table
from bot.domain.looking_back import Point, balance, chosen, played
from bot.domain.minds import BetterTurn, PlayedGame
from bot.domain.personal import text_first
from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages import turning_points as panels
from bot.messages.layout import Layout
from bot.text import turning_points as texts
from rules.errors import Unavailable
from rules.game import Frame

GAMES_KEPT = 64  # games whose turning points are remembered

SOON = 2.0  # seconds to the first version; the rest of three is for the picture and the post

Thought = asyncio.Future[list[BetterTurn]]
Ask = Callable[[PlayedGame], Awaitable[list[BetterTurn]]]


class Thoughts:
    """What is known of games, or is being thought of: one thought of each. ask: has a game thought
    of."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._there: OrderedDict[int, Thought] = OrderedDict()

    def of(self, game: Game, turns: Sequence[Frame[Any]]) -> Thought:
        """The thought of a game; one that came to nothing is thought again."""
        thought = self._there.get(game.id)
        if thought is None or _lost(thought):
            thought = asyncio.ensure_future(self._ask(played(game, turns)))
            thought.add_done_callback(_lost)  # nobody may wait for it any more
            self._there[game.id] = thought
            while len(self._there) > GAMES_KEPT:
                self._there.popitem(last=False)
        return thought


def _lost(thought: Thought) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)


class Past(NamedTuple):
    """A game that is over: its rows that count, and the turns that had a choice."""

    table: Table
    frames: tuple[Frame[Any], ...]
    turns: Sequence[Frame[Any]]


class TurningPoints:
    """Looks back at games that are over; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns = at.store, at.turns
        self._sure = Thoughts(lambda game: at.minds.reviewer.turned(game))
        self._first = Thoughts(lambda game: at.minds.player.glimpsed(game))

    async def show(self, session: Session) -> Layout:
        """The turns that gave most away, and a curve of who stood better: what is known within a
        moment, and in its place what the whole search finds. Raises Refused."""
        past = await self._past(session)
        sure = self._sure.of(past.table.game, past.turns)
        found = await self._known(past)
        panel = await self._shown(past, found, sure=sure.done())
        return panel if sure.done() else replace(panel, then=partial(self._later, past, found))

    async def _later(self, past: Past, first: Sequence[BetterTurn]) -> Layout:
        """What the whole search finds; where it is lost, the first look stands."""
        sure = self._sure.of(past.table.game, past.turns)
        await asyncio.wait((sure,))
        return await self._shown(past, first if _lost(sure) else sure.result(), sure=True)

    async def _known(self, past: Past) -> Sequence[BetterTurn]:
        """What the whole search has found, or what a first look has by now. Raises Unavailable."""
        game, sure = past.table.game, self._sure.of(past.table.game, past.turns)
        if not sure.done():
            first = self._first.of(game, past.turns)
            await asyncio.wait((sure,), timeout=0 if first.done() else SOON)
            if not sure.done():
                return first.result() if first.done() and not _lost(first) else ()
        if _lost(sure):
            raise Unavailable(texts.nothing_found(game))
        return sure.result()

    async def _shown(self, past: Past, found: Sequence[BetterTurn], *, sure: bool) -> Layout:
        table, points = past.table, await self._points(past, found)
        curve = await asyncio.to_thread(balance, table, past.frames, points)
        return panels.turning_points(table, points, curve, sure=sure)

    async def played(self, session: Session) -> Layout:
        """The board after the turn at row session.n. Raises Refused."""
        return await self._board(session, better=False)

    async def better(self, session: Session) -> Layout:
        """The board after what was better than the turn at row session.n. Raises Refused."""
        return await self._board(session, better=True)

    async def _board(self, session: Session, *, better: bool) -> Layout:
        past = await self._past(session)
        points = await self._points(past, await self._known(past))
        point = next((each for each in points if each.frame.n == session.n), None)
        if point is None:
            raise Unavailable(texts.no_point(session.found))
        by_ear = text_first(await self._store.personal(session.user))
        return panels.board(past.table, point, better=better, by_ear=by_ear)

    async def _past(self, session: Session) -> Past:
        """Raises Refused."""
        game = session.found
        if game.status != "over":
            raise Unavailable(texts.not_over(game))
        table, rows = await self._turns.tables.at(game), await self._store.log(game.id)
        if not (frames := self._turns.tables.frames(game, rows)):
            raise Unavailable(texts.not_followed(game))
        return Past(table, frames, chosen(frames, rows))

    async def _points(self, past: Past, found: Sequence[BetterTurn]) -> list[Point]:
        return [await self._point(past.table, past.turns[x.turn], x.better) for x in found]

    async def _point(self, table: Table, frame: Frame[Any], better: str) -> Point:
        then = await self._turns.tables.at(table.game, frame.n)
        return Point(frame, then.at.turns, better)


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

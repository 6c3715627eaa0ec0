"""Computers at a table: how they sit down in a lobby, and how what they have thought of is played.

Their turn is a commit like any other, with a key of its own (`agent:12:9`), so that it counts once
whoever thought of it twice. What they are handed to think about is the view of their seat.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import Any

from bot.core.commit import Commits
from bot.core.effective import line_of
from bot.core.game import Game
from bot.core.session import Session, presides, seat_of, still_open
from bot.core.table import Table, Tables
from bot.domain.computers import LEVELS, Think, key_of, newcomers, position, schedule_computer, sits
from bot.domain.posts import Card
from bot.features.consequences import advance
from bot.features.feature import OF_A_ROW, Feature, Field, Verb
from bot.features.starting import starting
from bot.messages import computers as panels
from bot.messages.layout import Layout
from bot.text import computers as texts
from rules.errors import NotYou, Refused, Stale
from rules.game import Event
from rules.history import Word
from rules.play import checksum, perform, unattended
from storage import Change, Line, Sitter, Store, Timer

log = logging.getLogger(__name__)


class Computers:
    """Seats them, and has them play."""

    def __init__(self, store: Store, tables: Tables, commits: Commits) -> None:
        self._store, self._tables, self._commits = store, tables, commits

    # in a lobby

    async def offered(self, session: Session) -> Layout:
        """Which can be seated, and which can go again. Raises Refused."""
        _may(session, session.found)
        return panels.offered(session.found)

    async def seat(self, session: Session, level: str) -> Layout:
        """One more sits down; with the last seat the game starts. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            _may(session, game)
            if level not in LEVELS:  # of another version
                return panels.offered(game)
            (computer,) = newcomers(level, 1, game.sitters, session.key)
            return await self._now(game, (*game.sitters, computer), sits(computer), session.key)

        return await self._commits.again(session.found, attempt)

    async def unseat(self, session: Session, user: int) -> Layout:
        """One of them gives its seat back. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            _may(session, game)
            sitters = tuple(s for s in game.sitters if s.user != user or not s.computer)
            if sitters == game.sitters:
                return panels.offered(game)
            return await self._now(game, sitters, line_of(Word("quit")), session.key)

        return await self._commits.again(session.found, attempt)

    async def _now(self, game: Game, sitters: tuple[Sitter, ...], line: Line, key: str) -> Layout:
        """A lobby with other sitters, or the game that has started with them."""
        if len(sitters) == int(game.options["players"]):
            rows = tuple(await self._store.log(game.id))
            change = starting(game, rows, (line,), sitters, key)
        else:
            change = Change((line,), key, sitters, posts=(Card().encode(),))
        game, _ = await self._commits.commit(game, change)
        return panels.offered(game)

    # in a game

    async def play(self, timer: Timer, think: Think) -> None:
        """What a timer asks for: the turn of the computer whose turn it is, with all that follows.
        Nothing, where it is done with."""
        while (row := await self._store.game(timer.game)) and timer in row.timers:
            game = self._tables.games.of(row)
            table = await self._tables.at(game)
            line = await think(position(table))
            with suppress(Stale):  # somebody took a turn back, or has left: it is looked at again
                await self._commits.made(game, partial(_played, table, line))


def _may(session: Session, game: Game) -> None:
    """Raises Refused for whoever has no say in a lobby, or when it is none."""
    still_open(game)
    if seat_of(game, session.user) is None and not presides(session, game):
        raise NotYou(texts.not_yours_to_seat(game))


def _played(table: Table, line: str | None, game: Game) -> tuple[Change, Table]:
    """The change by which a computer plays, and the table after that."""
    seat, (said, state, events) = table.actor, _whole(table, line)
    at = table.at.said(seat, state, events, game.n)
    played = (Line(seat, said, checksum(state)),)
    return advance(Table(game, game.n + 1, at), played, key_of(game))


def _whole(table: Table, line: str | None) -> tuple[str, Any, list[Event]]:
    """A turn on the whole truth. What cannot be played there, and where nothing was thought of,
    becomes the turn that changes least, like that of somebody whose time is over."""
    rules, state = table.kind.game, table.at.state
    if line is not None:
        with suppress(Refused):
            after, events = perform(rules, state, line)
            if rules.actor(after) != table.actor:
                return line, after, events
        log.error("no turn", extra={"game": table.game.id, "n": table.n})
    line, _ = unattended(rules, state)
    return line, *perform(rules, state, line)


def feature(computers: Computers) -> Feature:
    sit = partial(Verb, any_row=True, instead=True, on_page=True)
    level, number = (
        Field("level", "[a-z]{1,12}"),
        Field("user", r"\d{1,2}", lambda said: -int(said)),
    )
    return Feature(
        policies=(schedule_computer,),
        verbs=(
            Verb("computers", computers.offered, OF_A_ROW, on_page=True),
            sit("seat", computers.seat, (*OF_A_ROW, level)),
            sit("unseat", computers.unseat, (*OF_A_ROW, number)),
        ),
    )

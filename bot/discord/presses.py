"""What the buttons about one game do: each verb is a use case."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.core.intent import Intent
from bot.core.session import Session
from bot.discord.base import Base
from bot.domain.offers import END, TIME, UNDO
from bot.features.use_cases import UseCases
from bot.messages.layout import Layout
from rules.history import RATED

VERBS: Final[dict[str, Callable[[UseCases, Session], Awaitable[Layout]]]] = {
    # a lobby
    "join": lambda cases, wish: cases.lobby.join(wish),
    "leave": lambda cases, wish: cases.lobby.leave(wish),
    "start": lambda cases, wish: cases.lobby.start(wish),
    "cancel": lambda cases, wish: cases.lobby.cancel(wish),
    "again": lambda cases, wish: cases.lobby.again(wish),
    "computers": lambda cases, wish: cases.computers.offered(wish),
    # a turn
    "take": lambda cases, wish: cases.builder.open(wish),
    "hand": lambda cases, wish: cases.builder.hand(wish),
    "hint": lambda cases, wish: cases.hints.hint(wish),
    "go": lambda cases, wish: cases.undo_window.end(wish),
    "options": lambda cases, wish: cases.queries.options(wish),
    "undo": lambda cases, wish: cases.undo.take_back(wish),
    "text": lambda cases, wish: cases.boards.as_text(wish),
    "learn": lambda cases, wish: cases.teaching.rules(wish.found.kind),
    # a game that was played
    "standings": lambda cases, wish: cases.standings.of_game(replace(wish, kind=wish.found.kind)),
    "fairness": lambda cases, wish: cases.queries.fairness(wish),
    "record": lambda cases, wish: cases.queries.record(wish),
    "replay": lambda cases, wish: cases.boards.first(wish),
    "film": lambda cases, wish: cases.queries.film(wish),
    "turned": lambda cases, wish: cases.turning_points.show(wish),
    # the people at a table
    "quit": lambda cases, wish: cases.resign.resign(replace(wish, n=None)),
    "resign": lambda cases, wish: cases.resign.resign(wish),
    "substitute": lambda cases, wish: cases.seats.substitute(replace(wish, n=None)),
    "offerseat": lambda cases, wish: cases.seats.substitute(wish),
    "here": lambda cases, wish: cases.clocks.here(wish),
    "askundo": lambda cases, wish: cases.offers.ask(wish, UNDO),
    "askend": lambda cases, wish: cases.offers.ask(wish, END),
    "asktime": lambda cases, wish: cases.offers.ask(wish, TIME),
    "askrated": lambda cases, wish: cases.offers.ask(wish, RATED),
    "agree": lambda cases, wish: cases.offers.answer(wish, yes=True),
    "decline": lambda cases, wish: cases.offers.answer(wish, yes=False),
    "withdraw": lambda cases, wish: cases.offers.withdraw(wish),
}


async def press(client: Base, verb: str, wish: Intent) -> Layout:
    """What a table's button does. Raises Refused."""
    if verb in client.verbs:
        return await client.verbs.do(verb, wish)
    return await VERBS[verb](client.cases, await client.cases.turns.find(wish))

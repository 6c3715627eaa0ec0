"""Sentences about a game as data: what the game knows of itself is filled in.

stale = About("{game} has moved on since then; nothing was changed.")
stale(game)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from string import Formatter
from typing import Final, Generic, TypeVar

from bot.table.commands import Command
from bot.table.game import Game
from bot.table.names import game_name, host, players, title
from rules.text import Place, Text
from rules.voice import Argument


def _command(verb: str, game: Game) -> Command:
    return Command(game.kind, verb)


_VERBS = ("board", "practice", "resign", "start", "undo")
OWN: Final[Mapping[str, Callable[[Game], Argument]]] = {
    "game": game_name,
    "title": title,
    "host": host,
    "players": players,
    "place": lambda game: Place(game.place),
    "options": partial(_command, "moves"),
    **{verb: partial(_command, verb) for verb in _VERBS},
}


Owner = TypeVar("Owner")


class Filled(Generic[Owner]):
    """A sentence whose arguments are all properties of one value. Raises KeyError for an unknown
    argument when the sentence is created."""

    __slots__ = ("_own", "template")
    known: Mapping[str, Callable[[Owner], Argument]]

    def __init__(self, template: str, /) -> None:
        named = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        self.template, self._own = template, {field: self.known[field] for field in named}

    def __call__(self, owner: Owner) -> Text:
        return Text(self.template, **{field: own(owner) for field, own in self._own.items()})


class About(Filled[Game]):
    """A sentence about a game (see OWN): `{game}`, `{host}`, `{undo}`, the command of that name."""

    __slots__ = ()
    known = OWN

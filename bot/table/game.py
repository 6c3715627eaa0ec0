"""The games that are hosted, and a game of the store with what it is a game of.

    store ──GameRow──> Games.of ──> Game: the row, its rules, its English, its artist

Which games there are is handed in (bot/app.py); nothing looks one up anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from renderer import Hosted
from rules.drafting import Kind
from rules.errors import Unavailable, quoted
from rules.game import Game as Rules
from rules.game import Seat
from rules.text import Listed, Text
from rules.voice import Voice
from storage import Former, GameRow, Sitter

# The kinds of timers that a game may have, as they stand in the store and as texts ask for them.
# What becomes of one that is due is registered in bot/app.py.
LOBBY_CLOSES = "lobby_closes"  # a lobby in which nobody has started the game by then
FLEETING = "fleeting"  # an answer in the channel that is taken away again
CHANCE = "chance"  # chance speaks, and the turn before can be taken back no more
CLOCK = "clock"  # a seat's time is over
REMIND = "remind"  # whoever is waited for is reminded
OPEN_SEAT = "open_seat"  # a seat that was offered to others has found nobody
THINK = "think"  # it is a computer's turn; what thinks of it is no clock (bot/thinking)
ABANDONED = "alone"  # nobody goes on against computers any more
OFFER = "offer"  # what somebody has offered the others stands no more
GUEST = "guest"  # of somebody the lobby knows whether they may join it
PAUSED = "paused"  # a table that a host of its server has paused goes on by itself


def private(channel: int) -> int:
    """What stands in place of a server where somebody practises in direct messages with the bot:
    the channel itself, below zero. So nobody else can name a game that is played there."""
    return -channel


def is_private(game: GameRow) -> bool:
    """It is played in direct messages with one person."""
    return game.guild < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameRow):
    """A game as it stands in the store, which knows what it is a game of."""

    hosted: Hosted = field(repr=False, compare=False)

    @property
    def rules(self) -> Rules[Any]:
        return self.hosted.kind.game

    @property
    def place(self) -> int:
        """The channel in which it is played; as long as that is still to be opened, its home."""
        return self.home if self.channel is None else self.channel

    def said(self, voice: Voice) -> str:
        """What people call it, L7: a game can be an argument of a Text."""
        return voice.say(f"{self.rules.letter}{self.number}")

    def __hash__(self) -> int:
        return hash(self.id)


_COLUMNS = attrgetter(*(column.name for column in fields(GameRow)))


class NotHosted(Unavailable, KeyError):
    """A game that is not hosted here, or no more: what was posted once may still name it."""


class Games:
    """The games that are hosted, by their keys. Raises NotHosted for another one."""

    def __init__(self, hosted: Mapping[str, Hosted]) -> None:
        self._hosted = dict(hosted)
        letters = "".join(each.kind.game.letter for each in self._hosted.values())
        self.name = re.compile(rf"([{letters}])([0-9]{{1,9}})", re.IGNORECASE)  # such as L7

    def __iter__(self) -> Iterator[str]:
        return iter(self._hosted)

    def __contains__(self, key: str) -> bool:
        return key in self._hosted

    def __getitem__(self, key: str) -> Kind[Any]:
        return self.drawn(key).kind

    @property
    def first(self) -> str:
        """One of them, where an example is wanted."""
        return next(iter(self))

    def drawn(self, key: str) -> Hosted:
        """A game as it is drawn. Raises NotHosted."""
        if key not in self._hosted:
            known = Listed([each.kind.game.title for each in self.hosted])
            why = Text(
                "I don't host {game} here. You can play {known}.", game=quoted(key), known=known
            )
            raise NotHosted(why)
        return self._hosted[key]

    @property
    def hosted(self) -> tuple[Hosted, ...]:
        """All of them, as they are drawn."""
        return tuple(self._hosted.values())

    def lettered(self, letter: str) -> str:
        """The key of the game whose names begin with a letter; empty when there is none."""
        return next((key for key in self if self[key].game.letter == letter), "")

    def of(self, row: GameRow) -> Game:
        """A row of the store as a game. Raises NotHosted."""
        return Game(*_COLUMNS(row), hosted=self.drawn(row.kind))

    def among(self, rows: Iterable[GameRow]) -> list[Game]:
        """The hosted ones of some rows of the store."""
        return [self.of(row) for row in rows if row.kind in self]


def sitters_at(game: Game, n: int) -> tuple[Sitter, ...]:
    """Who sat where after a row of the log."""
    if not game.former:
        return game.sitters
    return tuple(_at(game.former, n, seat, sitter) for seat, sitter in enumerate(game.sitters))


def _at(former: Sequence[Former], n: int, seat: Seat, now: Sitter) -> Sitter:
    then = next((each for each in former if each.seat == seat and n < each.until), None)
    if then is None:
        return now
    return replace(now, user=then.user, name=then.name, left=False, computer=then.computer)


def handed_over(game: Game, user: int) -> Former | None:
    """The seat that somebody gave to somebody else, if they did."""
    return next((each for each in reversed(game.former) if each.user == user), None)

"""The hosted games, and a stored game with its rules. bot/app.py hands in the hosted games; nothing
looks one up anywhere else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, Final, TypeAlias

from renderer import Hosted
from rules.drafting import Kind
from rules.errors import Unavailable, quote
from rules.game import GameRules as Rules
from rules.game import Seat
from rules.text import Listed, Text
from rules.voice import Voice
from storage import FOLLOW_UP, Former, GameRow, OrderRow, Sitter

# Why an order was dropped, as stored.
OTHERWISE = "otherwise"  # another turn was played
IMPOSSIBLE = "impossible"  # its line was not legal then
Fates = tuple[tuple[int, str], ...]  # the id of each order, and why it was dropped

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
Span: TypeAlias = tuple[float, float]  # from, until

# The kinds of timers of a game, as they are stored and as texts ask for them. Features declare
# their handlers.
LOBBY_CLOSES = "lobby_closes"  # nobody has started the lobby's game by then
FLEETING = "fleeting"  # an answer in the channel is deleted
CHANCE = "chance"  # chance speaks; then the turn before can't be taken back
CLOCK = "clock"  # a seat's time is over
REMIND = "remind"  # the awaited player is reminded
OPEN_SEAT = "open_seat"  # nobody has taken a seat on offer
THINK = "think"  # a computer has to move; bot/thinking handles it, not the clock
ABANDONED = "alone"  # the only person has stopped playing against computers
OFFER = "offer"  # a request lapses
ALERT = "alert"  # people learn of a lobby that anybody may join
GUEST = "guest"  # an invitation to a lobby, or a removal from it
PAUSED = "paused"  # a paused game resumes


def private(channel: int) -> int:
    """The stand-in for a server's id in direct messages: the channel's id, below zero. So nobody
    else can name a game that is played there."""
    return -channel


def is_private(game: GameRow) -> bool:
    """Whether it is played in direct messages."""
    return game.guild < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameRow):
    """A stored game with its rules, texts and pictures."""

    hosted: Hosted = field(repr=False, compare=False)

    @property
    def rules(self) -> Rules[Any]:
        return self.hosted.kind.game

    @property
    def place(self) -> int:
        """The channel of the game, or its home until that channel is opened."""
        return self.home if self.channel is None else self.channel

    def say_in(self, voice: Voice) -> str:
        """What people call it, L7: a game can be an argument of a Text."""
        return voice.say(f"{self.rules.letter}{self.number}")

    def __hash__(self) -> int:
        return hash(self.id)


_COLUMNS = attrgetter(*(column.name for column in fields(GameRow)))


class _NotHosted(Unavailable, KeyError):
    """A game that isn't hosted here, or not any more: an old message may still name it."""


class Games:
    """The hosted games by their keys. Raises NotHosted for any other key."""

    def __init__(self, hosted: Mapping[str, Hosted]) -> None:
        self._hosted = dict(hosted)
        letters = "".join(each.kind.game.letter for each in self._hosted.values())
        self.name = re.compile(rf"([{letters}])([0-9]{{1,9}})", re.IGNORECASE)  # such as L7

    def __iter__(self) -> Iterator[str]:
        return iter(self._hosted)

    def __contains__(self, key: str) -> bool:
        return key in self._hosted

    def __getitem__(self, key: str) -> Kind[Any]:
        return self.hosted_game(key).kind

    @property
    def first(self) -> str:
        """Any game, as an example."""
        return next(iter(self))

    def hosted_game(self, key: str) -> Hosted:
        """A game with its pictures. Raises NotHosted."""
        if key not in self._hosted:
            known = Listed([each.kind.game.title for each in self.hosted])
            why = Text(
                "I don't host {game} here. You can play {known}.", game=quote(key), known=known
            )
            raise _NotHosted(why)
        return self._hosted[key]

    @property
    def hosted(self) -> tuple[Hosted, ...]:
        """All games with their pictures."""
        return tuple(self._hosted.values())

    def key_of(self, letter: str) -> str:
        """The key of the game whose names begin with a letter, or ""."""
        return next((key for key in self if self[key].game.letter == letter), "")

    def from_row(self, row: GameRow) -> Game:
        """A row of the store as a game. Raises NotHosted."""
        return Game(*_COLUMNS(row), hosted=self.hosted_game(row.kind))

    def among(self, rows: Iterable[GameRow]) -> list[Game]:
        """The games of some rows that are hosted."""
        return [self.from_row(row) for row in rows if row.kind in self]


def sitters_at(game: Game, n: int) -> tuple[Sitter, ...]:
    """The sitters after a row of the log."""
    if not game.former:
        return game.sitters
    there = [*game.sitters]
    for then in reversed(game.former):  # the first to leave a seat after row n had it then
        if n < then.until:
            there[then.seat] = replace(
                there[then.seat], user=then.user, name=then.name, left=False, computer=then.computer
            )
    return tuple(there)


def handed_over(game: Game, user: int) -> Former | None:
    """The seat that a person handed over, if they did."""
    return next((each for each in reversed(game.former) if each.user == user), None)


def standing(orders: Iterable[OrderRow], seat: Seat) -> tuple[OrderRow, ...]:
    """The waiting orders of a seat for the next turn, the most exact one first."""
    mine = (order for order in orders if order.seat == seat and not order.fell)
    first = (order for order in mine if not order.is_follow_up)
    return tuple(sorted(first, key=lambda o: (not o.mark, -len(o.condition.split()))))


def follow_ups(first: OrderRow, orders: Iterable[OrderRow]) -> tuple[OrderRow, ...]:
    """The orders that stand behind one, each with the part of its condition for the turn after."""
    begins = first.condition + FOLLOW_UP
    return tuple(
        replace(each, condition=each.condition.removeprefix(begins))
        for each in orders
        if each.seat == first.seat and each.condition.startswith(begins)
    )


def drop_all(orders: Iterable[OrderRow]) -> tuple[OrderRow, ...]:
    """Orders after another turn than theirs. The reason is said of those that it was about."""
    about = (each for each in orders if not each.is_follow_up)
    return tuple(replace(each, fell=each.fell or OTHERWISE) for each in about)


def fates(game: GameRow, after: Iterable[OrderRow]) -> Fates:
    """The fates of a game's standing orders. after: those that weren't played, with the reason."""
    why = {order.id: order.fell for order in after}
    return tuple((order.id, why.get(order.id, "")) for order in game.orders if not order.fell)


def fallen(game: Game, seat: Seat) -> tuple[OrderRow, ...]:
    """The orders of a seat that were dropped since its last turn."""
    return tuple(order for order in game.orders if order.seat == seat and order.fell)

"""A player's wish from a typed line, reply, option or button; and, once its game is found, a
Session, which is handed on, so nobody asks the store for the game again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, Final, NamedTuple, Self

from bot.table import refusals
from bot.table.game import Game, Games, handed_over
from bot.table.names import host_seat
from rules.drafting import Draft
from rules.errors import Finished, NotYou, Stale, Unavailable, quote
from rules.game import Seat
from rules.text import Code, Text
from storage import DraftRow

_ASSIGNED: Final = re.compile("[1-9][0-9]{16,19}")


@dataclass(frozen=True, order=True, slots=True)
class Contribution:
    """The id of a press, a command, a line or a post, which nobody chooses; never the wish's key,
    which may name people and browsers. Raises ValueError for any other number."""

    id: int

    def __post_init__(self) -> None:
        if _ASSIGNED.fullmatch(str(self.id)) is None:
            raise ValueError(f"Discord has assigned no {self.id}")

    def __str__(self) -> str:
        return str(self.id)

    @classmethod
    def parse(cls, said: str | int) -> Self | None:
        """The contribution in a text or number, or None."""
        return cls(int(said)) if _ASSIGNED.fullmatch(str(said)) else None


class Meant(Enum):
    """The game of a wish that names none, when several are in reach."""

    ANY = "any"
    WAITING = "one that waits for who speaks"
    LOBBY = "one that has not begun"
    HERE = "the one of the very channel, over or not"


@dataclass(frozen=True, slots=True)
class Target:
    """The game of a wish."""

    kind: str | None = None  # the key of its rules
    game: int | None = None  # the game that a button was made for
    n: int | None = None  # the row that a button was made for
    name: str | None = None  # a spoken name, such as L7
    meant: Meant = Meant.ANY  # if it has no name
    verb: str = ""  # the command that a menu runs next, when several games are possible
    asked: int = 0  # the page of that menu


@dataclass(frozen=True, slots=True)
class Rights:
    """A speaker's rights, as far as Discord told us."""

    roles: tuple[int, ...] = ()  # on the server
    moderator: bool = False  # may manage the channel in which they spoke
    steward: bool = False  # may manage all channels of the server
    manages: bool = False  # may manage the server, at this moment


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish: the speaker, the place and the game."""

    # The key that shows a second delivery or press: the id of the interaction, the message and its
    # channel (see `typed_key`), or the button's words and the user (`press_intent`).
    key: str
    user: int
    called: str  # the person's display name, unchanged
    guild: int
    channel: int
    target: Target = Target()
    words: str = ""  # typed, or picked from a menu
    rights: Rights = Rights()
    robot: bool = False  # whether the speaker is another bot
    language: str = ""  # the speaker's, such as de
    parent: int = 0  # the channel that the thread is in
    public: bool = False  # whether everybody can read the wish and the answer
    muted: bool = False  # whether we can't post in the channel
    panel: int = 0  # the message with the pressed button
    page: bool = False  # whether it comes from a page, in a browser or in the Activity
    given: Contribution | None = None  # Discord's number for the wish; None on a page

    def with_target(self, **target: Any) -> Self:
        """The same wish with other fields of its target."""
        return replace(self, target=replace(self.target, **target))


def mentions_in(words: str) -> tuple[int, ...]:
    """The ids of the people that a text mentions, each once."""
    ids = map(int, re.findall(r"<@!?([0-9]{1,19})>", words))
    most = (1 << 63) - 1  # the largest id that Discord makes and the store can hold
    return tuple(dict.fromkeys(each for each in ids if 0 < each <= most))


def typed_key(channel: int, message: int) -> str:
    """The key of a typed message."""
    return f"typed:{channel}:{message}"


def typed_in(channel: int, key: str | None) -> int | None:
    """The id of the message with this key if it was typed in that channel."""
    there = f"typed:{channel}:"
    return int(key.removeprefix(there)) if key is not None and key.startswith(there) else None


def with_game_name(wish: Intent, name: str, games: Games) -> Intent:
    """The wish with the game of this name, if the text is a name. Raises Unavailable."""
    if not name.strip():
        return wish
    if games.name.fullmatch(name.strip()) is None:
        unknown = Text(
            "{said} isn't a game name. Game names look like {example}.",
            said=quote(name),
            example=Code(f"{games[games.first].game.letter}7"),
        )
        raise Unavailable(unknown)
    return wish.with_target(name=name.strip().upper())


class Heard(NamedTuple):
    """A line that was read: the draft before it, and the draft after it."""

    kept: DraftRow | None
    drafted: Draft[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Intent):
    """An Intent with its game. heard: its line, if it had to be read to find the game."""

    found: Game
    heard: Heard | None = None

    @classmethod
    def from_intent(cls, intent: Intent, game: Game, heard: Heard | None = None) -> Session:
        said = {column.name: getattr(intent, column.name) for column in fields(Intent)}
        return cls(**said, found=game, heard=heard)

    @property
    def seat(self) -> Seat | None:
        """The speaker's seat, or None."""
        return seat_of(self.found, self.user)


def seat_of(game: Game, user: int) -> Seat | None:
    """A person's seat, or None."""
    return next((i for i, sitter in enumerate(game.sitters) if sitter.user == user), None)


def present(game: Game, user: int) -> bool:
    """Whether a person has a seat and hasn't left it."""
    seat = seat_of(game, user)
    return seat is not None and not game.sitters[seat].left


def presides(intent: Intent, game: Game) -> bool:
    """Whether a person is the host of a game, or may manage its channel. For the channel of the
    wish we know that; elsewhere only the right for the whole server counts."""
    there = intent.channel in (game.channel, game.home)
    moderator = intent.rights.moderator if there else intent.rights.steward
    return moderator or intent.user == game.sitters[host_seat(game)].user


def not_stale(intent: Intent, game: Game) -> None:
    """Raise Stale if the game has moved on since the button of this wish was made."""
    if intent.target.n is not None and game.past(intent.target.n):
        raise Stale(refusals.stale(game))


def still_open(game: Game) -> None:
    """Raise Refused if the lobby isn't open any more."""
    if game.status == "playing":
        raise Stale(Text("{game} has already started. You can watch it here.", game=game))
    if game.status == "over":
        raise Finished(refusals.game_over(game))
    if game.status == "cancelled":
        raise Finished(refusals.game_closed(game))
    if game.settled:
        raise Unavailable(refusals.about_to_begin(game))


def must_play(game: Game) -> None:
    """Raise Refused if the game hasn't begun, or is over."""
    if game.status == "lobby":
        waiting = Text("{game} hasn't started yet. It's still waiting for players.", game=game)
        raise Unavailable(waiting)
    if game.status != "playing":
        raise Finished(refusals.game_over(game))


def playing_seat(game: Game, user: int) -> Seat:
    """A person's seat in a running game. Raises Refused."""
    must_play(game)
    if (seat := seat_of(game, user)) is None:
        former = handed_over(game, user)
        raise NotYou(refusals.handed_over(game, former) if former else refusals.stranger(game))
    return seat


def held_seat(game: Game, user: int) -> Seat:
    """The seat of a person who plays and hasn't left for good. Raises Refused."""
    seat = playing_seat(game, user)
    if game.sitters[seat].left:
        raise Finished(refusals.left_already(game))
    return seat

"""A player's wish from a typed line, reply, option or button, and the number that chance takes from
it: Discord has assigned it, so it is never the wish's key, which may name people and browsers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Self

from bot.table.game import Games
from rules.errors import Unavailable, quoted
from rules.text import Code, Text

_ASSIGNED: Final = re.compile("[1-9][0-9]{16,19}")


@dataclass(frozen=True, order=True, slots=True)
class Contribution:
    """The id of a press, a command, a line or a post. Raises ValueError for any other number."""

    id: int

    def __post_init__(self) -> None:
        if _ASSIGNED.fullmatch(str(self.id)) is None:
            raise ValueError(f"Discord has assigned no {self.id}")

    def __str__(self) -> str:
        return str(self.id)

    @classmethod
    def of(cls, said: str | int) -> Self | None:
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
    # channel (see `typed`), or the button's words and the user (`pressed`).
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

    def about(self, **target: Any) -> Self:
        """The same wish with other fields of its target."""
        return replace(self, target=replace(self.target, **target))


def mentioned(words: str) -> tuple[int, ...]:
    """The ids of the people that a text mentions, each once."""
    ids = map(int, re.findall(r"<@!?([0-9]{1,19})>", words))
    most = (1 << 63) - 1  # the largest id that Discord makes and the store can hold
    return tuple(dict.fromkeys(each for each in ids if 0 < each <= most))


def typed(channel: int, message: int) -> str:
    """The key of a typed message."""
    return f"typed:{channel}:{message}"


def typed_in(channel: int, key: str | None) -> int | None:
    """The id of the message with this key if it was typed in that channel."""
    there = f"typed:{channel}:"
    return int(key.removeprefix(there)) if key is not None and key.startswith(there) else None


def named(wish: Intent, name: str, games: Games) -> Intent:
    """The wish with the game of this name, if the text is a name. Raises Unavailable."""
    if not name.strip():
        return wish
    if games.name.fullmatch(name.strip()) is None:
        unknown = Text(
            "{said} isn't a game name. Game names look like {example}.",
            said=quoted(name),
            example=Code(f"{games[games.first].game.letter}7"),
        )
        raise Unavailable(unknown)
    return wish.about(name=name.strip().upper())

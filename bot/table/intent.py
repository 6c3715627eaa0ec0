"""What somebody wants, whichever way they said it: typed line, reply, option or button; and the
number that chance takes from it.

The number is one that Discord has assigned, never the key of the wish: keys hold ids of people and
words of browsers, and the row that names a contribution is public."""

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
        """The contribution that this says; None: it says none."""
        return cls(int(said)) if _ASSIGNED.fullmatch(str(said)) else None


class Meant(Enum):
    """Which game a wish is about, where none is named and several are in reach."""

    ANY = "any"
    WAITING = "one that waits for who speaks"
    LOBBY = "one that has not begun"
    HERE = "the one of the very channel, over or not"


@dataclass(frozen=True, slots=True)
class Target:
    """Which game somebody means."""

    kind: str | None = None  # the key of its rules
    game: int | None = None  # the game that a button was made for
    n: int | None = None  # the row that a button was made for
    name: str | None = None  # a spoken name, such as L7
    meant: Meant = Meant.ANY  # without a name
    verb: str = ""  # the command that a menu goes on with, where several games could be meant
    asked: int = 0  # the page of that menu


@dataclass(frozen=True, slots=True)
class Rights:
    """What a speaker may do, as far as Discord said."""

    roles: tuple[int, ...] = ()  # on the server
    moderator: bool = False  # may manage the channel in which they spoke
    steward: bool = False  # may manage every channel of the server
    manages: bool = False  # may manage the server, at the moment of this wish


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish: who wants it, where they said it, and about which game."""

    # By which a second delivery, or a second press, is known: the id of the interaction, the
    # message and its channel (see `typed`), or what a button says and who presses it (`pressed`).
    key: str
    user: int
    called: str  # the person's display name, as it is
    guild: int
    channel: int
    target: Target = Target()
    words: str = ""  # typed, or picked from a menu
    rights: Rights = Rights()
    robot: bool = False  # the speaker is another bot
    language: str = ""  # the speaker's own, such as de
    parent: int = 0  # the channel of the thread in which they spoke
    public: bool = False  # said, and answered, where everybody can read it
    muted: bool = False  # we may not post in the channel
    panel: int = 0  # the message under which they pressed a button
    page: bool = False  # said on a page, in a browser or in the Activity
    given: Contribution | None = None  # the number that Discord gave to the wish; None: a page

    def about(self, **target: Any) -> Self:
        """The same wish with other fields of its target."""
        return replace(self, target=replace(self.target, **target))


MOST_ID: Final = (1 << 63) - 1  # the largest that Discord makes, and that the store can hold
_MENTION: Final = re.compile(r"<@!?([0-9]{1,19})>")


def mentioned(words: str) -> tuple[int, ...]:
    """The people that a text mentions, each once, by their ids."""
    ids = map(int, _MENTION.findall(words))
    return tuple(dict.fromkeys(each for each in ids if 0 < each <= MOST_ID))


TYPED = "typed:"


def typed(channel: int, message: int) -> str:
    """The key of a line that was typed as a message."""
    return f"{TYPED}{channel}:{message}"


def typed_in(channel: int, key: str | None) -> int | None:
    """The message with this key, if it was typed in that channel."""
    there = f"{TYPED}{channel}:"
    return int(key.removeprefix(there)) if key is not None and key.startswith(there) else None


def named(wish: Intent, name: str, games: Games) -> Intent:
    """The wish, about the game of this name if there is one. Raises Unavailable."""
    if not name.strip():
        return wish
    if games.name.fullmatch(name.strip()) is None:
        raise Unavailable(_no_name(name, games))
    return wish.about(name=name.strip().upper())


def _no_name(said: str, games: Games) -> Text:
    """Why there is no such game, with a name as an example."""
    first = games[games.first].game
    return Text(
        "{said} isn't a game name. Game names look like {example}.",
        said=quoted(said),
        example=Code(f"{first.letter}7"),
    )

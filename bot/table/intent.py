"""What somebody wants, whichever way they said it: typed line, reply, option or button."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.table.contribution import Contribution
from bot.table.game import Games
from rules.errors import Unavailable, quoted
from rules.text import Code, Text


class Meant(Enum):
    """Which game a wish is about, where none is named and several are in reach."""

    ANY = "any"
    WAITING = "one that waits for who speaks"
    LOBBY = "one that has not begun"
    HERE = "the one of the very channel, over or not"


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish and where it came from.

    key: by which a second delivery, or a second press, is known: the id of the interaction, the
    message and its channel (see `typed`), or what a button says and who presses it (see
    `pressed`); game and n: the game and the row that a button was made for; name: a spoken name
    such as L7; given: the number that Discord gave to the wish, None: it was pressed on a page.
    """

    key: str
    user: int
    called: str  # the person's display name, as it is
    guild: int
    channel: int
    kind: str | None = None
    game: int | None = None
    n: int | None = None
    name: str | None = None
    words: str = ""
    verb: str = ""  # which command, where it has to be asked which game it means
    meant: Meant = Meant.ANY
    asked: int = 0  # the page of the menu that asks which game is meant
    parent: int = 0  # the channel that a thread is in in which this was said
    roles: tuple[int, ...] = ()  # of the speaker, as far as the server is known
    panel: int = 0  # the message under which was pressed
    public: bool = False  # said, and answered, where everybody can read it
    robot: bool = False  # another bot
    moderator: bool = False  # may manage the channel in which this was said
    steward: bool = False  # may manage every channel of the server
    manages: bool = False  # may manage the server, as Discord said with this very wish
    language: str = ""  # the speaker's own, such as de
    given: Contribution | None = None
    muted: bool = False  # we may not post in the channel in which this was said
    page: bool = False  # said on a page, in a browser or in the Activity


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
    return replace(wish, name=name.strip().upper())


def _no_name(said: str, games: Games) -> Text:
    """Why there is no such game, with a name as an example."""
    first = games[games.first].game
    return Text(
        "{said} isn't a game name. Game names look like {example}.",
        said=quoted(said),
        example=Code(f"{first.letter}7"),
    )

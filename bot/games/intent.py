"""What somebody wants, whichever way they said it: typed line, reply, option or button."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.games.game import Games
from rules.errors import Unavailable, quoted


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish and where it came from.

    key: the id of the interaction or message, by which a second delivery is known; game and
    n: the game and the row that a button was made for; name: a spoken name such as L7.
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
    public: bool = False  # said, and answered, where everybody can read it
    robot: bool = False  # another bot
    moderator: bool = False  # may manage the channel in which this was said
    steward: bool = False  # may manage every channel of the server


def named(wish: Intent, name: str, games: Games) -> Intent:
    """The wish, about the game of this name if there is one. Raises Unavailable."""
    if not name.strip():
        return wish
    if games.name.fullmatch(name.strip()) is None:
        raise Unavailable(f"{quoted(name)} is no name of a game; names look like `L7`.")
    return replace(wish, name=name.strip().upper())

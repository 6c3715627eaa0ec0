"""What somebody wants, whichever way he said it: typed line, reply, option or button."""

from __future__ import annotations

from dataclasses import dataclass


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
    robot: bool = False  # another bot
    moderator: bool = False  # may manage the channel

"""What players may be told when something they asked for does not happen.

Refused                 the text of the exception is the message, ready to be shown
├── Unread              the words mean nothing here
├── Illegal             clear words, but the rules forbid them
│   └── Unclear         words that may mean several things
├── Question            somebody asks what a line would do, and nothing is played
├── NotYou              somebody else's turn, or not your table at all
├── Stale               made for an earlier position; the game has moved on
├── Finished            the game is over
└── Unavailable         this cannot be had here or now (no game in the channel, lobby full, …)

Anything else that is raised is a bug, and is never shown to a player.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.text import Code, Listed, Text

SHOWN = 40  # characters of somebody's input that are ever repeated to them


class Refused(Exception):
    """A sentence for the person who asked: what did not happen, why, and what is legal."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Unread(Refused):
    """The words mean nothing here. brief: the same without how a turn is said and what is legal,
    for whoever has just been told; near: how much the line has in common with the one that is
    suggested in its place, from 0 to 1."""

    def __init__(self, text: Text, brief: Text | None = None, near: float = 0.0) -> None:
        super().__init__(text)
        self.brief, self.near = brief or text, near


class Illegal(Refused):
    """The words are clear, the rules forbid them."""


class Unclear(Illegal):
    """The words may mean several things. ways: the words of each; rest: what follows them."""

    def __init__(self, ways: Sequence[tuple[str, ...]], rest: str = "") -> None:
        said = Listed((Code(" ".join(way)) for way in ways), "or")
        super().__init__(Text("That could mean {ways}.", ways=said))
        self.ways, self.rest = ways, rest


class Question(Refused):
    """Somebody asks about a line, so nothing of it is played. line: what says it for good."""

    def __init__(self, line: str, text: Text | None = None) -> None:
        asked = Text(
            "That was a question, so nothing was played. Send {line} to play it.", line=Code(line)
        )
        super().__init__(text or asked)
        self.line = line


class NotYou(Refused):
    """It is not this person's turn, seat or right."""


class Stale(Refused):
    """The button or draft belongs to a position that has passed."""


class Finished(Refused):
    """The game is over."""


class Unavailable(Refused):
    """What was asked for does not exist here or cannot be done now."""


def quoted(text: str) -> Text:
    """Somebody's own words, safe to show back to them: one line, shortened, without markup."""
    plain = "".join(c if c.isprintable() and c != "`" else " " for c in text)
    plain = " ".join(plain.split())
    if not plain:
        return Text("an empty message")
    return Code(plain if len(plain) <= SHOWN else f"{plain[:SHOWN]}…")

"""Refusals: exceptions whose text is the answer to a player. Any other exception is a bug."""

from collections.abc import Sequence
from typing import Self

from rules.text import Code, Listed, Text
from rules.voice import Argument

SHOWN = 40  # the most characters of a player's input in an answer


class Refused(Exception):
    """An answer to the player: the reason, and the way out."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    @classmethod
    def because(cls, template: str, /, **args: Argument) -> Self:
        """A refusal with this sentence."""
        return cls(Text(template, **args))


class Unread(Refused):
    """The words mean nothing here."""

    def __init__(self, text: Text, brief: Text | None = None, near: float = 0.0) -> None:
        """brief: the text without help, for a player who has just read it; near: how much the line
        has in common with the suggested line, from 0 to 1."""
        super().__init__(text)
        self.brief, self.near = brief or text, near


class Illegal(Refused):
    """The words are clear, the rules forbid them."""


class Unclear(Illegal):
    """The words may mean several things."""

    def __init__(self, ways: Sequence[tuple[str, ...]], rest: str = "") -> None:
        """ways: the words of each reading; rest: the text after them."""
        said = Listed((Code(" ".join(way)) for way in ways), "or")
        super().__init__(Text("That could mean {ways}.", ways=said))
        self.ways, self.rest = ways, rest


class Question(Refused):
    """The player asks about a line, so nothing of it is played."""

    def __init__(self, line: str, text: Text | None = None) -> None:
        """line: a line that plays it."""
        asked = Text(
            "That was a question, so nothing was played. Send {line} to play it.", line=Code(line)
        )
        super().__init__(text or asked)
        self.line = line


class NotYou(Refused):
    """Another player's turn or seat, or a right that the player lacks."""


class Stale(Refused):
    """The button or draft belongs to a position that has passed."""


class Finished(Refused):
    """The game is over."""


class Unavailable(Refused):
    """The request is not possible here or now (no game in the channel, a full lobby, …)."""


def quote(text: str) -> Text:
    """A player's words, safe to show back: one line, shortened, without markup."""
    plain = "".join(c if c.isprintable() and c != "`" else " " for c in text)
    plain = " ".join(plain.split())
    if not plain:
        return Text("an empty message")
    return Code(plain if len(plain) <= SHOWN else f"{plain[:SHOWN]}…")

"""Commands as players find them: verbs are translated; games, options and values are not."""

from __future__ import annotations

import unicodedata

from rules.text import Text
from rules.voice import Voice


class Command(Text):
    """A command to type, such as `/logger turn`, and words that follow as they are.

    verb: one word, or two in a group.
    """

    __slots__ = ("named", "rest", "verb")

    def __init__(self, named: str, verb: str = "", rest: str = "") -> None:
        super().__init__("/{named} {verb} {rest}")
        self.named, self.verb, self.rest = named, verb, rest

    def said(self, voice: Voice) -> str:
        verb = " ".join(said_as_name(f"/{part}", voice) for part in self.verb.split())
        named = f"/{said_as_name(f'/{self.named}', voice)}"
        return voice.medium.code(" ".join(filter(None, (named, verb, self.rest))))

    def key(self) -> tuple[object, ...]:
        return (self.named, self.verb, self.rest)


def said_as_name(name: str, voice: Voice) -> str:
    """The name of a command that a catalogue has as `/join`, as the reader's client shows it. In
    English if the translation can't be typed."""
    said = (voice.named or voice.catalogue).gettext(name).removeprefix("/")
    letters = all(c.isalnum() or c in "-_" or unicodedata.category(c)[0] == "M" for c in said)
    typable = letters and said == said.lower() and 0 < len(said) <= 32
    return said if typable else name.removeprefix("/")

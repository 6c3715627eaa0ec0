"""Commands as whoever is spoken to finds them: what they do has a name in each language; games,
options and values are the same in all."""

from __future__ import annotations

import unicodedata

from rules.text import Text
from rules.voice import Voice

COMMAND_LENGTH = 32  # characters of a command's name


class Command(Text):
    """Something to type: `/logger turn`, and what follows it as it is. verb: of two words where it
    stands in a group."""

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
    """The name of a command that is written `/join` in a catalogue, as the reader's client shows
    it; the English one, where what a catalogue has could not be typed."""
    said = (voice.named or voice.catalogue).gettext(name).removeprefix("/")
    return said if _can_be_typed(said) else name.removeprefix("/")


def _can_be_typed(name: str) -> bool:
    letters = all(c.isalnum() or c in "-_" or unicodedata.category(c)[0] == "M" for c in name)
    return letters and name == name.lower() and 0 < len(name) <= COMMAND_LENGTH

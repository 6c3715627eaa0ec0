"""What lumberjacks, cards and directions are called, and by which letter each colour goes.

In the log a colour has a letter that never changes: gm, ym4. What people are shown and may type
besides is the letter of its name in their language: honey is H, so hm4 is ym4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from rules.fellers.position import FIGURES, JOKER
from rules.letters import letters, letters_of
from rules.text import Text
from rules.voice import Voice

# A thing of each colour, by the letter that it has in the log.
COLOURS: Mapping[str, Text] = MappingProxyType(
    {
        "g": Text("grass"),
        "y": Text("honey"),
        "r": Text("rose"),
        "b": Text("brook"),
        "k": Text("coal"),
        "w": Text("wool"),
    }
)

BEFORE_WEST = ("n", "s")  # sw is a direction, so it can be no woman


@lru_cache(64)
def lettered(voice: Voice) -> Mapping[str, str]:
    """The letters that a voice has for the colours, by those in the log."""
    return MappingProxyType(initials(map(voice.say, COLOURS.values())))


def initials(names: Iterable[str]) -> dict[str, str]:
    """A capital letter for each colour, by its letter in the log; names: of COLOURS, in that order.
    It is the first one of its name that tells it from the others (rules.letters), is no other's
    in the log, and with m or w no direction; of a name without such letters that in the log."""
    own = [_own(code, name) for code, name in zip(COLOURS, names, strict=True)]
    return dict(zip(COLOURS, letters(own), strict=True))


def _own(code: str, name: str) -> str:
    """The letters of a name that may stand for its colour, and last that in the log."""
    barred = {*COLOURS, *BEFORE_WEST} - {code}
    free = (letter for letter in letters_of(name) if letter.lower() not in barred)
    return "".join((*free, code.upper()))


def spelt(word: str, known: Mapping[str, str]) -> str:
    """A word of the log with the letters that people know: `hm4` for `ym4`."""
    mark, bare = word[: word.startswith(":")], word.removeprefix(":")
    if bare[:2] not in FIGURES or bare[2:] not in ("", *"12345"):
        return word
    return f"{mark}{known[bare[0]]}{bare[1:]}"


# A lumberjack within a sentence, and where its name stands first or alone.
CALLED = {
    "gm": Text("grass man"),
    "gw": Text("grass woman"),
    "ym": Text("honey man"),
    "yw": Text("honey woman"),
    "rm": Text("rose man"),
    "rw": Text("rose woman"),
    "bm": Text("brook man"),
    "bw": Text("brook woman"),
    "kw": Text("coal woman"),
    "wm": Text("wool man"),
    "km": Text("coal man"),  # nobody; named so that one can be told so
    "ww": Text("wool woman"),  # nobody
}
TITLED = {
    "gm": Text("Grass man"),
    "gw": Text("Grass woman"),
    "ym": Text("Honey man"),
    "yw": Text("Honey woman"),
    "rm": Text("Rose man"),
    "rw": Text("Rose woman"),
    "bm": Text("Brook man"),
    "bw": Text("Brook woman"),
    "kw": Text("Coal woman"),
    "wm": Text("Wool man"),
}
BEAVER = Text("the beaver")


def called(code: str) -> Text:
    """What a lumberjack is called: `grass man`."""
    return CALLED[code]


def card_name(card: str) -> Text:
    """`gw4` is grass woman 4."""
    if card == JOKER:
        return BEAVER
    return Text("{jack} {n}", jack=called(card[:2]), n=int(card[2:]))


def card_title(card: str) -> Text:
    """A card's name where it stands alone."""
    if card == JOKER:
        return Text("Beaver")
    return Text("{jack} {n}", jack=TITLED[card[:2]], n=int(card[2:]))


def card_listed(card: str) -> Text:
    """A card's name in a list without articles."""
    return Text("beaver") if card == JOKER else card_name(card)

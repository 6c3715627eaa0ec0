"""What lumberjacks, cards and directions are called."""

from __future__ import annotations

from rules.fellers.position import JOKER
from rules.text import Text

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
    "wm": Text("birch man"),
    "km": Text("coal man"),  # nobody; named so that one can be told so
    "ww": Text("birch woman"),  # nobody
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
    "wm": Text("Birch man"),
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

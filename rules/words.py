"""The table's own words in a log, typed: what a row of the table says.

    undo 5              Word("undo", row=5)
    ask undo 0          Word("ask", seat=0, what="undo")        or `ask … moderator`, without a seat
    offer 1 timeout     Word("offer", seat=1, what="timeout")
    start 1 0 rematch   Word("start", places=(1, 0), what="rematch")

What a word means, and where it may stand, says rules/history.py. A remark is a word that means
nothing to the game: whoever makes such rows declares it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from rules.game import NOBODY, TABLE, Seat

_ALONE, _SEAT, _WHAT = (), ("seat",), ("what",)
_NOBODY: Final = "moderator"  # in place of a seat
# What follows each word; where there are two ways, the second is that of a word which says less.
_PARTS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    **dict.fromkeys(("open", "join", "computer"), (_WHAT,)),  # what: given to chance, or a level
    **dict.fromkeys(("quit", "cancel", "expire", "draw", "end"), (_ALONE,)),
    **dict.fromkeys(("leave", "premove", "timeout", "accept", "decline", "withdraw"), (_SEAT,)),
    **dict.fromkeys(("takeover", "back"), (_SEAT,)),
    "undo": (("row",),),
    "ask": (("what", "seat"),),
    "moderator": (("what", "seat"), _WHAT),
    "offer": (("seat", "what"),),
}
_REMARKS: Final = set[str]()
_NUMERAL, _ROW = re.compile("0|[1-9][0-9]?"), re.compile("[0-9]{1,9}")


class Word(NamedTuple):
    """What the table says. seat: whom it is about, NOBODY where that is no seat's number; row: to
    which one it takes back; places: of the lobby, by seat."""

    verb: str
    seat: Seat = NOBODY
    what: str = ""
    row: int = 0
    places: tuple[int, ...] = ()

    @property
    def remark(self) -> bool:
        """A player says something beside the game: no position changes, no question is answered."""
        return self.verb in _REMARKS

    def __str__(self) -> str:
        """As it stands in the log."""
        if self.verb == "start":
            return " ".join(filter(None, (self.verb, *map(str, self.places), self.what)))
        usual, *others = _PARTS[self.verb]
        parts = others[0] if others and self.seat < 0 else usual
        return " ".join((self.verb, *map(self._part, parts)))

    def _part(self, part: str) -> str:
        nobody = part == "seat" and self.seat == NOBODY
        return _NOBODY if nobody else str(getattr(self, part))


NO_WORD: Final = Word("")  # somebody else said it, or it says how a position changes and is amiss
UNKNOWN: Final = Word("?")  # one of another version: it changes no position


def remark(verb: str) -> str:
    """Declare a remark, which is followed by the seat of who makes it; the word itself."""
    _PARTS[verb] = (_SEAT,)
    _REMARKS.add(verb)
    _read.cache_clear()
    return verb


def table_word(seat: Seat, text: str) -> Word:
    """What a row says, if the table said it."""
    return _read(text) if seat == TABLE else NO_WORD


@lru_cache(4096)
def _read(text: str) -> Word:
    verb, *said = text.split() or [""]
    if verb == "start":
        return _start(said)
    names = next((way for way in _PARTS.get(verb, ()) if len(way) == len(said)), None)
    if names is None:
        return NO_WORD if verb in ("", "undo", "leave") else UNKNOWN
    parts = dict(zip(names, said, strict=True))
    seat, row = parts.get("seat", ""), parts.get("row", "0")
    if not _ROW.fullmatch(row):
        return NO_WORD
    number = int(seat) if _NUMERAL.fullmatch(seat) else NOBODY
    return Word(verb, number, parts.get("what", ""), int(row))


def _start(said: list[str]) -> Word:
    seats = next((i for i, each in enumerate(said) if not _NUMERAL.fullmatch(each)), len(said))
    return Word("start", what=" ".join(said[seats:]), places=tuple(map(int, said[:seats])))

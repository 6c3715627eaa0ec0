"""What is drawn for a page: once for all who see the same, kept for a while in memory.

A picture has a hash of itself for a name, so a browser may keep it. It is given to nobody but whose
eyes it was drawn for: otherwise whoever guesses a hand could ask whether it is the right one.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Final, NamedTuple

from bot.messages.layout import PAINTER, Drawing, beside
from renderer import Picture
from rules.game import Seat
from rules.voice import Voice

KEPT: Final = 32_000_000  # bytes


class Key(NamedTuple):
    """seat: whose eyes a picture was drawn for, None: anybody's."""

    game: int
    seat: Seat | None
    name: str


class Pictures:
    """The pictures that were drawn last."""

    def __init__(self, most: int = KEPT) -> None:
        self._most, self._size = most, 0
        self._kept = OrderedDict[Key, Picture]()

    async def drawn(
        self, game: int, seat: Seat | None, drawing: Drawing, voice: Voice
    ) -> tuple[str, Picture]:
        """A picture, and its name."""
        picture = await beside(PAINTER, drawing.said, voice)
        key = Key(game, seat, sha256(picture.png).hexdigest()[:32])
        if key not in self._kept:
            self._kept[key] = picture
            self._size += len(picture.png)
        self._kept.move_to_end(key)
        while self._size > self._most and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old.png)
        return key.name, picture

    def named(self, game: int, seat: Seat | None, name: str) -> Picture | None:
        """A picture that was drawn lately for these eyes."""
        return self._kept.get(Key(game, seat, name))

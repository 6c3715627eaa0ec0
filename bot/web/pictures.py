"""What is drawn for a page: once for all who see the same in the same language, kept for a while in
memory.

A picture has a hash of itself for a name, so a browser may keep it. It is given to nobody but whose
eyes it was drawn for: otherwise whoever guesses a hand could ask whether it is the right one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
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
        self._drawn = OrderedDict[Hashable, tuple[Key, Picture]]()  # by what was to be drawn
        self._asked = dict[Key, Hashable]()

    async def drawn(
        self, game: int, seat: Seat | None, drawing: Drawing, voice: Voice
    ) -> tuple[str, Picture]:
        """A picture, and its name."""
        _, *asked = drawing.asked  # a game has one set of rules
        wanted = game, seat, drawing.draw, *asked, voice.locale, voice.catalogue
        if wanted not in self._drawn:
            picture = await beside(PAINTER, drawing.said, voice)
            name = sha256(picture.png).hexdigest()[:32]
            self._keep(wanted, Key(game, seat, name), picture)
        self._drawn.move_to_end(wanted)
        key, picture = self._drawn[wanted]
        return key.name, picture

    def _keep(self, wanted: Hashable, key: Key, picture: Picture) -> None:
        self._forget(wanted)  # two may have waited for the same
        self._drawn[wanted], self._asked[key] = (key, picture), wanted
        self._size += len(picture.png)
        while self._size > self._most and len(self._drawn) > 1:
            self._forget(next(iter(self._drawn)))

    def _forget(self, wanted: Hashable) -> None:
        if (found := self._drawn.pop(wanted, None)) is not None:
            key, old = found
            self._size -= len(old.png)
            if self._asked.get(key) == wanted:
                del self._asked[key]

    def named(self, game: int, seat: Seat | None, name: str) -> Picture | None:
        """A picture that was drawn lately for these eyes."""
        wanted = self._asked.get(Key(game, seat, name))
        return None if wanted is None else self._drawn[wanted][1]

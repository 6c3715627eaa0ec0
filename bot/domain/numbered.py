"""A turn, or the beginning of one, as it stands in the id of a button: each step by its place among
those that are legal there.

    gm4 s s .  ──>  2.0.0.5  ──>  gm4 s s .

Such an id names no card, fits, and needs nothing to be remembered for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rules.game import Game
from rules.play import legal

NUMBERS: Final = r"\d{1,4}(?:\.\d{1,4}){0,40}"


def numbered(game: Game[Any], s: Any, words: Iterable[str]) -> str:
    """The places of some legal words, one after the other. s: as their player sees it."""
    places = list[str]()
    for word in words:
        steps = legal(game, s)
        place = [*map(str, steps)].index(word)
        places.append(str(place))
        s, _ = game.apply(s, steps[place])
    return ".".join(places)


def words_at(game: Game[Any], s: Any, numbers: str) -> tuple[str, ...]:
    """The words at these places. Raises LookupError where there is none, or somebody else is to
    speak."""
    said, seat = list[str](), game.actor(s)
    for place in map(int, numbers.split(".")):
        if game.actor(s) != seat:
            raise LookupError("the turn is over before")
        step = legal(game, s)[place]
        said.append(str(step))
        s, _ = game.apply(s, step)
    return tuple(said)

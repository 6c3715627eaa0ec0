"""Pictures of the games, made from nothing but what somebody may see: PNG and alt text.

    Seen ──> squares, marks, panel ──> 64 colours ──> PNG
      └────> the game's English ─────> alt text

Common to all games are palette, paint, lettering, naming, board, panel, picture, alt; a game
has a module of its own (logger) and its sprites (figures, marks).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer import alt, logger
from renderer.picture import Labels, Picture, encoded
from rules.play import Seen

__all__ = ["Labels", "Picture", "draw", "prepare"]


class Artist(NamedTuple):
    """How a game is drawn."""

    drawn: Callable[[Seen[Any], Labels], Image.Image]
    prepare: Callable[[], None]


ARTISTS: Mapping[str, Artist] = MappingProxyType({"logger": Artist(logger.drawn, logger.prepare)})


def draw(kind: str, seen: Seen[Any], labels: Labels) -> Picture:
    """The picture of a position and of how it came about. May be called in any thread.

    Raises KeyError for a kind without pictures."""
    artist = ARTISTS[kind]
    png = encoded(artist.drawn(seen, labels))
    return Picture(png, alt.text(kind, seen, labels))


def prepare() -> None:
    """Draw the sprites now (about a second), so that the first picture does not wait."""
    for artist in ARTISTS.values():
        artist.prepare()

"""Pictures of the games, made from nothing but what somebody may see: PNG and alt text.

    Seen ──> squares, marks, panel ──> 64 colours ──> PNG
      └────> the game's English ─────> alt text

Common to all games are palette, paint, lettering, naming, board, forest, panel, frame, die,
picture, png, kept and alt; a game has a module of its own (logger, logjam, fellers) and its sprites
(figures, marks, those in logjam and fellers). A hand of cards is a picture of its own, for one
seat only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer import alt, fellers, frame, logger, logjam
from renderer.fellers import hand as fellers_hand
from renderer.kept import keep
from renderer.picture import Labels, Picture
from renderer.png import packed
from rules import GAMES
from rules.play import Seen

__all__ = ["Labels", "Picture", "draw", "draw_hand", "prepare"]


class Artist(NamedTuple):
    """How a game is drawn."""

    drawn: Callable[[Seen[Any], Labels], Image.Image]
    prepare: Callable[[], None] = lambda: None
    hand: Callable[[Seen[Any], Labels], Image.Image] | None = None


ARTISTS: Mapping[str, Artist] = MappingProxyType(
    {
        "logger": Artist(logger.drawn, logger.prepare),
        "logjam": Artist(logjam.drawn, logjam.prepare),
        "fellers": Artist(fellers.drawn, fellers.prepare, fellers_hand.drawn),
    }
)


def draw(kind: str, seen: Seen[Any], labels: Labels) -> Picture:
    """The picture of a position and of how it came about. May be called in any thread.

    Raises KeyError for a kind that is not registered."""
    artist = _artist(kind)
    png = packed(artist.drawn(seen, labels))
    return Picture(png, alt.text(kind, seen, labels))


def draw_hand(kind: str, seen: Seen[Any], labels: Labels) -> Picture:
    """What the seat holds whose eyes these are, or the board as it sees it; nobody else may get
    this picture.

    Raises KeyError for a kind that is not registered, ValueError where there is no hand."""
    artist, seat = _artist(kind), seen.seat
    if seat is None or not GAMES[kind].game.hidden_information:
        raise ValueError(f"{kind} has no hands")
    png = packed((artist.hand or artist.drawn)(seen, labels))
    return Picture(png, GAMES[kind].english.hand(seen.state, seat))


def _artist(kind: str) -> Artist:
    """How a game is drawn: in words, while nobody has drawn it."""
    return ARTISTS.get(kind) or Artist(partial(frame.written, GAMES[kind].game.key))


def prepare(folder: Path | None = None) -> None:
    """Have the sprites ready now, so that the first picture does not wait: read from a folder,
    where those that are not there yet are kept, or else drawn (two or three seconds)."""
    if folder is not None:
        keep(folder)
    for artist in ARTISTS.values():
        artist.prepare()

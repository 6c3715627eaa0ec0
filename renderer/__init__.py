"""Pictures of the games, made from nothing but what somebody may see: PNG and alt text.

    Seen ──> squares, marks, panel ──> 64 colours ──> PNG
      └────> the game's English ─────> alt text

Common to all games are palette, paint, lettering, naming, board, forest, panel, frame, die,
picture, png, kept and alt; a game has a module of its own (logger, logjam, fellers) and its sprites
(figures, marks, those in logjam and fellers). A hand of cards is a picture of its own, for one
seat only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer import alt, fellers, frame, logger, logjam
from renderer.fellers import hand as fellers_hand
from renderer.kept import keep
from renderer.picture import Labels, Picture
from renderer.png import packed
from rules.drafting import Kind
from rules.play import Seen

__all__ = [
    "WRITTEN",
    "Artist",
    "Hosted",
    "Labels",
    "Picture",
    "draw",
    "draw_hand",
    "hosted",
    "prepare",
]


class Artist(NamedTuple):
    """How a game is drawn: its positions, what is kept ready for them, and a hand."""

    drawn: Callable[[Kind[Any], Seen[Any], Labels], Image.Image]
    prepare: Callable[[Kind[Any]], None] = lambda _: None
    hand: Callable[[Kind[Any], Seen[Any], Labels], Image.Image] | None = None


ARTISTS: Mapping[str, Artist] = MappingProxyType(
    {
        "logger": Artist(logger.drawn, logger.prepare),
        "logjam": Artist(logjam.drawn, logjam.prepare),
        "fellers": Artist(fellers.drawn, fellers.prepare, fellers_hand.drawn),
    }
)
WRITTEN = Artist(frame.written)  # in words, while nobody has drawn a game


class Hosted(NamedTuple):
    """A game as it is hosted: its rules and its English, and how it is drawn."""

    kind: Kind[Any]
    artist: Artist = WRITTEN


def hosted(kinds: Mapping[str, Kind[Any]]) -> dict[str, Hosted]:
    """Each game with its artist, by its key."""
    return {key: Hosted(kind, ARTISTS.get(key, WRITTEN)) for key, kind in kinds.items()}


def draw(game: Hosted, seen: Seen[Any], labels: Labels) -> Picture:
    """The picture of a position and of how it came about. May be called in any thread."""
    png = packed(game.artist.drawn(game.kind, seen, labels))
    return Picture(png, alt.text(game.kind, seen, labels))


def draw_hand(game: Hosted, seen: Seen[Any], labels: Labels) -> Picture:
    """What the seat holds whose eyes these are, or the board as it sees it; nobody else may get
    this picture. Raises ValueError where there is no hand."""
    kind, artist, seat = game.kind, game.artist, seen.seat
    if seat is None or not kind.game.hidden_information:
        raise ValueError(f"{kind.game.key} has no hands")
    png = packed((artist.hand or artist.drawn)(kind, seen, labels))
    return Picture(png, kind.english.hand(seen.state, seat))


def prepare(games: Iterable[Hosted], folder: Path | None = None) -> None:
    """Have the sprites ready now, so that the first picture does not wait: read from a folder,
    where those that are not there yet are kept, or else drawn (two or three seconds)."""
    if folder is not None:
        keep(folder)
    for game in games:
        game.artist.prepare(game.kind)

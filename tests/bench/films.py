"""A film of each game beside Pillow's GIF of the same frames, handed over in RGB."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from renderer import ARTISTS, Labels
from renderer.film import Film
from renderer.palette import FLAT, to_palette
from rules import GAMES
from rules.play import Seen
from tests.bench.measuring import Effort, Row, side_by_side, spoken
from tests.bench.pictures import NAMES
from tests.bench.script import long_game

FRAMES = 40


def rows(effort: Effort) -> Iterator[Row]:
    for kind in GAMES:
        yield from _beside_pillow(effort, kind)


def _beside_pillow(effort: Effort, kind: str) -> Iterator[Row]:
    """Both have their boards already; Pillow has them in RGB and at the size of the film."""
    title, boards = GAMES[kind].game.title, _boards(kind, effort.of(FRAMES, 3))
    frames = [_coloured(each) for each in boards]
    both = side_by_side(lambda: _film(boards), lambda: _pillows(frames), effort.of(3, 1))
    what = f"{title}: GIF of {FRAMES} frames ÷ Pillow's from RGB frames"
    each = f"{spoken(both.ours / len(boards))} a frame"
    yield Row(f"{what}, time", both.ratio, detail=f"{both.detail}; {each}")
    ours, theirs, plain = _film(boards), _pillows(frames), _pillows(_in_palette(frames))
    sizes = f"{_kb(ours)} to {_kb(theirs)}; {_kb(plain)} from frames in our palette"
    yield Row(f"{what}, size", len(ours) / len(theirs), detail=sizes)


def _boards(kind: str, many: int) -> list[Image.Image]:
    turns = long_game(len(NAMES), FRAMES, kind)[:many]
    seen = [Seen(turn.after, turn.events, None) for turn in turns]
    labels = [Labels("X7", NAMES, n) for n in range(1, many + 1)]
    drawn = ARTISTS[kind].draw
    return [drawn(GAMES[kind], *each) for each in zip(seen, labels, strict=True)]


def _coloured(board: Image.Image) -> Image.Image:
    board = board.copy()
    board.putpalette(FLAT)
    size = board.width * 2 // 3, board.height * 2 // 3
    return board.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _in_palette(frames: list[Image.Image]) -> list[Image.Image]:
    places = [to_palette(frame) for frame in frames]
    for each in places:
        each.putpalette(FLAT)
    return places


def _film(boards: list[Image.Image]) -> bytes:
    film = Film(boards[-1].size)
    for board in boards:
        film.show(board)
    return film.gif


def _pillows(frames: list[Image.Image]) -> bytes:
    out, (first, *others) = BytesIO(), frames
    first.save(out, "GIF", save_all=True, append_images=others, duration=500, loop=0)
    return out.getvalue()


def _kb(gif: bytes) -> str:
    return f"{len(gif) / 1000:.0f} kB"

"""The board's picture beside the least that any picture of its size costs."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from statistics import mean

from PIL import Image

from renderer import Labels, draw, prepare
from renderer.picture import PACKING
from rules.play import Seen
from tests.bench.measuring import Effort, Row, side_by_side, spoken
from tests.bench.script import long_game

NAMES = ("Ana", "Ben", "Cy", "Dee")
STEP = 5  # every fifth turn of a game is drawn


def rows(effort: Effort) -> Iterator[Row]:
    prepare()
    turns = long_game(len(NAMES), 44)[: effort.of(44, 10)][::STEP]
    seen = [(n, Seen(turn.after, turn.events, None)) for n, turn in enumerate(turns)]
    pngs = [_drawn(*each) for each in seen]
    palette = [Image.open(BytesIO(png)) for png in pngs]
    colour = [picture.convert("RGB") for picture in palette]  # loads the palette's one, too

    def ours() -> None:
        for each in seen:
            _drawn(*each)

    rounds, count = effort.of(15, 1), len(seen)
    bare = side_by_side(ours, lambda: [_encoded(each, PACKING) for each in palette], rounds)
    full = side_by_side(ours, lambda: [_encoded(each, 6) for each in colour], rounds)
    times = f"{spoken(bare.ours / count)} to {spoken(bare.theirs / count)}, {_size(pngs)}"
    yield Row("board picture ÷ bare encoding of the same one", bare.ratio, (1.3,), detail=times)
    detail = f"to {spoken(full.theirs / count)}, {_size([_encoded(each, 6) for each in colour])}"
    what = "board picture ÷ Pillow's RGB encoding at level 6"
    yield Row(what, full.ratio, (0.25,), detail=detail)


def _drawn(n: int, seen: Seen[object]) -> bytes:
    """What the bot does for a post, alt text included."""
    return draw("logger", seen, Labels("L7", NAMES, n)).png


def _encoded(picture: Image.Image, level: int) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def _size(pngs: list[bytes]) -> str:
    return f"{mean(map(len, pngs)) / 1000:.0f} kB"

"""A board's picture of each game beside the least that any picture of its size costs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import mean

from PIL import Image

from renderer import Labels
from renderer.palette import encode
from rules import GAMES
from rules.play import Seen, look
from tests.bench.measuring import Effort, Row, side_by_side, spoken
from tests.bench.script import long_game
from tests.hosted import draw, prepare
from tests.renderer.legible import PHONE, on_phone

NAMES = ("Ana", "Ben", "Cy", "Dee")
START = """
import sys, time
from pathlib import Path
from tests.hosted import prepare
begun = time.process_time()
prepare(Path(sys.argv[1]))
print(time.process_time() - begun)
"""
STEP = 5  # every fifth turn of a game is drawn


def rows(effort: Effort, sprites: Path) -> Iterator[Row]:
    """sprites: where they are kept, for all bots that are measured later."""
    yield from _letters()
    yield _starts(str(sprites))
    prepare(sprites)
    for kind in GAMES:
        yield from _beside_encodings(effort, kind)


def _letters() -> Iterator[Row]:
    """The smallest letters of each game's picture, measured while a late turn of four is drawn."""
    for kind, each in GAMES.items():
        turn = long_game(len(NAMES), 44, kind)[-1]
        seen = look(each.game, turn.after, turn.events, None)
        found = on_phone(kind, (seen, Labels("X7", NAMES, 44)))
        what = f"{each.game.title}: the smallest letters of a picture that is {PHONE} px wide"
        yield Row(what, min(found.values()), " px")


def _starts(sprites: str) -> Row:
    """Processor time of the sprites: a first start, which also keeps them, and a second one."""
    first, second = (_start(sprites) for _ in range(2))
    what = "processor time of the sprites at a start, when they are kept"
    return Row(what, second, " s", detail=f"{spoken(first)} at the first start")


def _start(folder: str) -> float:
    asked = [sys.executable, "-c", START, folder]
    ran = subprocess.run(asked, capture_output=True, text=True, check=True)
    return float(ran.stdout)


def _beside_encodings(effort: Effort, kind: str) -> Iterator[Row]:
    """Beside the encoder that is used, Pillow's of the same colours, and Pillow's of RGB."""
    title, draw_all, pngs = GAMES[kind].game.title, *_posts(effort, kind)
    palette = [_shown(png) for png in pngs]
    places = [opened(png) for png in pngs]
    colour = [each.convert("RGB") for each in palette]
    rounds, count = effort.of(15, 1), len(pngs)
    bare = side_by_side(draw_all, lambda: [encode(each) for each in places], rounds)
    detail = f"{spoken(bare.ours / count)} to {spoken(bare.theirs / count)}, {_size(pngs)}"
    what = f"{title}: picture ÷ bare encoding of the same one"
    yield Row(what, bare.ratio, detail=detail)
    for name, pictures, level in (("palette", palette, 3), ("RGB", colour, 6)):
        encoded = partial(_encoded, pictures, level)
        full = side_by_side(draw_all, encoded, rounds)
        detail = f"to {spoken(full.theirs / count)}, {_size(encoded())}"
        what = f"{title}: picture ÷ Pillow's {name} encoding at level {level}"
        yield Row(what, full.ratio, detail=detail)


def _posts(effort: Effort, kind: str) -> tuple[Callable[[], list[bytes]], list[bytes]]:
    """What draws some pictures of a game as for posts, alt text included, and those pictures."""
    turns = long_game(len(NAMES), 44, kind)[: effort.of(44, 10)][::STEP]
    seen = [(n, Seen(turn.after, turn.events, None)) for n, turn in enumerate(turns)]

    def draw_all() -> list[bytes]:
        return [draw(kind, each, Labels("X7", NAMES, n)).png for n, each in seen]

    return draw_all, draw_all()


def _shown(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as picture:
        return picture.copy()


def opened(png: bytes) -> Image.Image:
    """The picture of a file, in places of the palette."""
    shown = _shown(png)
    return Image.frombytes("L", shown.size, shown.tobytes())


def _encoded(pictures: list[Image.Image], level: int) -> list[bytes]:
    return [_saved(picture, level) for picture in pictures]


def _saved(picture: Image.Image, level: int) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def _size(pngs: list[bytes]) -> str:
    return f"{mean(map(len, pngs)) / 1000:.0f} kB"

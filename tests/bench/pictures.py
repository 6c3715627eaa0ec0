"""A board's picture of each game beside the least that any picture of its size costs, and a film of
it beside Pillow's GIF of the same frames, handed over in RGB."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from PIL import Image

from renderer import ARTISTS, Labels
from renderer.film import Film
from renderer.palette import FLAT, encode
from rules import GAMES
from rules.play import Seen
from tests import sprites
from tests.bench.measuring import Effort, Row, side_by_side, spoken
from tests.bench.script import MEASURED, game, long_game
from tests.hosted import draw, prepare

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
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kai", "Lea")
TURNS = 44  # of each game
Board = tuple[Seen[Any], Labels]
FRAMES = 40  # of a film


def rows(effort: Effort, folder: Path) -> Iterator[Row]:
    kept = folder / sprites.NAME
    yield _starts(str(kept))
    prepare(kept)
    for kind in MEASURED:
        yield _beside_encoding(effort, kind)
    for kind in MEASURED:
        yield _never_drawn(effort, kind)
    for kind in MEASURED:
        yield from _films(effort, kind)


def _starts(folder: str) -> Row:
    """Processor time of the sprites: a first start, which also keeps them, and a second one."""
    asked = [sys.executable, "-c", START, folder]
    ran = [subprocess.run(asked, capture_output=True, text=True, check=True) for _ in range(2)]
    first, second = (float(each.stdout) for each in ran)
    what = "processor time of the sprites at a start, when they are kept"
    return Row(what, second, " s", detail=f"{spoken(first)} at the first start")


def _beside_encoding(effort: Effort, kind: str) -> Row:
    """Boards drawn as for posts, alt text included, beside the encoder on the same pictures."""
    turns = long_game(len(NAMES), effort.of(TURNS, 2), kind)[::STEP]
    boards = [(Seen(t.after, t.events, None), Labels("X7", NAMES, n)) for n, t in enumerate(turns)]
    pngs = _drawn(kind, boards)
    places = [_opened(png) for png in pngs]
    pair = side_by_side(
        lambda: _drawn(kind, boards), lambda: [encode(each) for each in places], effort.of(15, 1)
    )
    size = f"{mean(map(len, pngs)) / 1000:.0f} kB"
    detail = f"{spoken(pair.ours / len(pngs))} to {spoken(pair.theirs / len(pngs))}, {size}"
    what = f"{GAMES[kind].game.title}: picture ÷ bare encoding of the same one"
    return Row(what, pair.ratio, detail=detail)


def _opened(png: bytes) -> Image.Image:
    """The picture of a file, in places of the palette."""
    with Image.open(BytesIO(png)) as shown:
        return Image.frombytes("L", shown.size, shown.tobytes())


def _never_drawn(effort: Effort, kind: str) -> Row:
    """Boards of games and people never drawn before, as hundreds of tables have them. The pictures
    of other rows are drawn again and again."""
    many, turns = effort.of(6, 1), effort.of(TURNS, 2)
    _drawn(kind, _unknown_boards(kind, range(many), turns))
    boards = _unknown_boards(kind, range(many, 2 * many), turns)
    start = time.process_time()
    pngs = _drawn(kind, boards)
    ours = time.process_time() - start
    plain = [_opened(png) for png in pngs]
    start = time.process_time()
    for each in plain:
        encode(each)
    bare = time.process_time() - start
    detail = f"{spoken(ours / len(boards))} to {spoken(bare / len(boards))} of processor"
    what = f"{GAMES[kind].game.title}: picture of a board never drawn before ÷ its bare encoding"
    return Row(what, ours / bare, detail=detail)


def _unknown_boards(kind: str, seeds: range, turns: int) -> list[Board]:
    """Boards of games for four, each game with people of its own, in no order."""
    boards = []
    for seed in seeds:
        names = tuple(Random(seed).sample(PEOPLE, 4))
        for n, turn in enumerate(islice(game(4, seed, kind), turns)):
            boards.append((Seen(turn.after, turn.events, None), Labels(f"X{seed}", names, n)))
    Random(len(boards)).shuffle(boards)
    return boards


def _drawn(kind: str, boards: Sequence[Board]) -> list[bytes]:
    return [draw(kind, seen, labels).png for seen, labels in boards]


def _films(effort: Effort, kind: str) -> Iterator[Row]:
    """Both have their boards already; Pillow has them in RGB and at the size of the film."""
    title, boards = GAMES[kind].game.title, _frames(kind, effort.of(FRAMES, 2))
    frames = [_coloured(each) for each in boards]
    if effort.quick:
        frames = [each.crop((0, 0, 99, 99)) for each in frames]  # Pillow's palette takes seconds
    both = side_by_side(lambda: _film(boards), lambda: _pillows(frames), effort.of(3, 1))
    what = f"{title}: GIF of {FRAMES} frames ÷ Pillow's from RGB frames"
    each = f"{spoken(both.ours / len(boards))} a frame"
    yield Row(f"{what}, time", both.ratio, detail=f"{both.detail}; {each}")
    ours, theirs = len(_film(boards)), len(_pillows(frames))
    sizes = f"{ours / 1000:.0f} kB to {theirs / 1000:.0f} kB"
    yield Row(f"{what}, size", ours / theirs, detail=sizes)


def _frames(kind: str, many: int) -> list[Image.Image]:
    return [
        ARTISTS[kind].draw(GAMES[kind], Seen(turn.after, turn.events, None), Labels("X7", NAMES, n))
        for n, turn in enumerate(long_game(len(NAMES), many, kind), 1)
    ]


def _coloured(board: Image.Image) -> Image.Image:
    board = board.copy()
    board.putpalette(FLAT)
    size = board.width * 2 // 3, board.height * 2 // 3
    return board.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _film(boards: list[Image.Image]) -> bytes:
    film = Film(boards[-1].size)
    for board in boards:
        film.show(board)
    return film.gif


def _pillows(frames: list[Image.Image]) -> bytes:
    out, (first, *others) = BytesIO(), frames
    first.save(out, "GIF", save_all=True, append_images=others, duration=500, loop=0)
    return out.getvalue()

"""A film of a game: right frame by frame, and small; and pictures that lie over one another."""

from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops, ImageSequence

from bot.table.records import of_record
from renderer import ARTISTS, Picture, Reel, draw, draw_film
from renderer.film import BLOCK, LARGEST, MOST_BOARDS, Layers, Shot, durations
from renderer.palette import encode
from renderer.panel import TABLE
from rules.record import parse
from tests.hosted import HOSTED, rgb
from tests.renderer.contrast import flat
from tests.renderer.gallery import playout
from tests.renderer.positions import labels

RECORDS = Path(__file__).parents[1] / "records"
DISCORD = 10_000_000  # bytes of a file that a bot may upload where nobody has boosted
SHOWN = {"logger-tie-broken": 43, "fellers-five": 89}


@cache
def shots(name: str) -> list[Shot]:
    record = parse((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    return of_record(HOSTED[record.kind], record, "L7")


def kind(name: str) -> str:
    return name.split("-")[0]


def finish(reel: Reel) -> Picture:
    while reel.draw():
        pass
    return reel.picture


def times(gif: bytes) -> list[int]:
    """For how many milliseconds each frame is seen."""
    with Image.open(BytesIO(gif)) as opened:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(opened)]


def seen(gif: bytes, n: int) -> Image.Image:
    """A frame as it is seen."""
    with Image.open(BytesIO(gif)) as opened:
        opened.seek(n)
        return opened.convert("RGB")


def draw_post(shot: Shot, name: str) -> Image.Image:
    return rgb(draw(HOSTED[kind(name)], *shot))


def shrink(board: Image.Image, gif: bytes) -> Image.Image:
    """A board at two thirds of its size in colours of the palette, on the table."""
    with Image.open(BytesIO(gif)) as opened:
        wide, high = opened.size
    assert (wide, high) in {(800, 630), (800, 656), (800, 600)}
    whole = Image.new("RGB", (1200, high // 2 * 3), TABLE)
    whole.paste(board)
    return flat(whole.resize((wide, high), Image.Resampling.BOX)).convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_a_film_shows_every_board_of_its_game(name: str) -> None:
    every = shots(name)
    assert len(every) == SHOWN[name]
    some = every[:2] + every[-2:]
    gif = finish(draw_film(HOSTED[kind(name)], some)).png
    assert len(times(gif)) == len(some)
    for n in (1, len(some) - 1):
        assert seen(gif, n).tobytes() == shrink(draw_post(some[n], name), gif).tobytes(), n


def test_a_board_is_shown_as_long_as_its_story_takes_to_read() -> None:
    """Five words a second, with a moment for the board; the last one stays two seconds more."""
    some = shots("logger-tie-broken")[:4]
    made = finish(draw_film(HOSTED["logger"], some))
    told = "A GIF of 4 boards, lasting 8 seconds. The last board:\nLogger L7, turn 4, "
    assert made.alt.startswith(told)
    words = [len(shot.labels.story(HOSTED["logger"].kind, shot.seen).split()) for shot in some]
    assert words == [0, 4, 4, 4]  # "Ann: took corner a1."
    assert times(made.png) == [800, 1600, 1600, 3600]
    with Image.open(BytesIO(made.png)) as opened:
        assert opened.info["loop"] == 0, "it is watched again and again"


def test_nobody_watches_for_more_than_three_minutes() -> None:
    """All boards of a long game are shown, with less time for the words, and each is looked at."""
    times = durations([0, *[20] * 99])
    assert 17_800 <= sum(times) <= 18_000
    assert times[0] == 80
    assert times[1] == max(times[1:-1]) == min(times[1:-1]) > 2 * times[0]
    assert sum(durations([0, *[20] * 9])) == 80 + 9 * 480 + 200
    most = durations([30] * MOST_BOARDS)
    assert sum(most) <= 18_000
    assert min(most) >= 140


def test_of_a_very_long_game_only_some_boards_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody watches for minutes; the alt text says so."""
    monkeypatch.setattr("renderer.film.MOST_BOARDS", 4)
    game = shots("logjam-classic")
    reel = draw_film(HOSTED["logjam"], game[:4] + game[-1:])
    made = finish(reel)
    assert reel.every == 2
    assert len(times(made.png)) == 3
    assert "It shows one in every 2 boards of the game." in made.alt


def test_a_film_that_becomes_too_large_is_begun_anew_with_fewer_boards() -> None:
    """Whatever a game looks like, its film can be uploaded, and ends with its last board."""
    game = shots("logger-tie-broken")[-9:]
    assert LARGEST < 0.9 * DISCORD

    def draw_board(shot: Shot) -> Image.Image:
        return ARTISTS["logger"].draw(HOSTED["logger"].kind, *shot)

    reel = Reel(game, draw_board, lambda _: 0, lambda *said: str(said), largest=140_000)
    made = finish(reel)
    assert len(made.png) <= 140_000
    assert made.alt == "(3, 4, 4)"
    assert times(made.png) == [800, 800, 2800]
    last = draw_post(game[-1], "logger-tie-broken")
    assert seen(made.png, 2).tobytes() == shrink(last, made.png).tobytes()


def test_a_board_that_looks_as_the_one_before_has_a_frame_of_its_own() -> None:
    first = shots("logger-tie-broken")[0]
    made = finish(draw_film(HOSTED["logger"], [first, first, first]))
    assert times(made.png) == [800, 800, 2800]
    assert seen(made.png, 0).tobytes() == seen(made.png, 2).tobytes()


@cache
def boards() -> list[bytes]:
    """The boards of a game, in order."""
    turns = enumerate(islice(playout("logger", 4), 4, 9), 5)
    return [draw(HOSTED["logger"], seen, labels(4, n)).png for n, seen in turns]


def open_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


def test_a_layer_over_its_whole_is_the_picture() -> None:
    layers = Layers()
    for png in boards():
        layer = layers.lay(png)
        together = Image.alpha_composite(open_png(layers.wholes[layer.whole]), open_png(layer.png))
        assert ImageChops.difference(together, open_png(png)).getbbox(alpha_only=False) is None


def test_what_has_changed_is_laid_over_with_a_margin() -> None:
    """When a page is scaled, pixels are mixed with their neighbours: nothing of the picture below
    may come through at an edge."""
    below = Image.frombytes("L", (90, 70), bytes(Random(1).choices(range(61), k=90 * 70)))
    above = below.copy()
    above.putpixel((40, 30), 62)
    layers = Layers()
    whole, layer = (layers.lay(encode(image)) for image in (below, above))
    assert (whole.whole, layer.whole) == (0, 0)
    assert open_png(whole.png).getchannel("A").getbbox() is None
    box = open_png(layer.png).getchannel("A").getbbox()
    assert box == (32, 16, 56, 40)
    assert BLOCK == 8

"""Letters stand out at 4.5 : 1 and signs at 3 : 1 (WCAG 2.2), and pieces differ, for all eyes."""

from collections.abc import Callable
from functools import cache
from inspect import unwrap
from itertools import chain, combinations
from types import ModuleType

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from renderer import Picture, RatingCourse, draw_course, draw_ranks, figures, marks, panel
from renderer.fellers import marks as river_marks
from renderer.fellers import plate as tiles
from renderer.fellers import seats
from renderer.fellers import sprites as lumberjacks
from renderer.logjam import marks as raft_marks
from renderer.logjam import sprites as rafts
from renderer.paint import PaintSheet
from renderer.palette import RGB, tint
from renderer.picture import WIDTH
from rules import GAMES
from rules.fellers.position import FIGURES
from rules.voice import ENGLISH
from tests.hosted import draw
from tests.renderer import contrast
from tests.renderer.contrast import EVERY_EYES, SIGN, faint_spots, measure_sign, phone_view
from tests.renderer.gallery import COUNTS, crowd_labels, late_view
from tests.renderer.legible import PHONE
from tests.renderer.rivers import opening, river
from tests.renderer.test_chart import ranks
from tests.renderer.test_words import SHOWN, pictures


def write_nothing(*_: object) -> Image.Image:
    return Image.new("RGBA", (1, 1))


def draw_all() -> dict[str, Picture]:
    """Full boards of every game, the other pictures of ours, and those of ratings."""
    most = {kind: max(COUNTS[kind]) for kind in (*GAMES, "keep")}
    full = {kind: draw(kind, late_view(kind, n), crowd_labels(kind, n)) for kind, n in most.items()}
    others = {
        f"{record.kind} {n}": each(ENGLISH)
        for record in SHOWN
        for n, each in enumerate(pictures(record))
        if n  # the first is a board
    }
    courses = [RatingCourse(f"{n}", (1500, 1500 + 90 * n)) for n in range(2)]
    course = {"course": draw_course("Ann", courses)}
    lists = {"gone": draw_ranks(ranks(2, gone=True)), "first": draw_ranks(ranks(2, first=True))}
    return full | others | course | lists


@pytest.mark.slow
def test_every_letter_stands_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the names of spaces: pieces hide parts of them, so they are measured alone."""
    monkeypatch.setattr(tiles, "sign_texts", write_nothing)
    monkeypatch.setattr(tiles, "empty", unwrap(tiles.empty))  # never a cached one with names
    assert contrast.find_faint(draw_all) == []


@pytest.mark.slow
def test_the_name_of_every_space_stands_out_from_its_water(monkeypatch: pytest.MonkeyPatch) -> None:
    """On still water and on a current, for everybody and for one."""
    ways = [(river(opening(2, "A+H")), private, ("",) * 5) for private in (False, True)]
    named = [contrast.coloured(unwrap(tiles.empty)(*way)) for way in ways]
    monkeypatch.setattr(tiles, "sign_texts", write_nothing)
    bare = [contrast.coloured(unwrap(tiles.empty)(*way)) for way in ways]
    found = (faint_spots("river", *both, set()) for both in zip(named, bare, strict=True))
    assert [*chain(*found)] == []


def test_a_letter_as_faint_as_a_name_was_would_be_found() -> None:
    """River on river."""
    bare = Image.new("RGB", (WIDTH, 100), tint("river", 2))
    inked = bare.copy()
    ImageDraw.Draw(inked).rectangle((40, 30, 60, 70), tint("river", 3))
    found = [*faint_spots("river", contrast.flat(inked), contrast.flat(bare), set())]
    assert {eyes for _, eyes, wide, *_ in found if wide == WIDTH} == {*EVERY_EYES}
    assert [eyes for _, eyes, wide, *_ in found if wide == PHONE] == [EVERY_EYES[0]]


MEADOW, WATER = (tint("meadow", 0), tint("meadow", 2)), (tint("river", 1), tint("river", 2))
RIVER, DEEP = (tint("river", 2),), tiles.DEEP
PAPER, TABLE = (tint("paper", 1), tint("paper", 2)), (tint("table", 2),)
HIGH, SIDE = 58, 56  # px: a hex, the smallest square of a raft
Sign = tuple[list[Image.Image], tuple[RGB, ...]]  # its looks, and its background


def paint_each(paint: Callable[..., Image.Image], *ways: tuple[object, ...]) -> list[Image.Image]:
    return [paint(*way) for way in ways]


def arrows(*kinds: str) -> list[Image.Image]:
    ways = (((0, 0), (0, 2)), ((0, 0), (1, 1)), river_marks.LEGEND)
    return [river_marks.arrow(kind, way, HIGH)[0] for kind in kinds for way in ways]


@cache
def signs() -> dict[str, Sign]:
    """All of them, by where they are painted."""
    panels: dict[str, Sign] = {
        "figures.die": ([figures.die(face, 76) for face in range(1, 7)], PAPER),
        "pips": ([panel.pips(full, 10, 296) for full in (0, 10)], PAPER),
        "cards": ([seats.backs(1, PAPER[1]), seats.face(PAPER[1])], PAPER[1:]),
    }
    return meadow_signs() | raft_signs() | river_signs() | panels


def paint_seats(paint: Callable[..., Image.Image], *more: object) -> list[Image.Image]:
    return [paint(seat, *more) for seat in range(len(figures.SEATS))]


def meadow_signs() -> dict[str, Sign]:
    cards = 104 / figures.SIDE
    return {
        "marks.walk": (paint_each(marks.walk, ("e",), ("en",)), MEADOW),
        "marks.seed": (paint_each(marks.seed, (1, 0), (0, -1)), MEADOW),
        "marks.growth": ([marks.growth()], MEADOW),
        "marks.rays": ([marks.rays()], MEADOW),
        "marks.ring": ([marks.ring(62, 119)], MEADOW),
        "marks.number": ([marks.number("3")], MEADOW),
        "marks.signboard": ([marks.number("")], MEADOW),
        "marks.tag": ([marks.tag("3", SIDE)], WATER),
        "figures.tree": (paint_each(figures.tree, (1,), (2,), (3,), (4,)), MEADOW),
        "figures.protester": ([figures.protester(52, 58)], PAPER),
        "figures.logger": (paint_seats(figures.logger, "A"), MEADOW),
        "figures.bare_logger": (paint_seats(figures.bare_logger, cards), PAPER),
        "figures.empty_seat": ([figures.empty_seat(cards)], PAPER),
        "figures.guest": ([figures.guest("A", cards)], PAPER),
        "figures.log": (paint_each(figures.log, ("e", False), ("n", True)), MEADOW),
    }


def raft_signs() -> dict[str, Sign]:
    falls = tint("river", 5), tint("river", 3)
    rows = (paint_seats(rafts.row, *ways, 36) for ways in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    return {
        "raft_marks.trail": ([raft_marks.trail("w", "e", False, SIDE)], WATER),
        "raft_marks.head": ([raft_marks.head("n", SIDE)], WATER),
        "raft_marks.source": ([raft_marks.source(SIDE)], WATER),
        "raft_marks.bright": ([raft_marks.bright(SIDE)], WATER),
        "raft_marks.laying_mark": ([raft_marks.laying_mark(SIDE)], (tint("wood", 3),)),
        "raft_marks.burst": ([raft_marks.burst(SIDE)], WATER),
        "raft_marks.return_mark": ([raft_marks.return_mark(SIDE)], WATER),
        "raft_marks.drift": ([raft_marks.drift("n", SIDE)], WATER),
        "raft_marks.ghost": ([raft_marks.ghost(True, 2, SIDE)], WATER),
        "raft_marks.lost_sign": (paint_seats(raft_marks.lost_sign, "A", SIDE), WATER),
        "raft_marks.gone_sign": (paint_seats(raft_marks.gone_sign, "A", SIDE), falls),
        "rafts.log": (paint_each(rafts.log, (True, 2, SIDE), (False, 3, SIDE)), WATER),
        "rafts.loggers": (paint_seats(rafts.loggers, "A", 2, SIDE), WATER),
        "rafts.crew": (paint_seats(rafts.crew, 1, SIDE), WATER),
        "rafts.row": ([*chain.from_iterable(rows)], PAPER),
    }


def river_signs() -> dict[str, Sign]:
    share = HIGH / lumberjacks.SIDE
    jacks = [(code, "A", share) for code in FIGURES]
    return {
        "river_marks.arrow": (arrows("walk", "float", "shove"), (*RIVER, DEEP, *TABLE)),
        "river_marks.ring": ([river_marks.ring(HIGH)], (*RIVER, DEEP)),
        "tiles.current": (paint_each(tiles.current, (0, HIGH), (2, HIGH)), RIVER),
        "tiles.onward": (paint_each(tiles.onward, (0, HIGH), (2, HIGH)), (*RIVER, DEEP)),
        "tiles.deep": ([tiles.deep(HIGH)], RIVER),
        "tiles.choice": ([tiles.choice(HIGH)], (*RIVER, DEEP)),
        "tiles.jetty": ([tiles.jetty(HIGH)], RIVER),
        "tiles.finish": ([tiles.finish(HIGH)], RIVER),
        "tiles.rapids": ([tiles.rapids(HIGH, 1, downward=True)], RIVER),
        "tiles.boulder": ([tiles.boulder(HIGH, 1)], RIVER),
        "lumberjacks.figure": (paint_each(lumberjacks.figure, *jacks), (*RIVER, DEEP, *PAPER)),
        "lumberjacks.log": ([lumberjacks.log(share)], (*RIVER, DEEP)),
        "lumberjacks.beaver": ([lumberjacks.beaver(1.25)], PAPER),
        "lumberjacks.number": ([lumberjacks.number(4, 42, lumberjacks.INK)], (tint("paper", 0),)),
    }


MODULES: dict[str, ModuleType] = {
    "marks": marks,
    "figures": figures,
    "raft_marks": raft_marks,
    "rafts": rafts,
    "river_marks": river_marks,
    "tiles": tiles,
    "lumberjacks": lumberjacks,
}


def painters(name: str, module: ModuleType) -> list[str]:
    """The functions that paint a sign there; `draw` and `ground` paint whole pictures."""
    named = vars(module).items()
    own = ((key, x) for key, x in named if getattr(x, "__module__", "") == module.__name__)
    made = ((key, getattr(x, "__annotations__", {}).get("return", "")) for key, x in own)
    return [
        f"{name}.{key}"
        for key, what in made
        if key[0] != "_" and key not in ("draw", "ground") and "Image.Image" in str(what)
    ]


@pytest.mark.slow
def test_every_sign_is_measured() -> None:
    """A new one fails here until it is."""
    known = chain.from_iterable(painters(*each) for each in MODULES.items())
    whole = {"tiles.painting", "tiles.empty"}  # windows and plates
    assert {*known} - {*signs()} == whole | {"tiles.sign_texts"}  # names, measured as letters


@pytest.mark.slow
def test_every_sign_stands_out() -> None:
    found = {
        (name, n, ground, eyes): far
        for name, (looks, grounds) in signs().items()
        for n, look in enumerate(looks)
        for ground in grounds
        for eyes, far in measure_sign(look, ground).items()
    }
    assert {sign: far for sign, far in found.items() if far < SIGN} == {}


def test_a_sign_as_faint_as_it_was_would_be_found() -> None:
    """The rings of points that are still to be won: 2.2 : 1."""
    ring = Image.new("RGB", (24, 24), tint("paper", 4))
    assert measure_sign(ring, tint("paper", 2))[EVERY_EYES[0]] < SIGN


APART = 8.0  # of 255, as a mean of all pixels with the ground around


def phone_figure(sprite: Image.Image, ground: RGB) -> Image.Image:
    """A figure as it stands on its ground on a phone."""
    whole = Image.new("RGB", sprite.size, ground)
    whole.paste(sprite, mask=sprite)
    return phone_view(whole)


def pieces(kind: str) -> list[Image.Image]:
    """Of all seats, with the same letter; lumberjacks have none, as it may be hard to read."""
    water, share = tint("river", 2), 72 / lumberjacks.SIDE
    if kind == "logger":
        return [phone_figure(each, tint("meadow", 2)) for each in paint_seats(figures.logger, "A")]
    if kind == "logjam":
        return [phone_figure(each, water) for each in paint_seats(rafts.loggers, "A", 1, 61)[:6]]
    every = (lumberjacks.figure(code, "", share, wet=True) for code in FIGURES)
    return [phone_figure(each, water) for each in every]


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_pieces_differ_for_all_eyes(kind: str) -> None:
    shown = pieces(kind)
    for eyes in contrast.EYES:
        seen = [contrast.eye_view(eyes, each) for each in shown]
        assert min(contrast.apart(*pair) for pair in combinations(seen, 2)) >= APART


def outline(thing: str) -> Image.Image:
    """A lumberjack's thing as a shadow, at the size that it has on a phone."""
    sheet = PaintSheet(lumberjacks.SIDE, lumberjacks.SIDE)
    lumberjacks.put_on(sheet, thing)
    shape = sheet.sprite(72 / lumberjacks.SIDE).getchannel("A")
    return phone_view(shape).convert("L")


def test_the_six_things_of_lumberjacks_have_outlines_of_their_own() -> None:
    shapes = {thing: outline(thing) for thing in lumberjacks.RAMPS}
    for a, b in combinations(shapes.values(), 2):
        apart = ImageStat.Stat(ImageChops.difference(a, b)).sum[0]
        assert apart > 0.2 * max(ImageStat.Stat(each).sum[0] for each in (a, b))

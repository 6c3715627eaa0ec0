"""Positions of Forest Fellers to draw, and ways to look at their pictures."""

from functools import partial
from random import Random

from PIL import Image, ImageChops

from renderer.fellers.layout import layout_of, middles
from rules import GAMES
from rules.fellers.position import FIGURES, Position
from rules.fellers.river import Course
from rules.game import Setup
from tests.renderer import gallery
from tests.rules.games import dealt

FELLERS = GAMES["fellers"].game
seen = partial(gallery.seen, "fellers")
labels = partial(gallery.labels, "fellers")
picture = partial(gallery.picture, "fellers")


def opening(seats: int = 2, course: str = "A+H") -> Position:
    """Everybody on the shore with three cards."""
    s = dealt(FELLERS, FELLERS.new(Setup(seats, {"course": course})), Random(seats))
    assert isinstance(s, Position)
    return s


def river(s: Position) -> Course:
    assert s.course is not None
    return s.course


def float_all(s: Position, *logs: str, **figures: str) -> Position:
    """A river with only these logs and lumberjacks: gm="e3"."""
    cells = river(s).by_name
    moved = {code: cells[name] for code, name in figures.items()}
    at = tuple(moved.get(code, here) for code, here in zip(FIGURES, s.figures, strict=True))
    return s._replace(figures=at, logs=tuple(sorted(cells[name] for name in logs)))


def box(s: Position, name: str, wider: float = 0) -> tuple[int, int, int, int]:
    """Where a space is in the picture, wider by so much of its height on all sides."""
    layout, course = layout_of(river(s)), river(s)
    x, y = middles(course)[course.by_name[name]]
    across, down = layout.high * (0.58 + wider), layout.high * (0.5 + wider)
    return round(x - across), round(y - down), round(x + across), round(y + down)


def changed(a: Image.Image, b: Image.Image, *boxes: tuple[int, int, int, int]) -> bool:
    """Two pictures differ, and nowhere but in these boxes."""
    apart = ImageChops.difference(a, b)
    found = all(apart.crop(each).getbbox() for each in boxes)
    for each in boxes:
        apart.paste((0, 0, 0), each)
    return found and apart.getbbox() is None

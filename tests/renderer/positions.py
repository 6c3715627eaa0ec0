"""Positions of Logger to draw, and the squares of its pictures."""

from functools import partial

from PIL import Image

from rules import GAMES
from rules.game import Setup
from rules.logger.rules import BOARD, EMPTY, NAMES, Phase, Position
from tests.renderer import gallery

LOGGER = GAMES["logger"].game
seen = partial(gallery.seen, "logger")
labels = partial(gallery.labels, "logger")
picture = partial(gallery.picture, "logger")
BOXES = gallery.boxes("logger", LOGGER.new(Setup(2)))


def opening(seats: int = 4) -> Position:
    state = LOGGER.new(Setup(seats))
    assert isinstance(state, Position)
    return state


def with_trees(**stages: int) -> Position:
    """Two loggers on a5 and e5, and these trees: c3=2."""
    trees = tuple(stages.get(name, EMPTY) for name in NAMES)
    corners = BOARD.by_name["a5"], BOARD.by_name["e5"]
    return opening(2)._replace(phase=Phase.WALK, trees=trees, loggers=corners)


def changed(a: Image.Image, b: Image.Image) -> set[str]:
    """The squares in which two pictures differ; "beside" for the rest of the picture."""
    return gallery.differences(a, b, BOXES)

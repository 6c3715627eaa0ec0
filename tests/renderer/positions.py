"""Positions of Logger to draw, and ways to look at a picture."""

from collections.abc import Sequence

from PIL import Image, ImageChops

from renderer import Labels
from rules import GAMES
from rules.game import Event, Setup
from rules.logger.rules import BOARD, EMPTY, NAMES, Phase, Position
from rules.play import Seen, look
from tests.hosted import box_of, draw, rgb

LOGGER = GAMES["logger"].game
PEOPLE = ("Ana", "Ben", "Cy", "Dee")


def opening(seats: int = 4) -> Position:
    state = LOGGER.new(Setup(seats))
    assert isinstance(state, Position)
    return state


def with_trees(**stages: int) -> Position:
    """Two loggers on a5 and e5, and these trees: c3=2."""
    trees = tuple(stages.get(name, EMPTY) for name in NAMES)
    corners = BOARD.by_name["a5"], BOARD.by_name["e5"]
    return opening(2)._replace(phase=Phase.WALK, trees=trees, loggers=corners)


def seen(s: Position, *events: Event) -> Seen[Position]:
    return look(LOGGER, s, events, None)


def labels(names: Sequence[str] = PEOPLE, turn: int = 12) -> Labels:
    return Labels("L7", tuple(names), turn)


def picture(s: Position, *events: Event, turn: int = 12) -> Image.Image:
    """The finished picture in RGB."""
    return rgb(draw("logger", seen(s, *events), labels(PEOPLE[: len(s.points)], turn)))


def box(name: str) -> tuple[int, int, int, int]:
    """Where a square is in the picture."""
    return box_of("logger", seen(opening()), labels(), name)


def changed(a: Image.Image, b: Image.Image) -> set[str]:
    """The squares in which two pictures differ; "beside" for the rest of the picture."""
    apart = ImageChops.difference(a, b)
    names = {name for name in NAMES if apart.crop(box(name)).getbbox()}
    for name in NAMES:
        apart.paste((0, 0, 0), box(name))
    return names | ({"beside"} if apart.getbbox() else set())

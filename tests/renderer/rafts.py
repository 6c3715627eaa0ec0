"""Positions of Logjam to draw, and ways to look at a picture of a river."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageChops

from renderer import Labels, surface
from renderer.logjam.river import placement
from renderer.places import bounds
from rules import GAMES
from rules.game import Event, Setup
from rules.logjam.position import Phase, Position
from rules.play import Seen, look
from tests.hosted import HOSTED, draw, rgb

LOGJAM = GAMES["logjam"].game
PEOPLE = ("Ana", "Ben", "Cyrus", "Deedee", "Eleanor", "Frederick")


def river(
    *logs: str, seats: int = 2, board: str = "10x12", loggers: Sequence[str] = ()
) -> Position:
    """A game under way, the first to move with a 4. Logs as "c4 d4 e4"; of each seat its
    loggers as "a1 a1 b7", the others are home."""
    start = LOGJAM.new(Setup(seats, {"board": board}))
    assert isinstance(start, Position)
    by_name = start.terms.grid.by_name
    standing = [sorted(by_name[name] for name in names.split()) for names in loggers]
    standing += [[] for _ in range(seats - len(standing))]
    return replace(
        start,
        phase=Phase.MOVE,
        roll=4,
        unused=(),
        logs=tuple(sorted(tuple(sorted(by_name[name] for name in log.split())) for log in logs)),
        loggers=tuple(map(tuple, standing)),
        hand=(0,) * seats,
        home=tuple(start.terms.each - len(cells) for cells in standing),
    )


def seen(s: Position, *events: Event) -> Seen[Position]:
    return look(LOGJAM, s, events, None)


def labels(seats: int, names: Sequence[str] = PEOPLE, turn: int = 12) -> Labels:
    return Labels("J3", tuple(names[:seats]), turn)


@lru_cache(8)
def picture(s: Position, *events: Event) -> Image.Image:
    """The finished picture in RGB."""
    return rgb(draw("logjam", seen(s, *events), labels(len(s.loggers))))


def changed(s: Position, a: Image.Image, b: Image.Image) -> set[str]:
    """The squares in which two pictures of this board differ; "falls" for the water beyond the
    edge, "panel", and "beside" for the rest of the picture."""
    apart = ImageChops.difference(a, b).convert("L").point([0, *(255,) * 255])
    place, column = placement(s.terms.columns, s.terms.rows)
    parts = dict[str, tuple[int, int, int, int]]()
    for each in surface(HOSTED["logjam"], seen(s), labels(len(s.loggers))).places:
        left, top, right, bottom = map(round, bounds((each,)))
        parts[each.names[0]] = left, top, right, bottom
    del parts["off"]
    parts["falls"] = (place.left, place.top, place.left + place.width, place.top + place.band)
    parts["panel"] = (column.left - 10, 0, apart.width, apart.height)
    differing = {name for name, part in parts.items() if apart.crop(part).getbbox()}
    for part in parts.values():
        apart.paste(0, part)
    return differing | ({"beside"} if apart.getbbox() else set())

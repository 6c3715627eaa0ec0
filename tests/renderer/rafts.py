"""Positions of Logjam to draw, and the squares of its pictures."""

from collections.abc import Sequence
from functools import partial

from PIL import Image

from renderer.logjam.river import placement
from rules import GAMES
from rules.game import Setup
from rules.logjam.position import Logs, Phase, Position
from tests.renderer import gallery

LOGJAM = GAMES["logjam"].game
seen = partial(gallery.seen, "logjam")
labels = partial(gallery.labels, "logjam")
picture = partial(gallery.picture, "logjam")


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
    return start._replace(
        phase=Phase.MOVE,
        roll=4,
        unused=(),
        logs=Logs(sorted(tuple(sorted(by_name[name] for name in log.split())) for log in logs)),
        loggers=tuple(map(tuple, standing)),
        hand=(0,) * seats,
        home=tuple(start.terms.each - len(cells) for cells in standing),
    )


def changed(s: Position, a: Image.Image, b: Image.Image) -> set[str]:
    """The squares in which two pictures of this board differ; "falls" for the water beyond the
    edge, "panel", and "beside" for the rest of the picture."""
    place, column = placement(s.terms.columns, s.terms.rows)
    parts = gallery.boxes("logjam", s)
    del parts["off"]
    parts["falls"] = (place.left, place.top, place.left + place.width, place.top + place.band)
    parts["panel"] = (column.left - 10, 0, a.width, a.height)
    return gallery.differences(a, b, parts)

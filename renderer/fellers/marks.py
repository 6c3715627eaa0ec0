"""The last turn on the river: a white arrow for the walk, grey ones for shoves, dashes for floats.
A way is a line of places; its sprite is cached by its shape. Arrows of shoves and floats lie beside
the middle, where they hide neither a face nor a letter nor the way back."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin, sqrt
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from renderer.paint import PaintSheet, Point
from renderer.palette import RGB, tint
from renderer.places import MovingThing, appear
from rules.fellers.river import COMPASS, Course, Place, next_place
from rules.game import Event

Shape = tuple[tuple[int, int], ...]  # lanes to the right, half hexes down, from the first place

LEGEND: Shape = ((0, 0), (2, 0))  # a way to the right, as long as two lanes

INK = tint("ink", 0)


class ArrowLook(NamedTuple):
    """The look of an arrow, in shares of a hex's height."""

    ink: RGB
    wide: float
    head: float
    start: float  # its distance from the middle of the first place
    end: float  # its distance from the middle of the last place
    aside: float = 0  # its distance from the middles
    slanted: float = 0  # the same, if it doesn't lead straight up or down
    rim: float = 0.12  # the extra width of its rim
    dash: float = 0  # 0 for a whole line
    dot: bool = False


LOOKS = {
    "walk": ArrowLook(tint("paper", 0), 0.17, 0.27, 0.0, 0.60, dot=True),
    "float": ArrowLook(tint("blue", 3), 0.15, 0.25, 0.0, 0.58, 0.30, slanted=0.30, dash=0.14),
    "shove": ArrowLook(tint("rock", 3), 0.09, 0.15, 0.40, 0.47, aside=0.44, rim=0.10),
}


def shape(places: Sequence[Place]) -> Shape:
    return tuple(
        (lane - places[0][0], _down(lane, row) - _down(*places[0])) for lane, row in places
    )


def _down(lane: int, row: int) -> int:
    return 2 * row + (lane % 2 == 0)


def arrow(kind: str, way: Shape, high: int) -> tuple[Image.Image, tuple[int, int]]:
    """The sprite of a way, and the offset of its corner from the middle of its first place."""
    look, side = LOOKS[kind], high / sqrt(3)
    points = [(1.5 * side * x, high / 2 * y) for x, y in way]
    spare = high * (0.4 + look.aside)
    left, top = (min(p[n] for p in points) - spare for n in (0, 1))
    right, bottom = (max(p[n] for p in points) + spare for n in (0, 1))
    sheet = PaintSheet(round(right - left), round(bottom - top), "RGBa")
    line = _shortened([(x - left, y - top) for x, y in points], look, high)
    for ink, extra in ((INK, high * look.rim), (look.ink, 0.0)):
        wide = look.wide * high + extra
        for part in _dashes(line, look.dash * high) if look.dash else [line]:
            sheet.line(part, ink, wide)
        if look.dot:
            (x, y), r = line[0], wide * 0.78
            sheet.ellipse((x - r, y - r, x + r, y + r), ink)
        (x0, y0), (x1, y1) = line[-2:]
        toward, head = atan2(y1 - y0, x1 - x0), look.head * high
        tip, back = head * 1.15 + extra * 0.75, head + extra * 0.8
        ends = (0.0, tip), (2.1, back), (-2.1, back)
        corners = [(x1 + r * cos(toward + a), y1 + r * sin(toward + a)) for a, r in ends]
        sheet.polygon(corners, ink)
    return sheet.sprite(), (round(left), round(top))


def _shortened(points: list[Point], look: ArrowLook, high: int) -> list[Point]:
    """The line without its ends, to hide no figure."""
    (x0, y0), (x1, y1) = points[:2]
    first = _toward((x0, y0), (x1, y1), look.start * high)
    last = _toward(points[-1], points[-2], look.end * high)
    aside = look.slanted if x1 != x0 else look.aside
    # Across the direction, to the lower side or the right one: figures are high.
    dx, dy = aside * high, 0.0
    if round(x1 - x0) != 0:
        share = aside * high / hypot(x1 - x0, y1 - y0)
        dx, dy = (y0 - y1) * share, (x1 - x0) * share
        dx, dy = (dx, dy) if dy > 0 else (-dx, -dy)
    return [(x + dx, y + dy) for x, y in (first, *points[1:-1], last)]


def _dashes(line: list[Point], length: float) -> list[list[Point]]:
    """The line in dashes, with gaps that are wider, because rims and round ends fill them."""
    dashes = []
    for a, b in pairwise(line):
        far = hypot(b[0] - a[0], b[1] - a[1])
        count = max(1, round(far / (3.4 * length)))
        starts = [_toward(a, b, far * n / count) for n in range(count)]
        dashes += [[start, _toward(start, b, length)] for start in starts]
    return dashes


def _toward(a: Point, b: Point, far: float) -> Point:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1
    return a[0] + (b[0] - a[0]) * far / length, a[1] + (b[1] - a[1]) * far / length


def ring(high: int) -> Image.Image:
    """A ring on the water around the piece that moved last."""
    sheet = PaintSheet(2 * high, 2 * high)
    for ink, grow, width in ((INK, 2.5, 10.0), (tint("paper", 0), 0.0, 4.5)):
        wide, low = high * 0.60 + grow, high * 0.27 + grow
        middle = high * 1.24
        sheet.ring((high - wide, middle - low, high + wide, middle + low), ink, width)
    return sheet.sprite()


class Trail(NamedTuple):
    """A line of places. kind: walk, shove or float."""

    kind: str
    places: tuple[Place, ...]


def ways(course: Course, events: Iterable[Event]) -> Iterator[Trail]:
    """The movements in drawing order: floats, walks, and shoves on top."""
    moves = [e for e in events if e.verb in ("enters", "steps", "shoves", "floats")]
    yield from (_float(course, e) for e in moves if e.verb == "floats" and len(e.at) > 2)
    yield from _walks(course, moves)
    yield from (_float(course, e, "shove") for e in moves if e.verb == "shoves")


def _float(course: Course, event: Event, kind: str = "float") -> Trail:
    return Trail(kind, _line(course, event.at[1:]))


def _walks(course: Course, moves: Iterable[Event]) -> Iterator[Trail]:
    """The steps of one lumberjack after another as one way each."""
    who, way = "", list[Place]()
    for event in moves:
        if event.verb not in ("enters", "steps"):
            continue
        code, *names = event.at
        line = _line(course, names)
        if event.verb == "enters":
            line = (next_place(line[0], COMPASS.index("n")), *line)
        if who == code and way[-1] == line[0]:
            way += line[1:]
            continue
        if way:
            yield Trail("walk", tuple(way))
        who, way = code, [*line]
    if way:
        yield Trail("walk", tuple(way))


def _line(course: Course, names: Iterable[str]) -> tuple[Place, ...]:
    """The places of these cells; `off` lies downstream of the one before."""
    line: list[Place] = []
    for name in names:
        known = course.by_name.get(name)
        line.append(
            next_place(line[-1], COMPASS.index("s")) if known is None else course.places[known]
        )
    return tuple(line)


# A shoved piece makes room while the walker arrives.
ALONG = MappingProxyType({"shoves": frozenset({"enters", "steps", "floats", "shoves", "loses"})})


def shifts(event: Event) -> Iterator[MovingThing]:
    """The movements of lumberjacks or of a log in an event. Logs are all alike."""
    match event.verb:
        case "enters":
            yield appear(event.at[0], event.at[1:])
        case "steps" | "shoves" | "floats":
            yield MovingThing(event.at[0], tuple((name,) for name in event.at[1:]))

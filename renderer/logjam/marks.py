"""The content of each square of the river, and the last turn there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, pi, sin
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer.figures import BRIGHT, INK, SEATS, coat
from renderer.lettering import LEAST, stencil
from renderer.logjam.river import BEYOND
from renderer.logjam.sprites import KEPT, LIGHT, UNIT, legible, log
from renderer.paint import PaintSheet, Point, oval
from renderer.palette import RGB, tint
from renderer.places import MovingThing, appear, vanish
from rules.game import Event, Seat
from rules.logjam.position import Phase, Position
from rules.squares import COMPASS, OPPOSITE, Grid

SETUP = (Phase.ROLLOFF, Phase.LOGS, Phase.LOGGERS)
NOWHERE = -1  # no seat


class LogPart(NamedTuple):
    """A square of a log."""

    across: bool
    length: int  # of the log
    nth: int  # the square's number, from a1's side


class WaterContent(NamedTuple):
    """A square, from back to front."""

    ghost: LogPart | None = None  # a log was here
    come: str | None = None  # the trail comes in by this side; "": it starts here
    go: str | None = None  # the trail leaves by this side
    begins: bool = False  # it starts here, at the side of a square where loggers stayed
    burst: bool = False
    ringed: bool = False
    log: LogPart | None = None
    seat: Seat = NOWHERE
    many: int = 0
    drift: str = ""  # the direction of the log
    lost: Seat = NOWHERE  # the seat whose loggers were crushed here
    returned: bool = False
    tip: bool = False  # the trail ends beyond the side `go`
    source: bool = False  # the trail began here, where others stand

    @property
    def full(self) -> bool:
        return self.many > 0 or self.log is not None


EMPTY = WaterContent()


def scenes(s: Position, events: Iterable[Event]) -> dict[int, WaterContent]:
    """The squares with anything to show but a part of a log."""
    logs = {cell: content for each in s.logs for cell, content in parts(each).items()}
    shown = dict(logs)
    for seat, cells in enumerate(s.loggers):
        for cell in set(cells):
            _add(shown, cell, seat=seat, many=cells.count(cell))
    for event in events:
        _mark(shown, s, event)
    return {cell: content for cell, content in shown.items() if content is not logs.get(cell)}


@lru_cache(1024)
def parts(log: tuple[int, ...]) -> Mapping[int, WaterContent]:
    """The squares of a log, which are in ascending order, with nothing else there."""
    across = log[1] == log[0] + 1
    return MappingProxyType(
        {cell: WaterContent(log=LogPart(across, len(log), nth)) for nth, cell in enumerate(log)}
    )


def _add(shown: dict[int, WaterContent], cell: int, **marks: Any) -> None:
    shown[cell] = shown.get(cell, EMPTY)._replace(**marks)


def _mark(shown: dict[int, WaterContent], s: Position, event: Event) -> None:
    grid = s.terms.grid
    cells = [grid.by_name[name] for name in event.at if name in grid.by_name]
    match event.verb:
        case "runs" | "captures" | "pushes":
            _follow(shown, grid, route(s, event.seat, *cells))
            _add(shown, cells[1], ringed=True, burst=event.verb == "captures")
        case "exits":
            _follow(shown, grid, route(s, event.seat, cells[0], None), "n")
        case "slides":
            half = len(cells) // 2
            _vacate(shown, cells[:half], cells[half:], _way(grid, cells[0], cells[half]))
        case "drifts":
            _vacate(shown, cells, (), "n")
        case "carried" if len(cells) > 1:
            _follow(shown, grid, cells)
        case "crushed":
            _add(shown, cells[0], lost=event.seat)
        case "returns":
            _add(shown, cells[0], returned=True, ringed=True)
        case "stands" | "lays" if s.phase in SETUP:  # later, everything would be marked
            for cell in cells:
                _add(shown, cell, ringed=True)


def _follow(
    shown: dict[int, WaterContent], grid: Grid, way: Sequence[int], ahead: str = ""
) -> None:
    """Draw a trail along squares, perhaps ahead of the last one, never over a piece."""
    sides = [_way(grid, a, b) for a, b in pairwise(way)] + [ahead] * bool(ahead)
    covered = [shown.get(cell, EMPTY).full for cell in way]
    for n, (cell, go) in enumerate(zip(way, sides, strict=False)):
        if covered[n]:
            _add(shown, cell, source=n == 0 and not shown[cell].log)
            continue
        come = OPPOSITE[sides[n - 1]] if n else ""
        tip = n == len(sides) - 1
        _add(shown, cell, come=come, go=go, begins=n == 1 and covered[0], tip=tip)


def _vacate(
    shown: dict[int, WaterContent], old: Sequence[int], new: Sequence[int], toward: str
) -> None:
    """Mark the squares that a log has left, and its direction."""
    for cell, content in parts(tuple(old)).items():
        if cell not in new:
            _add(shown, cell, ghost=content.log, drift=toward)


def _way(grid: Grid, a: int, b: int) -> str:
    return grid.bearing(a, b) or "n"


def route(s: Position, seat: Seat, start: int, goal: int | None) -> list[int]:
    """A shortest way over free squares and the seat's own, with the fewest pieces, then the fewest
    bends. Empty if there is none, as when the river has changed since. goal: None for the last
    row."""
    grid, last = s.terms.grid, len(s.terms.grid.cells) - s.terms.columns
    barred = {cell for log in s.logs for cell in log}
    barred |= {cell for n, cells in enumerate(s.loggers) if n != seat for cell in cells}
    # Ways: their steps, the pieces that they pass, their bends, their squares.
    due: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, 0, (start,))]
    done: set[tuple[int, int]] = set()  # a square, and the one before it
    while due:
        steps, passed, bends, way = heappop(due)
        cell, before = way[-1], way[-2] if len(way) > 1 else way[-1]
        if cell == goal or (goal is None and cell >= last):
            return list(way)
        if (cell, before) in done:
            continue
        done.add((cell, before))
        for near in grid.neighbours[cell]:
            if near not in barred and near not in way:
                over = near in s.loggers[seat] and near != goal
                bent = len(way) > 1 and near - cell != cell - before
                heappush(due, (steps + 1, passed + over, bends + bent, (*way, near)))
    return []


def _toward(side: str, far: float) -> Point:
    """A point at a distance from the middle of a square to one of its sides."""
    dx, dy = COMPASS[side]
    return 50 + dx * far, 50 - dy * far


@lru_cache(KEPT)
def trail(come: str, go: str, begins: bool, side: int) -> Image.Image:
    """A piece of a way between two sides; "": the middle. begins: it starts at its side."""
    sheet = PaintSheet(UNIT, UNIT)
    start = _toward(come, 28 if begins else 50) if come else _toward(go, -16)
    path = [start, (50.0, 50.0), _toward(go, 50)]
    for ink, width, half in ((INK, 19.0, 19.5), (LIGHT, 9.0, 14.5)):
        sheet.line(path, ink, width)
        if begins or not come:
            sheet.polygon(oval(*start, half, half), ink)
    return sheet.sprite(side / UNIT)


@lru_cache(KEPT)
def head(go: str, side: int) -> Image.Image:
    """The head of an arrow that leaves a square by a side."""
    sheet, (dx, dy) = PaintSheet(UNIT, UNIT), COMPASS[go]
    # Rim and fill: the distances of its tip and back from the middle, half its width.
    for ink, tip, back, half in ((INK, 50.0, 13.0, 29.0), (LIGHT, 43.0, 18.0, 20.0)):
        (x, y), (bx, by) = _toward(go, tip), _toward(go, back)
        sheet.polygon(
            [(x, y), (bx + dy * half, by + dx * half), (bx - dy * half, by - dx * half)], ink
        )
    return sheet.sprite(side / UNIT)


@lru_cache(KEPT)
def source(side: int) -> Image.Image:
    """A light rim under the loggers who stayed behind."""
    sheet = PaintSheet(UNIT, UNIT)
    for n in range(4):
        for ink, width in ((INK, 15.0), (LIGHT, 6.0)):
            for start, end in ((9, 26), (43, 57), (74, 91)):
                line = [(start, 7), (end, 7)], [(93, start), (93, end)]
                more = [(start, 93), (end, 93)], [(7, start), (7, end)]
                sheet.line((*line, *more)[n], ink, width)
    return sheet.sprite(side / UNIT)


@lru_cache(KEPT)
def bright(side: int) -> Image.Image:
    """A bright square with a rim under a logger who has just arrived."""
    sheet = PaintSheet(UNIT, UNIT).tile((1, 1, 99, 99), 16, INK).tile((4, 4, 96, 96), 13, LIGHT)
    return sheet.tile((11, 11, 89, 89), 8, tint("river", 0)).sprite(side / UNIT)


@lru_cache(KEPT)
def laying_mark(side: int) -> Image.Image:
    """A dot on each square of a log that has just been laid."""
    sheet = PaintSheet(UNIT, UNIT).polygon(oval(50, 50, 15, 15), INK)
    return sheet.polygon(oval(50, 50, 10, 10), LIGHT).sprite(side / UNIT)


@lru_cache(KEPT)
def burst(side: int) -> Image.Image:
    """A jagged star behind a logger who has captured."""
    sheet = PaintSheet(UNIT, UNIT)
    for ink, more in ((INK, 0.0), (tint("red", 2), 4.0), (tint("gold", 2), 13.0)):
        star = ((n * pi / 12, (38 if n % 2 else 50) - more) for n in range(24))
        sheet.polygon([(50 + far * cos(way), 50 + far * sin(way)) for way, far in star], ink)
    return sheet.sprite(side / UNIT)


@lru_cache(KEPT)
def return_mark(side: int) -> Image.Image:
    """Chevrons down, beside the face: somebody was sent back here."""
    return _chevrons((14, 24), "s", tint("red", 2), 11).sprite(side / UNIT)


@lru_cache(KEPT)
def drift(toward: str, side: int) -> Image.Image:
    """Chevrons in the middle of a square that a log has left."""
    return _chevrons((50, 50), toward, LIGHT).sprite(side / UNIT)


def _chevrons(at: Point, toward: str, fill: RGB, half: float = 18) -> PaintSheet:
    sheet, (dx, dy), (x, y) = PaintSheet(UNIT, UNIT), COMPASS[toward], at
    for ink, width in ((INK, 16.0), (fill, 8.0)):
        for ahead in (-9, 9):
            tip = x + dx * (ahead + 7), y - dy * (ahead + 7)
            back = x + dx * (ahead - 9), y - dy * (ahead - 9)
            arms = [(back[0] + s * dy * half, back[1] + s * dx * half) for s in (1, -1)]
            sheet.line([arms[0], tip, arms[1]], ink, width)
    return sheet


@lru_cache(KEPT)
def ghost(across: bool, length: int, side: int) -> Image.Image:
    """The place that a log has left: its dashed outline and a trace of its colour."""
    form = log(across, length, side).getchannel("A").point(lambda a: 255 * (a > 200))
    trace = Image.new("RGBA", form.size, (*tint("wood", 4), 0))
    trace.putalpha(form.point(lambda a: a * 2 // 5))
    sheet = PaintSheet(*((length * UNIT, UNIT) if across else (UNIT, length * UNIT)))
    for start in range(12, length * UNIT - 20, 25):
        for edge in (19, 81):
            line: list[Point] = [(start, edge), (start + 11, edge)]
            sheet.line(line if across else [(y, x) for x, y in line], tint("wood", 0), 7)
    trace.alpha_composite(sheet.sprite(side / UNIT))
    return trace


@lru_cache(KEPT)
def lost_sign(seat: int, letter: str, side: int) -> Image.Image:
    """A logger's letter on a cross: here they were crushed."""
    sheet = PaintSheet(UNIT, UNIT)
    for ink, width in ((INK, 22.0), (tint("red", 2), 13.0)):
        for x in (15, 85):
            sheet.line([(x, 15), (100 - x, 85)], ink, width)
    return sheet.add(_disc(seat, letter, (UNIT, UNIT), 40, legible(side))).sprite(side / UNIT)


@lru_cache(KEPT)
def gone_sign(seat: int, letter: str, side: int) -> Image.Image:
    """A logger's letter in the falls: they are home."""
    return _disc(seat, letter, (side, BEYOND), BEYOND / 2 - 1, LEAST).sprite()


def _disc(seat: int, letter: str, sides: tuple[int, int], half: float, size: int) -> PaintSheet:
    """A seat's letter on a disc of its colour, in the middle of a sheet."""
    sheet, mask, (x, y) = PaintSheet(*sides), stencil(letter, size), (sides[0] / 2, sides[1] / 2)
    sheet.polygon(oval(x, y, half, half), INK)
    sheet.polygon(oval(x, y, half - 3, half - 3), coat(seat)[0])
    sheet.paint.paste(INK if SEATS[seat] in BRIGHT else LIGHT, sheet.middle(mask), mask)
    return sheet


_DRIFT = frozenset({"pushes", "shifts", "slides", "drifts", "carried", "crushed", "exits"})
# A log, its pusher and everything that it meets move at once; so do captor and captive.
ALONG = MappingProxyType(
    dict.fromkeys(("slides", "drifts", "carried", "crushed", "exits"), _DRIFT)
    | {"captured": frozenset({"captures"})}
)


def shifts(event: Event) -> Iterator[MovingThing]:
    """The movements in an event, of a log or of loggers of one seat."""
    who, at = f"logger {event.seat}", event.at
    half = len(at) // 2
    match event.verb:
        case "runs" | "captures" | "pushes" | "carried" | "exits":
            yield MovingThing(who, ((at[0],), (at[1],)))
        case "captured" | "crushed":
            yield vanish(who, at)
        case "stands" | "returns":
            yield appear(who, at)
        case "slides":
            yield MovingThing("log", (at[:half], at[half:]))
        case "drifts":
            yield vanish("log", at)
        case "lays":
            yield appear("log", at)

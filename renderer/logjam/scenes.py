"""What each square of the river shows: who or what is there, and the marks of the last turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from rules.game import Event, Seat
from rules.logjam.position import Phase, Position
from rules.squares import OPPOSITE, Grid

# A way from a square: its steps, the pieces that it passes, its bends, its squares.
Reached: TypeAlias = tuple[int, int, int, tuple[int, ...]]
SETUP = (Phase.ROLLOFF, Phase.LOGS, Phase.LOGGERS)
NOWHERE = -1  # no seat


class Part(NamedTuple):
    """A square of a log: how the log lies, how long it is, which of its squares from a1's side."""

    across: bool
    length: int
    nth: int


class Scene(NamedTuple):
    """A square, from back to front."""

    ghost: Part | None = None  # a log was here
    come: str | None = None  # the trail comes in by this side; "": it starts here
    go: str | None = None  # and leaves by this
    begins: bool = False  # it starts here, at the side of a square whose loggers have stayed
    burst: bool = False
    ringed: bool = False
    log: Part | None = None
    seat: Seat = NOWHERE
    many: int = 0
    drift: str = ""  # that way the log went
    lost: Seat = NOWHERE  # whose loggers were crushed here
    returned: bool = False
    tip: bool = False  # the trail ends beyond the side `go`
    source: bool = False  # the trail began here, where others stand

    @property
    def full(self) -> bool:
        """A piece is here."""
        return self.many > 0 or self.log is not None


EMPTY = Scene()


def scenes(s: Position, events: Iterable[Event]) -> dict[int, Scene]:
    """The squares with anything to show."""
    shown = {
        cell: Scene(seat=seat, many=cells.count(cell))
        for seat, cells in enumerate(s.loggers)
        for cell in set(cells)
    }
    for log in s.logs:
        for cell, part in parts(log).items():
            shown[cell] = _afloat(part) if cell not in shown else shown[cell]._replace(log=part)
    for event in events:
        _mark(shown, s, event)
    return shown


@cache
def _afloat(part: Part) -> Scene:
    """A square of a log and nothing else, as most of those with logs are."""
    return Scene(log=part)


@lru_cache(1024)
def parts(log: tuple[int, ...]) -> Mapping[int, Part]:
    """The squares of a log, which are in ascending order."""
    across = log[1] == log[0] + 1
    return MappingProxyType({cell: Part(across, len(log), nth) for nth, cell in enumerate(log)})


def left_by(s: Position, event: Event) -> int | None:
    """The column in which a logger went home over the open edge."""
    grid = s.terms.grid
    way = route(s, event.seat, grid.by_name[event.at[0]], None)
    return way[-1] % grid.columns if way else None


def _add(shown: dict[int, Scene], cell: int, **marks: Any) -> None:
    shown[cell] = shown.get(cell, EMPTY)._replace(**marks)


def _mark(shown: dict[int, Scene], s: Position, event: Event) -> None:
    """Add what an event has left to see."""
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
        case "stands" | "lays" if s.phase in SETUP:  # later everything would be marked
            for cell in cells:
                _add(shown, cell, ringed=True)


def _follow(shown: dict[int, Scene], grid: Grid, way: Sequence[int], ahead: str = "") -> None:
    """The trail along neighbouring squares, to the last of them or, beyond it, ahead. Where
    somebody or a log is there is none: no arrow lies over a piece."""
    sides = [_way(grid, a, b) for a, b in pairwise(way)] + [ahead] * bool(ahead)
    covered = [shown.get(cell, EMPTY).full for cell in way]
    for n, (cell, go) in enumerate(zip(way, sides, strict=False)):
        if covered[n]:
            _add(shown, cell, source=n == 0 and not shown[cell].log)
            continue
        come = OPPOSITE[sides[n - 1]] if n else ""
        tip = n == len(sides) - 1
        _add(shown, cell, come=come, go=go, begins=n == 1 and covered[0], tip=tip)


def _vacate(shown: dict[int, Scene], old: Sequence[int], new: Sequence[int], toward: str) -> None:
    """The squares that a log has left, and where it went."""
    for cell, part in parts(tuple(old)).items():
        if cell not in new:
            _add(shown, cell, ghost=part, drift=toward)


def _way(grid: Grid, a: int, b: int) -> str:
    return grid.bearing(a, b) or "n"


def route(s: Position, seat: Seat, start: int, goal: int | None) -> list[int]:
    """A shortest way over free squares and the seat's own; goal None: to the last row. Of those
    the one that passes the fewest pieces, then the one with the fewest bends. It is empty where
    there is none, as when the river has changed since."""
    grid, last = s.terms.grid, len(s.terms.grid.cells) - s.terms.columns
    barred = {cell for log in s.logs for cell in log}
    barred |= {cell for n, cells in enumerate(s.loggers) if n != seat for cell in cells}
    due: list[Reached] = [(0, 0, 0, (start,))]
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

"""Which steps of Logjam are legal: what stands or lies somewhere is looked at, not every word that
could be said. A reason is looked for only where these say no (rules.logjam.reasons)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import Step
from rules.logjam.building import due, fitting, put, standable
from rules.logjam.drift import Log, obstacle
from rules.logjam.effects import special
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    SHIFT,
    Phase,
    Position,
    has_room,
    lying,
    owners,
)
from rules.logjam.steps import NOTHING, ROLLS, Capture, Place, Push, Run, Special, words
from rules.logjam.water import ends, free, squares

WAYS = "new"  # a log is never shifted toward the starting row


def legal(s: Position) -> list[Step]:
    """Exactly the candidates without a reason, in their order."""
    match s.phase:
        case Phase.ROLLOFF | Phase.ROLL:
            return list(ROLLS)
        case Phase.LOGS:
            return list(fitting(s))
        case Phase.LOGGERS | Phase.RETURN:
            return list(_places(s))
        case Phase.MOVE:
            return [*_runs(s), *_specials(s), NOTHING]
    return []


def _places(s: Position) -> Iterator[Place]:
    """Every square where a logger that is due may be stood or sent back."""
    places = words(s.terms.grid).places
    for named, seat in due(s).items():
        for to in standable(s, seat):
            if leaves_room(s, step := places[named, to]):
                yield step


def leaves_room(s: Position, step: Place) -> bool:
    """The others who go back still find a square; in the set-up all do."""
    return s.phase is Phase.LOGGERS or has_room(put(s, due(s)[step.seat], step.to))


def _runs(s: Position) -> Iterator[Run]:
    """Every square within the roll, and off the board where the last row is near enough."""
    runs, allowed = words(s.terms.grid).runs, free(s)
    for start in sorted(set(s.loggers[s.mover])):
        found, off = ends(s, start, allowed)
        ways = runs[start]
        yield from [ways[to] for to in squares(found)]
        if off:
            yield ways[OFF]


def _specials(s: Position) -> Iterator[Special]:
    return (step for step in in_question(s) if possible(s, step))


def in_question(s: Position) -> Iterator[Special]:
    """What the roll allows besides a run, if there is somebody or something to do it to."""
    known, neighbours = words(s.terms.grid), s.terms.grid.neighbours
    if s.roll == SHIFT:
        yield from (known.shifts[log[0], side] for log in s.logs for side in WAYS)
    elif s.roll in (CAPTURE, PUSH):
        table = known.captures if s.roll == CAPTURE else known.pushes
        for start in sorted(set(s.loggers[s.mover])):
            yield from (table[start, to] for to in neighbours[start])


def possible(s: Position, step: Special) -> bool:
    """There is a rival, or a log that can move, and room for all who would be sent back (our
    ruling)."""
    return _there(s, step) and (_harmless(s, step) or has_room(special(s, step)[0]))


def _harmless(s: Position, step: Special) -> bool:
    """A log moves where no logger stands, so that nobody has to be sent back."""
    match step:
        case Capture():
            return False
        case Push(_, start, to):
            side = s.terms.grid.bearing(start, to) or ""
            return not in_the_way(s, lying(s.logs)[to], side)
    return not in_the_way(s, lying(s.logs)[step.at], step.side)


def in_the_way(s: Position, log: Log, side: str) -> bool:
    """A logger stands where a log would come that moves to a side."""
    board = s.terms.grid
    cells = [board.toward(cell, side) for cell in log]
    return any(cell in stack for stack in s.loggers for cell in cells)


def led_to(s: Position, step: Special) -> Position | None:
    """What a special action leads to, before anybody is sent back; None where it is not
    possible."""
    if not _there(s, step):
        return None
    after, _ = special(s, step)
    return after if has_room(after) else None


def _there(s: Position, step: Special) -> bool:
    match step:
        case Capture(_, _, to):
            return owners(s).get(to, s.mover) != s.mover
        case Push(_, start, to):
            return _moves(s, to, s.terms.grid.bearing(start, to) or "")
    return _moves(s, step.at, step.side)


def _moves(s: Position, at: int, side: str) -> bool:
    log = lying(s.logs).get(at)
    return log is not None and obstacle(s, log, side) is None

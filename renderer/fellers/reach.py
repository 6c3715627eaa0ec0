"""How far a card would take a lumberjack, on the river as it is and by its own steps alone."""

from __future__ import annotations

from rules.fellers.position import HOME, SHORE, Phase, Position, worth
from rules.fellers.river import Course
from rules.fellers.rules import STOP, apply, legal
from rules.game import Seat


def farthest(s: Position, seat: Seat, figure: int, card: str) -> int:
    """The cell nearest to the finish that it can step to, HOME, or where it stands already.
    Nothing is asked but what the seat sees: where everything floats."""
    assert s.course is not None, "nobody has cards before there is a course"
    ready = s._replace(mover=seat, phase=Phase.MOVE, card=card, figure=figure, moved=False)
    due, known = [ready._replace(steps=worth(card), pending=())], set[Position]()
    best = _left(s.course, s.figures[figure]), s.figures[figure]
    while due:
        here = due.pop()
        at = here.figures[figure]
        left = _left(s.course, at)
        if left < best[0]:
            best = left, at
        if here.phase is not Phase.MOVE or left - here.steps >= best[0] or here in known:
            continue
        known.add(here)
        ends = (apply(here, step)[0] for step in legal(here) if step != STOP)
        due += sorted(ends, key=lambda end: _left(s.course, end.figures[figure]), reverse=True)
    return best[1]


def _left(course: Course | None, at: int) -> int:
    """How few steps lead off the board from here."""
    assert course is not None
    if at == HOME:
        return 0
    return course.shore if at == SHORE else course.steps[at]

"""Why a step of Logjam is forbidden, in words; whatever has no reason is legal."""

from __future__ import annotations

from string import ascii_uppercase

from rules.game import Step, Stop, WrongPhase
from rules.logjam.building import closed, due, halo, standable
from rules.logjam.drift import Bound, obstacle
from rules.logjam.legal import in_question, leaves_room, possible
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    QUIET_ROWS,
    SHIFT,
    Phase,
    Position,
    going_back,
    lying,
    owners,
)
from rules.logjam.steps import Capture, Lay, Place, Push, Roll, Run, Shift, Special, words
from rules.logjam.water import bits, distance, ends, free, water
from rules.text import Saying

NOT_YET = {
    Phase.ROLLOFF: "first the die says who begins",
    Phase.LOGS: "the logs are being laid",
    Phase.LOGGERS: "the loggers are being stood on the starting row",
    Phase.ROLL: "first the die is rolled",
    Phase.MOVE: "nobody is to be sent back",
    Phase.RETURN: "first say where the loggers go back to",
    Phase.OVER: "the game is over",
}
NO_ROOM = "there is nowhere to send them back to"


def why_not(s: Position, step: Step) -> Saying | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match s.phase, step:
        case ((Phase.ROLLOFF | Phase.ROLL), Roll()):
            return None
        case Phase.LOGS, Lay(_, cells):
            return _why_not_lay(s, cells)
        case ((Phase.LOGGERS | Phase.RETURN), Place()):
            return _why_not_place(s, step)
        case Phase.MOVE, Run(_, start, to):
            return _why_not_run(s, start, to)
        case Phase.MOVE, Capture() | Push() | Shift():
            return _why_not_special(s, step)
        case Phase.MOVE, Stop():
            return None
    return WrongPhase(NOT_YET[s.phase])


def _why_not_lay(s: Position, cells: tuple[int, ...]) -> str | None:
    board, named = s.terms.grid, s.terms.grid.names[cells[0]]
    if len(cells) not in s.unused:
        return f"no log of {len(cells)} squares is left to lay"
    if not bits(cells) & closed(s):
        return None
    if cells[0] // board.columns < QUIET_ROWS:
        return f"a log on {named} would lie in the two rows at the back wall"
    if bits(cells) & water(board).edge:
        return f"a log on {board.names[cells[-1]]} would lie in the row at the open edge"
    touched = next(log for log in s.logs if bits(cells) & halo(board, log))
    return f"a log on {named} would touch the log on {board.names[touched[0]]}"


def _why_not_place(s: Position, step: Place) -> str | None:
    """Whether this logger may stand on this square of the starting row."""
    if step.seat not in due(s):
        return _not_due(s, step)
    name, seat = s.terms.grid.names[step.to], due(s)[step.seat]
    if step.to in standable(s, seat):
        room = leaves_room(s, step)
        return None if room else "the others would have no square to go back to"
    if step.to >= s.terms.columns:
        return f"{name} is not on the starting row"
    return f"{name} is held by another colour"


def _not_due(s: Position, step: Place) -> str:
    """In the set-up nature says whose logger it is, and a player stands their own."""
    if s.phase is Phase.LOGGERS:
        if not s.terms.quick:
            return "you stand your own loggers"
        named = step.seat is not None
        return "somebody else's logger is due" if named else "say whose logger it is"
    if step.seat is None:
        such = words(s.terms.grid).places[going_back(s)[0], step.to]
        return f"several colours go back: say whose, such as `{such}`"
    if len(going_back(s)) == 1:
        return f"only one colour goes back: say `@{s.terms.grid.names[step.to]}`"
    return f"no logger of {ascii_uppercase[step.seat]} goes back"


def _why_not_mine(s: Position, start: int) -> str | None:
    if start in s.loggers[s.mover]:
        return None
    return f"no logger of yours is on {s.terms.grid.names[start]}"


def _why_not_run(s: Position, start: int, to: int) -> str | None:
    if reason := _why_not_mine(s, start):
        return reason
    found, off = ends(s, start, free(s))
    if off if to == OFF else found >> to & 1:
        return None
    return _no_way_off(s, start) if to == OFF else _no_run(s, start, to)


def _no_run(s: Position, start: int, to: int) -> str:
    names = s.terms.grid.names
    if to == start:
        return f"your logger is on {names[start]} already: to stay, say `.`"
    if to in lying(s.logs):
        return f"a log lies on {names[to]}"
    if owners(s).get(to, s.mover) != s.mover:
        return f"{names[to]} is held by another colour"
    if (steps := distance(s, start, 1 << to)) is None:
        return f"no way is open from {names[start]} to {names[to]}"
    return f"{names[to]} is {steps} steps away and you rolled {s.roll}"


def _no_way_off(s: Position, start: int) -> str:
    name, edge = s.terms.grid.names[start], distance(s, start, water(s.terms.grid).edge)
    if edge is None:
        return f"no way is open from {name} to the open edge"
    return f"from {name} it is {edge + 1} steps off the board and you rolled {s.roll}"


def _why_not_special(s: Position, step: Special) -> str | None:
    if step in in_question(s) and possible(s, step):
        return None
    match step:
        case Capture():
            return _no_capture(s, step)
        case Push():
            return _no_push(s, step)
    return _no_shift(s, step)


def _no_capture(s: Position, step: Capture) -> str:
    if reason := _why_not_rolled(s, CAPTURE, "capture") or _why_not_from(s, step):
        return reason
    if owners(s).get(step.to, s.mover) == s.mover:
        return f"no rival is on {s.terms.grid.names[step.to]}"
    return NO_ROOM


def _no_push(s: Position, step: Push) -> str:
    if reason := _why_not_rolled(s, PUSH, "push") or _why_not_from(s, step):
        return reason
    return _no_drift(s, step.to, s.terms.grid.bearing(step.start, step.to) or "")


def _no_shift(s: Position, step: Shift) -> str:
    if reason := _why_not_rolled(s, SHIFT, "shift"):
        return reason
    names, log = s.terms.grid.names, lying(s.logs).get(step.at)
    if log and log[0] != step.at:
        return f"the log on {names[step.at]} is called by its lowest square, {names[log[0]]}"
    if log and step.side == "s":
        return f"the log on {names[step.at]} cannot be shifted toward the starting row"
    return _no_drift(s, step.at, step.side)


def _why_not_rolled(s: Position, roll: int, what: str) -> str | None:
    return None if s.roll == roll else f"you rolled {s.roll}; a {what} needs a {roll}"


def _why_not_from(s: Position, step: Capture | Push) -> str | None:
    """Whether a logger of the mover's stands beside the square."""
    names = s.terms.grid.names
    if reason := _why_not_mine(s, step.start):
        return reason
    if step.to in s.terms.grid.neighbours[step.start]:
        return None
    return f"{names[step.to]} is not next to {names[step.start]}"


def _no_drift(s: Position, at: int, side: str) -> str:
    """Why no log moves from a square to a side, or that those in its way have no room."""
    names, log = s.terms.grid.names, lying(s.logs).get(at)
    if log is None:
        return f"no log lies on {names[at]}"
    match obstacle(s, log, side):
        case None:
            return NO_ROOM
        case Bound.WALL:
            return f"the log on {names[log[0]]} would run into the wall"
        case Bound.QUIET:
            return f"the log on {names[log[0]]} would enter the two rows at the back wall"
        case other:
            return f"the log on {names[log[0]]} would run into the log on {names[other[0]]}"

"""Why a step of Logjam is forbidden, in words; whatever has no reason is legal."""

from __future__ import annotations

from string import ascii_uppercase

from rules.game import Seat, Step, Stop, WrongPhase
from rules.logjam.building import halo, next_to_stand, put
from rules.logjam.drift import why_stuck
from rules.logjam.effects import special
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    QUIET_ROWS,
    SHIFT,
    Phase,
    Position,
    going_back,
    has_room,
    lying,
    owners,
)
from rules.logjam.steps import Capture, Lay, Place, Push, Roll, Run, Shift
from rules.logjam.water import bits, distance, water

NOT_YET = {
    Phase.ROLLOFF: "first the die says who begins",
    Phase.LOGS: "the logs are being laid",
    Phase.LOGGERS: "the loggers are being stood on the starting row",
    Phase.ROLL: "first the die is rolled",
    Phase.MOVE: "nobody is to be sent back",
    Phase.RETURN: "first say where the loggers go back to",
    Phase.OVER: "the game is over",
}


def why_not(s: Position, step: Step) -> str | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match s.phase, step:
        case ((Phase.ROLLOFF | Phase.ROLL), Roll()):
            return None
        case Phase.LOGS, Lay(_, cells):
            return _why_not_lay(s, cells)
        case Phase.LOGGERS, Place(_, to, seat):
            return _why_not_stand(s, to, seat)
        case Phase.RETURN, Place(_, to, seat):
            return _why_not_return(s, to, seat)
        case Phase.MOVE, Run(_, start, to):
            return _why_not_run(s, start, to)
        case Phase.MOVE, Capture():
            return _why_not_capture(s, step)
        case Phase.MOVE, Push():
            return _why_not_push(s, step)
        case Phase.MOVE, Shift():
            return _why_not_shift(s, step)
        case Phase.MOVE, Stop():
            return None
    return WrongPhase(NOT_YET[s.phase])


def _why_not_lay(s: Position, cells: tuple[int, ...]) -> str | None:
    board, named = s.terms.grid, s.terms.grid.names[cells[0]]
    if len(cells) not in s.unused:
        return f"no log of {len(cells)} squares is left to lay"
    if cells[0] // board.columns < QUIET_ROWS:
        return f"a log on {named} would lie in the two rows at the back wall"
    if bits(cells) & water(board).edge:
        return f"a log on {board.names[cells[-1]]} would lie in the row at the open edge"
    touched = next((log for log in s.logs if bits(cells) & halo(board, log)), None)
    return f"a log on {named} would touch the log on {board.names[touched[0]]}" if touched else None


def _why_not_stand(s: Position, to: int, seat: Seat | None) -> str | None:
    """In the set-up: nature says whose logger it is, a player stands his own."""
    if s.terms.quick != (seat is not None):
        return "say whose logger it is" if s.terms.quick else "you stand your own loggers"
    whose = s.mover if seat is None else seat
    if whose not in next_to_stand(s):
        return "somebody else's logger is due"
    return _why_not_on(s, to, whose)


def _why_not_on(s: Position, to: int, seat: Seat) -> str | None:
    """Whether a logger may stand on a square of the starting row."""
    name = s.terms.grid.names[to]
    if to >= s.terms.columns:
        return f"{name} is not on the starting row"
    if owners(s).get(to, seat) != seat:
        return f"{name} is held by another colour"
    return None


def _why_not_return(s: Position, to: int, seat: Seat | None) -> str | None:
    due = going_back(s)
    if len(due) == 1 and seat is not None:
        return f"only one colour goes back: say `@{s.terms.grid.names[to]}`"
    if len(due) > 1 and seat is None:
        return f"several colours go back: say whose, such as `{_word(s, due[0], to)}`"
    whose = due[0] if seat is None else seat
    if whose not in due:
        return f"no logger of {ascii_uppercase[whose]} goes back"
    if reason := _why_not_on(s, to, whose):
        return reason
    return None if has_room(put(s, whose, to)) else "the others would have no square to go back to"


def _word(s: Position, seat: Seat, to: int) -> str:
    return str(Place(s.terms.grid, to, seat))


def _why_not_mine(s: Position, start: int) -> str | None:
    if start in s.loggers[s.mover]:
        return None
    return f"no logger of yours is on {s.terms.grid.names[start]}"


def _why_not_run(s: Position, start: int, to: int) -> str | None:
    names = s.terms.grid.names
    if reason := _why_not_mine(s, start):
        return reason
    if to == OFF:
        return _why_not_off(s, start)
    if to == start:
        return f"your logger is on {names[start]} already: to stay, say `.`"
    if to in lying(s.logs):
        return f"a log lies on {names[to]}"
    if owners(s).get(to, s.mover) != s.mover:
        return f"{names[to]} is held by another colour"
    return _why_not_far(s, names[start], names[to], distance(s, start, 1 << to))


def _why_not_off(s: Position, start: int) -> str | None:
    """It costs one step to leave from the last row (Logjam rules, Moving a Logger)."""
    edge = distance(s, start, water(s.terms.grid).edge)
    steps = None if edge is None else edge + 1
    return _why_not_far(s, s.terms.grid.names[start], "off", steps)


def _why_not_far(s: Position, start: str, to: str, steps: int | None) -> str | None:
    if steps is None:
        return f"no way is open from {start} to {'the open edge' if to == 'off' else to}"
    if steps <= s.roll:
        return None
    if to == "off":
        return f"from {start} it is {steps} steps off the board and you rolled {s.roll}"
    return f"{to} is {steps} steps away and you rolled {s.roll}"


def _why_not_rolled(s: Position, roll: int, what: str) -> str | None:
    return None if s.roll == roll else f"you rolled {s.roll}; a {what} needs a {roll}"


def _why_not_beside(s: Position, start: int, to: int) -> str | None:
    if to in s.terms.grid.neighbours[start]:
        return None
    return f"{s.terms.grid.names[to]} is not next to {s.terms.grid.names[start]}"


def _why_not_capture(s: Position, step: Capture) -> str | None:
    reason = (
        _why_not_rolled(s, CAPTURE, "capture")
        or _why_not_mine(s, step.start)
        or _why_not_beside(s, step.start, step.to)
    )
    if reason:
        return reason
    if owners(s).get(step.to, s.mover) == s.mover:
        return f"no rival is on {s.terms.grid.names[step.to]}"
    return _why_no_room(s, step)


def _why_not_push(s: Position, step: Push) -> str | None:
    reason = (
        _why_not_rolled(s, PUSH, "push")
        or _why_not_mine(s, step.start)
        or _why_not_beside(s, step.start, step.to)
    )
    if reason:
        return reason
    log = lying(s.logs).get(step.to)
    if log is None:
        return f"no log lies on {s.terms.grid.names[step.to]}"
    side = s.terms.grid.bearing(step.start, step.to) or ""
    return why_stuck(s, log, side) or _why_no_room(s, step)


def _why_not_shift(s: Position, step: Shift) -> str | None:
    if reason := _why_not_rolled(s, SHIFT, "shift"):
        return reason
    names, log = s.terms.grid.names, lying(s.logs).get(step.at)
    if log is None:
        return f"no log lies on {names[step.at]}"
    if log[0] != step.at:
        return f"the log on {names[step.at]} is called by its lowest square, {names[log[0]]}"
    if step.side == "s":
        return f"the log on {names[step.at]} cannot be shifted toward the starting row"
    return why_stuck(s, log, step.side) or _why_no_room(s, step)


def _why_no_room(s: Position, step: Capture | Push | Shift) -> str | None:
    """All who are captured or crushed must find a square (our ruling)."""
    after, _ = special(s, step)
    return None if has_room(after) else "there is nowhere to send them back to"

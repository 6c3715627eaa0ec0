"""What a legal step of Logjam does, and the facts that come of it.

ROLL ──> MOVE ──> RETURN (while somebody is to be sent back) ──> next seat's ROLL
"""

from __future__ import annotations

from dataclasses import replace

from rules.game import Event, Leave, Seat, Step, Stop
from rules.logjam.building import (
    due,
    lay,
    next_roll_off,
    next_to_build,
    put,
    roll_off,
    stand,
    standable,
)
from rules.logjam.position import (
    OFF,
    OUT,
    Outcome,
    Phase,
    Position,
    end_turn,
    lying,
    owners,
    seats_from,
)
from rules.logjam.steps import Capture, Lay, Place, Push, Roll, Run, Shift, Special
from rules.logjam.water import CRUSHED, Drift, Met, drift


def apply(s: Position, step: Step) -> Outcome:
    """The position after a legal step, and its events."""
    match step:
        case Roll(face) if s.phase is Phase.ROLLOFF:
            return roll_off(s, face)
        case Roll(face):
            rolled = Event("rolls", s.mover, (), face)
            return replace(s, phase=Phase.MOVE, roll=face), [rolled]
        case Lay():
            return lay(s, step)
        case Place() if s.phase is Phase.LOGGERS:
            return stand(s, step)
        case Place():
            return _send_back(s, step)
        case Leave(seat):
            return _leave(s, seat)
        case Run(_, start, to):
            return _settle(*_run(s, start, to))
        case Capture() | Push() | Shift():
            return _settle(*special(s, step))
        case Stop():
            return end_turn(s, [Event("rests", s.mover)])
    raise TypeError(f"{type(step).__name__} is no step of Logjam")


def special(s: Position, step: Special) -> Outcome:
    """What a special action leads to, before anybody is sent back."""
    match step:
        case Capture(_, start, to):
            return _capture(s, start, to)
        case Push(_, start, to):
            return _push(s, start, to)
    log = lying(s.logs)[step.at]
    return _drifted(s, drift(s, log, step.side), _event(s, "shifts", step.at))


def _settle(s: Position, events: list[Event]) -> Outcome:
    """Whoever was captured or crushed is to be sent back. No log can crush one stack and push
    another off the board, so a game that is won has nobody to send back."""
    if any(s.hand):
        return replace(s, phase=Phase.RETURN), events
    return end_turn(s, events)


def _run(s: Position, start: int, to: int) -> Outcome:
    if to == OFF:
        return _home(_shed(s, s.mover, start, 1), s.mover, 1), [_exit(s, s.mover, start, 1)]
    return _move(s, s.mover, start, to, 1), [_event(s, "runs", start, to)]


def _capture(s: Position, start: int, to: int) -> Outcome:
    """The whole stack goes to the hand; one logger takes its square (Logjam rules, Rolling a
    One)."""
    owner = owners(s)[to]
    n = s.loggers[owner].count(to)
    taken = Event("captured", owner, (s.terms.grid.names[to],), n)
    s = _in_hand(_shed(s, owner, to, n), owner, n)
    return _move(s, s.mover, start, to, 1), [_event(s, "captures", start, to), taken]


def _push(s: Position, start: int, to: int) -> Outcome:
    """The log moves straight away, and the logger follows onto the square it left, also when
    it left the game (Logjam rules, Rolling a Two)."""
    side = s.terms.grid.bearing(start, to) or ""
    moving = drift(s, lying(s.logs)[to], side)
    s, events = _drifted(s, moving, _event(s, "pushes", start, to))
    return _move(s, s.mover, start, to, 1), events


def _drifted(s: Position, moving: Drift, cause: Event) -> Outcome:
    """The log in its new place, or out of the game, and every stack it met."""
    names = s.terms.grid.names
    others = [log for log in s.logs if log != moving.log]
    logs = tuple(sorted((*others, moving.to) if moving.to else others))
    verb = "slides" if moving.to else "drifts"
    at = tuple(names[cell] for cell in (*moving.log, *moving.to))
    events = [cause, Event(verb, s.mover, at)]
    s = replace(s, logs=logs)
    for met in moving.met:
        s, fact = _meet(s, met)
        events.append(fact)
    return s, events


def _meet(s: Position, met: Met) -> tuple[Position, Event]:
    names = s.terms.grid.names
    if met.to == OFF:
        gone = _shed(s, met.owner, met.at, met.n)
        return _home(gone, met.owner, met.n), _exit(s, met.owner, met.at, met.n)
    if met.to == CRUSHED:
        crushed = _in_hand(_shed(s, met.owner, met.at, met.n), met.owner, met.n)
        return crushed, Event("crushed", met.owner, (names[met.at],), met.n)
    carried = _move(s, met.owner, met.at, met.to, met.n)
    return carried, Event("carried", met.owner, (names[met.at], names[met.to]), met.n)


def _send_back(s: Position, step: Place) -> Outcome:
    """A logger from the hand onto the starting row; after the last one the turn is over."""
    seat = due(s)[step.seat]
    sent = Event("returns", seat, (s.terms.grid.names[step.to],))
    return _settle(put(s, seat, step.to), [sent])


def _leave(s: Position, seat: Seat) -> Outcome:
    """All of a seat's loggers are taken off, and it is skipped from now on; those that are home
    stay there (our ruling). The last one left has nobody to play with."""
    s = replace(
        s,
        left=(*s.left[:seat], True, *s.left[seat + 1 :]),
        rolls=(*s.rolls[:seat], OUT, *s.rolls[seat + 1 :]),
        loggers=(*s.loggers[:seat], (), *s.loggers[seat + 1 :]),
        hand=(*s.hand[:seat], 0, *s.hand[seat + 1 :]),
    )
    events = [Event("leaves", seat)]
    if len(seats_from(s, 0)) == 1:
        return replace(s, phase=Phase.OVER, roll=0), events
    return _go_on(s, seat == s.mover, events)


def _go_on(s: Position, his_turn: bool, events: list[Event]) -> Outcome:
    """What is due after somebody has left: their turn ends as it is."""
    match s.phase:
        case Phase.ROLLOFF:
            return next_roll_off(_rivals_again(s), events)
        case Phase.LOGS | Phase.LOGGERS:
            return _build_on(s, his_turn), events
        case Phase.RETURN if his_turn or not any(s.hand):
            return _stand_back(s, events)
    return end_turn(s, events) if his_turn else (s, events)


def _rivals_again(s: Position) -> Position:
    """When all who shared the highest roll have left, the others roll again."""
    here = seats_from(s, 0)
    if any(s.rolls[seat] != OUT for seat in here):
        return s
    return replace(s, rolls=tuple(OUT if gone else 0 for gone in s.left))


def _build_on(s: Position, his_turn: bool) -> Position:
    if s.phase is Phase.LOGGERS and not any(s.hand):
        return next_to_build(s)
    return replace(s, mover=seats_from(s, s.mover)[0]) if his_turn else s


def _stand_back(s: Position, events: list[Event]) -> Outcome:
    """Nobody is left to send the loggers in hand back: each goes to its colour on the starting
    row, or to the first empty square."""
    for seat, n in list(enumerate(s.hand)):
        for _ in range(n):
            to = min(standable(s, seat), key=lambda c: (c not in s.loggers[seat], c))
            s = put(s, seat, to)
            events.append(Event("returns", seat, (s.terms.grid.names[to],)))
    return end_turn(s, events)


def _event(s: Position, verb: str, *cells: int) -> Event:
    """A fact of the mover's."""
    return Event(verb, s.mover, tuple(s.terms.grid.names[cell] for cell in cells))


def _exit(s: Position, owner: Seat, at: int, n: int) -> Event:
    return Event("exits", owner, (s.terms.grid.names[at], "off"), n)


def _move(s: Position, seat: Seat, at: int, to: int, n: int) -> Position:
    """So many loggers of a square stand on another."""
    return _stacked(s, seat, at, n, (to,) * n)


def _shed(s: Position, seat: Seat, at: int, n: int) -> Position:
    """So many loggers fewer on a square."""
    return _stacked(s, seat, at, n, ())


def _stacked(s: Position, seat: Seat, at: int, n: int, new: tuple[int, ...]) -> Position:
    cells = list(s.loggers[seat])
    for _ in range(n):
        cells.remove(at)
    stacks = (*s.loggers[:seat], tuple(sorted((*cells, *new))), *s.loggers[seat + 1 :])
    return replace(s, loggers=stacks)


def _in_hand(s: Position, seat: Seat, n: int) -> Position:
    return replace(s, hand=(*s.hand[:seat], s.hand[seat] + n, *s.hand[seat + 1 :]))


def _home(s: Position, seat: Seat, n: int) -> Position:
    return replace(s, home=(*s.home[:seat], s.home[seat] + n, *s.home[seat + 1 :]))

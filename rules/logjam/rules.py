"""The rules of Logjam: which steps are legal, why others aren't, and what a legal step does.

`legal` looks at the pieces, not at every possible word. A reason is worded only for an illegal one.

ROLL ──> MOVE ──> RETURN (while loggers must go back) ──> ROLL of the next seat
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.game import Event, Leave, Seat, Step, Stop, WrongPhase
from rules.logjam.building import (
    closed,
    due,
    fitting,
    halo,
    lay,
    next_roll_off,
    next_to_build,
    put,
    roll_off,
    stand,
    standable,
)
from rules.logjam.position import (
    CAPTURE,
    CRUSHED,
    NOTHING,
    OFF,
    OUT,
    PUSH,
    QUIET_ROWS,
    ROLLS,
    SHIFT,
    Bound,
    Capture,
    Drift,
    Lay,
    Log,
    Met,
    Outcome,
    Phase,
    Place,
    Position,
    Push,
    Roll,
    Run,
    Shift,
    Special,
    bits,
    distance,
    drift,
    end_turn,
    ends,
    free,
    going_back,
    has_room,
    lying,
    obstacle,
    owners,
    seats_from,
    squares,
    water,
    words,
)
from rules.text import Code, Plural, Text

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
            specials = (step for step in in_question(s) if possible(s, step))
            return [*_runs(s), *specials, NOTHING]
    return []


def _places(s: Position) -> Iterator[Place]:
    """Every square for a logger that may be placed now."""
    places = words(s.terms.grid).places
    for named, seat in due(s).items():
        for to in standable(s, seat):
            if leaves_room(s, step := places[named, to]):
                yield step


def leaves_room(s: Position, step: Place) -> bool:
    """True if the other loggers in hand still find a square, as they always do in the set-up."""
    return s.phase is Phase.LOGGERS or has_room(put(s, due(s)[step.seat], step.to))


def _runs(s: Position) -> Iterator[Run]:
    """Every square within the roll, and off the board if the last row is near enough."""
    runs, allowed = words(s.terms.grid).runs, free(s)
    for start in sorted(set(s.loggers[s.mover])):
        found, off = ends(s, start, allowed)
        ways = runs[start]
        yield from [ways[to] for to in squares(found)]
        if off:
            yield ways[OFF]


def in_question(s: Position) -> Iterator[Special]:
    """The roll's special actions that have a rival or a log to act on."""
    known, neighbours = words(s.terms.grid), s.terms.grid.neighbours
    if s.roll == SHIFT:
        yield from (known.shifts[log[0], side] for log in s.logs for side in WAYS)
    elif s.roll in (CAPTURE, PUSH):
        table = known.captures if s.roll == CAPTURE else known.pushes
        for start in sorted(set(s.loggers[s.mover])):
            yield from (table[start, to] for to in neighbours[start])


def possible(s: Position, step: Special) -> bool:
    """True if there is a rival or a movable log, and room for all who would be sent back (our
    ruling)."""
    return _there(s, step) and (_harmless(s, step) or has_room(special(s, step)[0]))


def _harmless(s: Position, step: Special) -> bool:
    """True if a log moves where no logger stands, so nobody is sent back."""
    match step:
        case Capture():
            return False
        case Push(_, start, to):
            side = s.terms.grid.bearing(start, to) or ""
            return not in_the_way(s, lying(s.logs)[to], side)
    return not in_the_way(s, lying(s.logs)[step.at], step.side)


def in_the_way(s: Position, log: Log, side: str) -> bool:
    """True if a logger stands where a log would move."""
    board = s.terms.grid
    cells = [board.toward(cell, side) for cell in log]
    return any(cell in stack for stack in s.loggers for cell in cells)


def led_to(s: Position, step: Special) -> Position | None:
    """The result of a special action before loggers are sent back; None if it isn't possible."""
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


NOT_YET = {
    Phase.ROLLOFF: WrongPhase("first, the die decides who starts"),
    Phase.LOGS: WrongPhase("players are still placing logs"),
    Phase.LOGGERS: WrongPhase("players are still placing loggers on the starting row"),
    Phase.ROLL: WrongPhase("the die hasn't been rolled yet"),
    Phase.MOVE: WrongPhase("no logger has to go back"),
    Phase.RETURN: WrongPhase("first, choose where the loggers go back to"),
    Phase.OVER: WrongPhase("the game is over"),
}
NO_ROOM = Text("row 1 has no room for loggers that are sent back")


def why_not(s: Position, step: Step) -> Text | None:
    """The reason, without capital or full stop, or None if the step is legal."""
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
    return NOT_YET[s.phase]


def _why_not_lay(s: Position, cells: tuple[int, ...]) -> Text | None:
    names, length, low = s.terms.grid.names, len(cells), cells[0]
    if length not in s.unused:
        return Text("there are no {n}-square logs left to lay", n=length)
    if not bits(cells) & closed(s):
        return None
    if low // s.terms.columns < QUIET_ROWS:
        return Text(
            "a log on {square} would lie in the two rows at the back wall", square=names[low]
        )
    if bits(cells) & water(s.terms.grid).edge:
        return Text(
            "a log on {square} would lie in the row at the open edge", square=names[cells[-1]]
        )
    touched = next(log for log in s.logs if bits(cells) & halo(s.terms.grid, log))
    return Text(
        "a log on {square} would touch the log on {other}",
        square=names[low],
        other=names[touched[0]],
    )


def _why_not_place(s: Position, step: Place) -> Text | None:
    """Whether this logger may stand on this square of the starting row."""
    if step.seat not in due(s):
        return _not_due(s, step)
    name, seat = s.terms.grid.names[step.to], due(s)[step.seat]
    if step.to in standable(s, seat):
        room = leaves_room(s, step)
        return None if room else Text("the other loggers would have no square to go back to")
    if step.to >= s.terms.columns:
        return Text("{square} isn't on the starting row", square=name)
    return _held(name)


def _not_due(s: Position, step: Place) -> Text:
    """In the set-up nature names the seat, and players stand their own."""
    if s.phase is Phase.RETURN:
        return _not_going_back(s, step)
    if not s.terms.quick:
        return Text("you can only place your own loggers")
    if step.seat is None:
        return Text("say whose logger you mean")
    return Text("it's another player's logger that has to go back")


def _not_going_back(s: Position, step: Place) -> Text:
    """These reasons don't know the seats' letters at the table."""
    if step.seat is None:
        return Text("loggers of several colours go back: say whose you mean")
    if len(going_back(s)) == 1:
        only = words(s.terms.grid).places[None, step.to]
        return Text("loggers of only one colour go back: type {word}", word=Code(str(only)))
    return Text("no logger of that colour has to go back")


def _held(name: str) -> Text:
    return Text("a logger of another colour is on {square}", square=name)


def _why_not_mine(s: Position, start: int) -> Text | None:
    if start in s.loggers[s.mover]:
        return None
    return Text("you have no logger on {square}", square=s.terms.grid.names[start])


def _why_not_run(s: Position, start: int, to: int) -> Text | None:
    if reason := _why_not_mine(s, start):
        return reason
    found, off = ends(s, start, free(s))
    if off if to == OFF else found >> to & 1:
        return None
    return _no_way_off(s, start) if to == OFF else _no_run(s, start, to)


def _no_run(s: Position, start: int, to: int) -> Text:
    name, here = s.terms.grid.names[to], s.terms.grid.names[start]
    if to == start:
        return Text(
            "your logger is already on {square}: type {word} to stay", square=name, word=Code(".")
        )
    if to in lying(s.logs):
        return Text("there's a log on {square}", square=name)
    if owners(s).get(to, s.mover) != s.mover:
        return _held(name)
    if (steps := distance(s, start, 1 << to)) is None:
        return Text("the way from {start} to {end} is blocked", start=here, end=name)
    return Plural(
        "{square} is {n} step away, but you rolled {roll}",
        "{square} is {n} steps away, but you rolled {roll}",
        steps,
        square=name,
        roll=s.roll,
    )


def _no_way_off(s: Position, start: int) -> Text:
    name, edge = s.terms.grid.names[start], distance(s, start, water(s.terms.grid).edge)
    if edge is None:
        return Text("the way from {start} to the open edge is blocked", start=name)
    return Plural(
        "{start} is {n} step from the open edge, but you rolled {roll}",
        "{start} is {n} steps from the open edge, but you rolled {roll}",
        edge + 1,
        start=name,
        roll=s.roll,
    )


def _why_not_special(s: Position, step: Special) -> Text | None:
    if step in in_question(s) and possible(s, step):
        return None
    match step:
        case Capture():
            return _no_capture(s, step)
        case Push():
            return _no_push(s, step)
    return _no_shift(s, step)


def _no_capture(s: Position, step: Capture) -> Text:
    if s.roll != CAPTURE:
        return Text("you rolled {n}, but a capture needs a {needed}", n=s.roll, needed=CAPTURE)
    if reason := _why_not_from(s, step):
        return reason
    if owners(s).get(step.to, s.mover) == s.mover:
        return Text("there's no rival on {square}", square=s.terms.grid.names[step.to])
    return NO_ROOM


def _no_push(s: Position, step: Push) -> Text:
    if s.roll != PUSH:
        return Text("you rolled {n}, but a push needs a {needed}", n=s.roll, needed=PUSH)
    if reason := _why_not_from(s, step):
        return reason
    return _no_drift(s, step.to, s.terms.grid.bearing(step.start, step.to) or "")


def _no_shift(s: Position, step: Shift) -> Text:
    if s.roll != SHIFT:
        return Text("you rolled {n}, but a shift needs a {needed}", n=s.roll, needed=SHIFT)
    names, log = s.terms.grid.names, lying(s.logs).get(step.at)
    if log and log[0] != step.at:
        return Text(
            "name the log on {square} by its lowest square, {lowest}",
            square=names[step.at],
            lowest=names[log[0]],
        )
    if log and step.side == "s":
        return Text(
            "the log on {square} can't be shifted towards the starting row", square=names[step.at]
        )
    return _no_drift(s, step.at, step.side)


def _why_not_from(s: Position, step: Capture | Push) -> Text | None:
    """Why no logger of the mover's stands beside the square, or None."""
    if reason := _why_not_mine(s, step.start):
        return reason
    if step.to in s.terms.grid.neighbours[step.start]:
        return None
    names = s.terms.grid.names
    return Text("{square} isn't next to {start}", square=names[step.to], start=names[step.start])


def _no_drift(s: Position, at: int, side: str) -> Text:
    """Why no log moves from a square to a side, or that those in its way have no room."""
    names, log = s.terms.grid.names, lying(s.logs).get(at)
    if log is None:
        return Text("there's no log on {square}", square=names[at])
    match obstacle(s, log, side):
        case None:
            return NO_ROOM
        case Bound.WALL:
            return Text("the log on {square} would run into the wall", square=names[log[0]])
        case Bound.QUIET:
            return Text(
                "the log on {square} would enter the two rows at the back wall",
                square=names[log[0]],
            )
        case other:
            return Text(
                "the log on {square} would run into the log on {other}",
                square=names[log[0]],
                other=names[other[0]],
            )


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
            seat = due(s)[step.seat]
            sent = Event("returns", seat, (s.terms.grid.names[step.to],))
            return _settle(put(s, seat, step.to), [sent])
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
    """The result of a special action before loggers are sent back."""
    match step:
        case Capture(_, start, to):
            return _capture(s, start, to)
        case Push(_, start, to):
            return _push(s, start, to)
    log = lying(s.logs)[step.at]
    return _drifted(s, drift(s, log, step.side), _event(s, "shifts", step.at))


def _settle(s: Position, events: list[Event]) -> Outcome:
    """Send back captured and crushed loggers first. No log can crush one stack and push another off
    the board, so a game that is won has nobody to send back."""
    if any(s.hand):
        return replace(s, phase=Phase.RETURN), events
    return end_turn(s, events)


def _run(s: Position, start: int, to: int) -> Outcome:
    if to == OFF:
        return _home(_shed(s, s.mover, start, 1), s.mover, 1), [_exit(s, s.mover, start, 1)]
    return _move(s, s.mover, start, to, 1), [_event(s, "runs", start, to)]


def _capture(s: Position, start: int, to: int) -> Outcome:
    """Take the whole stack into the hand, and one logger onto its square (Logjam rules, Rolling a
    One)."""
    owner = owners(s)[to]
    n = s.loggers[owner].count(to)
    taken = Event("captured", owner, (s.terms.grid.names[to],), n)
    s = _in_hand(_shed(s, owner, to, n), owner, n)
    return _move(s, s.mover, start, to, 1), [_event(s, "captures", start, to), taken]


def _push(s: Position, start: int, to: int) -> Outcome:
    """Move the log straight away, and the logger onto the square it left, even if it left the game
    (Logjam rules, Rolling a Two)."""
    side = s.terms.grid.bearing(start, to) or ""
    moving = drift(s, lying(s.logs)[to], side)
    s, events = _drifted(s, moving, _event(s, "pushes", start, to))
    return _move(s, s.mover, start, to, 1), events


def _drifted(s: Position, moving: Drift, cause: Event) -> Outcome:
    """Move the log, or take it out of the game, and handle every stack it met."""
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


def _leave(s: Position, seat: Seat) -> Outcome:
    """Take a seat's loggers off and skip it from now on; those at home stay (our ruling). A last
    seat left has nobody to play with."""
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
    """Continue after a seat has left: its turn ends as it is."""
    match s.phase:
        case Phase.ROLLOFF:
            if all(s.rolls[seat] == OUT for seat in seats_from(s, 0)):
                # All seats with the highest roll have left, so the others roll again.
                s = replace(s, rolls=tuple(OUT if gone else 0 for gone in s.left))
            return next_roll_off(s, events)
        case Phase.LOGGERS if not any(s.hand):
            return next_to_build(s), events
        case Phase.LOGS | Phase.LOGGERS:
            mover = seats_from(s, s.mover)[0] if his_turn else s.mover
            return replace(s, mover=mover), events
        case Phase.RETURN if his_turn or not any(s.hand):
            return _stand_back(s, events)
    return end_turn(s, events) if his_turn else (s, events)


def _stand_back(s: Position, events: list[Event]) -> Outcome:
    """Put loggers back whose player has left: each to its colour on the starting row, or to the
    first empty square."""
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
    """Move so many loggers to another square."""
    return _stacked(s, seat, at, n, (to,) * n)


def _shed(s: Position, seat: Seat, at: int, n: int) -> Position:
    """Take so many loggers off a square."""
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

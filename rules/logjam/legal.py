"""Which steps of Logjam are legal, and why the rest is not.

What stands or lies somewhere is looked at, not every word that could be said. A reason is looked
for only where that says no.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import Step, Stop, WrongPhase
from rules.logjam.building import closed, due, fitting, halo, put, standable
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
from rules.logjam.steps import (
    NOTHING,
    ROLLS,
    Capture,
    Lay,
    Place,
    Push,
    Roll,
    Run,
    Shift,
    Special,
    words,
)
from rules.logjam.water import Bound, Log, bits, distance, ends, free, obstacle, squares, water
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
    """In the set-up nature says whose logger it is, and a player stands their own."""
    if s.phase is Phase.RETURN:
        return _not_going_back(s, step)
    if not s.terms.quick:
        return Text("you can only place your own loggers")
    if step.seat is None:
        return Text("say whose logger you mean")
    return Text("it's another player's logger that has to go back")


def _not_going_back(s: Position, step: Place) -> Text:
    """By which letters the seats go is not known here."""
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
    """Whether a logger of the mover's stands beside the square."""
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

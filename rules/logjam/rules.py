"""The rules of Logjam: which steps are legal, why others aren't, and what a legal step does.

ROLLOFF (again for ties) ──> LOGS ──> LOGGERS ──> the first turn
ROLL ──> MOVE ──> RETURN (while loggers must go back) ──> ROLL of the next seat

quick: nature does everything. classic: players lay the logs and stand the loggers in turn, from the
highest roller on. The seat after the last log begins with the loggers, the seat after the last
logger with the turns (Logjam rules, Initial Setup and Play of the Game).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.game import NATURE, Event, Leave, Seat, Step, Stop, WrongPhase, put
from rules.logjam.position import (
    CAPTURE,
    CRUSHED,
    NOTHING,
    OFF,
    OUT,
    PUSH,
    QUIET_ROWS,
    ROLLS,
    ROUNDS,
    SHIFT,
    Bound,
    Capture,
    Drift,
    Lay,
    Logs,
    Phase,
    Placement,
    Position,
    Push,
    Roll,
    Run,
    Shift,
    Special,
    water,
)
from rules.squares import Grid, bits, squares
from rules.text import Code, Plural, Text

Outcome = tuple[Position, list[Event]]


def legal(s: Position) -> list[Step]:
    """Exactly the candidates without a reason, in their order."""
    match s.phase:
        case Phase.MOVE:
            return [*runs(s), *(x for x in in_question(s) if possible(s, x)), NOTHING]
        case Phase.ROLL | Phase.ROLLOFF:
            return list(ROLLS)
        case Phase.LOGGERS | Phase.RETURN:
            places = s.words.places
            found = (places[x, to] for x, seat in due(s).items() for to in standable(s, seat))
            return [step for step in found if _leaves_room(s, step)]
        case Phase.LOGS:
            return list(fitting(s))
    return []


def _leaves_room(s: Position, step: Placement) -> bool:
    """True if the other loggers in hand still find a square, as they always do in the set-up."""
    return s.phase is Phase.LOGGERS or place_logger(s, due(s)[step.seat], step.to).has_room


def runs(s: Position) -> Iterator[Run]:
    """Every square within the roll, and off the board if the last row is near enough."""
    words, allowed = s.words.runs, s.free
    for start in sorted(set(s.loggers[s.mover])):
        found, off = s.ends(start, allowed)
        ways = words[start]
        yield from [ways[to] for to in squares(found)]
        if off:
            yield ways[OFF]


def in_question(s: Position) -> Iterator[Special]:
    """The roll's special actions that have a rival or a log to act on."""
    known, neighbours = s.words, s.grid.neighbours
    if s.roll == SHIFT:  # never toward the starting row
        yield from (known.shifts[log[0], side] for log in s.logs for side in "new")
    elif s.roll in (CAPTURE, PUSH):
        table = known.captures if s.roll == CAPTURE else known.pushes
        for start in sorted(set(s.loggers[s.mover])):
            yield from (table[start, to] for to in neighbours[start])


def possible(s: Position, step: Special) -> bool:
    """True if there is a rival or a movable log, and room for all sent back (our ruling)."""
    if isinstance(step, Capture):
        return led_to(s, step) is not None
    if (entry := _entry(s, step)) is None:
        return False
    harmless = all(map(entry.isdisjoint, s.loggers))  # nobody is sent back
    return harmless or special(s, step)[0].has_room


def in_the_way(s: Position, step: Push | Shift) -> bool:
    """True if a logger stands where the log of a step would move."""
    entry = _entry(s, step)
    return entry is not None and not all(map(entry.isdisjoint, s.loggers))


def led_to(s: Position, step: Special) -> Position | None:
    """The result of a special action before loggers are sent back; None if it isn't possible."""
    if isinstance(step, Capture):
        there = s.owners.get(step.to, s.mover) != s.mover
    else:
        there = _entry(s, step) is not None
    if not there:
        return None
    after, _ = special(s, step)
    return after if after.has_room else None


def _entry(s: Position, step: Push | Shift) -> frozenset[int] | None:
    """The squares that the log of a step enters, None if there is none or it is barred."""
    if isinstance(step, Shift):
        at, side = step.at, step.side
    else:
        at, side = step.to, s.grid.bearing(step.start, step.to) or ""
    log = s.lying.get(at)
    return s.entry(log, side) if log else None


def _next_roll_off(s: Position, events: list[Event]) -> Outcome:
    """The next seat rolls. After the last one, seats that share the highest roll roll again."""
    if 0 in s.rolls:
        return s._replace(mover=s.rolls.index(0)), events
    here = s.seats_from(0)
    highest = max(s.rolls[seat] for seat in here)
    best = [seat for seat in here if s.rolls[seat] == highest]
    if len(best) > 1:
        again = tuple(0 if seat in best else OUT for seat in range(len(s.rolls)))
        return s._replace(mover=best[0], rolls=again), events
    begun = s._replace(phase=Phase.LOGS, mover=best[0], first=best[0], rolls=(0,) * len(s.rolls))
    return begun, [*events, Event("begins", best[0])]


def lay(s: Position, step: Lay) -> Outcome:
    """Lay a log. If no other fits, the loggers are due."""
    unused = tuple((Counter(s.unused) - Counter([len(step.cells)])).elements())
    s = s._replace(logs=Logs(sorted((*s.logs, step.cells))), unused=unused)
    names = tuple(s.names[cell] for cell in step.cells)
    events = [Event("lays", NATURE if s.terms.quick else s.mover, names)]
    phase = Phase.LOGS if any(True for _ in fitting(s)) else Phase.LOGGERS
    mover = s.mover if s.terms.quick else s.after(s.mover)
    return s._replace(phase=phase, mover=mover), events


def fitting(s: Position) -> Iterable[Lay]:
    """Every log that may be laid now, in the order of the words."""
    lengths, taken = set(s.unused), closed_squares(s)
    free = (step for step, cells in s.words.lays if not cells & taken)
    return (step for step in free if len(step.cells) in lengths)


def closed_squares(s: Position) -> int:
    """The squares where no log may lie: at the back wall, at the open edge, and on or around
    another (Logjam rules, Initial Setup, 2b and 2c)."""
    board = s.grid
    taken = bits(range(QUIET_ROWS * board.columns)) | water(board).edge
    for log in s.logs:
        taken |= halo(board, log)
    return taken


def halo(board: Grid, log: tuple[int, ...]) -> int:
    """A log and all squares around it, diagonal ones too (Initial Setup, 2c)."""
    river, cells = water(board), bits(log)
    wide = cells | ((cells & river.not_last) << 1) | ((cells & river.not_first) >> 1)
    return wide | (wide << board.columns) | (wide >> board.columns)


def due(s: Position) -> dict[Seat | None, Seat]:
    """The seats whose loggers may be placed now, by the seat that the word names: None if only one
    is due. Nature stands one of a seat with most in hand, so no seat is better off. Players stand
    their own, and send back all loggers in hand."""
    if s.phase is Phase.RETURN:
        back = s.going_back
        return {seat: seat for seat in back} if len(back) > 1 else {None: back[0]}
    if not s.terms.quick:
        return {None: s.mover}
    return {seat: seat for seat, n in enumerate(s.hand) if n == max(s.hand)}


def next_to_build(s: Position) -> Position:
    """The next builder, or the first turn. With quick set-up the mover stays."""
    if not any(s.hand):
        seat = s.seats_from(s.mover)[0] if s.terms.quick else s.after(s.mover)
        return s._replace(phase=Phase.ROLL, mover=seat, first=seat, roll=0, round=1)
    return s if s.terms.quick else s._replace(mover=s.after(s.mover))


def place_logger(s: Position, seat: Seat, to: int) -> Position:
    """Put a logger from the hand onto a square."""
    stack = tuple(sorted((*s.loggers[seat], to)))
    hand, loggers = put(s.hand, seat, s.hand[seat] - 1), put(s.loggers, seat, stack)
    return s._replace(hand=hand, loggers=loggers)


def standable(s: Position, seat: Seat) -> list[int]:
    """The squares of the starting row that are empty or hold this colour."""
    standing = s.owners
    return [cell for cell in range(s.terms.columns) if standing.get(cell, seat) == seat]


NOT_YET = {
    Phase.ROLLOFF: WrongPhase("first, the die decides who starts"),
    Phase.LOGS: WrongPhase("players are still placing logs"),
    Phase.LOGGERS: WrongPhase("players are still placing loggers on the starting row"),
    Phase.ROLL: WrongPhase("the die hasn't been rolled yet"),
    Phase.MOVE: WrongPhase("no logger has to go back"),
    Phase.RETURN: WrongPhase("first, choose where the loggers go back to"),
    Phase.OVER: WrongPhase("the game is over"),
}
_NO_ROOM = Text("row 1 has no room for loggers that are sent back")


def why_not(s: Position, step: Step) -> Text | None:
    """The reason, without capital or full stop, or None if the step is legal."""
    match step:
        case Run() if s.phase is Phase.MOVE:
            start, to = step.start, step.to
            if reason := _why_not_mine(s, start):
                return reason
            found, off = s.ends(start, s.free)
            if to == OFF:
                return None if off else _no_way_off(s, start)
            return None if found >> to & 1 else _no_run(s, start, to)
        case Capture() | Push() | Shift() if s.phase is Phase.MOVE:
            return _why_not_special(s, step)
        case Roll() if s.phase in (Phase.ROLL, Phase.ROLLOFF):
            return None
        case Placement() if s.phase in (Phase.RETURN, Phase.LOGGERS):
            return _why_not_place(s, step)
        case Lay(_, cells) if s.phase is Phase.LOGS:
            return _why_not_lay(s, cells)
        case Stop() if s.phase is Phase.MOVE:
            return None
    return NOT_YET[s.phase]


def _why_not_lay(s: Position, cells: tuple[int, ...]) -> Text | None:
    names, length, low = s.names, len(cells), cells[0]
    if length not in s.unused:
        return Text("there are no {n}-square logs left to lay", n=length)
    if not bits(cells) & closed_squares(s):
        return None
    if low // s.terms.columns < QUIET_ROWS:
        return Text(
            "a log on {square} would lie in the two rows at the back wall", square=names[low]
        )
    if bits(cells) & s.water.edge:
        return Text(
            "a log on {square} would lie in the row at the open edge", square=names[cells[-1]]
        )
    touched = next(log for log in s.logs if bits(cells) & halo(s.grid, log))
    return Text(
        "a log on {square} would touch the log on {other}",
        square=names[low],
        other=names[touched[0]],
    )


def _why_not_place(s: Position, step: Placement) -> Text | None:
    """Why this logger may not stand on this square of the starting row. In the set-up nature names
    the seat, and players stand their own. No reason knows the seats' letters at the table."""
    name, whose = s.names[step.to], due(s)
    if step.seat in whose:
        if step.to >= s.terms.columns:
            return Text("{square} isn't on the starting row", square=name)
        if step.to not in standable(s, whose[step.seat]):
            return _held(name)
        room = _leaves_room(s, step)
        return None if room else Text("the other loggers would have no square to go back to")
    if s.phase is Phase.RETURN:
        if step.seat is None:
            return Text("loggers of several colours go back: say whose you mean")
        if len(whose) == 1:
            only = s.words.places[None, step.to]
            return Text("loggers of only one colour go back: type {word}", word=Code(str(only)))
        return Text("no logger of that colour has to go back")
    if not s.terms.quick:
        return Text("you can only place your own loggers")
    if step.seat is None:
        return Text("say whose logger you mean")
    return Text("it's another player's logger that has to go back")


def _held(name: str) -> Text:
    return Text("a logger of another colour is on {square}", square=name)


def _why_not_mine(s: Position, start: int) -> Text | None:
    if start in s.loggers[s.mover]:
        return None
    return Text("you have no logger on {square}", square=s.names[start])


def _no_run(s: Position, start: int, to: int) -> Text:
    name, here = s.names[to], s.names[start]
    if to == start:
        return Text(
            "your logger is already on {square}: type {word} to stay", square=name, word=Code(".")
        )
    if to in s.lying:
        return Text("there's a log on {square}", square=name)
    if s.owners.get(to, s.mover) != s.mover:
        return _held(name)
    if (steps := s.distance(start, 1 << to)) is None:
        return Text("the way from {start} to {end} is blocked", start=here, end=name)
    return Plural(
        "{square} is {n} step away, but you rolled {roll}",
        "{square} is {n} steps away, but you rolled {roll}",
        steps,
        square=name,
        roll=s.roll,
    )


def _no_way_off(s: Position, start: int) -> Text:
    name, edge = s.names[start], s.distance(start, s.water.edge)
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
    if isinstance(step, Capture):
        if s.roll != CAPTURE:
            return Text("you rolled {n}, but a capture needs a {needed}", n=s.roll, needed=CAPTURE)
        if reason := _why_not_from(s, step):
            return reason
        if s.owners.get(step.to, s.mover) == s.mover:
            return Text("there's no rival on {square}", square=s.names[step.to])
        return _NO_ROOM
    if isinstance(step, Push):
        if s.roll != PUSH:
            return Text("you rolled {n}, but a push needs a {needed}", n=s.roll, needed=PUSH)
        side = s.grid.bearing(step.start, step.to) or ""
        return _why_not_from(s, step) or _no_drift(s, step.to, side)
    if s.roll != SHIFT:
        return Text("you rolled {n}, but a shift needs a {needed}", n=s.roll, needed=SHIFT)
    names, log = s.names, s.lying.get(step.at)
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
    if step.to in s.grid.neighbours[step.start]:
        return None
    names = s.names
    return Text("{square} isn't next to {start}", square=names[step.to], start=names[step.start])


def _no_drift(s: Position, at: int, side: str) -> Text:
    """Why no log moves from a square to a side, or that those in its way have no room."""
    names, log = s.names, s.lying.get(at)
    if log is None:
        return Text("there's no log on {square}", square=names[at])
    match s.water.ahead(log, side):
        case Bound.WALL:
            return Text("the log on {square} would run into the wall", square=names[log[0]])
        case Bound.QUIET:
            return Text(
                "the log on {square} would enter the two rows at the back wall",
                square=names[log[0]],
            )
        case ahead if others := [s.lying[cell] for cell in sorted(ahead) if cell in s.lying]:
            return Text(
                "the log on {square} would run into the log on {other}",
                square=names[log[0]],
                other=names[others[0][0]],
            )
    return _NO_ROOM


def apply(s: Position, step: Step) -> Outcome:
    """The position after a legal step, and its events."""
    match step:
        case Run() if step.to == OFF:
            gone = _home(_moved(s, s.mover, step.start, 1), s.mover, 1)
            return _settle(gone, [_exit(s, s.mover, step.start, 1)])
        case Run():
            moved = _moved(s, s.mover, step.start, 1, step.to)
            return _settle(moved, [_event(s, "runs", step.start, step.to)])
        case Roll() if s.phase is Phase.ROLLOFF:
            rolled_off = Event("rolls_off", s.mover, (), step.face)
            return _next_roll_off(s._replace(rolls=put(s.rolls, s.mover, step.face)), [rolled_off])
        case Roll():
            rolled = Event("rolls", s.mover, (), step.face)
            return s._replace(phase=Phase.MOVE, roll=step.face), [rolled]
        case Lay():
            return lay(s, step)
        case Placement():
            seat, name = due(s)[step.seat], s.names[step.to]
            placed = place_logger(s, seat, step.to)
            if s.phase is Phase.LOGGERS:
                return next_to_build(placed), [Event("stands", seat, (name,))]
            return _settle(placed, [Event("returns", seat, (name,))])
        case Leave(seat):
            return _leave(s, seat)
        case Capture() | Push() | Shift():
            return _settle(*special(s, step))
        case Stop():
            return end_turn(s, [Event("rests", s.mover)])
    raise TypeError(f"{type(step).__name__} is no step of Logjam")


def end_turn(s: Position, events: list[Event]) -> Outcome:
    """End the game if it is won or has taken too many rounds; else the next seat is due.

    If two have all loggers home, the mover wins, or the next clockwise (our ruling)."""
    for winner in s.seats_from(s.mover) if s.terms.each in s.home else ():
        if s.home[winner] == s.terms.each:
            won = s._replace(phase=Phase.OVER, roll=0, winner=winner)
            return won, [*events, Event("wins", winner)]
    seat, seats = s.after(s.mover), len(s.left)
    rounds = s.round + ((seat - s.first) % seats < (s.mover - s.first) % seats)
    if rounds > ROUNDS:
        return s._replace(phase=Phase.OVER, roll=0), [*events, Event("ends", s.mover)]
    return s._replace(phase=Phase.ROLL, mover=seat, roll=0, round=rounds), events


def special(s: Position, step: Special) -> Outcome:
    """The result of a special action before loggers are sent back."""
    match step:
        case Capture(_, start, to):
            # The whole stack goes into the hand, and one logger onto its square (Logjam rules,
            # Rolling a One).
            owner = s.owners[to]
            n = s.loggers[owner].count(to)
            taken = Event("captured", owner, (s.names[to],), n)
            s = _in_hand(_moved(s, owner, to, n), owner, n)
            return _moved(s, s.mover, start, 1, to), [_event(s, "captures", start, to), taken]
        case Push(_, start, to):
            # The log moves straight away, and the logger onto the square it left, even if it left
            # the game (Logjam rules, Rolling a Two).
            side = s.grid.bearing(start, to) or ""
            moving = s.drift(s.lying[to], side)
            s, events = _drifted(s, moving, _event(s, "pushes", start, to))
            return _moved(s, s.mover, start, 1, to), events
    log = s.lying[step.at]
    return _drifted(s, s.drift(log, step.side), _event(s, "shifts", step.at))


def _settle(s: Position, events: list[Event]) -> Outcome:
    """Send back captured and crushed loggers first. No log can crush one stack and push another off
    the board, so a game that is won has nobody to send back."""
    if any(s.hand):
        return s._replace(phase=Phase.RETURN), events
    return end_turn(s, events)


def _drifted(s: Position, moving: Drift, cause: Event) -> Outcome:
    """Move the log, or take it out of the game, and handle every stack it met."""
    names = s.names
    others = [log for log in s.logs if log != moving.log]
    logs = Logs(sorted((*others, moving.to)) if moving.to else others)
    verb = "slides" if moving.to else "drifts"
    at = tuple(names[cell] for cell in (*moving.log, *moving.to))
    events = [cause, Event(verb, s.mover, at)]
    s = s._replace(logs=logs)
    for met in moving.met:
        name, shed = names[met.at], _moved(s, met.owner, met.at, met.n)
        if met.to == OFF:
            s = _home(shed, met.owner, met.n)
            events.append(_exit(s, met.owner, met.at, met.n))
        elif met.to == CRUSHED:
            s = _in_hand(shed, met.owner, met.n)
            events.append(Event("crushed", met.owner, (name,), met.n))
        else:
            s = _moved(s, met.owner, met.at, met.n, met.to)
            events.append(Event("carried", met.owner, (name, names[met.to]), met.n))
    return s, events


def _leave(s: Position, seat: Seat) -> Outcome:
    """Take a seat's loggers off and skip it from now on; those at home stay (our ruling). Its turn
    ends as it is. A last seat left has nobody to play with."""
    s = s._replace(
        left=put(s.left, seat, True),
        rolls=put(s.rolls, seat, OUT),
        loggers=put(s.loggers, seat, ()),
        hand=put(s.hand, seat, 0),
    )
    events = [Event("leaves", seat)]
    if len(s.seats_from(0)) == 1:
        return s._replace(phase=Phase.OVER, roll=0), events
    his_turn = seat == s.mover
    match s.phase:
        case Phase.ROLLOFF:
            if all(s.rolls[seat] == OUT for seat in s.seats_from(0)):
                # All seats with the highest roll have left, so the others roll again.
                s = s._replace(rolls=tuple(OUT if gone else 0 for gone in s.left))
            return _next_roll_off(s, events)
        case Phase.LOGGERS if not any(s.hand):
            return next_to_build(s), events
        case Phase.LOGS | Phase.LOGGERS:
            mover = s.seats_from(s.mover)[0] if his_turn else s.mover
            return s._replace(mover=mover), events
        case Phase.RETURN if his_turn or not any(s.hand):
            # The others go back, each to its colour on the starting row or the first empty square.
            for owner, n in enumerate(s.hand):
                for _ in range(n):
                    mine = s.loggers[owner]
                    to = min((c not in mine, c) for c in standable(s, owner))[1]
                    s = place_logger(s, owner, to)
                    events.append(Event("returns", owner, (s.names[to],)))
            return end_turn(s, events)
    return end_turn(s, events) if his_turn else (s, events)


def _event(s: Position, verb: str, *cells: int) -> Event:
    """A fact of the mover's."""
    names = s.names
    return Event(verb, s.mover, tuple([names[cell] for cell in cells]))


def _exit(s: Position, owner: Seat, at: int, n: int) -> Event:
    return Event("exits", owner, (s.names[at], "off"), n)


def _moved(s: Position, seat: Seat, at: int, n: int, to: int | None = None) -> Position:
    """Move so many loggers to another square, or take them off the board."""
    cells = list(s.loggers[seat])
    for _ in range(n):
        cells.remove(at)
    new = () if to is None else (to,) * n
    return s._replace(loggers=put(s.loggers, seat, tuple(sorted((*cells, *new)))))


def _in_hand(s: Position, seat: Seat, n: int) -> Position:
    return s._replace(hand=put(s.hand, seat, s.hand[seat] + n))


def _home(s: Position, seat: Seat, n: int) -> Position:
    return s._replace(home=put(s.home, seat, s.home[seat] + n))

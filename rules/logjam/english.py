"""How Logjam is told: what can be done, what happened, and where everything stands."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from rules.base import BaseEnglish
from rules.english import Names, counted, listed
from rules.game import Seat, Step
from rules.logjam import Logjam, input
from rules.logjam.offers import offers, span
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    QUIET_ROWS,
    ROUNDS,
    SHIFT,
    Phase,
    Position,
    going_back,
    lying,
    owners,
)
from rules.logjam.steps import Capture, Lay, Place, Push, Run, Shift
from rules.logjam.story import stacks, story

RULES = Logjam()
DEEDS = {CAPTURE: "capture", PUSH: "push", SHIFT: "shift"}
SETTING_UP = (Phase.ROLLOFF, Phase.LOGS, Phase.LOGGERS)
LATE = 10  # rounds before the last one, from which on everybody is told


class LogjamEnglish(BaseEnglish[Position]):
    """See rules.english.English."""

    parse, offers, story = staticmethod(input.parse), staticmethod(offers), staticmethod(story)
    squares = (
        "Columns are letters from the left; rows are numbers from row 1 at the back wall, "
        "where the loggers start, north to the open edge."
    )

    def manner(self, s: Position) -> str:
        match s.phase:
            case Phase.LOGS:
                return "Say it like `b4-d4`: the squares of both ends."
            case Phase.LOGGERS | Phase.RETURN:
                return "Say it like `@a1`, or `B@a1` where several colours go back."
        return "Say it like `b3-c5`, `b12-off`, `b3xb4`, `b3>b4`, `c6+e`, or `.` to do nothing."

    def call(self, s: Position) -> str:
        return f"You rolled **{s.roll}**." if s.phase is Phase.MOVE else ""

    def choices(self, s: Position) -> str:
        if s.phase is Phase.OVER:
            return "The game is over."
        if RULES.actor(s) != s.mover:
            return "The die is rolled next."
        steps = RULES.legal(s)
        match s.phase:
            case Phase.LOGS:
                return _lay_choices(s, steps)
            case Phase.LOGGERS:
                left = s.hand[s.mover]
                one = f"one of your {left} loggers" if left > 1 else "your last logger"
                return f"You can stand {one} on {_squares(s, steps)}."
            case Phase.RETURN:
                return _return_choices(s, steps)
        return _move_choices(s, steps)

    def summary(self, s: Position) -> str:
        return f"{self.choices(s)}{_absent(s)}"

    def standing(self, s: Position, names: Names) -> str:
        if s.phase is Phase.LOGS:
            return f"Logs not yet laid: {_unlaid(s)}."
        title, counts = "Home", [f"{home}/{s.terms.each}" for home in s.home]
        if s.phase is Phase.LOGGERS:
            title, counts = "Loggers to stand", [str(n) for n in s.hand]
        scores = [
            f"{name} {'left' if gone else count}"
            for name, count, gone in zip(names, counts, s.left, strict=True)
        ]
        return f"{title}: {' · '.join(scores)}."

    def news(self, s: Position, names: Names) -> str:
        if s.phase is Phase.OVER:
            return ""
        near = [
            name
            for name, home, gone in zip(names, s.home, s.left, strict=True)
            if home == s.terms.each - 1 and not gone
        ]
        need = "needs" if len(near) == 1 else "need"
        parts = [f"{listed(near)} {need} one more logger home to win."] if near else []
        if s.round > ROUNDS - LATE:
            parts += [f"Round {s.round} of {ROUNDS}: after the last, what is home counts."]
        return " ".join(parts)

    def pieces(self, s: Position, names: Names) -> str:
        logs = ", ".join(span(s, log) for log in s.logs)
        last = s.terms.grid.names[-1]
        lines = [
            f"The board has columns a to {last[0]} and rows 1 to {last[1:]}.",
            f"Logs: {logs or 'none'}.",
            *(f"{ascii_uppercase[i]} {name}: {_camp(s, i)}." for i, name in enumerate(names)),
        ]
        if s.phase in (Phase.MOVE, Phase.RETURN):
            lines.append(f"{names[s.mover]} rolled {s.roll}.")
        return "\n".join(lines)

    def rows(self, s: Position, names: Names) -> str:
        return "\n".join(_row(s, names, row) for row in range(s.terms.rows - 1, -1, -1))


def _squares(s: Position, steps: Sequence[Step], seat: Seat | None = None) -> str:
    """Where this seat's logger may be placed; None: whoever is due."""
    places = [step for step in steps if isinstance(step, Place)]
    own = [s.terms.grid.names[step.to] for step in places if seat in (None, step.seat)]
    return listed(own, "or")


def _lay_choices(s: Position, steps: Sequence[Step]) -> str:
    lays = [step for step in steps if isinstance(step, Lay)]
    lengths = listed([str(n) for n in sorted({len(lay.cells) for lay in lays})], "or")
    shore = listed([str(n) for n in (*range(1, QUIET_ROWS + 1), s.terms.rows)])
    return (
        f"You can lay a log of {lengths} squares, for example `{lays[0]}`: not in rows {shore}, "
        "and touching no other log, not even at a corner."
    )


def _return_choices(s: Position, steps: Sequence[Step]) -> str:
    """Who goes back, and whereto; with several colours each has its own squares."""
    seats = going_back(s)
    one = len(seats) == 1
    parts = [f"{_whose(s, seat)} to {_squares(s, steps, None if one else seat)}" for seat in seats]
    return f"You send back {'; '.join(parts)} (for example `{steps[0]}`)."


def _whose(s: Position, seat: Seat) -> str:
    loggers = counted(s.hand[seat], "logger")
    return f"{loggers} of {'yours' if seat == s.mover else ascii_uppercase[seat]}"


def _move_choices(s: Position, steps: Sequence[Step]) -> str:
    ways = [part for part in (_running(s, steps), _special(s, steps)) if part]
    ways.append("do nothing (`.`)")
    return f"You can {'; or '.join(ways)}."


def _absent(s: Position) -> str:
    """What the roll would allow, where there is nothing to do it to."""
    if s.phase is not Phase.MOVE or s.roll not in DEEDS or _special(s, RULES.legal(s)):
        return ""
    return f" There is no {DEEDS[s.roll]} this turn."


def _running(s: Position, steps: Sequence[Step]) -> str:
    """`run a logger up to 2 squares, or off the open edge from b12`."""
    runs = [step for step in steps if isinstance(step, Run)]
    home = [s.terms.grid.names[step.start] for step in runs if step.to == OFF]
    off = f"off the open edge from {listed(home, 'or')}" if home else ""
    far = f"up to {counted(s.roll, 'square')}" if len(runs) > len(home) else ""
    ways = ", or ".join(part for part in (far, off) if part)
    return f"run a logger {ways}" if ways else ""


def _special(s: Position, steps: Sequence[Step]) -> str:
    """`push b4 from b3 or d4 from d3`, or an empty text."""
    names = s.terms.grid.names
    pairs = [
        f"{names[step.to]} from {names[step.start]}"
        for step in steps
        if isinstance(step, Capture | Push)
    ]
    shifts: dict[int, list[str]] = {}
    for step in steps:
        if isinstance(step, Shift):
            shifts.setdefault(step.at, []).append(step.side)
    ways = pairs + [
        f"{span(s, lying(s.logs)[at])} {'/'.join(sides)}" for at, sides in shifts.items()
    ]
    return f"{DEEDS[s.roll]} {listed(ways, 'or')}" if ways else ""


def _unlaid(s: Position) -> str:
    """`3 of length 2 and 1 of length 3`."""
    return listed([f"{s.unused.count(n)} of length {n}" for n in sorted(set(s.unused))])


def _camp(s: Position, seat: Seat) -> str:
    """Where all of one seat's loggers are."""
    if s.left[seat]:
        return "has left"
    waiting = "to stand" if s.phase in SETTING_UP else "to send back"
    counts = ((s.home[seat], "home"), (s.hand[seat], waiting))
    parts = [", ".join(stacks([s.terms.grid.names[c] for c in s.loggers[seat]]))]
    parts += [f"{n} {where}" for n, where in counts if n]
    return "; ".join(part for part in parts if part)


def _row(s: Position, names: Names, row: int) -> str:
    """`Row 5: log b5-d5, Ann e5 (2).`"""
    first = row * s.terms.columns
    things = [_thing(s, names, cell) for cell in range(first, first + s.terms.columns)]
    # a log across the river is found on each of its squares
    taken = list(dict.fromkeys(thing for thing in things if thing))
    return f"Row {row + 1}: {', '.join(taken) or 'free'}."


def _thing(s: Position, names: Names, cell: int) -> str:
    """What is on a square, or an empty text."""
    if log := lying(s.logs).get(cell):
        return f"log {span(s, log)}"
    seat = owners(s).get(cell)
    if seat is None:
        return ""
    (stack,) = stacks([s.terms.grid.names[cell]] * s.loggers[seat].count(cell))
    return f"{names[seat]} {stack}"

"""What the mover of Logjam may say next, kind by kind, for those who pick instead of type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TypeAlias

from rules.english import Choice, ChoiceGroup, counted
from rules.game import Event, Seat, Step, Stop
from rules.logjam import Logjam
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    SHIFT,
    Phase,
    Position,
    going_back,
    lying,
    owners,
)
from rules.logjam.steps import Capture, Lay, Place, Push, Run, Shift
from rules.squares import SPELT

RULES = Logjam()
Special: TypeAlias = Capture | Push | Shift

SPECIALS: dict[int, tuple[str, type[Special], str]] = {
    CAPTURE: ("Capture", Capture, "no rival stands beside a logger of yours"),
    PUSH: ("Push", Push, "no log beside a logger of yours can be pushed"),
    SHIFT: ("Shift", Shift, "no log can be shifted"),
}
CONSEQUENCES = {
    "captured": "sends back",
    "crushed": "crushes",
    "carried": "carries",
    "exits": "brings home",
}


def offers(s: Position) -> tuple[ChoiceGroup, ...]:
    """The kinds of words that are due, each with its legal ways or with why there is none."""
    steps = RULES.legal(s)
    match s.phase:
        case Phase.LOGS:
            return tuple(_lays(s, steps))
        case Phase.LOGGERS:
            return (ChoiceGroup("Stand a logger on", tuple(_places(s, steps, s.mover))),)
        case Phase.MOVE:
            return (*_runs(s, steps), *_special(s, steps), NOTHING)
        case Phase.RETURN:
            return tuple(_returns(s, steps))
    return ()


NOTHING = ChoiceGroup("Do", (Choice(str(Stop()), "nothing", "no logger and no log moves"),))


def _lays(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One for each length, from the longest."""
    lays = [step for step in steps if isinstance(step, Lay)]
    for length in sorted({len(step.cells) for step in lays}, reverse=True):
        ways = [_lay(s, step) for step in lays if len(step.cells) == length]
        yield ChoiceGroup(f"Lay a log of {length} on", tuple(ways))


def _lay(s: Position, step: Lay) -> Choice:
    low, high = (s.terms.grid.names[c] for c in (step.cells[0], step.cells[-1]))
    across = low[1:] == high[1:]
    hint = f"across the river in row {low[1:]}" if across else f"along column {low[0]}"
    return Choice(str(step), f"{low}-{high}", hint)


def _places(s: Position, steps: Sequence[Step], seat: Seat) -> Iterator[Choice]:
    for step in steps:
        if isinstance(step, Place) and step.seat in (None, seat):
            there = s.loggers[seat].count(step.to)
            hint = f"joins {there} of the same colour" if there else "a free square"
            yield Choice(str(step), s.terms.grid.names[step.to], hint)


def _returns(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One for each colour that goes back."""
    for seat in going_back(s):
        whose = "your own logger" if seat == s.mover else ascii_uppercase[seat]
        yield ChoiceGroup(f"Send back {whose} to", tuple(_places(s, steps, seat)))


def _runs(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One for each stack of the mover, those that are furthest downstream first."""
    for start in sorted(set(s.loggers[s.mover]), key=lambda start: (-_row(s, start), start)):
        runs = [step for step in steps if isinstance(step, Run) and step.start == start]
        runs.sort(key=lambda step: (step.to != OFF, -_row(s, step.to), step.to))
        ways = [_run(s, step) for step in runs]
        yield ChoiceGroup(
            f"Run {s.terms.grid.names[start]} to", tuple(ways), "no way is open to it"
        )


def _row(s: Position, square: int) -> int:
    """Counted from 0 at the back wall."""
    return square // s.terms.columns


def _run(s: Position, step: Run) -> Choice:
    if step.to == OFF:
        return Choice(str(step), "off", "over the open edge: home")
    left = counted(s.terms.rows - _row(s, step.to), "row")
    return Choice(str(step), s.terms.grid.names[step.to], f"{left} to go")


def _special(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """What the roll allows besides, with its consequences."""
    if s.roll in SPECIALS:
        title, kind, why_not = SPECIALS[s.roll]
        ways = tuple(_consequential(s, step) for step in steps if isinstance(step, kind))
        if kind is Capture and not ways and _meets_a_rival(s):
            why_not = "row 1 has no room for those who would be sent back"
        yield ChoiceGroup(title, ways, why_not)


def _meets_a_rival(s: Position) -> bool:
    """Somebody else's logger stands beside one of the mover's."""
    whose, neighbours = owners(s), s.terms.grid.neighbours
    beside = {cell for start in s.loggers[s.mover] for cell in neighbours[start]}
    return any(whose.get(cell, s.mover) != s.mover for cell in beside)


def _consequential(s: Position, step: Special) -> Choice:
    """A way whose hint tells what would come of it, seats by their letters."""
    _, events = RULES.apply(s, step)
    told = [_course(event) for event in events if event.verb in ("slides", "drifts")]
    for verb, how in CONSEQUENCES.items():
        if victims := [_victim(s, event) for event in events if event.verb == verb]:
            told.append(f"{how} {', '.join(victims)}")
    return Choice(str(step), _label(s, step), "; ".join(told))


def _course(event: Event) -> str:
    """Where a log goes; the second half of a slide's squares are its new ones."""
    new = event.at[len(event.at) // 2 :]
    return f"log to {new[0]}-{new[-1]}" if event.verb == "slides" else "log leaves the game"


def _victim(s: Position, event: Event) -> str:
    """`B on c5 (2)`."""
    who = "yours" if event.seat == s.mover else ascii_uppercase[event.seat]
    return f"{who} on {event.at[0]}" + (f" ({event.n})" if event.n > 1 else "")


def _label(s: Position, step: Special) -> str:
    """A special action in a few words."""
    names = s.terms.grid.names
    match step:
        case Capture(_, start, to):
            return f"{names[to]} from {names[start]}"
        case Push(_, start, to):
            side = s.terms.grid.bearing(start, to) or ""
            return f"{names[to]} {SPELT[side]} from {names[start]}"
    return f"{span(s, lying(s.logs)[step.at])} {SPELT[step.side]}"


def span(s: Position, log: Sequence[int]) -> str:
    """`b4-d4`."""
    return f"{s.terms.grid.names[log[0]]}-{s.terms.grid.names[log[-1]]}"

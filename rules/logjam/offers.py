"""What the mover of Logjam may say next, kind by kind, for those who pick instead of type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.english import Choice, ChoiceGroup
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
from rules.logjam.steps import Capture, Lay, Place, Push, Run, Shift, Special
from rules.logjam.story import stack
from rules.squares import SPELT
from rules.text import Joined, Listed, Plural, Text

RULES = Logjam()

SPECIALS: dict[int, tuple[Text, type[Special], Text]] = {
    CAPTURE: (Text("Capture"), Capture, Text("none of your loggers is next to a rival")),
    PUSH: (Text("Push"), Push, Text("no log next to your loggers can be pushed")),
    SHIFT: (Text("Shift"), Shift, Text("no log can be shifted")),
}
SUFFERING = ("captured", "crushed", "carried", "exits")  # in the order in which they are told


def offers(s: Position, letters: Sequence[str]) -> tuple[ChoiceGroup, ...]:
    """The kinds of words that are due, each with its legal ways or with why there is none.
    letters: by which the seats go."""
    steps = RULES.legal(s)
    match s.phase:
        case Phase.LOGS:
            return tuple(_lays(s, steps))
        case Phase.LOGGERS:
            return (ChoiceGroup(Text("Place a logger on"), tuple(_places(s, steps, s.mover))),)
        case Phase.MOVE:
            return (*_runs(s, steps), *_special(s, steps, letters), NOTHING)
        case Phase.RETURN:
            return tuple(_returns(s, steps, letters))
    return ()


NOTHING = ChoiceGroup(Text("Do"), (Choice(str(Stop()), Text("nothing"), Text("nothing moves")),))


def _lays(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One for each length, from the longest."""
    lays = [step for step in steps if isinstance(step, Lay)]
    for length in sorted({len(step.cells) for step in lays}, reverse=True):
        ways = [_lay(s, step) for step in lays if len(step.cells) == length]
        yield ChoiceGroup(Text("Lay a log of {n} on", n=length), tuple(ways))


def _lay(s: Position, step: Lay) -> Choice:
    low, high = (s.terms.grid.names[c] for c in (step.cells[0], step.cells[-1]))
    across, along = low[1:] == high[1:], Text("along column {column}", column=low[0])
    hint = Text("across the river in row {row}", row=low[1:]) if across else along
    return Choice(str(step), _spot(f"{low}-{high}"), hint)


def _spot(name: str) -> Text:
    """A square or a log, by its name alone."""
    return Text("{square}", square=name)


def _places(s: Position, steps: Sequence[Step], seat: Seat) -> Iterator[Choice]:
    for step in steps:
        if isinstance(step, Place) and step.seat in (None, seat):
            there = s.loggers[seat].count(step.to)
            joins = Text("loggers of this colour already there: {n}", n=there)
            hint = joins if there else Text("a free square")
            yield Choice(str(step), _spot(s.terms.grid.names[step.to]), hint)


def _returns(s: Position, steps: Sequence[Step], letters: Sequence[str]) -> Iterator[ChoiceGroup]:
    """One for each colour that goes back."""
    for seat in going_back(s):
        other = Text("Send back {letter} to", letter=letters[seat])
        title = Text("Send your own logger back to") if seat == s.mover else other
        yield ChoiceGroup(title, tuple(_places(s, steps, seat)))


def _runs(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One for each stack of the mover, those that are furthest downstream first."""
    for start in sorted(set(s.loggers[s.mover]), key=lambda start: (-_row(s, start), start)):
        runs = [step for step in steps if isinstance(step, Run) and step.start == start]
        runs.sort(key=lambda step: (step.to != OFF, -_row(s, step.to), step.to))
        ways = [_run(s, step) for step in runs]
        title = Text("Run {square} to", square=s.terms.grid.names[start])
        yield ChoiceGroup(title, tuple(ways), Text("the way is blocked"))


def _row(s: Position, square: int) -> int:
    """Counted from 0 at the back wall."""
    return square // s.terms.columns


def _run(s: Position, step: Run) -> Choice:
    if step.to == OFF:
        return Choice(str(step), Text("the open edge"), Text("home"))
    left = Plural("{n} row to go", "{n} rows to go", s.terms.rows - _row(s, step.to))
    return Choice(str(step), _spot(s.terms.grid.names[step.to]), left)


def _special(s: Position, steps: Sequence[Step], letters: Sequence[str]) -> Iterator[ChoiceGroup]:
    """What the roll allows besides, with its consequences."""
    if s.roll in SPECIALS:
        title, kind, why_not = SPECIALS[s.roll]
        ways = tuple(_consequential(s, step, letters) for step in steps if isinstance(step, kind))
        if kind is Capture and not ways and _meets_a_rival(s):
            why_not = Text("row 1 has no room for loggers that are sent back")
        yield ChoiceGroup(title, ways, why_not)


def _meets_a_rival(s: Position) -> bool:
    """Somebody else's logger stands beside one of the mover's."""
    whose, neighbours = owners(s), s.terms.grid.neighbours
    beside = {cell for start in s.loggers[s.mover] for cell in neighbours[start]}
    return any(whose.get(cell, s.mover) != s.mover for cell in beside)


def _consequential(s: Position, step: Special, letters: Sequence[str]) -> Choice:
    """A way whose hint tells what would come of it, seats by their letters."""
    _, events = RULES.apply(s, step)
    told = [_course(event) for event in events if event.verb in ("slides", "drifts")]
    for verb in SUFFERING:
        if victims := [_victim(s, event, letters) for event in events if event.verb == verb]:
            told.append(_consequence(verb, Listed(victims, "unit")))
    return Choice(str(step), _label(s, step), Joined("; ", told))


def _course(event: Event) -> Text:
    """Where a log goes; the second half of a slide's squares are its new ones."""
    if event.verb == "drifts":
        return Text("the log leaves the game")
    new = event.at[len(event.at) // 2 :]
    return Text("log to {log}", log=f"{new[0]}-{new[-1]}")


def _consequence(verb: str, victims: Text) -> Text:
    match verb:
        case "captured":
            return Text("sends back {victims}", victims=victims)
        case "crushed":
            return Text("crushes {victims}", victims=victims)
        case "carried":
            return Text("carries {victims}", victims=victims)
    return Text("brings home {victims}", victims=victims)


def _victim(s: Position, event: Event, letters: Sequence[str]) -> Text:
    """`B on c5 (2)`; who is captured stands where the step leads."""
    if event.verb == "captured":
        return Text("{letter}", letter=stack(letters[event.seat], event.n))
    square = stack(event.at[0], event.n)
    if event.seat == s.mover:
        return Text("yours on {square}", square=square)
    return Text("{letter} on {square}", letter=letters[event.seat], square=square)


def _label(s: Position, step: Special) -> Text:
    """A special action in a few words."""
    names = s.terms.grid.names
    match step:
        case Capture(_, start, to):
            return Text("{square} from {start}", square=names[to], start=names[start])
        case Push(_, start, to):
            side = SPELT[s.terms.grid.bearing(start, to) or ""]
            return Text(
                "{square} {side} from {start}", square=names[to], side=side, start=names[start]
            )
    return Text("{log} {side}", log=span(s, lying(s.logs)[step.at]), side=SPELT[step.side])


def span(s: Position, log: Sequence[int]) -> str:
    """`b4-d4`."""
    return f"{s.terms.grid.names[log[0]]}-{s.terms.grid.names[log[-1]]}"

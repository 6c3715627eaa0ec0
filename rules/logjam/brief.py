"""A turn of Logjam in a few words, for who was away: the move, and what it did to anybody."""

from __future__ import annotations

from collections.abc import Sequence

from rules.english import DECIDING, OURS, QUIET, TELLING, Brief, Names
from rules.game import NATURE, Event, Seat
from rules.logjam.position import Position
from rules.text import NOTHING, Joined, Plural, Text
from rules.voice import Argument

# With one of these a turn begins.
MOVES = {"begins", "lays", "stands", "runs", "captures", "pushes", "shifts", "exits", "rests"}
MOVES |= {"leaves"}
LOST = ("captured", "crushed")
MET = (*LOST, "carried", "exits")


def brief(s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
    """See rules.english.English. What chance lays and stands is in the picture; who begins is told
    until they have: after that their move tells it."""
    told = [e for e in events if e.seat != NATURE and e.verb in (*MOVES, *MET)]
    told = [e for e in told if e.verb != "begins" or e.seat == s.mover]
    if not told or (told[0].verb == "stands" and len(told) > 1):
        return Brief(NOTHING)
    first, met = told[0], [e for e in told[1:] if e.verb in MET]
    did = (_did(event, first.seat, reader, names) for event in met)
    said = Joined(", ", (_moved(first, names[first.seat]), *did))
    return Brief(said, max(_weight(event, first.seat, reader) for event in told))


def _weight(event: Event, mover: Seat, reader: Seat) -> int:
    if event.seat == reader != mover and event.verb in MET:
        return OURS if event.verb == "carried" else DECIDING
    return TELLING if event.verb in (*LOST, "exits", "leaves") else QUIET


def _moved(event: Event, name: Argument) -> Text:
    """`Ben moved b3 to d6`."""
    at = event.at
    match event.verb:
        case "begins":
            return Text("{name} begins", name=name)
        case "lays":
            return Text("{name} laid {start}-{end}", name=name, start=at[0], end=at[-1])
        case "stands":
            return Text("{name} stood on {square}", name=name, square=at[0])
        case "pushes":
            return Text("{name} pushed a log", name=name)
        case "shifts":
            return Text("{name} shifted a log", name=name)
        case "exits":
            return Text("{name} brought a logger home", name=name)
        case "rests":
            return Text("{name} did nothing", name=name)
        case "leaves":
            return Text("{name} left the game", name=name)
    return Text("{name} moved {start} to {end}", name=name, start=at[0], end=at[1])


def _did(event: Event, mover: Seat, reader: Seat, names: Names) -> Text:
    """What a move did to whoever it met, without the mover's name."""
    if event.seat == mover:
        return _to_themselves(event)
    return _to_the_reader(event) if event.seat == reader else _to(event, names[event.seat])


def _to_themselves(event: Event) -> Text:
    if event.verb == "carried":
        return Text("rode it to {square}", square=event.at[1])
    if event.verb == "exits":
        return Plural("brought {n} logger home", "brought {n} loggers home", event.n)
    return Plural("crushed a logger of their own", "crushed {n} loggers of their own", event.n)


def _to_the_reader(event: Event) -> Text:
    """`captured your logger`, where the move has led."""
    at, n = event.at, event.n
    match event.verb:
        case "captured":
            return Plural("captured your logger", "captured your {n} loggers", n)
        case "crushed":
            return Plural(
                "crushed your logger on {square}",
                "crushed your {n} loggers on {square}",
                n,
                square=at[0],
            )
        case "carried":
            return Plural(
                "carried your logger from {start} to {end}",
                "carried your {n} loggers from {start} to {end}",
                n,
                start=at[0],
                end=at[1],
            )
    return Plural("brought your logger home", "brought {n} of your loggers home", n)


def _to(event: Event, whose: Argument) -> Text:
    """The same of somebody else's: `crushed Cy on c5`."""
    match event.verb:
        case "captured":
            return Text("captured {name}", name=whose)
        case "crushed":
            return Text("crushed {name} on {square}", name=whose, square=event.at[0])
        case "carried":
            return Text("carried {name} to {square}", name=whose, square=event.at[1])
    return Text("brought {name} home", name=whose)

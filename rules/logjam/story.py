"""Stories of Logjam: a line for the roll-off, the set-up and each mover.

Roll-off: Ann 5, Ben 3. Ann begins.
On the river: 12 logs.
Ann rolled 2: pushed from b3 to b4 · moved log b4-d4 to b5-d5 · crushed Cy on d5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby

from rules.deeds import Deed, Deeds, Phrase, Plan, Tense, Tenses, side_by_side
from rules.english import DECIDING, OURS, QUIET, TELLING, Brief, Names
from rules.game import NATURE, Event, Seat
from rules.logjam.position import Position
from rules.text import NOTHING, Joined, Listed, Plural, Text, lines, sentences

STARTS = {"rolls", "leaves", "ends"}  # verbs that always begin a turn of their own
_SUFFERED = {"captured", "carried", "crushed", "exits", "returns", "wins", "slides", "drifts"}
DEEDS = {
    "lays": Tenses(Deed("laid a log on {log}"), Deed("lay a log on {log}")),
    "stands": Tenses(Deed("placed a logger on {square}"), Deed("place a logger on {square}")),
    "runs": Tenses(Deed("{start} to {end}"), Deed("move {start} to {end}")),
    "captures": Tenses(Deed("{start} to {end}"), Deed("move {start} to {end}")),
    "rests": Tenses(Deed("did nothing"), Deed("do nothing")),
    "pushes": Tenses(Deed("pushed from {start} to {end}"), Deed("push from {start} to {end}")),
    "slides": Tenses(Deed("moved log {log} to {end}"), Deed("move log {log} to {end}")),
    "drifts": Tenses(
        Deed("moved log {log} out of the game"), Deed("move log {log} out of the game")
    ),
    "exits": Tenses(Deed("home from {square}"), Deed("bring the logger on {square} home")),
    "leaves": Tenses(Deed("left the game"), Deed("leave the game")),
    "captured": Tenses(
        Deeds("captured {name}", "captured {n} of {name}'s loggers"),
        Deeds("capture {name}", "capture {n} of {name}'s loggers"),
    ),
    "carried": Tenses(
        Deed("carried {name} from {start} to {end}"),
        Deed("{name} is carried from {start} to {end}"),
        follows=True,
    ),
    "crushed": Tenses(
        Deed("crushed {name} on {square}"), Deed("{name} is crushed on {square}"), follows=True
    ),
    "returns": Tenses(Deed("{name} back to {squares}"), Deed("put {name} back on {squares}")),
    "wins": Tenses(Deed("all of {name}'s loggers are home"), follows=True),
    "ends": Tenses(Deed("the game is over"), follows=True),
}
_RIVAL_EXITS = Tenses(
    Deed("{name} home from {square}"), Deed("{name} comes home from {square}"), follows=True
)
# A run that brings its logger nearer to the open edge.
_CLOSER = Deeds("move {start} to {end}, {n} row closer", "move {start} to {end}, {n} rows closer")
# Briefs: the first move of a turn, and its effects on the mover, the reader and others.
MOVED = {
    "begins": Deed("{name} begins"),
    "lays": Deed("{name} laid a log on {start}-{end}"),
    "stands": Deed("{name} placed a logger on {square}"),
    "runs": Deed("{name} moved {start} to {end}"),
    "captures": Deed("{name} moved {start} to {end}"),
    "pushes": Deed("{name} pushed a log"),
    "shifts": Deed("{name} shifted a log"),
    "exits": Deed("{name} brought a logger home"),
    "rests": Deed("{name} did nothing"),
    "leaves": Deed("{name} left the game"),
}
_TO_SELF = {
    "carried": Deed("rode it to {end}"),
    "exits": Deeds("brought {n} logger home", "brought {n} loggers home"),
    "crushed": Deeds("crushed a logger of their own", "crushed {n} loggers of their own"),
}
_TO_READER = {
    "captured": Deeds("captured your logger", "captured {n} of your loggers"),
    "crushed": Deeds("crushed your logger on {square}", "crushed {n} of your loggers on {square}"),
    "carried": Deeds(
        "carried your logger from {start} to {end}",
        "carried {n} of your loggers from {start} to {end}",
    ),
    "exits": Deeds("brought your logger home", "brought {n} of your loggers home"),
}
_TO_OTHERS = {
    "captured": Deed("captured {name}"),
    "crushed": Deed("crushed {name} on {square}"),
    "carried": Deed("carried {name} to {end}"),
    "exits": Deed("brought {name} home"),
}
_LOST = ("captured", "crushed")


def story(events: Sequence[Event], names: Names) -> Text:
    """The story of some events. The next mover's roll is left out, as the call shows it, unless it
    is the only event."""
    told = events[:-1] if len(events) > 1 and events[-1].verb == "rolls" else events
    return lines(
        *(
            line
            for setting, group in groupby(told, key=_setting)
            for line in _lines(setting, list(group), names)
        )
    )


def stack(square: str, n: int) -> str:
    """`c5 (2)`: a square, or whose they are, with the number of loggers if more than one."""
    return f"{square} ({n})" if n > 1 else square


def stacks(squares: Sequence[str]) -> list[str]:
    """`c5 (2)`, `d7`: each square once."""
    return [stack(square, squares.count(square)) for square in dict.fromkeys(squares)]


def _setting(event: Event) -> str:
    """The kind of line for an event."""
    if event.verb in ("rolls_off", "begins"):
        return "roll-off"
    if event.verb == "lays" and event.seat == NATURE:
        return "river"
    return "start" if event.verb == "stands" else "turns"


def _lines(setting: str, events: list[Event], names: Names) -> Iterator[Text]:
    match setting:
        case "roll-off":
            yield _roll_off(events, names)
        case "river":
            yield Plural("On the river: {n} log.", "On the river: {n} logs.", len(events))
        case "start" if len(events) > 1:
            squares: dict[Seat, list[str]] = {}
            for event in events:
                squares.setdefault(event.seat, []).append(event.at[0])
            camps = [
                Joined(" ", (names[seat], Listed(stacks(sorted(at)), "unit")))
                for seat, at in sorted(squares.items())
            ]
            yield Text("On the starting row: {camps}.", camps=Joined(" · ", camps))
        case _:
            yield from (_turn(turn, names) for turn in _turns(events))


def _roll_off(events: list[Event], names: Names) -> Text:
    """`Roll-off: Ann 5, Ben 5, Cy 2; again Ann 1, Ben 4. Ben begins.`

    Seats roll in order, so a seat that rolls again begins another go."""
    begun = [Text("{name} begins.", name=names[e.seat]) for e in events if e.verb == "begins"]
    goes, last = list[list[Text]](), len(names)
    for event in events:
        if event.verb == "rolls_off":
            if event.seat <= last:
                goes.append([])
            goes[-1].append(Text("{name} {n}", name=names[event.seat], n=event.n))
            last = event.seat
    if not goes:
        return sentences(*begun)
    told: list[Text] = [Listed(go, "unit") for go in goes]
    rolls = reduce(lambda some, go: Text("{rolls}; then {more}", rolls=some, more=go), told)
    return sentences(Text("Roll-off: {rolls}.", rolls=rolls), *begun)


def _turns(events: list[Event]) -> list[list[Event]]:
    """One list for each mover. Losses of others belong to the mover who caused them."""
    turns: list[list[Event]] = []
    for event in events:
        suffered = turns and (event.verb in _SUFFERED or event.seat == turns[-1][0].seat)
        if suffered and event.verb not in STARTS:
            turns[-1].append(event)
        else:
            turns.append([event])
    return turns


def _turn(events: list[Event], names: Names) -> Text:
    """`Ann rolled 5: b3 to d6.`"""
    first, name = events[0], names[events[0].seat]
    if first.verb == "ends":
        return Text("All rounds have been played: the player with the most loggers home wins.")
    if first.verb != "rolls":
        return Text("{name}: {deeds}.", name=name, deeds=_deeds(events, first.seat, names))
    if len(events) == 1:
        return Text("{name}: rolled {n}.", name=name, n=first.n)
    deeds = _deeds(events[1:], first.seat, names)
    return Text("{name} rolled {n}: {deeds}.", name=name, n=first.n, deeds=deeds)


def plan(events: Sequence[Event], names: Names) -> Plan:
    """`move d3 to d4, capture Cy, put Cy back on a1`. The player knows the roll already."""
    said = [event for event in events if event.verb != "rolls"]
    return Plan(_phrases(said, said[0].seat, names, Tense.AHEAD) if said else ())


def _deeds(events: Sequence[Event], mover: Seat, names: Names) -> Text:
    return side_by_side(_phrases(events, mover, names, Tense.PAST))


def _phrases(events: Sequence[Event], mover: Seat, names: Names, tense: Tense) -> Iterator[Phrase]:
    """The deeds of a mover, loggers sent back grouped together, and a shift by its log's end."""
    for verb, group in groupby(events, key=lambda event: event.verb):
        match verb:
            case "returns":  # `Cy back to a1 (2), c1`
                returned = list(group)
                for seat in sorted({event.seat for event in returned}):
                    back = [event for event in returned if event.seat == seat]
                    squares = Listed(stacks(sorted(event.at[0] for event in back)), "unit")
                    said = DEEDS["returns"]
                    yield said.phrase(tense, back[0], name=names[seat], squares=squares)
            case "runs" if tense:
                for event in group:
                    start, end = event.at
                    rows = int(end[1:]) - int(start[1:])
                    closer = Phrase(_CLOSER(event._replace(n=rows)))
                    yield closer if rows > 0 else DEEDS["runs"].phrase(tense, event)
            case "shifts":
                continue
            case _:
                yield from (_phrase(event, mover, names, tense) for event in group)


def _phrase(event: Event, mover: Seat, names: Names, tense: Tense) -> Phrase:
    """A deed of a mover, and what others suffer."""
    at, half = event.at or ("",), len(event.at) // 2
    log, end = _span(at), stack(at[-1], event.n)
    if event.verb == "slides":
        log, end = _span(at[:half]), _span(at[half:])
    said = _RIVAL_EXITS if event.verb == "exits" and event.seat != mover else DEEDS[event.verb]
    square = stack(at[0], event.n)
    return said.phrase(tense, event, name=names[event.seat], log=log, square=square, end=end)


def _span(squares: Sequence[str]) -> str:
    """`b4-d4`."""
    return f"{squares[0]}-{squares[-1]}"


def brief(s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
    """A turn in a few words. The set-up by chance is left out, and so is the first player once they
    have moved."""
    told = [e for e in events if e.seat != NATURE and e.verb in MOVED | _TO_OTHERS]
    told = [e for e in told if e.verb != "begins" or e.seat == s.mover]
    if not told or (told[0].verb == "stands" and len(told) > 1):
        return Brief(NOTHING)
    first, met = told[0], [e for e in told[1:] if e.verb in _TO_OTHERS]
    move = MOVED[first.verb](first, name=names[first.seat])
    did = list[Text]()
    for event in met:
        own, reads = event.seat == first.seat, event.seat == reader
        deed = (_TO_SELF if own else _TO_READER if reads else _TO_OTHERS)[event.verb]
        did.append(deed(event, name=names[event.seat]))
    weight = max(_weight(event, first.seat, reader) for event in told)
    return Brief(Joined(", ", (move, *did)), weight)


def _weight(event: Event, mover: Seat, reader: Seat) -> int:
    if event.seat == reader != mover and event.verb in _TO_OTHERS:
        return OURS if event.verb == "carried" else DECIDING
    return TELLING if event.verb in (*_LOST, "exits", "leaves") else QUIET

"""What happened in Logger: as sentences, in a line, and in a few words for who was away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.deeds import Deed, Deeds
from rules.english import QUIET, TELLING, Brief, Names
from rules.game import Event, Seat
from rules.logger.rules import MATURE, SAPLING, Position
from rules.text import NOTHING, Joined, Listed, Plural, Text, lines

DEEDS = {
    "stands": Deed("took corner {square}"),
    "stays": Deed("stayed on {square}"),
    "walks": Deed("{start} to {end}"),
    "seeds": Deed("{start} seeded {end}"),
    "plants": Deed("planted {square}"),
    "chops": Deed("chopped {squares}: +{n}"),
    "frees": Deeds("took {n} protester from {squares}", "took {n} protesters from {squares}"),
    "skips": Deed("could do nothing, so the action was skipped"),
    "leaves": Deed("left the game"),
    "reaches": Deeds(
        "has {n} point, so this is the last round", "has {n} points, so this is the last round"
    ),
    "settles": Deeds("has {n} point, and the game is over", "has {n} points, and the game is over"),
    "ends": Deed("the last round is over"),
    "stalls": Deed("nothing changed in a whole round, so the game is over"),
}
# In a line a chop begins with its points, and what a turn brings comes first, in this order.
SCORED = Deed("+{n}, chopped {squares}")
LASTING = ("reaches", "settles", "ends", "stalls")
FIRST = ("chops", "frees", *LASTING, "protests", "plants", "skips", "stands")
# For who was away: what a turn ended with, and how much that matters; points alone are ahead of
# the rest, as no turn touches what is somebody else's.
BRIEFLY = {
    "stands": (Deed("{name} took corner {square}"), QUIET),
    "plants": (Deed("{name} planted {square}"), QUIET),
    "skips": (Deed("{name} could do nothing"), QUIET),
    "protests": (Deed("{name} protested {squares}"), QUIET),
    "chops": (Deed("{name} chopped {squares} (+{n})"), TELLING),
    "leaves": (Deed("{name} left the game"), TELLING),
}


def story(events: Sequence[Event], names: Names) -> Text:
    """A line for each player who did something, in order."""
    turns = [(seat, list(deeds)) for seat, deeds in groupby(events, key=lambda e: e.seat)]
    told = [(names[seat], Joined(" · ", _deeds(deeds))) for seat, deeds in turns]
    return lines(*(Text("{name}: {deeds}.", name=name, deeds=deeds) for name, deeds in told))


def gist(events: Sequence[Event], names: Names) -> Text:
    """One turn in a line, what it brings first: `+2, chopped c2 and c3 · d1 to c1`."""
    groups = [(verb, list(group)) for verb, group in _by_verb(events)]
    groups.sort(key=lambda told: FIRST.index(told[0]) if told[0] in FIRST else len(FIRST))
    told = (SCORED(group[0]) if verb == "chops" else _deed(verb, group) for verb, group in groups)
    return Joined(" · ", told)


def brief(s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
    """See rules.english.English."""
    last = next((e for e in reversed(events) if e.verb in BRIEFLY), None)
    if last is None:
        return Brief(NOTHING)
    said, weight = BRIEFLY[last.verb]
    if last.verb == "stands":
        return Brief(Joined(", ", (said(e, name=names[e.seat]) for e in events)), weight)
    freed = next((len(e.at) for e in events if e.verb == "frees"), 0)
    if freed and last.verb == "chops":
        return Brief(_freeing(last, freed, names), weight)
    trees = [e.at[0] for e in events if e.verb == "protests"]
    return Brief(said(last._replace(at=tuple(trees) or last.at), name=names[last.seat]), weight)


def _freeing(chop: Event, freed: int, names: Names) -> Text:
    return Plural(
        "{name} chopped {trees} (+{points}, freed {n} protester)",
        "{name} chopped {trees} (+{points}, freed {n} protesters)",
        freed,
        name=names[chop.seat],
        trees=Listed(chop.at),
        points=chop.n,
    )


def _by_verb(events: Sequence[Event]) -> Iterator[tuple[str, Iterator[Event]]]:
    """The events of each verb together. Who reaches the goal with the last turn of all has ended
    the game: that is one deed, and a last round that is over is not worth a word."""
    verbs = {event.verb for event in events}
    if {"reaches", "ends"} <= verbs:
        events = [e._replace(verb=e.verb.replace("reaches", "settles")) for e in events]
        events = [event for event in events if event.verb != "ends"]
    return groupby(events, key=lambda event: event.verb)


def _deeds(events: list[Event]) -> Iterator[Text]:
    return (_deed(verb, list(group)) for verb, group in _by_verb(events))


def _deed(verb: str, events: list[Event]) -> Text:
    """The deeds of one verb: seeds are told together, and so are growth and protesters."""
    match verb:
        case "grows":
            return _growth(events)
        case "seeds":
            return Joined(", ", map(DEEDS["seeds"], events))
        case "protests":
            squares = [event.at[0] for event in events]
            return Plural(
                "put {n} protester on {squares}",
                "put {n} protesters on {squares}",
                len(squares),
                squares=Listed(squares),
            )
    return DEEDS[verb](events[0])


def _growth(events: list[Event]) -> Text:
    """`b2 and c3 grew to saplings, d4 matured`."""
    young = [event.at[0] for event in events if event.n == SAPLING]
    grown = [event.at[0] for event in events if event.n == MATURE]
    saplings = Plural(
        "{squares} grew to a sapling",
        "{squares} grew to saplings",
        len(young),
        squares=Listed(young),
    )
    matured = Text("{squares} matured", squares=Listed(grown))
    return Joined(", ", [*([saplings] if young else []), *([matured] if grown else [])])

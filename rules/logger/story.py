"""What happened in Logger: as sentences, in a line, and in a few words for whoever was away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.deeds import Deed, Deeds, Phrase, Plan, Tense, Tenses, side_by_side, together
from rules.english import QUIET, TELLING, Brief, Names
from rules.game import Event, Seat
from rules.logger.rules import MATURE, SAPLING, Position
from rules.text import NOTHING, Joined, Listed, Plural, Text, lines

DEEDS = {
    "stands": Tenses(Deed("took corner {square}"), Deed("take corner {square}")),
    "stays": Tenses(Deed("stayed on {square}"), Deed("stay on {square}")),
    "walks": Tenses(Deed("{start} to {end}"), Deed("walk to {end}")),
    "seeds": Tenses(Deed("{start} seeded {end}"), Deed("seed {end} from {start}")),
    "plants": Tenses(Deed("planted {square}"), Deed("plant {square}")),
    "chops": Tenses(Deed("chopped {squares}: +{n}"), Deed("chop {squares} (+{n})")),
    "frees": Tenses(
        Deeds("took {n} protester from {squares}", "took {n} protesters from {squares}"),
        Deeds("take {n} protester from {squares}", "take {n} protesters from {squares}"),
    ),
    "skips": Tenses(
        Deed("couldn't take an action"),
        Deed("no action is possible"),
        follows=True,
    ),
    "leaves": Tenses(Deed("left the game"), Deed("leave the game")),
    "reaches": Tenses(
        Deeds(
            "has {n} point, so this is the last round", "has {n} points, so this is the last round"
        ),
        Deeds(
            "you have {n} point, so this is the last round",
            "you have {n} points, so this is the last round",
        ),
        follows=True,
    ),
    "settles": Tenses(
        Deeds("has {n} point, and the game is over", "has {n} points, and the game is over"),
        Deeds(
            "you have {n} point, and the game is over", "you have {n} points, and the game is over"
        ),
        follows=True,
    ),
    "ends": Tenses(Deed("the last round is over"), Deed("the last round is over"), follows=True),
    "stalls": Tenses(
        Deed("nothing changed for a whole round, so the game is over"),
        Deed("nothing changed for a whole round, so the game is over"),
        follows=True,
    ),
}
# What grows, by what it has grown to.
GROWTH = {
    SAPLING: Tenses(
        Deeds("{squares} grew into a sapling", "{squares} grew into saplings"),
        Deeds("{squares} grows", "{squares} grow"),
        follows=True,
    ),
    MATURE: Tenses(
        Deeds("{squares} matured", "{squares} matured"),
        Deeds("{squares} matures", "{squares} mature"),
        follows=True,
    ),
}
PROTESTED = Tenses(
    Deeds("put {n} protester on {squares}", "put {n} protesters on {squares}"),
    Deed("protest at {squares}"),
)
OF_ANOTHER = Deed("{name} takes corner {square}")  # the last one, which is nobody's choice
# For who was away: what a turn ended with, and how much that matters; points alone are ahead of
# the rest, as no turn touches what is somebody else's.
BRIEFLY = {
    "stands": (Deed("{name} took corner {square}"), QUIET),
    "plants": (Deed("{name} planted {square}"), QUIET),
    "skips": (Deed("{name} couldn't do anything"), QUIET),
    "protests": (Deed("{name} protested on {squares}"), QUIET),
    "chops": (Deed("{name} chopped {squares} (+{n})"), TELLING),
    "leaves": (Deed("{name} left the game"), TELLING),
}


def story(events: Sequence[Event], names: Names) -> Text:
    """A line for each player who did something, in order."""
    turns = [(seat, list(deeds)) for seat, deeds in groupby(events, key=lambda e: e.seat)]
    told = ((names[seat], _phrases(deeds, Tense.PAST)) for seat, deeds in turns)
    return lines(*(Text("{name}: {deeds}.", name=name, deeds=side_by_side(x)) for name, x in told))


def plan(events: Sequence[Event], names: Names) -> Plan:
    """`walk to c2; then b2 and c3 grow; plant c1`."""
    mine = [event for event in events if event.seat == events[0].seat]
    others = (Phrase(OF_ANOTHER(e, name=names[e.seat]), True) for e in events[len(mine) :])
    return Plan((*_phrases(mine, Tense.AHEAD), *others))


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


def _phrases(events: Sequence[Event], tense: Tense) -> Iterator[Phrase]:
    """The deeds of a seat, those of one verb together."""
    return (_phrase(verb, list(group), tense) for verb, group in _by_verb(events))


def _phrase(verb: str, events: list[Event], tense: Tense) -> Phrase:
    match verb:
        case "grows":
            return _growth(events, tense)
        case "seeds":
            return together(DEEDS["seeds"].phrase(tense, event) for event in events)
        case "protests":
            return PROTESTED.phrase(tense, _as_one(events))
    return DEEDS[verb].phrase(tense, events[0])


def _growth(events: list[Event], tense: Tense) -> Phrase:
    """`b2 and c3 grew to saplings, d4 matured`."""
    stages = ((grown, [e for e in events if e.n == stage]) for stage, grown in GROWTH.items())
    return together(grown.phrase(tense, _as_one(some)) for grown, some in stages if some)


def _as_one(events: list[Event]) -> Event:
    """Events of one square each as one, with all these squares and how many they are."""
    return events[0]._replace(at=tuple(event.at[0] for event in events), n=len(events))

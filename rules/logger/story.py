"""What happened in Logger: as sentences, in a line, and in a few words for who was away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.english import QUIET, TELLING, Brief, Names
from rules.game import Event, Seat
from rules.logger.rules import MATURE, SAPLING, Position
from rules.text import NOTHING, Joined, Listed, Plural, Text, lines
from rules.voice import Argument


def story(events: Sequence[Event], names: Names) -> Text:
    """A line for each player who did something, in order."""
    turns = [(seat, list(deeds)) for seat, deeds in groupby(events, key=lambda e: e.seat)]
    told = [(names[seat], Joined(" · ", _deeds(deeds))) for seat, deeds in turns]
    return lines(*(Text("{name}: {deeds}.", name=name, deeds=deeds) for name, deeds in told))


def _deeds(events: list[Event]) -> Iterator[Text]:
    """The deeds of one seat. Seeds are told together, and so is growth."""
    for verb, group in groupby(_settled(events), key=lambda e: e.verb):
        yield _tell(verb, list(group))


def _settled(events: Sequence[Event]) -> list[Event]:
    """Who reaches the goal with the last turn of all has ended the game: that is told in one, as a
    last round that is over is not worth a word."""
    if not {"reaches", "ends"} <= {e.verb for e in events}:
        return list(events)
    kept = (e for e in events if e.verb != "ends")
    return [e._replace(verb="settles") if e.verb == "reaches" else e for e in kept]


LASTING = ("reaches", "settles", "ends", "stalls")
FIRST = ("chops", "frees", *LASTING, "protests", "plants", "skips", "stands")


def gist(events: Sequence[Event], _names: Names) -> Text:
    """One turn in a line, what it brings first: `+2, chopped c2 and c3 · d1 to c1`."""
    settled = _settled(events)
    groups = [(verb, list(group)) for verb, group in groupby(settled, key=lambda e: e.verb)]
    groups.sort(key=lambda told: FIRST.index(told[0]) if told[0] in FIRST else len(FIRST))
    return Joined(" · ", (_brief(verb, group) for verb, group in groups))


def _brief(verb: str, events: list[Event]) -> Text:
    if verb == "chops":
        return Text("+{n}, chopped {squares}", n=events[0].n, squares=Listed(events[0].at))
    return _tell(verb, events)


def _tell(verb: str, events: list[Event]) -> Text:
    """What a verb says of the squares of its events."""
    at = events[0].at
    match verb:
        case "stands":
            return Text("took corner {square}", square=at[0])
        case "stays":
            return Text("stayed on {square}", square=at[0])
        case "walks":
            return Text("{start} to {end}", start=at[0], end=at[1])
        case "grows":
            return _growth(events)
        case "seeds":
            return Joined(", ", map(_seeding, events))
        case "plants":
            return Text("planted {square}", square=at[0])
        case "protests":
            return _guarding([e.at[0] for e in events])
        case "chops":
            return Text("chopped {squares}: +{n}", squares=Listed(at), n=events[0].n)
        case "frees":
            return _freeing(at)
    return _turn(verb, events[0])


def _turn(verb: str, event: Event) -> Text:
    """What a verb says of a whole turn or of the game."""
    match verb:
        case "skips":
            return Text("could do nothing, so the action was skipped")
        case "leaves":
            return Text("left the game")
        case "reaches":
            return Plural(
                "has {n} point, so this is the last round",
                "has {n} points, so this is the last round",
                event.n,
            )
        case "settles":
            return Plural(
                "has {n} point, and the game is over",
                "has {n} points, and the game is over",
                event.n,
            )
        case "ends":
            return Text("the last round is over")
        case "stalls":
            return Text("nothing changed in a whole round, so the game is over")
    raise ValueError(f"no sentence for {verb}")


def _seeding(event: Event) -> Text:
    return Text("{tree} seeded {square}", tree=event.at[0], square=event.at[1])


def _guarding(squares: Sequence[str]) -> Text:
    return Plural(
        "put {n} protester on {squares}",
        "put {n} protesters on {squares}",
        len(squares),
        squares=Listed(squares),
    )


def _freeing(squares: Sequence[str]) -> Text:
    return Plural(
        "took {n} protester from {squares}",
        "took {n} protesters from {squares}",
        len(squares),
        squares=Listed(squares),
    )


def _growth(events: list[Event]) -> Text:
    """`b2 and c3 grew to saplings, d4 matured`."""
    young = [e.at[0] for e in events if e.n == SAPLING]
    grown = [e.at[0] for e in events if e.n == MATURE]
    saplings = Plural(
        "{squares} grew to a sapling",
        "{squares} grew to saplings",
        len(young),
        squares=Listed(young),
    )
    matured = Text("{squares} matured", squares=Listed(grown))
    return Joined(", ", [*([saplings] if young else []), *([matured] if grown else [])])


def brief(s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
    """See rules.english.English. Points alone are ahead of the rest: no turn touches what is
    somebody else's."""
    last = next((e for e in reversed(events) if e.verb in DEEDS), None)
    if last is None:
        return Brief(NOTHING)
    match last.verb:
        case "stands":
            return Brief(Joined(", ", (_corner(e, names[e.seat]) for e in events)))
        case "chops":
            freed = next((len(e.at) for e in events if e.verb == "frees"), 0)
            return Brief(_chopped(last, freed, names[last.seat]), TELLING)
        case "protests":
            trees = [e.at[0] for e in events if e.verb == "protests"]
            return Brief(_protested(trees, names[last.seat]))
        case "leaves":
            return Brief(Text("{name} left the game", name=names[last.seat]), TELLING)
    return Brief(_quiet(last, names[last.seat]), QUIET)


# By the last of these a turn is told: by what it ended with, not by the walk to it.
DEEDS = {"stands", "plants", "chops", "protests", "skips", "leaves"}


def _quiet(event: Event, name: Argument) -> Text:
    if event.verb == "plants":
        return Text("{name} planted {square}", name=name, square=event.at[0])
    return Text("{name} could do nothing", name=name)


def _corner(event: Event, name: Argument) -> Text:
    return Text("{name} took corner {square}", name=name, square=event.at[0])


def _chopped(event: Event, freed: int, name: Argument) -> Text:
    """`Ben chopped c2 and c3 (+2, freed 1 protester)`."""
    trees, points = Listed(event.at), event.n
    if not freed:
        return Text("{name} chopped {trees} (+{points})", name=name, trees=trees, points=points)
    return Plural(
        "{name} chopped {trees} (+{points}, freed {n} protester)",
        "{name} chopped {trees} (+{points}, freed {n} protesters)",
        freed,
        name=name,
        trees=trees,
        points=points,
    )


def _protested(trees: Sequence[str], name: Argument) -> Text:
    return Text("{name} protested {trees}", name=name, trees=Listed(trees))

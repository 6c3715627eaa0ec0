"""A turn of Logger in a few words, for who was away: what was done. Where everybody stands since
then, the picture shows."""

from __future__ import annotations

from collections.abc import Sequence

from rules.english import QUIET, TELLING, Brief, Names
from rules.game import Event, Seat
from rules.logger.position import Position
from rules.text import NOTHING, Joined, Listed, Plural, Text
from rules.voice import Argument


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

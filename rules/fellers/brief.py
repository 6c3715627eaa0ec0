"""A turn of Forest Fellers in a few words, for who was away: where the mover's lumberjack is now,
what became of the reader's, and who else was shoved. Of a hand nothing is told."""

from __future__ import annotations

from collections.abc import Sequence

from rules.english import DECIDING, OURS, QUIET, TELLING, Brief, Names
from rules.fellers.naming import called
from rules.fellers.position import FIGURES, Position, team
from rules.game import Event, Seat
from rules.text import NOTHING, Joined, Text
from rules.voice import Argument

LOG, OFF = "log", "off"
MOVING = ("enters", "steps", "shoves", "floats")  # the thing, …, where it is then


PHRASES = 3  # of one turn, before the others are only counted


def brief(s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
    """See rules.english.English."""
    gone = next((e for e in events if e.verb == "leaves"), None)
    if gone is not None:
        return Brief(Text("{name} left the game", name=names[gone.seat]), TELLING)
    played = next((e for e in events if e.verb == "plays"), None)
    return Brief(NOTHING) if played is None else _turn(s, events, played, names, reader)


def _turn(s: Position, events: Sequence[Event], played: Event, names: Names, reader: Seat) -> Brief:
    """Where everything was in the end that a turn has moved; of the others who is home, and who
    was shoved."""
    ends = {e.at[0]: e.at[-1] for e in events if e.verb in MOVING and e.at[0] != LOG}
    moved = _moved(names[played.seat], played.at[1], ends.pop(played.at[1], ""))
    owners = {FIGURES[i]: seat for seat in range(len(names)) for i in team(s, seat)}
    ours = {jack: end for jack, end in ends.items() if owners.get(jack) == reader}
    shoved = {e.at[0]: e.at[-1] for e in events if e.verb == "shoves"}
    theirs = (
        _other(jack, names[owners[jack]], end, shoved.get(jack))
        for jack, end in ends.items()
        if jack not in ours
    )
    told = (_ours(jack, end) for jack, end in ours.items())
    phrases = (moved, *told, *filter(None, theirs))
    return Brief(Joined(", ", _at_a_glance(phrases, 1 + len(ours))), _weight(ours, events))


def _at_a_glance(phrases: Sequence[Text], due: int) -> tuple[Text, ...]:
    """The first phrases of a turn, but all that are due; the others are only counted."""
    told = max(PHRASES, due)
    if len(phrases) <= told:
        return tuple(phrases)
    return (*phrases[:told], Text("moved {n} more", n=len(phrases) - told))


def _weight(ours: dict[str, str], events: Sequence[Event]) -> int:
    if ours:
        return DECIDING if OFF in ours.values() else OURS
    return TELLING if any(e.verb == "finishes" for e in events) else QUIET


def _moved(name: Argument, figure: str, end: str) -> Text:
    """`Ben moved grass man to f7`."""
    jack = called(figure)
    if end == OFF:
        return Text("{name} brought {jack} home", name=name, jack=jack)
    if not end:
        return Text("{name} left {jack} in place", name=name, jack=jack)
    return Text("{name} moved {jack} to {end}", name=name, jack=jack, end=end)


def _ours(figure: str, end: str) -> Text:
    if end == OFF:
        return Text("your {jack} is home", jack=called(figure))
    return Text("your {jack} is on {end} now", jack=called(figure), end=end)


def _other(figure: str, whose: Argument, end: str, shoved: str | None) -> Text:
    """What became of somebody else's. shoved: to where, if it was; else it has floated."""
    jack = called(figure)
    if end == OFF:
        return Text("{name}'s {jack} is home", name=whose, jack=jack)
    if shoved is None:
        return NOTHING
    if shoved == end:
        return Text("shoved {name}'s {jack} to {end}", name=whose, jack=jack, end=end)
    return Text("shoved {name}'s {jack}, which floated to {end}", name=whose, jack=jack, end=end)

"""What happened at a table, told by its game, with what the table adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.table import Table
from bot.games.turns import Turn
from rules.english import Brief, story
from rules.game import Seat
from rules.text import NOTHING, Joined, Listed, Saying, Text, lines, sentences
from rules.voice import Argument


def happened(table: Table, seat: Seat | None = None) -> Text:
    """The story of the last turn that somebody said and of all that followed from it, with who
    was not asked; as a seat, or anybody, may know it."""
    told = story(table.kind.texts, table.seen(seat).events, table.names)
    return lines(*parts(told), _unasked(table))


def parts(told: Saying) -> tuple[Argument, ...]:
    """The lines of a story."""
    if isinstance(told, Joined) and told.separator == "\n":
        return told.parts
    return (told,) if told else ()


def moves_since(table: Table) -> list[Brief]:
    """What has happened since the player on turn last said a turn, each turn in a few words."""
    texts, state, names = table.kind.texts, table.seen().state, table.names
    rows = (texts.brief(state, events, names, table.actor) for events in table.meanwhile())
    return [brief for brief in rows if brief.told]


def all_since(table: Table) -> Text:
    """The same in full."""
    events = tuple(event for row in table.meanwhile() for event in row)
    return lines(*parts(story(table.kind.texts, events, table.names)))


def _unasked(table: Table) -> Text:
    """Whose turns had no choice, so that they were played at once."""
    if not table.at.unasked:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.unasked))
    if len(table.at.unasked) == 1:
        return Text("{names} had no choice, so that turn was played at once.", names=who)
    return Text("{names} had no choice, so those turns were played at once.", names=who)


def taken_back(table: Table) -> Text:
    """The story of a turn that is no longer one."""
    return Text("{name} took the last turn back.", name=table.names[table.actor])


def printed(table: Table, turns: Sequence[Turn]) -> Text:
    """Turns as a printed game has them, on one line, as anybody may know them:
    `12 · Ben: d1 to c1 · chopped c2 and c3: +2.`"""
    return sentences(*(_entry(table, turn) for turn in turns))


def _entry(table: Table, turn: Turn) -> Text:
    then = replace(table, at=replace(table.at, events=turn.events))
    story = sentences(*parts(table.kind.texts.story(then.seen().events, table.names)))
    return Joined(" · ", (turn.number, story)) if turn.number and story else story


def printed_undo(table: Table) -> Text:
    """In place of a turn that is no longer one."""
    name = table.names[table.actor]
    return Text("{name} took turn {n} back.", name=name, n=table.number)


def winning(names: Sequence[Argument]) -> Text:
    """Who has won, to go on after a colon or after "and"."""
    if len(names) == 1:
        return Text("{name} wins", name=names[0])
    return Text("{names} share a draw", names=Listed(names))

"""What happened at a table, told in the game's own English, with what the table adds to it."""

from __future__ import annotations

from bot.games.table import Table
from rules.english import listed
from rules.game import Seat


def happened(table: Table, seat: Seat | None = None) -> str:
    """The story of the last turn that somebody said and of all that followed from it, with who
    was not asked; as a seat, or anybody, may know it."""
    names = table.names
    story = table.kind.english.story(table.seen(seat).events, names)
    unasked = [names[i] for i in dict.fromkeys(table.at.unasked)]
    if not unasked:
        return story
    turns = "that turn was" if len(table.at.unasked) == 1 else "those turns were"
    return f"{story}\n{listed(unasked)} had no choice, so {turns} played at once."


def taken_back(table: Table) -> str:
    """The story of a turn that is no longer one."""
    return f"{table.names[table.actor]} took the last turn back."

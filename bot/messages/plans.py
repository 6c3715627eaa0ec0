"""A turn before it is played, in notation and in words, and premoves that weren't played."""

from __future__ import annotations

from bot.messages.fitting import LABEL_LENGTH, FirstFitting
from bot.table.orders import IMPOSSIBLE, fallen
from bot.table.table import Table
from rules.deeds import Plan
from rules.game import Seat
from rules.play import perform
from rules.text import NOTHING, Code, Joined, Text, notation
from storage import OrderRow


def planned(plan: Plan, line: str) -> Text:
    """`c2 +c1`: walk to c2, plant c1. line: as people type it."""
    return Joined(": ", (Code(line), plan))


def named(plan: Plan, line: str) -> Text:
    """The turn as a choice names it; where that is too long without what follows from it."""
    return FirstFitting(plan, plan.shortly, most=LABEL_LENGTH) if plan else notation(line)


def so_far(plan: Plan) -> Text:
    """What an unfinished turn consists of."""
    return Text("So far: {plan}.", plan=plan) if plan else NOTHING


def turn(table: Table, line: str) -> Text:
    """A whole turn of the player on turn, as they can see it. line: as it stands in the log."""
    return planned(plan(table, line), table.kind.spelt(line.split()))


def plan(table: Table, line: str) -> Plan:
    """What to do in such a turn."""
    _, events = perform(table.kind.game, table.mine, line)
    return table.kind.texts.plan(events, table.names)


def not_played(table: Table, seat: Seat) -> list[Text]:
    """The premoves of a seat that weren't played, each with the reason."""
    return [_not_played(table, order) for order in fallen(table.game, seat)]


def _not_played(table: Table, order: OrderRow) -> Text:
    line = Code(table.kind.spelt(order.line.split()))
    if order.fell == IMPOSSIBLE:
        return Text("Your premove {line} wasn't played: it wasn't legal any more.", line=line)
    return Text(
        "Your premove {line} wasn't played: the turn before it wasn't the one you expected.",
        line=line,
    )

"""Standing orders: what becomes of them when the turn has been made that they were waiting for.

    Ann: if c3, then c5 +c4         Ben: c3 +b2 ──> premove 0, Ann: c5 +c4     one transaction
                                    Ben: d1     ──> it falls, and Ann alone is told

Who may be told what is in them is only who gave them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from bot.core.game import Game
from bot.core.policies import Moment
from bot.core.table import Table
from rules.drafting import Draft, draft
from rules.errors import Refused
from rules.game import Seat
from storage import Change, Handover, Line, OrderFates, OrderRow

# Why an order fell, as it stands in the store.
OTHERWISE = "otherwise"  # the turn before was another one
IMPOSSIBLE = "impossible"  # it was no whole legal turn any more

Fates = tuple[tuple[int, str], ...]  # what became of each: its id, and why it fell


class DueOrder(NamedTuple):
    """The turn that a player had ordered for this moment, if there is one, and what became of all
    orders of the game."""

    turn: Draft[Any] | None
    fates: Fates


def standing(game: Game, seat: Seat) -> tuple[OrderRow, ...]:
    """The orders of a seat that wait for the turn that is due, the most exact one first."""
    mine = (order for order in game.orders if order.seat == seat and not order.fell)
    return tuple(sorted(mine, key=lambda o: (not o.mark, -len(o.condition.split()))))


def fallen(game: Game, seat: Seat) -> tuple[OrderRow, ...]:
    """Those which were not played, until the seat has spoken again."""
    return tuple(order for order in game.orders if order.seat == seat and order.fell)


def due(table: Table, said: Sequence[Line]) -> DueOrder:
    """What has been ordered for the position to which a turn has led. said: the rows of that
    turn; table: after them."""
    fates = {order.id: OTHERWISE for order in table.game.orders if not order.fell}
    if table.actor < 0 or not said or said[-1].seat < 0:
        return DueOrder(None, tuple(fates.items()))
    mine = standing(table.game, table.actor)
    for order in mine:
        if not meets(said[-1], order):
            continue
        fates[order.id] = IMPOSSIBLE
        with suppress(Refused):
            turn = draft(table.kind, table.mine, "", kept=order.line.split(), typed=False)
            if turn.complete:
                return DueOrder(turn, tuple((fates | {o.id: "" for o in mine}).items()))
    return DueOrder(None, tuple(fates.items()))


def meets(turn: Line, order: OrderRow) -> bool:
    """A turn is the one of the condition, or begins with its words."""
    words = order.condition.split()
    return turn.text.split()[: len(words)] == words or (
        bool(order.mark) and turn.mark == order.mark
    )


def drop_orders(game: Game, change: Change, _: Moment) -> Change:
    """A change that says what becomes of the orders: where the position is another one after it,
    and no turn that somebody had waited for has led there, they fall. A seat that changes hands
    leaves the position as it is, also where it is on turn."""
    if change.get(OrderFates) or change.aside or change.get(Handover) or not change.lines:
        return change
    fates = tuple((order.id, OTHERWISE) for order in game.orders if not order.fell)
    return change.plus(OrderFates(fates))

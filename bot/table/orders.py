"""Premoves (in code: orders): lines to play as soon as a given turn is made.

    Ann: if c3, then c5 +c4         Ben: c3 +b2 ──> premove 0, Ann: c5 +c4     one transaction
                                    Ben: d1     ──> dropped; only Ann reads why

Only the player who gave an order may read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bot.table.game import Game
from bot.table.table import Table
from rules.drafting import Draft, draft
from rules.errors import Refused
from rules.game import Seat
from storage import Line, OrderRow

# Why an order was dropped, as stored.
OTHERWISE = "otherwise"  # another turn was played
IMPOSSIBLE = "impossible"  # its line was not legal then

Fates = tuple[tuple[int, str], ...]  # the id of each order, and why it was dropped


def standing(game: Game, seat: Seat) -> tuple[OrderRow, ...]:
    """The waiting orders of a seat, the most exact one first."""
    mine = (order for order in game.orders if order.seat == seat and not order.fell)
    return tuple(sorted(mine, key=lambda o: (not o.mark, -len(o.condition.split()))))


def fallen(game: Game, seat: Seat) -> tuple[OrderRow, ...]:
    """The orders of a seat that were dropped since its last turn."""
    return tuple(order for order in game.orders if order.seat == seat and order.fell)


def due(table: Table, said: Sequence[Line]) -> tuple[Draft[Any] | None, Fates]:
    """The order to play at a table after a turn, or None, and what happens to all its orders."""
    fates = {order.id: OTHERWISE for order in table.game.orders if not order.fell}
    if table.actor < 0 or not said or said[-1].seat < 0:
        return None, tuple(fates.items())
    mine = standing(table.game, table.actor)
    for order in mine:
        words = order.condition.split()
        begins = said[-1].text.split()[: len(words)] == words
        if not (begins or (order.mark and said[-1].mark == order.mark)):
            continue
        fates[order.id] = IMPOSSIBLE
        with suppress(Refused):
            turn = draft(table.kind, table.mine, "", kept=order.line.split(), typed=False)
            if turn.complete:
                return turn, tuple((fates | {o.id: "" for o in mine}).items())
    return None, tuple(fates.items())

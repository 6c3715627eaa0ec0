"""The panel of standing orders, which only who gave them is shown."""

from __future__ import annotations

from bot.core.table import Table
from bot.domain.orders import standing
from bot.messages.layout import Button, Layout
from bot.text import orders
from rules.game import Seat


def panel(table: Table, seat: Seat) -> Layout:
    """All of a seat's orders, each with a button that drops it. Its id says nothing of them."""
    game, mine = table.game, standing(table.game, seat)
    buttons = (
        Button(orders.drop(n), f"lc:drop:{game.id}:{game.n}:{order.id}")
        for n, order in enumerate(mine, 1)
    )
    return Layout(orders.listed(table, seat), buttons=tuple(buttons))

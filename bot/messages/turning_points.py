"""Turning points, as a message that only who asked can see."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.names import game_name
from bot.core.table import Table
from bot.domain.looking_back import Point
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import button_id
from bot.text import turning_points as texts
from renderer import Balance, draw_balance
from rules.text import Text


def turning_points(table: Table, points: Sequence[Point], balance: Balance) -> Layout:
    """What was played and what was better, a button for each, and who stood better."""
    game = table.game
    hosted = game.hosted._replace(kind=table.kind)
    picture = Drawing(draw_balance, (hosted, table.seen(), table.labels, balance))
    buttons = (
        Button(Text("Turn {n}", n=point.number), button_id("at", game.id, point.frame.n))
        for point in points
    )
    file = f"{game_name(game)}-turning-points.png"
    return Layout(texts.turning_points(table, points), picture, file, tuple(buttons))

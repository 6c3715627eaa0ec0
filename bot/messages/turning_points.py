"""Turning points, as a message that only who asked can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.names import game_name
from bot.core.table import Table
from bot.domain.looking_back import Point
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import button_id, painted
from bot.text import turning_points as texts
from bot.text.answers import position
from bot.text.fitting import Stacked
from renderer import Balance, draw_balance
from rules.play import look
from rules.text import NOTHING, Text


def turning_points(
    table: Table, points: Sequence[Point], balance: Balance, *, sure: bool = True
) -> Layout:
    """What was played and what was better, a button for each, and who stood better. sure: the
    search is done."""
    game = table.game
    hosted = game.hosted._replace(kind=table.kind)
    picture = Drawing(draw_balance, (hosted, table.seen(), table.labels, balance))
    buttons = (
        Button(Text("Turn {n}", n=point.number), button_id("point", game.id, point.frame.n))
        for point in points
    )
    file = f"{game_name(game)}-turning-points.png"
    return Layout(texts.turning_points(table, points, sure=sure), picture, file, tuple(buttons))


def board(table: Table, point: Point, *, better: bool, by_ear: bool) -> Layout:
    """The board after a turn as it was played, or after what was better, as its player saw it then;
    with the way to the other one. by_ear: for whoever reads boards in words."""
    game = table.game
    state, events = point.tried(game.rules, better=better)
    labels = replace(table.labels, game=texts.heading(table, better=better), turn=point.number)
    picture = painted(game.hosted, look(game.rules, state, events, None), labels)
    verb, label = ("played", texts.WAS_PLAYED) if better else ("better", texts.WAS_BETTER)
    button = Button(label, button_id(verb, game.id, point.frame.n))
    file = f"{game_name(game)}-{point.frame.n}-{'better' if better else 'played'}.png"
    words = (
        texts.board(table, point, better=better),
        position(table, state) if by_ear else NOTHING,
    )
    return Layout(Stacked(words), picture, file, (button,))

"""What the clock has played, as messages."""

from __future__ import annotations

from bot.core.table import Table
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.text import clocks as texts
from rules.game import Seat

HERE = "here"


def played(table: Table, seat: Seat, times: int, *, skipped: bool) -> Layout:
    """The line that tells which turn the clock has played, with the absent player's button.
    times: how many it were in a row; skipped: by a host of the server."""
    button = Button(texts.BACK, button_id(HERE, table.game.id, table.n), "primary")
    return Layout(texts.played(table, seat, times, skipped=skipped), buttons=(button,))


def came(table: Table, seat: Seat, *, skipped: bool) -> Layout:
    """The line that the clock played for somebody, once they are back."""
    return Layout(texts.came(table, seat, skipped=skipped))

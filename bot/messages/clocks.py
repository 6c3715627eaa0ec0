"""What the clock has played, as messages."""

from __future__ import annotations

from bot.games.table import Table
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.text import clocks as texts
from rules.game import Seat

HERE = "here"


def played(table: Table, seat: Seat, *, back: bool = False) -> Layout:
    """The line that tells which turn the clock has played, with the button of who was not there;
    back: they are."""
    button = Button(texts.BACK, button_id(HERE, table.game.id, table.n), "primary")
    return Layout(texts.played(table, seat, back=back), buttons=() if back else (button,))

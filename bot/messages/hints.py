"""Hints, as a message that only who asked can see."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.table import Table
from bot.messages.layout import Button, Layout
from bot.messages.layouts import TAKE_TURN, button_id
from bot.text import hints as texts


def good(table: Table, lines: Sequence[str]) -> Layout:
    """Some good turns, the best first, and the way to play one."""
    build = Button(TAKE_TURN, button_id("take", table.game.id, table.n), "primary")
    return Layout(texts.good(table, lines), buttons=(build,))


def button(table: Table) -> Button:
    """Asks for hints."""
    return Button(texts.HINT, button_id("hint", table.game.id, table.n))

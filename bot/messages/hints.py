"""Hints, as a message that only who asked can see where hands are hidden."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.table import Table
from bot.domain.minds import GoodTurn
from bot.domain.numbered import numbered
from bot.messages.layout import Button, Layout
from bot.messages.layouts import LONGEST_ID, TAKE_TURN, button_id
from bot.text import hints as texts
from rules.text import Text


def good(table: Table, turns: Sequence[GoodTurn]) -> Layout:
    """Some good turns, the best first, each with a button that puts it into the turn builder."""
    each = ((n, way.line.split()) for n, way in enumerate(turns, 1))
    told = ((texts.of(n, table.kind.spelt(words)), words) for n, words in each)
    buttons = tuple(button for label, words in told for button in plan(table, label, words))
    if len(buttons) < len(turns):
        buttons += (Button(TAKE_TURN, button_id("take", table.game.id, table.n)),)
    return Layout(texts.good(table, turns), buttons=buttons)


def plan(table: Table, label: Text, words: Sequence[str]) -> tuple[Button, ...]:
    """A button that puts a turn, or its beginning, into the turn builder of the player on turn.
    Empty where an id has no room for it."""
    places = numbered(table.kind.game, table.mine, words)
    id_ = f"{button_id('plan', table.game.id, table.n)}:{places}"
    return (Button(label, id_),) if len(id_) <= LONGEST_ID else ()


def button(table: Table) -> Button:
    """Asks for hints."""
    return Button(texts.HINT, button_id("hint", table.game.id, table.n))

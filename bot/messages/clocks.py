"""A turn that the clock has played, as a message."""

from __future__ import annotations

from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.messages.stories import clock_played
from bot.table.absence import OFFERED_AFTER
from bot.table.names import game_name
from bot.table.table import Table
from rules.game import Seat
from rules.text import Small, Strong, Text, lines, sentences

HERE = "here"


def played(table: Table, seat: Seat, times: int, *, skipped: bool) -> Layout:
    """The turn that was played for somebody whose time was over, with their button.

    times: turns in a row; skipped: a moderator skipped their turn."""
    then = Text(
        "{name} can press the button to keep playing. If time runs out again first, the seat "
        "will be offered to others.",
        name=table.names[seat],
    )
    if times >= OFFERED_AFTER:
        then = Text(
            "{name} has missed more than one turn in a row, so the seat is now on offer to "
            "others. Until someone takes it, {name} can press the button to keep playing.",
            name=table.names[seat],
        )
    button = Button(Text("I'm Back"), button_id(HERE, table.game.id, table.n), "primary")
    return Layout(lines(_over(table, skipped=skipped), Small(then)), buttons=(button,))


def came(table: Table, seat: Seat, *, skipped: bool) -> Layout:
    """The same line, once they are back."""
    back = Text("{name} is back.", name=table.names[seat])
    return Layout(sentences(_over(table, skipped=skipped), back))


def _over(table: Table, *, skipped: bool) -> Text:
    game = Strong(game_name(table.game))
    over = Text("{game}: time ran out for this turn.", game=game)
    if skipped:
        over = Text("{game}: a moderator skipped this turn.", game=game)
    return sentences(over, clock_played(table))

"""The board for one person, who may turn back to any earlier one and forward again."""

from __future__ import annotations

from bot.games.boards import Page
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id, file_of, painted
from bot.text import boards
from rules.text import Text


def page(shown: Page, *, in_words: bool) -> Layout:
    """A board as its reader sees it. in_words: for who plays by ear."""
    table, seen = shown.table, shown.table.seen(shown.seat)
    picture = painted(table.game.hosted, seen, table.labels)
    text = boards.in_words(shown) if in_words else boards.beside_picture(shown)
    return Layout(text, picture, file_of(table.game, table.n), _buttons(shown))


def _buttons(shown: Page) -> tuple[Button, ...]:
    """They carry the row of the board that is shown, so that they go on from there whatever has
    happened meanwhile."""
    game, n = shown.table.game.id, shown.board.n
    return (
        Button(Text("Back"), button_id("earlier", game, n), off=shown.first),
        Button(Text("Forward"), button_id("later", game, n), off=shown.last),
    )

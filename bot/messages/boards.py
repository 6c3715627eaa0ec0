"""The board for one person, who may step through all boards of a game; and one that is shown to
everybody."""

from __future__ import annotations

from bot.core.names import game_name
from bot.domain.boards import Page
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id, file_of, painted
from bot.text import boards
from rules.text import Text


def page(shown: Page, *, in_words: bool) -> Layout:
    """A board as its reader sees it. in_words: for whoever plays by ear."""
    table, seen = shown.table, shown.table.seen(shown.seat)
    picture = painted(table.game.hosted, seen, table.labels)
    text = boards.in_words(shown) if in_words else boards.beside_picture(shown)
    return Layout(text, picture, file_of(table.game, table.n), _buttons(shown))


def public(shown: Page, user: int) -> Layout:
    """A board that this person shows to all, who may step on from it for themselves."""
    table, n = shown.table, shown.board.n
    picture = painted(table.game.hosted, table.seen(), table.labels)
    button = Button(Text("Replay"), button_id("at", table.game.id, n))
    file = f"{game_name(table.game)}-{n}-shared.png"
    return Layout(boards.public(shown, user), picture, file, (button,))


def _buttons(shown: Page) -> tuple[Button, ...]:
    """They carry the row of the board that is shown, so that they go on from there whatever has
    happened meanwhile."""
    game, n = shown.table.game.id, shown.board.n
    return (
        Button(Text("First"), button_id("first", game, n), off=shown.first),
        Button(Text("Back"), button_id("earlier", game, n), off=shown.first),
        Button(Text("Next"), button_id("later", game, n), off=shown.last),
        Button(Text("Last"), button_id("last", game, n), off=shown.last),
        Button(Text("Share"), button_id("share", game, n), "primary"),
    )

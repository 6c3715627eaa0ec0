"""Computers in a lobby, as a message that only who asked can see."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.game import Game
from bot.core.names import bare
from bot.domain.computers import LEVELS
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.text import computers as texts
from rules.text import Name, Text


def offered(game: Game) -> Layout:
    """Which can be seated, in one row, and which can go again, in the next."""
    if game.status != "lobby":
        return Layout(texts.offered(game))
    return Layout(texts.offered(game), rows=(tuple(_levels(game)),), buttons=tuple(_out(game)))


def _levels(game: Game) -> Iterator[Button]:
    for level, name in LEVELS.items():
        label = Text("Add: {level}", level=name)
        yield Button(label, f"{button_id('seat', game.id, game.n)}:{level}", "primary")


def _out(game: Game) -> Iterator[Button]:
    for sitter in game.sitters:
        if sitter.computer:
            label = Text("Remove {name}", name=Name(bare(sitter.name)))
            yield Button(label, f"{button_id('unseat', game.id, game.n)}:{-sitter.user}")

"""What a command about one game does, and the menu that asks which game it meant.

lc:which:turn:c3; plant north    a game is picked, and the command goes on with it
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from typing import Any

import discord

from bot.core.intent import Intent
from bot.discord.answers import answer, intent
from bot.discord.base import Base, Interaction
from bot.discord.buttons import Part
from bot.discord.presses import press
from bot.messages.layout import Layout


def command(client: Base, wish: Intent) -> Awaitable[Layout]:
    """What a command does about the game that is meant. Raises Refused; Which, where it could be
    several."""
    cases = client.cases
    match wish.verb:
        case "turn":
            return cases.asked.or_said(wish, cases.builder.say)
        case "replay":
            return cases.boards.first(wish)
        case "board":
            return cases.boards.newest(wish)
        case "verify":
            return cases.queries.verify(wish)
    return press(client, wish.verb, wish)


class WhichMenu(Part, template=r"lc:which:(?P<verb>[a-z]+):(?P<words>.*)"):
    """The game that was meant, picked by whoever gave the command: nobody else sees the menu."""

    def __init__(self, item: discord.ui.Select[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb, self.words = match["verb"], match["words"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        game = int("".join(self.item.values))
        wish = intent(interaction, game=game, words=self.words, verb=self.verb)
        await answer(interaction, lambda: command(interaction.client, wish), update=True)

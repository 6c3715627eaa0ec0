"""Buttons: what is pressed is a small sentence in the custom_id, so they outlive every restart.

lc:join:12:1            verb, game, and the row that it was made for
lc:thread:logger:4      a new game in a thread, for so many
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import pages
from bot.front.answers import Interaction, answer, intent
from bot.panel import Panel

if TYPE_CHECKING:
    from bot.clerk import Clerk
    from bot.intent import Intent


class TableButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"lc:(?P<verb>join|leave|start|learn|text|cancel):(?P<game>\d{1,18}):(?P<n>\d{1,18})",
):
    """A button about one game."""

    def __init__(self, item: discord.ui.Button[Any], verb: str, game: int, n: int) -> None:
        super().__init__(item)
        self.verb, self.game, self.n = verb, game, n

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Button[Any], match: re.Match[str]
    ) -> Self:
        return cls(item, match["verb"], int(match["game"]), int(match["n"]))

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = intent(interaction, game=self.game, n=self.n)
        await answer(interaction, lambda: press(interaction.client.clerk, self.verb, wish))


class ThreadButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"lc:thread:(?P<kind>[a-z]+):(?P<players>\d)",
):
    """Open the game that was asked for in a thread of its own."""

    def __init__(self, item: discord.ui.Button[Any], kind: str, players: int) -> None:
        super().__init__(item)
        self.kind, self.players = kind, players

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Button[Any], match: re.Match[str]
    ) -> Self:
        return cls(item, match["kind"], int(match["players"]))

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, lobby = intent(interaction, kind=self.kind), interaction.client.clerk.lobby
        if interaction.message is not None:  # pressed twice, it opens one game
            wish = replace(wish, key=f"thread:{interaction.message.id}")
        await answer(interaction, lambda: lobby.open(wish, self.players, thread=True))


BUTTONS = (TableButton, ThreadButton)


async def press(clerk: Clerk, verb: str, wish: Intent) -> Panel:
    """What a table's button does."""
    game = await clerk.find(wish)
    match verb:
        case "join":
            return await clerk.lobby.join(wish, game)
        case "leave":
            return await clerk.lobby.leave(wish, game)
        case "start":
            return await clerk.lobby.start(wish, game)
        case "cancel":
            return await clerk.lobby.cancel(wish, game)
        case "learn":
            return Panel(pages.rules(game.kind))
    return await clerk.board(wish, picture=False)

"""Buttons and menus: what is pressed is a small sentence in the custom_id, so that it outlives
every restart.

lc:join:12:1            verb, game, and the row that it was made for
lc:say0:12:9:2          a menu of the turn builder; two words had been said
lc:confirm:12:9:5b1c99d0    the turn that leads to the position with this checksum
lc:thread:logger:4      a new game in a thread, for so many
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import pages, panels
from bot.front.answers import Interaction, answer, intent
from bot.intent import Intent
from bot.lobby import Lobby
from bot.panel import Panel
from storage import Game

if TYPE_CHECKING:
    from bot.front.client import Lumbercamp

TABLE_VERBS = (
    "join|leave|start|cancel|again|take|options|text|more|undo|standings|record|learn|quit|resign"
)
OF_A_ROW = r":(?P<game>\d{1,18}):(?P<n>\d{1,18})"


class Part(discord.ui.DynamicItem[Any], template=r"(?!)"):
    """Made anew from what its id says; itself it is never found."""

    def __init__(self, item: Any, match: re.Match[str]) -> None:
        super().__init__(item)

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: Any, match: re.Match[str]
    ) -> Self:
        return cls(item, match)


class TableButton(Part, template=rf"lc:(?P<verb>{TABLE_VERBS}){OF_A_ROW}"):
    """A button about one game."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb, self.game, self.n = match["verb"], int(match["game"]), int(match["n"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = intent(interaction, game=self.game, n=self.n)
        await answer(interaction, lambda: press(interaction.client, self.verb, wish))


class ConfirmButton(Part, template=rf"lc:confirm{OF_A_ROW}:(?P<shown>[0-9a-f]{{1,8}})"):
    """The turn that was shown counts."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.game, self.n, self.shown = int(match["game"]), int(match["n"]), match["shown"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, builder = intent(interaction, game=self.game, n=self.n), interaction.client.builder
        await answer(interaction, lambda: builder.confirm(wish, self.shown), update=True)


class BuilderButton(Part, template=rf"lc:(?P<verb>back|over){OF_A_ROW}:(?P<said>\d{{1,4}})"):
    """A button of the turn builder, which shows itself anew in its place."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb, self.said = match["verb"], int(match["said"])
        self.game, self.n = int(match["game"]), int(match["n"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = intent(interaction, game=self.game, n=self.n)
        await answer(interaction, lambda: self._done(interaction.client, wish), update=True)

    def _done(self, client: Lumbercamp, wish: Intent) -> Awaitable[Panel]:
        verb = client.builder.back if self.verb == "back" else client.builder.restart
        return verb(wish, self.said)


class BuilderMenu(Part, template=rf"lc:say\d{OF_A_ROW}:(?P<said>\d{{1,4}})"):
    """A menu of the turn builder: the next word."""

    def __init__(self, item: discord.ui.Select[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.game, self.n, self.said = int(match["game"]), int(match["n"]), int(match["said"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = intent(interaction, game=self.game, n=self.n, words=" ".join(self.item.values))
        builder = interaction.client.builder
        await answer(interaction, lambda: builder.pick(wish, self.said), update=True)


class ThreadButton(Part, template=r"lc:thread:(?P<kind>[a-z]+):(?P<players>\d)"):
    """Open the game that was asked for in a thread of its own."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.kind, self.players = match["kind"], int(match["players"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, lobby = intent(interaction, kind=self.kind), interaction.client.clerk.lobby
        if interaction.message is not None:  # pressed twice, it opens one game
            wish = replace(wish, key=f"thread:{interaction.message.id}")
        await answer(interaction, lambda: lobby.open(wish, self.players, thread=True))


LOBBY: dict[str, Callable[[Lobby, Intent, Game], Awaitable[Panel]]] = {
    "join": Lobby.join,
    "leave": Lobby.leave,
    "start": Lobby.start,
    "cancel": Lobby.cancel,
    "again": Lobby.again,
}
BUTTONS = (TableButton, ConfirmButton, BuilderButton, BuilderMenu, ThreadButton)


async def press(client: Lumbercamp, verb: str, wish: Intent) -> Panel:
    """What a table's button does. Raises Refused."""
    game = await client.clerk.find(wish)
    match verb:
        case "join" | "leave" | "start" | "cancel" | "again":
            return await LOBBY[verb](client.clerk.lobby, wish, game)
        case "take":
            return await client.builder.open(wish)
        case "options":
            return await client.desk.options(wish)
        case "more":
            return panels.more(game)
        case "undo":
            return await client.retreat.take_back(replace(wish, n=None))
        case "quit":
            return await client.retreat.resign(replace(wish, n=None))
        case "resign":
            return await client.retreat.resign(wish)
        case "standings":
            return await client.clerk.standings(replace(wish, kind=game.kind))
        case "record":
            return await client.desk.record(wish)
        case "learn":
            return Panel(pages.rules(game.kind))
    return await client.clerk.board(wish, picture=False)

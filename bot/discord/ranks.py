"""Tables of a server: their command and the parts of their panel, whose ids say what is shown."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.buttons import Part
from bot.discord.translated import about, named
from bot.domain.standings import Scope
from bot.messages.medium import LABEL
from rules.text import Text

SCOPE = r"lc:ranks:(?P<kind>[a-z]{1,32}):(?P<month>ever|\d{4}-(?:0[1-9]|1[0-2]))"


class ScopeMenu(Part, template=rf"{SCOPE}:(?P<what>game|month)"):
    """Another game or another time, in place of the table that is shown."""

    def __init__(self, item: discord.ui.Select[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.kind, self.month, self.what = match["kind"], match["month"], match["what"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        picked = "".join(self.item.values)
        game = picked if self.what == "game" else self.kind
        scope = Scope.of(game, picked if self.what == "month" else self.month)
        wish, standings = intent(interaction), interaction.client.cases.standings
        await answer(interaction, partial(standings.show, wish, scope), update=True)


class PostButton(Part, template=rf"{SCOPE}:post"):
    """The table that is shown, for everybody; once for each panel."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.scope = Scope.of(match["kind"], match["month"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        under = interaction.message
        panel = 0 if under is None else under.id
        wish, standings = intent(interaction), interaction.client.cases.standings
        await answer(interaction, partial(standings.post, wish, self.scope, panel), update=True)


RANKS = (ScopeMenu, PostButton)


@app_commands.command(
    **named(Text("/standings"), Text("The server's table: of all games or one, by month"))
)
async def standings_command(interaction: Interaction) -> None:
    wish, standings = intent(interaction), interaction.client.cases.standings
    await answer(interaction, lambda: standings.show(wish, Scope()))


@app_commands.command(
    **named(Text("/profile"), Text("How somebody plays here, and the course of their ratings"))
)
@app_commands.describe(player=about(Text("Who; without one, yourself")))
async def profile_command(interaction: Interaction, player: str = "") -> None:
    wish, profiles = intent(interaction), interaction.client.cases.profiles
    await answer(interaction, lambda: profiles.show(wish, player))


@profile_command.autocomplete("player")
async def players(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Those who have finished a game here."""
    found = await interaction.client.cases.profiles.named(intent(interaction, words=typed))
    voice = interaction.client.voice_for(interaction.locale, LABEL)
    said = (choice.said(voice) for choice in found)
    return [app_commands.Choice(name=choice.label, value=choice.value) for choice in said]

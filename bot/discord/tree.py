"""The tree of commands: what Discord is sent, the Activity's command, and unknown commands.

/logger dance  ──> there is no such command, which is said; it is never met with silence
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from discord import AppCommandOptionType, HTTPException, InteractionType, app_commands
from discord.http import Route

from bot.discord.activity import (
    ENTRY_POINT,
    LEFT_OUT,
    Json,
    is_entry_point,
    launched,
    with_entry_point,
)
from bot.discord.answers import UNHEARD, answer
from bot.discord.base import Base, Interaction
from bot.messages import answers
from bot.messages.layout import Layout

UNKNOWN: Final = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
PARTS: Final = (
    AppCommandOptionType.subcommand.value,
    AppCommandOptionType.subcommand_group.value,
)


class Tree(app_commands.CommandTree[Base]):
    """The commands of the bot. opens: the one that opens the Activity, None: there is no such
    thing."""

    opens: app_commands.Command[Any, ..., None] | None = None

    async def payload(self) -> list[Json]:
        """The commands as Discord is told them."""
        told = [await self._told(command) for command in self._get_all_commands()]
        if self.opens is None:
            return told
        opens = await self._told(self.opens)
        return [*told, {**opens, **ENTRY_POINT, "options": []}]

    async def _told(self, command: Any) -> Json:
        if self.translator is None:
            return dict(command.to_dict(self))
        return dict(await command.get_translated_payload(self, self.translator))

    async def tell(self) -> None:
        """Tell Discord the commands. The one that opens the Activity stays where the host has one,
        though we may not: without it Discord refuses all."""
        http, application, told = self.client.http, self.client.application_id, await self.payload()
        assert application is not None
        try:
            await http.bulk_upsert_global_commands(application, told)
        except HTTPException as refused:
            if refused.code != LEFT_OUT:
                raise
            route = Route("GET", "/applications/{application}/commands", application=application)
            there = await http.request(route, params={"with_localizations": "true"})
            await http.bulk_upsert_global_commands(application, with_entry_point(told, there))

    async def interaction_check(self, interaction: Interaction) -> bool:
        """The library knows no command that opens the Activity: it is opened here."""
        if not is_entry_point(interaction.data):
            return True
        await launched(interaction)
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Say that there is no such command: a client may still show those of another version."""
        if not isinstance(error, UNKNOWN):
            await super().on_error(interaction, error)
        elif interaction.type is InteractionType.autocomplete:
            with suppress(*UNHEARD):
                await interaction.response.autocomplete([])
        else:
            name = _sent(interaction.data)

            async def work() -> Layout:
                return Layout(answers.no_command(name))

            await answer(interaction, work, anywhere=True)


def _sent(data: Any) -> str:
    """The name of a command that a client has sent."""
    names, options = [data["name"]], data.get("options", [])
    while options and options[0]["type"] in PARTS:
        names.append(options[0]["name"])
        options = options[0].get("options", [])
    return " ".join(names)

"""Show Me Why: the reason for a refusal that was left out in public, for the speaker alone.

lc:why:12:9    pressed under our answer to the line, which is looked up where it was said
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.discord.answers import UNHEARD, answer
from bot.discord.base import Interaction
from bot.discord.buttons import Part
from bot.discord.lines import intent
from bot.features.feature import OF_A_ROW
from bot.messages import answers
from bot.messages.layout import Layout
from rules.errors import NotYou, Unavailable


class WhyButton(Part, template="lc:why" + "".join(field.source for field in OF_A_ROW)):
    """Nothing of the line is kept: it is read again."""

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        await answer(interaction, lambda: _reason(interaction))


async def _reason(interaction: Interaction) -> Layout:
    """Raises Refused: that is the reason."""
    line = await _line(interaction)
    if line.author.id != interaction.user.id:
        raise NotYou(answers.NOT_YOUR_LINE)
    wish = await intent(interaction.client, line)
    return await interaction.client.cases.turns.reason(replace(wish, public=False))


async def _line(interaction: Interaction) -> discord.Message:
    """The message that ours answers."""
    answered = interaction.message.reference if interaction.message else None
    if answered is None or answered.message_id is None:
        raise Unavailable(answers.LINE_GONE)
    guild = interaction.guild_id
    place = interaction.client.get_partial_messageable(answered.channel_id, guild_id=guild)
    try:
        return await place.fetch_message(answered.message_id)
    except UNHEARD as gone:
        raise Unavailable(answers.LINE_GONE) from gone

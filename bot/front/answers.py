"""How an interaction is answered: acknowledged at once, then told, to its sender alone."""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord

from bot import metrics, replies
from bot.door import answered
from bot.intent import Intent
from bot.panel import Panel, fitted

if TYPE_CHECKING:
    from bot.front.client import Lumbercamp

    Interaction: TypeAlias = discord.Interaction[Lumbercamp]
else:
    Interaction = discord.Interaction

log = logging.getLogger(__name__)


# What a request to Discord may end in besides an answer.
UNHEARD = (discord.DiscordException, aiohttp.ClientError, OSError)


async def answer(
    interaction: Interaction, work: Callable[[], Awaitable[Panel]], *, anywhere: bool = False
) -> None:
    """Acknowledge, do the work, and say what came of it. A wish that can no longer be
    acknowledged is not done at all, so that Discord's "failed" is true. anywhere: also in
    direct messages."""
    with interaction.client.serving():
        await _answer(interaction, work, anywhere=anywhere)


async def _answer(
    interaction: Interaction, work: Callable[[], Awaitable[Panel]], *, anywhere: bool
) -> None:
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
    except UNHEARD as late:
        log.info("too late", extra={"interaction": interaction.id, "why": type(late).__name__})
        return
    age = discord.utils.utcnow() - interaction.created_at
    metrics.acknowledging.observe(max(0.0, age.total_seconds()))
    here = anywhere or interaction.guild_id is not None
    panel = await answered(work()) if here else Panel(replies.NO_DIRECT)
    try:
        await interaction.edit_original_response(**message(panel))
    except UNHEARD as gone:
        log.info("not answered", extra={"interaction": interaction.id, "why": type(gone).__name__})


def intent(interaction: Interaction, **more: Any) -> Intent:
    """The wish behind an interaction in a server."""
    return Intent(
        key=str(interaction.id),
        user=interaction.user.id,
        called=interaction.user.display_name,
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        robot=interaction.user.bot,
        moderator=interaction.permissions.manage_channels,
        **more,
    )


def message(panel: Panel, *, picture: bool = True) -> dict[str, Any]:
    """The panel as discord.py's arguments for an edited message."""
    files = [attachment(panel)] if picture and panel.picture else []
    return {"content": fitted(panel.text), "attachments": files, "view": view(panel)}


def attachment(panel: Panel) -> discord.File:
    """The panel's picture, with its alt text."""
    assert panel.picture is not None
    return discord.File(io.BytesIO(panel.picture.png), panel.file, description=panel.picture.alt)


def view(panel: Panel) -> discord.ui.View | None:
    """The panel's buttons. The view is stopped at once: what a button does is in its id, and
    nothing about it is kept in memory."""
    if not panel.buttons:
        return None
    made = discord.ui.View(timeout=None)
    for button in panel.buttons:
        style = discord.ButtonStyle[button.style]
        made.add_item(discord.ui.Button(label=button.label, custom_id=button.id, style=style))
    made.stop()
    return made

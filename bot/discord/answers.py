"""Answers to interactions: acknowledge at once, then answer only the sender."""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import PurePath

import aiohttp
import discord

from bot import metrics
from bot.discord.base import Interaction, log_fields
from bot.discord.transport import Json, components
from bot.messages import answers
from bot.messages.boundary import answered
from bot.messages.fitting import fitted
from bot.messages.layout import Layout, Message
from bot.table.game import private
from bot.table.intent import Contribution, Intent, Rights, Target

log = logging.getLogger(__name__)


# The exceptions of a failed request to Discord.
UNHEARD = (discord.DiscordException, aiohttp.ClientError, OSError)


async def answer(
    interaction: Interaction,
    work: Callable[[], Awaitable[Layout]],
    *,
    anywhere: bool = False,
    update: bool = False,
) -> None:
    """Acknowledge, do the work, and show the result. Without an acknowledgement the work isn't
    done, so Discord's "failed" is true. anywhere: also in direct messages; update: replace the
    message with the button."""

    async def done() -> Layout:
        here, store = anywhere or interaction.guild_id is not None, interaction.client.cases.store
        # Direct messages must belong to a game, open or finished.
        if here or await store.here(interaction.channel_id or 0) is not None:
            return await work()
        return Layout(answers.NO_DIRECT)

    with interaction.client.serving():
        if not await _acknowledged(interaction, update=update):
            return
        age = discord.utils.utcnow() - interaction.created_at
        metrics.acknowledging.observe(max(0.0, age.total_seconds()))
        then = await _told(interaction, done())
    if then is not None:  # the client may close in the meantime
        await _told(interaction, then())


async def _told(
    interaction: Interaction, wanted: Awaitable[Layout]
) -> Callable[[], Awaitable[Layout]] | None:
    """Show the result of a wish. Return the work for a later answer in its place, if any."""
    panel = await answered(wanted, partial(interaction.client.voice_for, interaction))
    files = [attachment(panel)] if panel.picture else []
    if panel.document:
        files.append(discord.File(io.BytesIO(panel.document.encode()), panel.file))
    if panel.page:
        name = PurePath(panel.file).with_suffix(".html").name
        files.append(discord.File(io.BytesIO(panel.page), name))
    text, shown = fitted(panel.text), view(panel)
    try:
        await interaction.edit_original_response(content=text, attachments=files, view=shown)
    except UNHEARD as gone:
        log.info("not answered", extra=log_fields(gone))
        return None
    return panel.then


async def _acknowledged(interaction: Interaction, *, update: bool) -> bool:
    """Acknowledge to Discord. False: it failed, as the sender sees, or this is a repeat."""
    heard = interaction.client.heard
    second = interaction.id in heard
    heard.append(interaction.id)
    try:
        if update:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except UNHEARD as late:
        # An earlier try acknowledged it but lost Discord's answer: the sender still waits. A second
        # delivery is different.
        if second or getattr(late, "code", None) != 40060:
            log.info("too late", extra=log_fields(late))
            return False
    return True


def intent(interaction: Interaction, target: Target, words: str = "", panel: int = 0) -> Intent:
    """The wish behind an interaction in a server."""
    place, person, may = interaction.channel, interaction.user, interaction.permissions
    thread = place if isinstance(place, discord.Thread) else None
    member = person if isinstance(person, discord.Member) else None
    guild, ours = interaction.guild, interaction.app_permissions
    roles_known = guild is not None and not guild.unavailable
    return Intent(
        key=str(interaction.id),
        user=person.id,
        called=person.display_name,
        guild=interaction.guild_id or private(interaction.channel_id or 0),
        channel=interaction.channel_id or 0,
        parent=thread.parent_id if thread else 0,
        robot=person.bot,
        language=interaction.locale.value.partition("-")[0],
        rights=Rights(
            roles=tuple(role.id for role in member.roles) if member else (),
            moderator=may.manage_channels,
            # of every channel of the server
            steward=member is not None and roles_known and member.guild_permissions.manage_channels,
            manages=interaction.guild_id is not None and (may.manage_guild or may.administrator),
        ),
        # We may answer privately there, but not post.
        muted=not (ours.send_messages_in_threads if thread else ours.send_messages),
        given=Contribution.of(interaction.id),
        target=target,
        words=words,
        panel=panel,
    )


def attachment(panel: Message) -> discord.File:
    """The panel's picture, with its alt text."""
    assert panel.picture is not None
    return discord.File(io.BytesIO(panel.picture.png), panel.file, description=panel.picture.alt)


class _Rows(discord.ui.View):
    """Finished components, as discord.py accepts only views. Stopped at once: it isn't stored."""

    def __init__(self, made: list[Json]) -> None:
        super().__init__(timeout=None)
        self._made = made
        self.stop()

    def to_components(self) -> list[Json]:
        return self._made


def view(panel: Message) -> discord.ui.View | None:
    """The panel's buttons and menus; None: it has none."""
    made = components(panel)
    return _Rows(made) if made else None

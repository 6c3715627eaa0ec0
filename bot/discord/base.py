"""What all modules of bot/discord share: the client's base class, and answers to interactions."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import aiohttp
import discord

from bot import metrics
from bot.discord.transport import Json, components
from bot.features.services import Services
from bot.features.verbs import Verbs
from bot.messages import answers
from bot.messages.boundary import Broken, answer_to, guard
from bot.messages.fitting import fit
from bot.messages.languages import MARKDOWN
from bot.messages.layout import Layout, Message
from bot.table.game import private
from bot.table.intent import Contribution, Intent, Rights, Target
from bot.table.settings import LANGUAGE
from rules.voice import Medium, Voice

log = logging.getLogger(__name__)
UNHEARD = (discord.DiscordException, aiohttp.ClientError, OSError)  # of a failed request


def log_fields(error: BaseException) -> dict[str, object]:
    """The log fields of an error: its type, and Discord's status and code if it has them."""
    fields = {name: getattr(error, name, None) for name in ("status", "code")}
    known = {name: value for name, value in fields.items() if isinstance(value, int) and value}
    return {"why": type(error).__name__, **known}


class Background(Protocol):
    """The work beside the client, which reacts to events on Discord."""

    def works(self) -> Iterable[Coroutine[Any, Any, None]]: ...  # to run while connected
    async def retry(self, guild: int) -> None: ...  # a server's permissions have changed
    def hurry(self) -> None: ...  # the connection is restored
    async def close(self) -> None: ...


class Base(discord.AutoShardedClient):
    """discord.py's client with the services at hand. It holds no state of any game."""

    def __init__(
        self, services: Services, verbs: Verbs, background: Background, **options: Any
    ) -> None:
        # No cache of messages: each is read once, when it arrives.
        unmentioned = discord.AllowedMentions.none()
        super().__init__(allowed_mentions=unmentioned, max_messages=None, **options)
        self.services, self.verbs, self.background = services, verbs, background
        self.voices = services.languages
        self.heard = deque[int](maxlen=1000)  # the latest interactions
        self._serving: set[asyncio.Task[Any] | None] = set()

    async def voice_for(self, interaction: Interaction, medium: Medium = MARKDOWN) -> Voice:
        """The voice of a private answer: in the person's chosen language, else in their client's,
        which also applies if the database can't be read. Raises nothing."""
        languages, shown = self.voices, interaction.locale.value
        own = await self._chosen(interaction.user.id)
        if not own:
            return languages.voice(shown, medium)
        return replace(languages.voice(own, medium), named=languages.voice(shown, medium).catalogue)

    async def voice_in_direct(self, user: int) -> Voice:
        """The voice for direct messages that aren't about a game. Raises nothing."""
        return self.voices.voice_of(await self._chosen(user))

    async def _chosen(self, user: int) -> str:
        """The language a person has chosen; empty: none, or it can't be read."""
        if self.voices.foreign:
            with suppress(Broken):
                return (await guard(self.services.store.personal(user))).get(LANGUAGE, "")
        return ""

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Mark a wish as under way; the client doesn't close until it's done."""
        task = asyncio.current_task()
        self._serving.add(task)
        try:
            yield
        finally:
            self._serving.discard(task)

    async def finish_wishes(self, seconds: float) -> None:
        """Wait for the wishes under way, up to a limit."""
        if under_way := [task for task in self._serving if task is not None]:
            await asyncio.wait(under_way, timeout=seconds)


if TYPE_CHECKING:
    Interaction: TypeAlias = discord.Interaction[Base]
else:  # discord.py inspects the first parameter of a command and knows only this class
    Interaction = discord.Interaction


async def answer(
    interaction: Interaction,
    work: Callable[[], Awaitable[Layout]],
    *,
    anywhere: bool = False,
    update: bool = False,
) -> None:
    """Acknowledge, do the work, and show the result only to the sender. Without an acknowledgement
    the work isn't done, so Discord's "failed" is true. anywhere: also in direct messages; update:
    replace the message with the button."""

    async def done() -> Layout:
        here = anywhere or interaction.guild_id is not None
        store = interaction.client.services.store
        # Direct messages must belong to a game, open or finished.
        if here or await store.game_in_channel(interaction.channel_id or 0) is not None:
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
    panel = await answer_to(wanted, partial(interaction.client.voice_for, interaction))
    files = [attachment(panel)] if panel.picture else []
    if panel.document:
        files.append(discord.File(io.BytesIO(panel.document.encode()), panel.file))
    if panel.page:
        name = PurePath(panel.file).with_suffix(".html").name
        files.append(discord.File(io.BytesIO(panel.page), name))
    text, shown = fit(panel.text), view(panel)
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
        given=Contribution.parse(interaction.id),
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

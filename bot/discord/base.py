"""What all modules of bot/discord know of the client: the services and the wishes under way."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import discord

from bot.features.services import Services
from bot.features.verbs import Verbs
from bot.messages.boundary import Broken, guarded
from bot.messages.languages import IN_ENGLISH, Voices
from bot.messages.medium import MARKDOWN
from bot.table.settings import LANGUAGE
from rules.voice import Medium, Voice


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

    voices: Voices = IN_ENGLISH

    def __init__(
        self, cases: Services, verbs: Verbs, background: Background, **options: Any
    ) -> None:
        # No cache of messages: each is read once, when it arrives.
        unmentioned = discord.AllowedMentions.none()
        super().__init__(allowed_mentions=unmentioned, max_messages=None, **options)
        self.cases, self.verbs, self.background = cases, verbs, background
        self.heard = deque[int](maxlen=1000)  # the latest interactions
        self._serving: set[asyncio.Task[Any] | None] = set()

    async def voice_for(self, interaction: Interaction, medium: Medium = MARKDOWN) -> Voice:
        """The voice of a private answer: in the person's chosen language, else in their client's,
        which also applies if the database can't be read. Raises nothing."""
        languages, shown = self.voices.languages, interaction.locale.value
        own = await self._chosen(interaction.user.id)
        if not own:
            return languages.voice(shown, medium)
        return replace(languages.voice(own, medium), named=languages.voice(shown, medium).catalogue)

    async def voice_in_direct(self, user: int) -> Voice:
        """The voice for direct messages that aren't about a game. Raises nothing."""
        return self.voices.of(await self._chosen(user))

    async def _chosen(self, user: int) -> str:
        """The language a person has chosen; empty: none, or it can't be read."""
        if self.voices.languages.foreign:
            with suppress(Broken):
                return (await guarded(self.cases.store.personal(user))).get(LANGUAGE, "")
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

    async def served(self, seconds: float) -> None:
        """Wait for the wishes under way, up to a limit."""
        if under_way := [task for task in self._serving if task is not None]:
            await asyncio.wait(under_way, timeout=seconds)


if TYPE_CHECKING:
    Interaction: TypeAlias = discord.Interaction[Base]
else:  # discord.py inspects the first parameter of a command and knows only this class
    Interaction = discord.Interaction

"""What every part of Discord's room knows of the client: the use cases, and who is being served."""

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
    """What a log line says of an error: its type, and Discord's status and code if it has them."""
    fields = {name: getattr(error, name, None) for name in ("status", "code")}
    known = {name: value for name, value in fields.items() if isinstance(value, int) and value}
    return {"why": type(error).__name__, **known}


class Background(Protocol):
    """What runs beside the client, and is told what happens on Discord."""

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        """To be run for as long as the client is there."""

    async def retry(self, guild: int) -> None:
        """Retry a server's parked posts, as its permissions have changed."""

    def hurry(self) -> None:
        """The connection is there again."""

    async def close(self) -> None:
        """The client leaves."""


class Base(discord.AutoShardedClient):
    """discord.py's client with the use cases at hand. It owns no state of any game."""

    voices: Voices = IN_ENGLISH

    def __init__(
        self, cases: Services, verbs: Verbs, background: Background, **options: Any
    ) -> None:
        # What was written is looked at when it comes, and never again.
        unmentioned = discord.AllowedMentions.none()
        super().__init__(allowed_mentions=unmentioned, max_messages=None, **options)
        self.cases, self.verbs, self.background = cases, verbs, background
        self.heard = deque[int](maxlen=1000)  # the interactions that came last
        self._serving: set[asyncio.Task[Any] | None] = set()

    async def voice_for(self, interaction: Interaction, medium: Medium = MARKDOWN) -> Voice:
        """Who answers one person alone: in the language that they have chosen, or in that of their
        client, also while the database cannot be read. Raises nothing."""
        languages, shown = self.voices.languages, interaction.locale.value
        own = await self._chosen(interaction.user.id)
        if not own:
            return languages.voice(shown, medium)
        return replace(languages.voice(own, medium), named=languages.voice(shown, medium).catalogue)

    async def voice_in_direct(self, user: int) -> Voice:
        """Who answers what somebody types in direct messages about no game. Raises nothing."""
        return self.voices.of(await self._chosen(user))

    async def _chosen(self, user: int) -> str:
        """The language that somebody has chosen; empty: none, or it cannot be read."""
        if self.voices.languages.foreign:
            with suppress(Broken):
                return (await guarded(self.cases.store.personal(user))).get(LANGUAGE, "")
        return ""

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Somebody's wish is being served; the client does not leave in the middle of it."""
        task = asyncio.current_task()
        self._serving.add(task)
        try:
            yield
        finally:
            self._serving.discard(task)

    async def served(self, seconds: float) -> None:
        """Wait for the wishes under way, but not for ever."""
        if under_way := [task for task in self._serving if task is not None]:
            await asyncio.wait(under_way, timeout=seconds)


if TYPE_CHECKING:
    Interaction: TypeAlias = discord.Interaction[Base]
else:  # discord.py reads a command's first parameter, and knows this class alone
    Interaction = discord.Interaction

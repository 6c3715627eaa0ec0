"""Servers as Discord would tell of them: each has the same channels and roles."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.table.guilds import Channel, NoThreads, Role
from rules.text import Text


@dataclass
class PaperGuilds:
    """there: the channels; refusing: why no post comes into some of them; posted: where one was
    tried; spoken: the language of each; closed: which not everybody
    may read; threadless: which can hold no threads."""

    there: list[Channel] = field(
        default_factory=lambda: [Channel(500, "games"), Channel(501, "more"), Channel(502, "log")]
    )
    called: list[Role] = field(default_factory=lambda: [Role(70, "Loggers"), Role(71, "*Elders*")])
    refusing: dict[int, Text] = field(default_factory=dict)
    posted: list[int] = field(default_factory=list)
    spoken: str = "en-US"
    closed: set[int] = field(default_factory=set)
    threadless: dict[int, NoThreads] = field(default_factory=dict)

    def channels(self, guild: int) -> list[Channel]:
        return self.there

    def channel(self, guild: int, channel: int) -> Channel | None:
        return next((each for each in self.there if each.id == channel), None)

    def public(self, guild: int, channel: int) -> bool:
        return channel not in self.closed

    def no_threads(self, guild: int, channel: int) -> NoThreads | None:
        return self.threadless.get(channel)

    def roles(self, guild: int) -> list[Role]:
        return self.called

    def language(self, guild: int) -> str:
        return self.spoken

    async def tried(self, channel: int, said: Text, language: str) -> Text | None:
        self.posted.append(channel)
        return self.refusing.get(channel)

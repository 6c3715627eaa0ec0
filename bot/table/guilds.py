"""What Discord says of a server: handed in, as nothing here knows of Discord."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from rules.text import Text


class Channel(NamedTuple):
    """A channel or thread. lacking: the bot's rights that are missing there, by Discord's names."""

    id: int
    name: str
    lacking: tuple[str, ...] = ()


class Role(NamedTuple):
    """A role that people can have, by a name that people gave it."""

    id: int
    name: str


class NoThreads(Enum):
    """Why a channel takes no threads of ours."""

    THREAD = "it is one"
    KIND = "its kind holds none"
    RIGHT = "the bot lacks a right"


class Guilds(Protocol):
    """Servers, as they are at this moment; of one that is not known nothing is."""

    def channels(self, guild: int) -> Sequence[Channel]:
        """The text channels of a server that the bot knows, in their order."""
        ...

    def channel(self, guild: int, channel: int) -> Channel | None:
        """A text channel of a server, or a thread there."""
        ...

    def public(self, guild: int, channel: int) -> bool:
        """Everybody on a server may read one of its channels or threads. Of what is not known at
        this moment nothing is public."""
        ...

    def no_threads(self, guild: int, channel: int) -> NoThreads | None:
        """Why the bot can open no thread in a channel; None: it can, as far as is known."""
        ...

    def roles(self, guild: int) -> Sequence[Role]:
        """The roles that members of a server may have been given, the highest first."""
        ...

    def language(self, guild: int) -> str:
        """Which one Discord has a server in, as `de` or `pt-BR`; empty where that is not known."""
        ...

    async def tried(self, channel: int, said: Text, language: str) -> Text | None:
        """Post something in a channel, in a language, and take it away. Why that did not work;
        None: it did."""
        ...

"""Who is on a server: handed in, as nothing here knows of Discord."""

from __future__ import annotations

from typing import Protocol


class Presence(Protocol):
    """Each verb says None where it is not known."""

    async def here(self, guild: int, user: int) -> bool | None:
        """Whether somebody is on a server."""
        ...

    async def serves(self, guild: int) -> bool | None:
        """Whether the bot is on a server."""
        ...

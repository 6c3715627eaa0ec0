"""Who can write to one person: handed in, as nothing here knows of Discord."""

from __future__ import annotations

from typing import Protocol

from rules.text import Text


class Direct(Protocol):
    """Direct messages."""

    async def reaches(self, user: int, text: Text, language: str = "") -> bool | None:
        """Write to somebody, in their language. False: they take no direct messages; None: it is
        not known."""
        ...

    async def opens(self, user: int) -> int | None:
        """The channel of direct messages with somebody; None: it is not known."""
        ...

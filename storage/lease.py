"""The right to speak and to write, which one of several processes has at a time.

The process that opened a file has it. On a server it is a row (storage/postgres/lease.py).
"""

from collections.abc import Callable
from typing import Protocol


class Lease(Protocol):
    async def take(self, waits: Callable[[], None]) -> None:
        """Take it as soon as no other process has it. waits: called once if one has it at first.
        Raises Unwritable if the server cannot be reached at first."""

    def lasts(self) -> float:
        """For how many seconds no other process can have it."""
        ...

    async def lost(self) -> None:
        """Return when another process has it."""

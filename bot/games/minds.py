"""What thinks, as the rest knows it: a position goes in, whole turns come out."""

from __future__ import annotations

from typing import Protocol

from bot.games.computers import Position


class Lost(Exception):
    """Nothing came of a thought: its process died, or took too long or too much."""


class Mind(Protocol):
    """Thinks of as many positions at once as it has room for; others wait their turn."""

    async def turn(self, position: Position) -> str:
        """A whole turn of the seat that sees this, as it stands in the log. Raises Lost."""
        ...

    async def best(self, position: Position) -> list[str]:
        """The best whole turns of that seat, the best first, three at most. Raises Lost."""
        ...

    async def close(self) -> None:
        """Nothing is thought of any more."""
        ...

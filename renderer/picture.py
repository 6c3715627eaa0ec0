"""What goes into a picture beside the game itself, and what comes out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.letters import letters

WIDTH, HEIGHT = 1200, 900  # 4:3, because phones crop square pictures


@dataclass(frozen=True, slots=True)
class Labels:
    """What the table calls itself: the game ("L7"), display names by seat as people wrote
    them, and the number of the turn, 0 in a lobby. targets: the squares that may be picked next,
    numbered from 1 on the board as in the menu beside it; "" where a choice is of no square."""

    game: str
    names: tuple[str, ...]
    turn: int
    targets: tuple[str, ...] = ()

    @property
    def when(self) -> str:
        """Which turn it is; before the first there is a lobby."""
        return f"turn {self.turn}" if self.turn else "lobby"

    @property
    def letters(self) -> tuple[str, ...]:
        """By seat, what its pieces carry and what stands beside its name."""
        return letters(self.names)

    @property
    def numbered(self) -> Iterator[tuple[str, str]]:
        """Each square that may be picked, with its number or numbers: `3`, `3 5`."""
        found: dict[str, list[str]] = {}
        for n, square in enumerate(self.targets, 1):
            found.setdefault(square, []).append(str(n))
        return ((square, " ".join(numbers)) for square, numbers in found.items() if square)


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, 1200 px wide and as a rule 900 high, and what it shows in at most 1024 characters."""

    png: bytes
    alt: str

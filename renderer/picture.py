"""What goes into a picture beside the game itself, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

from rules.letters import letters

WIDTH, HEIGHT = 1200, 900  # 4:3, because phones crop square pictures


@dataclass(frozen=True, slots=True)
class Labels:
    """What the table calls itself: the game ("L7"), display names by seat as people wrote
    them, and the number of the turn."""

    game: str
    names: tuple[str, ...]
    turn: int

    @property
    def letters(self) -> tuple[str, ...]:
        """By seat, what its pieces carry and what stands beside its name."""
        return letters(self.names)


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, 1200 px wide and as a rule 900 high, and what it shows in at most 1024 characters."""

    png: bytes
    alt: str

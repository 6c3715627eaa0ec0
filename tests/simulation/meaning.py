"""What a post is, by its row in the outbox."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    """A row of the outbox: of which kind it is, about which game, at which row of its log."""

    game: int
    n: int
    kind: str
    row: int

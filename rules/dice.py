"""Nature's choices: drawn from a game's secret seed, checkable by everybody afterwards.

The SHA-256 of the seed, its commitment, is shown when the lobby opens; the seed itself when the
game is over. Who keeps the seed could still have chosen one that suits them, so everybody who
joins contributes something that comes after the commitment, and draws are made from both:

    seed ──SHA-256──> commitment, on the lobby's card
      └──HMAC── contributions ──> key ──HMAC── number of the answer ──> rolls and draws

A choice depends on the key, the number of nature's answer and the place within that answer alone:
a commit that is tried again draws the same, and nothing that is typed, joined or taken back
shifts the next one. Number 0 is the order of the seats.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64


@dataclass(frozen=True, slots=True)
class Chance:
    """Where a game's chance comes from. by_row: in games from before contributions, an answer
    had the number of its log row."""

    key: bytes = field(repr=False)
    by_row: bool = False

    def number(self, answered: int, row: int) -> int:
        """Of the answer that stands in this row, after so many others."""
        return row if self.by_row else answered + 1

    def seating(self, row: int) -> int:
        """Of the order of seats, when the game starts in this row."""
        return self.number(-1, row)


def keyed(seed: bytes, contributions: Iterable[str]) -> bytes:
    """What a game's chance is drawn from: nobody who contributes knows the seed, and whoever
    knows the seed committed to it before they contributed."""
    return hmac.digest(seed, "\n".join(contributions).encode(), "sha256")


def pick(key: bytes, n: int, at: int, outcomes: Sequence[T]) -> T:
    """One of the outcomes, all equally likely (repeats are weights).

    n: the number of nature's answer; at: the position of this choice in it, from 0.
    Draws beyond the last whole multiple are rejected, so no outcome is favoured."""
    fair = SPAN - SPAN % len(outcomes)
    attempt = 0
    while (drawn := _draw(key, n, at, attempt)) >= fair:
        attempt += 1
    return outcomes[drawn % len(outcomes)]


def shuffled(key: bytes, n: int, items: Sequence[T]) -> tuple[T, ...]:
    """The items in an order drawn with the key, every order equally likely."""
    left = list(items)
    return tuple(left.pop(pick(key, n, at, range(len(left)))) for at in range(len(items)))


def commitment(seed: bytes) -> str:
    """What is shown before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def _draw(key: bytes, n: int, at: int, attempt: int) -> int:
    message = f"{n}:{at}:{attempt}".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")

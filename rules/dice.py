"""Nature's choices: drawn from a game's secret seed, checkable by everybody afterwards.

The SHA-256 of the seed is shown when the lobby opens, the seed itself when the game is over.
A choice depends on the seed, the number of the log row and the place within nature's answer
alone: a commit that is tried again draws the same, and nothing typed can steer the next one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64


def pick(seed: bytes, n: int, at: int, outcomes: Sequence[T]) -> T:
    """One of the outcomes, all equally likely (repeats are weights).

    n: the log row that will hold the choice; at: its position in that row, from 0.
    Draws beyond the last whole multiple are rejected, so no outcome is favoured."""
    fair = SPAN - SPAN % len(outcomes)
    attempt = 0
    while (drawn := _draw(seed, n, at, attempt)) >= fair:
        attempt += 1
    return outcomes[drawn % len(outcomes)]


def shuffled(seed: bytes, n: int, items: Sequence[T]) -> tuple[T, ...]:
    """The items in an order drawn from the seed, every order equally likely."""
    left = list(items)
    return tuple(left.pop(pick(seed, n, at, range(len(left)))) for at in range(len(items)))


def promise(seed: bytes) -> str:
    """What is shown before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def _draw(seed: bytes, n: int, at: int, attempt: int) -> int:
    message = f"{n}:{at}:{attempt}".encode()
    return int.from_bytes(hmac.digest(seed, message, "sha256")[:8], "big")

"""Nature's choices: drawn from a game's secret seed, checkable by everybody afterwards.

The SHA-256 of a version mark and the seed, the commitment, is shown when the lobby opens; the seed
itself when the game is over. Who keeps the seed could still have chosen one that suits them, so
everybody who joins contributes something that comes after the commitment, and so does Discord with
each post:

    mark, seed ──SHA-256──> commitment, on the lobby's card
            └──HMAC── contributions ──HMAC── newest post ──HMAC── number of the answer ──> a draw

A choice depends on the key, the id of the game's newest post, the number of nature's answer and the
place within that answer alone: a commit that is tried again draws the same as long as nothing was
posted meanwhile, and nothing that is typed, joined or taken back shifts the next one. Number 0 is
the order of the seats. Discord gives posts their ids after the seed was committed to, and everybody
can look them up. The mark names the version of this scheme: a later one would have another mark.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64
SEATING = 0  # the number of the order of seats; nature's answers count from 1
MARK = b"lumbercamp 1\n"
SEED = 32  # bytes; a longer one could be the mark and another seed


@dataclass(frozen=True, slots=True)
class Chance:
    """Where a game's chance comes from: a key, mixed with the newest post."""

    key: bytes = field(repr=False)

    def after(self, post: int) -> bytes:
        """The key of what is drawn while this is the newest post; 0: there is none yet."""
        return hmac.digest(self.key, str(post).encode(), "sha256")


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
    """What is shown before the game: the SHA-256 of the mark and the seed, in hexadecimal."""
    return hashlib.sha256(MARK + seed).hexdigest()


def _draw(key: bytes, n: int, at: int, attempt: int) -> int:
    message = f"{n}:{at}:{attempt}".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")

"""Nature's choices, drawn from a game's secret seed, so everyone can check them afterwards.

    mark, seed ──SHA-256──> commitment, on the lobby's card
            └──HMAC── contributions ──HMAC── newest post ──HMAC── number of the answer ──> a draw

A host could choose a seed that suits them, so each player contributes a number after the
commitment, and Discord the id of the newest message, which everyone can look up. A repeated commit
draws the same unless a message came in between, and no typed line, new player or undo shifts
the next draw. The seed is shown when the game is over.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64
SEATING = 0  # the number of the order of seats; nature's answers count from 1
MARK = b"lumbercamp 1\n"  # names the version of this scheme
SEED = 32  # bytes; a longer one could be the mark and another seed


@dataclass(frozen=True, slots=True)
class Chance:
    """The source of a game's chance: a key, mixed with the newest message."""

    key: bytes = field(repr=False)

    def after(self, post: int) -> bytes:
        """The key for draws while this is the newest message, 0 before the first one."""
        return hmac.digest(self.key, str(post).encode(), "sha256")


def chance_key(seed: bytes, contributions: Iterable[str]) -> bytes:
    """The key of a game's chance.

    Contributors don't know the seed, and the seed was committed to before they contributed."""
    return hmac.digest(seed, "\n".join(contributions).encode(), "sha256")


def pick(key: bytes, n: int, at: int, outcomes: Sequence[T]) -> T:
    """One of the outcomes, all equally likely; repeats are weights.

    n: the number of nature's answer; at: the place of this choice in it, from 0.
    Draws beyond the last whole multiple are rejected, so no outcome is favoured."""
    fair = SPAN - SPAN % len(outcomes)
    drawn, attempt = fair, 0
    while drawn >= fair:
        digest = hmac.digest(key, f"{n}:{at}:{attempt}".encode(), "sha256")
        drawn, attempt = int.from_bytes(digest[:8], "big"), attempt + 1
    return outcomes[drawn % len(outcomes)]


def shuffle(key: bytes, n: int, items: Sequence[T]) -> tuple[T, ...]:
    """The items in an order drawn with the key, every order equally likely."""
    left = list(items)
    return tuple(left.pop(pick(key, n, at, range(len(left)))) for at in range(len(items)))


def commitment(seed: bytes) -> str:
    """The SHA-256 of the mark and the seed, in hexadecimal, shown before the game."""
    return hashlib.sha256(MARK + seed).hexdigest()

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
can look them up.

Games that older versions opened go on as they began (see Form). The mark keeps the forms apart: no
commitment of a new game is one of an older form as well.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64
MARK = b"lumbercamp 2\n"
SEED = 32  # bytes; a longer one could be the mark and another seed


class Form(Enum):
    """How a game's chance is drawn, by the version that opened it."""

    BY_ROW = 0  # from the seed alone, numbered by the rows of the log
    BY_JOINS = 1  # from the seed and what joiners contributed; committed to without a mark
    BY_POSTS = 2  # from these and the id of the newest post


def form_of(seed: bytes, committed: str) -> Form:
    """The form of a game with this seed; committed: what was stored when its lobby opened."""
    if not committed:
        return Form.BY_ROW
    return Form.BY_POSTS if committed == commitment(seed) else Form.BY_JOINS


@dataclass(frozen=True, slots=True)
class Chance:
    """Where a game's chance comes from: a key, and how draws are made with it."""

    key: bytes = field(repr=False)
    form: Form = Form.BY_POSTS

    def after(self, post: int) -> bytes:
        """The key of what is drawn while this is the newest post; 0: there is none yet."""
        if self.form is not Form.BY_POSTS:
            return self.key
        return hmac.digest(self.key, str(post).encode(), "sha256")

    def noted(self, post: int) -> int:
        """The post that a row names: older forms drew with none."""
        return post if self.form is Form.BY_POSTS else 0

    def number(self, answered: int, row: int) -> int:
        """Of the answer that stands in this row, after so many others."""
        return row if self.form is Form.BY_ROW else answered + 1

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
    """What is shown before the game: the SHA-256 of the mark and the seed, in hexadecimal."""
    return hashlib.sha256(MARK + seed).hexdigest()


def promise(seed: bytes) -> str:
    """What was shown before a game of an older form: the SHA-256 of the seed alone."""
    return hashlib.sha256(seed).hexdigest()


def _draw(key: bytes, n: int, at: int, attempt: int) -> int:
    message = f"{n}:{at}:{attempt}".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")

"""A short digest of all that happened in a game by some row. It stands on every board, so that
whoever changes the record afterwards has to fit each board that was posted.

    HMAC-SHA-256 under the seed, its first 12 digits: 3f9a-12c0-77de
        │ of the record up to that row, but for who they are, seed, hashes and what is drawn again:
        lumbercamp record 1
        game logjam edition 1
        name J7
        option setup quick

        1 game open 1573844352738787328
        ⋮
        30 chance ? @1573844352739000320
        31 A c1-c3

Names are not in it, since people may be forgotten; what they gave to chance when they joined is,
and which seat that became. What chance said is not in it either, nor a checksum of a position: they
follow from the seed and the other rows, and so no hidden draw shows in a digest. Nobody can try
out words that were chosen in secret, as the seed is known when the game is over.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import replace

from rules.game import NATURE
from rules.record import UNSEEN, Entry, Record, write

_LEFT_OUT = ("seat ", "former ", "commitment ", "seed ")
_GROUP, _GROUPS = 4, 3


def digest(record: Record, seed: bytes, n: int) -> str:
    """The digest of a game's rows up to row n: three groups of four digits."""
    digits = hmac.digest(seed, "\n".join(_lines(record, n)).encode(), "sha256").hex()
    return "-".join(digits[i * _GROUP : (i + 1) * _GROUP] for i in range(_GROUPS))


def _lines(record: Record, n: int) -> Iterator[str]:
    known = tuple(_public(entry) for entry in record.entries if entry.n <= n)
    lines = write(replace(record, entries=known)).split("\n")
    return (line for line in lines if not line.startswith(_LEFT_OUT))


def _public(entry: Entry) -> Entry:
    line = UNSEEN if entry.seat == NATURE else entry.line
    return replace(entry, line=line, checksum="")

"""The rows of the outbox that this process has claimed and is not done with.

A claim is over after LEASE (storage/contract.py), so it is renewed while a row waits for its turn
or for Discord. Whoever was stopped for so long that another process has the row leaves it alone.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from storage import LEASE, Post, Store

SURE: Final = LEASE / 5  # seconds: nothing is sent in the last ones of a claim
RENEWED: Final = LEASE / 3  # seconds after which a claim is renewed


class Held:
    """Rows by id, each with the newest claim on it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[int, Post] = {}

    def take(self, post: Post) -> bool:
        """A row was claimed. False: it is under way already, and goes on with this claim."""
        new = post.id not in self._rows
        self._rows[post.id] = post
        return new

    def named(self, post: Post) -> Post:
        """A row, with the claim by which the store knows whose it is."""
        return self._rows.get(post.id, post)

    def drop(self, post: Post) -> None:
        """A row is done with."""
        self._rows.pop(post.id, None)

    def clear(self) -> None:
        self._rows.clear()

    async def sure(self, post: Post) -> bool:
        """Whether a row may be sent, since nobody else can have it."""
        row = self._rows.get(post.id)
        if row is not None and row.until - SURE <= self._store.passed():
            await self._renew([row])
        return post.id in self._rows

    async def renew(self) -> float:
        """Renew the claims that are a while old; the seconds until the store is asked again."""
        old = self._store.passed() + LEASE - RENEWED
        if rows := [row for row in self._rows.values() if row.until <= old]:
            await self._renew(rows)
        return min(RENEWED, self._store.looks) if self._rows else self._store.looks

    async def _renew(self, rows: Collection[Post]) -> None:
        kept = {row.id: row for row in await self._store.renew(rows)}
        for row in rows:
            if self._rows.get(row.id) is not row:
                continue  # done with, or claimed anew, meanwhile
            if row.id in kept:
                self._rows[row.id] = kept[row.id]
            else:
                self.drop(row)

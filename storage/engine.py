"""What a store asks of its database: pieces of work, done one after the other on a thread.

A piece of work is a function of a connection. It is written once, for every engine. An engine that
is far away sends statements together, up to the first whose rows are looked at: so what does not
hang on each other is asked first, and looked at (`Asked`) after that.
"""

import sqlite3
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Db: TypeAlias = sqlite3.Connection
Work: TypeAlias = Callable[Concatenate[Db, P], T]
Asked: TypeAlias = Callable[[], T]  # what was asked; to call it is to look at the answer


class Lane(Protocol):
    """A way to a connection. What goes the same way is done in the order in which it was asked."""

    async def read(self, work: Work[P, T], *args: P.args, **kw: P.kwargs) -> T:
        """The result of `work(connection, ...)`. Raises what it raises, or a StoreError."""

    async def write(self, work: Work[P, T], *args: P.args, **kw: P.kwargs) -> T:
        """The result of `work(connection, ...)` in a transaction: durable when this returns, undone
        when it raises."""


class Engine(Lane, Protocol):
    refused: bool  # a write found no room or no right, and none was proved since

    def at(self, game: int | None, *, guild: int | None = None, ends: bool = False) -> Lane:
        """The way of all that is about one game, whose row a write takes first. A write with
        `guild`, or one with `ends`, is alone on the game's server."""

    def defer(self, work: Callable[[Db], Asked[None]]) -> None:
        """Deferred write: flushed by the next write, before any read, or some moments later. The
        work may be done twice; until it is durable, a death undoes it. What it has asked is looked
        at after that."""

    def wrote_within(self, seconds: float) -> bool:
        """True if something was written in the last `seconds`, and no write has failed since."""

    async def close(self) -> None:
        """Flush deferred writes, and let go of the database. Twice is once."""

"""Which process has which place among several that share a database.

A place is had by one at a time: a range of shards, for instance. The settings say in whose name
claims are made there. How one is held, the engine knows (storage/postgres/places.py).
"""

from typing import Final, Protocol

from storage import outbox, settings, timers
from storage.engine import Db

_HOLDER: Final = "holder of {}"
_NEXT: Final = "next {}"  # until when what may happen seldom has happened
_LONGEST: Final = 3600.0  # seconds; a later one was written by another clock


class Place(Protocol):
    """number: from 1; of: how many there are."""

    number: int
    of: int

    @property
    def held(self) -> bool:
        """No other process can have it by now."""
        ...

    async def lost(self) -> None:
        """Return when another process has it, or may have it soon."""
        ...

    async def close(self) -> None:
        """Let go of it."""
        ...


def succeed(db: Db, name: str, place: str) -> None:
    if (before := holder(db, place)) is not None:
        leave(db, before)
    settings.write(db, _HOLDER.format(place), name)


def holder(db: Db, place: str) -> str | None:
    """By which name goes who has that place."""
    return settings.read(db, _HOLDER.format(place))


def leave(db: Db, name: str) -> None:
    """Who goes by that name is gone, or about to go: others need not wait for its claims to end."""
    outbox.end_claims(db, name)
    timers.end_claims(db, name)


def queue(db: Db, now: float, what: str, seconds: float) -> float:
    known = float(settings.read(db, _NEXT.format(what)) or 0.0)
    begin = known if now < known < now + _LONGEST else now
    settings.write(db, _NEXT.format(what), repr(begin + seconds))
    return begin - now

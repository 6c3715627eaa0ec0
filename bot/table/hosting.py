"""Who hosts the bot, and since when it runs: what /games bot about tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Hosting:
    """host: as they want to be called, which everybody may read; since: seconds since 1970;
    backup_age: how many seconds old the newest copy of the database is, None: there is none that
    the bot knows of; names_kept: seconds without a game after which somebody is forgotten on a
    server, 0: never; None: nor is who has left it."""

    host: str = ""
    since: float | None = None
    backup_age: Callable[[], float | None] = lambda: None
    names_kept: float | None = None


UNKNOWN: Final = Hosting()

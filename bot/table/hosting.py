"""The people who host the bot, and their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a bot is run."""

    host: str = ""  # the host's public name
    since: float | None = None  # seconds since 1970
    # The age of the newest copy of the database in seconds; None if no copy is known.
    backup_age: Callable[[], float | None] = lambda: None
    # Seconds without a game after which a person is forgotten on a server. 0: never; None: never,
    # even if they have left it.
    names_kept: float | None = None
    boards_at: str = ""  # the address where boards are opened in a browser; empty: nowhere
    activity: bool = False  # whether the button opens the Activity instead of a link


UNKNOWN: Final = Hosting()

"""A paused game, as it stands in the store.

    row "moderator pause", timer "paused"     by a moderator, for 30 days at most
    row "ask pause-2026-12-24 0", row "accept 1", timer "paused" players     by everyone
                                      ├── row "moderator resume" or "resume 1": clocks run again
                                      └── its time is over: the same

While it stands no clock runs, nobody is reminded, and anything else that would end later waits.
Players can still play their turns.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.table.calendar import DAY
from bot.table.game import PAUSED
from rules.history import remark
from storage import Change, GameRow

LONGEST_PAUSE: Final = 30 * DAY  # nobody's table stands still for ever
PLAYERS: Final = "players"  # the payload of its timer where everyone has agreed
RESUME: Final = remark("resume")


def paused(game: GameRow) -> bool:
    """It stands still now."""
    return game.due(PAUSED) is not None


def by_players(game: GameRow) -> bool:
    """The players have agreed on this pause, so any of them can end it."""
    return any(timer.kind == PAUSED and timer.payload == PLAYERS for timer in game.timers)


def last_day_of(asked: str) -> float:
    """When the last day of a pause is over, in UTC: of `pause-2026-12-24`."""
    day = datetime.strptime(asked, "pause-%Y-%m-%d").replace(tzinfo=UTC)
    return day.timestamp() + DAY


def begins(change: Change) -> bool:
    """A change by which a table is paused."""
    return any(timer.kind == PAUSED for timer in change.timers)


def resumes(change: Change) -> bool:
    """A change by which a table goes on."""
    return PAUSED in {done if isinstance(done, str) else done.kind for done in change.done}


def paused_after(game: GameRow, change: Change) -> bool:
    """It stands still once a change is made."""
    return begins(change) or (paused(game) and not resumes(change))

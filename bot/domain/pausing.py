"""A game that a moderator has paused, as it stands in the store.

    row "moderator pause", timer "paused" ──┬── row "moderator resume": the clock runs again
                                            └── its time is over: the same, by itself

While it stands no clock runs, nobody is reminded, and what else would end by itself goes on
waiting. Who wants to play a turn plays it.
"""

from __future__ import annotations

from typing import Final

from bot.core.calendar import DAY
from bot.core.game import PAUSED
from storage import Change, GameRow, NewTimer, Timer

LONGEST_PAUSE: Final = 30 * DAY  # nobody's table stands still for ever


def paused(game: GameRow) -> bool:
    """It stands still now."""
    return game.due(PAUSED) is not None


def pause(now: float) -> NewTimer:
    """What stands in the store of a pause that begins now."""
    return NewTimer(PAUSED, now + LONGEST_PAUSE)


def begins(change: Change) -> bool:
    """A change by which a table is paused."""
    return any(timer.kind == PAUSED for timer in change.timers)


def ends(change: Change) -> bool:
    """A change by which a table goes on."""
    return any(_kind(done) == PAUSED for done in change.done)


def paused_after(game: GameRow, change: Change) -> bool:
    """It stands still once a change is made."""
    return begins(change) or (paused(game) and not ends(change))


def _kind(done: Timer | str) -> str:
    return done if isinstance(done, str) else done.kind

"""What a feature has done when a time has come; bot/outbox/clock.py does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from storage import GameRow, Timer


@dataclass(frozen=True, slots=True)
class TimerKind:
    """What timers with this name are for. longest: the most seconds that one is set for, by the
    game where they differ; handler: commits what is to happen to the game, and with it that this
    timer is done, or set anew. It lets Conflict through, when somebody else was first; then the
    clock looks again."""

    name: str
    longest: float | Callable[[GameRow], float]
    handler: Callable[[GameRow, Timer], Awaitable[None]]

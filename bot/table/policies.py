"""What a commit asks of every feature: the change as it came in, with what the feature adds.

    change ──> policy ──> policy ──> … ──> committed in one transaction

The core knows no policy. They are handed in, in their order (bot/features/registry.py); each sees
what those before it have added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from bot.table.calendar import Span
from bot.table.game import Game
from storage import Change, Spent


class Moment(NamedTuple):
    """When a change is committed. now: seconds since 1970; away: when the clocks of this table
    stand still; spent: what clocks have spent since the row to which the change takes the game
    back."""

    now: float
    away: Sequence[Span] = ()
    spent: Sequence[Spent] = ()


Policy: TypeAlias = Callable[[Game, Change, Moment], Change]

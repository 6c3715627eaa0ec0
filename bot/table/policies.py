"""What a commit asks of every feature: the change as it came in, with what the feature adds.

    change ──> policy ──> policy ──> … ──> committed in one transaction

The commit knows no policy by name. Each one says after which others it comes, and sees what they
have added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

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


class Policy(NamedTuple):
    """What a feature adds to each change."""

    add: Callable[[Game, Change, Moment], Change]
    after: tuple[str, ...] = ()  # names of the functions whose additions it reads


def in_order(policies: Iterable[Policy]) -> list[Policy]:
    """Put each policy after those it names, and otherwise keep the order.

    Raises ValueError where they name each other, or one that isn't there."""
    waiting, done = [*policies], list[Policy]()
    while waiting:
        names = {policy.add.__name__ for policy in done}
        ready = next((policy for policy in waiting if names.issuperset(policy.after)), None)
        if ready is None:
            raise ValueError(f"these policies wait for others: {waiting}")
        waiting.remove(ready)
        done.append(ready)
    return done

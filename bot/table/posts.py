"""The rows of the outbox that every game has: its card, its boards, its start and its result."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.table.game import CHANCE
from bot.table.rows import OutboxRow, coded
from storage import BEGINS, BOARD, Change

POSTED: Final = "posted"  # the payload of the timer of a wait with a post
FIRST_GAMES: Final = 2  # of a kind, in which somebody is told more


@coded("lobby")
class NewCard(OutboxRow):
    """Posts the card of a game."""


@coded("card")
class Card(OutboxRow):
    """Has the card say how the game stands."""

    aside = edits = True


@coded("thread")
class Thread(OutboxRow):
    """Opens the thread of a game."""


@coded(BEGINS)
class Begins(OutboxRow):
    """Announces the start, and begins the game by that very message."""


@coded(BOARD)
class Turn(OutboxRow):
    """Posts the board, and calls the player on turn."""

    loud = True


@coded("result")
class Ending(OutboxRow):
    """Posts how a game has ended."""


@coded("waits")
class Waits(OutboxRow):
    """Says in the channel that a turn waits for chance, and can be undone until then."""

    aside = True
    matters = False


def with_wait(change: Change) -> Change:
    """The change of a public turn. If the turn waits for chance, it posts that too."""
    if not any(timer.kind == CHANCE for timer in change.timers):
        return change
    timers = tuple(
        replace(timer, payload=POSTED) if timer.kind == CHANCE else timer for timer in change.timers
    )
    return replace(change, timers=timers, posts=(Waits().encode(), *change.posts))

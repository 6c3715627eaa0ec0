"""The rows of the outbox that every game has: its card, its boards, its start and its result."""

from __future__ import annotations

from typing import Final

from bot.table.rows import OutboxRow, coded
from storage import BEGINS, BOARD

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

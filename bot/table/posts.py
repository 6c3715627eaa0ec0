"""The rows of the outbox that every game has, and the timers of answers that are deleted later.

When the time of such an answer is over, its reader's turn counts or the game ends, its timer
becomes a row of the outbox in the same transaction, and the outbox deletes the message afterwards.
"""

from __future__ import annotations

from typing import Final

from bot.table.game import FLEETING, Game
from bot.table.rows import Coded, OutboxRow, coded
from rules.game import Seat
from storage import BEGINS, BOARD

POSTED: Final = "posted"  # the payload of the timer for a wait that was posted
FIRST_GAMES: Final = 2  # of a kind, with more explanations for the player


@coded("lobby")
class NewCard(OutboxRow):
    """Posts the lobby message of a game."""


@coded("card")
class LobbyEdit(OutboxRow):
    """Edits the lobby message to the state of the game."""

    aside = edits = True


@coded("thread")
class OpenThread(OutboxRow):
    """Opens the thread of a game."""


@coded(BEGINS)
class Begins(OutboxRow):
    """Announces the start. The announcement begins the game."""


@coded(BOARD)
class TurnPost(OutboxRow):
    """Posts the board, and mentions the player to move."""

    loud = True


@coded("result")
class ResultPost(OutboxRow):
    """Posts the result of a game."""


@coded("waits")
class ChanceWait(OutboxRow):
    """Posts that a turn waits for chance, and can be undone until then."""

    aside = True
    matters = False


@coded("call")
class MorningCall(OutboxRow):
    """Mentions the player to move in the game's channel at the end of their night."""

    loud = True


@coded("dm")
class Letter(OutboxRow):
    """Notifies the player to move by direct message."""

    loud = overtaken = True


@coded("next")
class Follows(OutboxRow):
    """Tells the next player, without a sound."""

    matters = False


@coded("remind")
class Reminder(OutboxRow):
    """Reminds the player to move."""

    loud = reminds = True
    matters = False


@coded("fell")
class OrdersFell(OutboxRow):
    """Tells a player that none of their premoves was played."""

    seat: Seat
    matters = False


@coded("asks")
class AsksLater(OutboxRow):
    """Mentions a player who was asked for something at night.

    row: the request in the log.
    """

    row: int
    seat: Seat


@coded("spent")
class RemindersSpent(OutboxRow):
    """Deletes the reminders of a finished turn.

    since: the row that started the turn.
    """

    since: int
    aside = True


@coded("play_by")
class PlayBy(OutboxRow):
    """Corrects all messages that say when the clock of a turn ends."""

    aside = True


@coded("away")
class Away(OutboxRow):
    """Deletes an answer of ours."""

    channel: int
    message: int
    aside = True


@coded()
class Fleeting(Coded):
    """An answer of ours, its reader, and whether it refused (1): the payload of its timer."""

    channel: int
    message: int
    reader: int
    refusal: int = 0

    @property
    def post(self) -> str:
        """The row that deletes it."""
        return Away(self.channel, self.message).encode()


def refused_before(game: Game, reader: int) -> bool:
    """Whether a refusal to a reader can still be read in the channel."""
    answers = (Fleeting.decode(t.payload) for t in game.timers if t.kind == FLEETING)
    return any(answer.refusal and answer.reader == reader for answer in answers)

"""The rows of the outbox that call somebody, remind them, or say anew what did."""

from __future__ import annotations

from bot.table.rows import OutboxRow, coded
from rules.game import Seat


@coded("call")
class MorningCall(OutboxRow):
    """Calls the player on turn where the game is played, at the end of their night."""

    loud = True


@coded("dm")
class Letter(OutboxRow):
    """Calls the player on turn by direct message."""

    loud = overtaken = True


@coded("next")
class Follows(OutboxRow):
    """Tells the one after the player on turn, without a sound."""

    matters = False


@coded("remind")
class Reminder(OutboxRow):
    """Reminds the player on turn."""

    loud = reminds = True
    matters = False


@coded("fell")
class OrdersFell(OutboxRow):
    """Tells somebody that none of their standing orders was played."""

    seat: Seat
    matters = False


@coded("asks")
class AsksLater(OutboxRow):
    """Calls somebody of whom something was asked at night. row: at which it was asked."""

    row: int
    seat: Seat


@coded("spent")
class RemindersSpent(OutboxRow):
    """A row to delete the reminders of a finished turn. since: the row that started the turn."""

    since: int
    aside = True


@coded("play_by")
class PlayBy(OutboxRow):
    """Corrects all that says when the clock of a turn ends."""

    aside = True

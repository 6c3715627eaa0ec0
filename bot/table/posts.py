"""The rows of the outbox that every game has: its card, its boards, its start and its result; calls
and reminders; and the timers of answers that are taken away again.

Such an answer is a timer of its game. When its time is over, its reader's turn counts or the game
ends, the timer becomes a row of the outbox in the same transaction, and the outbox deletes the
message afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.table.commit import Moment
from bot.table.game import FLEETING, Game
from bot.table.rows import Coded, OutboxRow, coded
from rules.game import Seat
from storage import BEGINS, BOARD, Change, Timer

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


@coded("away")
class Away(OutboxRow):
    """Has an answer of ours deleted."""

    channel: int
    message: int
    aside = True


@coded()
class Fleeting(Coded):
    """An answer of ours, whom it answered, and whether it refused (1): the payload of its timer."""

    channel: int
    message: int
    reader: int
    refusal: int = 0

    @property
    def post(self) -> str:
        """The row that has it deleted."""
        return Away(self.channel, self.message).encode()


def refused_before(game: Game, reader: int) -> bool:
    """A refusal of what somebody said can still be read in the channel."""
    answers = (Fleeting.decode(t.payload) for t in game.timers if t.kind == FLEETING)
    return any(answer.refusal and answer.reader == reader for answer in answers)


def drop_fleeting(game: Game, change: Change, _: Moment) -> Change:
    """A change, with what has been answered in vain to those whose turn counts by it; with the
    end of a game, to everybody. Behind the posts, which matter more."""
    done = tuple(_spent(game, change))
    if not done:
        return change
    posts = (Fleeting.decode(timer.payload).post for timer in done)
    return replace(change, done=(*change.done, *done), posts=(*change.posts, *posts))


def _spent(game: Game, change: Change) -> Iterator[Timer]:
    ends = change.status in ("over", "cancelled")
    moved = {game.sitters[line.seat].user for line in change.lines if line.seat >= 0}
    answers = {x: Fleeting.decode(x.payload) for x in game.timers if x.kind == FLEETING}
    for timer, answer in answers.items():
        if timer not in change.done and (ends or answer.reader in moved):
            yield timer

"""Answers in a channel that are taken away again, as they stand in the store.

Such an answer is a timer of its game. When the time is over, when its reader's turn counts or the
game ends, the timer becomes a row of the outbox, in the same transaction; the outbox deletes the
message afterwards, also after a restart.

    timer "fleeting", Fleeting(channel, message, reader, …) ──> outbox, Away(channel, message)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.table.game import FLEETING, Game
from bot.table.policies import Moment
from bot.table.rows import Coded, OutboxRow, coded
from storage import Change, Timer


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

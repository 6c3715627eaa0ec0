"""Answers in a channel that are taken away again, as they stand in the store.

Such an answer is a timer of its game. When the time is over, when its reader's turn counts or the
game ends, the timer becomes a row of the outbox, in the same transaction; the outbox deletes the
message afterwards, also after a restart.

    timer "fleeting", payload channel:message:reader ──> outbox "away:channel:message"
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from bot.core.game import FLEETING, Game
from bot.core.policies import Moment
from storage import Change, Timer

AWAY = "away:"


@dataclass(frozen=True, slots=True)
class Fleeting:
    """A message of ours, and who it answered."""

    channel: int
    message: int
    reader: int = 0

    @classmethod
    def of_timer(cls, timer: Timer) -> Self:
        return cls(*map(int, timer.payload.split(":")))

    @classmethod
    def of_post(cls, kind: str) -> Self:
        return cls(*map(int, kind.removeprefix(AWAY).split(":")))

    @property
    def payload(self) -> str:
        return f"{self.channel}:{self.message}:{self.reader}"

    @property
    def post(self) -> str:
        """The kind of the row that has it deleted."""
        return f"{AWAY}{self.channel}:{self.message}"


def is_away(kind: str) -> bool:
    """A row of the outbox that deletes an answer."""
    return kind.startswith(AWAY)


def drop_fleeting(game: Game, change: Change, _: Moment) -> Change:
    """A change, with what has been answered in vain to those whose turn counts by it; with the
    end of a game, to everybody. Behind the posts, which matter more."""
    done = tuple(_spent(game, change))
    if not done:
        return change
    posts = (Fleeting.of_timer(timer).post for timer in done)
    return replace(change, done=(*change.done, *done), posts=(*change.posts, *posts))


def _spent(game: Game, change: Change) -> Iterator[Timer]:
    ends = change.status in ("over", "cancelled")
    moved = {game.sitters[line.seat].user for line in change.lines if line.seat >= 0}
    answers = {x: Fleeting.of_timer(x) for x in game.timers if x.kind == FLEETING}
    for timer, answer in answers.items():
        if timer not in change.done and (ends or answer.reader in moved):
            yield timer

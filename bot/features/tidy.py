"""The channel tidies up: an answer that only said that nothing was played goes when its reader's
turn counts (bot/table/fleeting.py), or after ten minutes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.features.feature import Feature
from bot.features.turns import Turns
from bot.table.commit import Commits
from bot.table.fleeting import Fleeting, drop_fleeting
from bot.table.game import FLEETING, Game
from bot.table.intent import Intent
from bot.table.policies import Policy
from bot.table.timers import TimerKind
from rules.errors import Unavailable
from storage import Change, Conflict, GameRow, NewTimer, Timer

STAY = 600.0  # seconds


class Tidy:
    """Knows which answers are to go, and when. Only messages of the bot are ever noted."""

    def __init__(self, turns: Turns, commits: Commits, now: Callable[[], float]) -> None:
        self._turns, self._commits, self._now = turns, commits, now

    async def note(
        self, wish: Intent, channel: int, message: int, *, refusal: bool = False
    ) -> None:
        """A wish was answered, or refused, by this message, which is to go. Where the wish was
        about no game, nobody's turn makes the answer old, and it stays."""
        with suppress(Unavailable):
            game = (await self._turns.find(wish)).found
            await self.take_away(game, Fleeting(channel, message, wish.user, int(refusal)))

    async def take_away(self, game: Game, answer: Fleeting) -> None:
        """An answer is to go, whatever has happened to the game in the meantime."""
        timer = NewTimer(FLEETING, self._now() + STAY, answer.encode())
        noted = Change((), f"fleeting:{answer.message}", timers=(timer,))
        while True:
            try:
                await self._commits.commit(game, noted)
                return
            except Conflict as late:
                game = replace(game, n=late.found or game.n)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Its time is over. Raises Conflict when somebody else was first."""
        game = self._turns.tables.games.of(row)
        away = (Fleeting.decode(timer.payload).post,)
        await self._commits.commit(game, Change((), f"away:{timer.id}", posts=away, done=(timer,)))


def feature(tidy: Tidy) -> Feature:
    return Feature(
        timers=(TimerKind(FLEETING, STAY, tidy.expire),), policies=(Policy(drop_fleeting),)
    )

"""Plain lines that Discord does not let the bot read: who may have meant a turn is told how to say
it, in the channel, without a call, until their turn counts.

Without the message-content intent Discord delivers of such a line only who said it, and where.

    plays alone                           told once a turn, since nobody else is there to talk to
    is on turn, in their first two games  told once a game, since it may have been talk
    anybody else                          talks
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.features.feature import Feature
from bot.features.services import Services
from bot.messages import layouts
from bot.messages.courier import Courier, Made, handles
from bot.table.computers import alone
from bot.table.fleeting import Fleeting
from bot.table.game import Game
from bot.table.posts import FIRST_GAMES
from bot.table.rows import OutboxRow, coded
from bot.table.session import seat_of

TakeAway: TypeAlias = Callable[[Game, Fleeting], Awaitable[None]]


@coded("unheard")
class Unheard(OutboxRow):
    """Tells somebody that a line of theirs could not be read. n: the row at which; 0: any."""

    user: int
    n: int
    aside = True
    matters = False
    patience = 2  # later it would be old


class Unreadable:
    """Knows who is told of a line that could not be read. take_away: has an answer taken away when
    it is of no use any more."""

    def __init__(self, at: Services, take_away: TakeAway) -> None:
        self._store, self._games, self._commits = at.store, at.games, at.commits
        self._take_away = take_away

    async def note(self, channel: int, user: int) -> None:
        """Somebody has said something there that could not be read."""
        row = await self._store.here(channel)
        if row is None or row.status != "playing" or row.kind not in self._games:
            return
        game = self._games.of(row)
        if alone(game) and seat_of(game, user) is not None:
            await self._commits.tell_once(game, Unheard(user, game.n).encode())
        elif await self._may_be_a_turn(game, user):
            await self._commits.tell_once(game, Unheard(user, 0).encode())

    async def _may_be_a_turn(self, game: Game, user: int) -> bool:
        if game.on_turn is None or game.sitters[game.on_turn].user != user:
            return False
        return await self._store.games_begun(user, game.kind, game.id) < FIRST_GAMES

    async def tell(self, row: Unheard, courier: Courier) -> Made:
        """Where it was said."""
        game = await courier.game()
        seat = seat_of(game, row.user)
        if game.status != "playing" or seat is None:
            return None
        sent = await courier.at_table(layouts.unheard(game, seat), game)
        await self._take_away(game, Fleeting(sent.channel, sent.message, row.user))
        return sent


def feature(unreadable: Unreadable) -> Feature:
    return Feature(rows=(handles(Unheard, unreadable.tell),))

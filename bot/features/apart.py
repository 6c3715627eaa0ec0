"""Who may sit down where: people who do not play with each other, and whom a server has barred.

It is asked where somebody opens a table or takes a seat, never in a turn. Features that seat people
ask it: `await at.apart.may_sit(wish, game)`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.core.game import Game
from bot.core.intent import Intent
from bot.text import blocks as texts
from rules.errors import NotYou
from rules.game import Seat
from storage import Store


class Apart:
    """Answers from the store, which has it of both directions in one reading."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def may_open(self, wish: Intent) -> None:
        """Raises NotYou where the server has barred who speaks."""
        if (await self._store.apart(wish.user, wish.guild)).barred:
            raise NotYou(texts.BARRED)

    async def may_sit(self, wish: Intent, game: Game, seat: Seat | None = None) -> None:
        """Whether who speaks may sit down at a table, on a seat that is another's until then.
        Raises NotYou."""
        known = await self._store.apart(wish.user, game.guild)
        if known.barred:
            raise NotYou(texts.BARRED)
        if known.people & _there(game, seat):
            raise NotYou(texts.apart(game))

    async def may_play_again(self, wish: Intent, game: Game) -> None:
        """Whether there may be a rematch, which calls all who have played, also who has left.
        Raises NotYou."""
        known = await self._store.apart(wish.user, game.guild)
        if known.barred:
            raise NotYou(texts.BARRED)
        if known.people & {each.user for each in game.sitters}:
            raise NotYou(texts.no_rematch(game))

    async def may_meet(self, wish: Intent, guild: int, people: Collection[int]) -> None:
        """Whether who speaks may take part where they would meet these people. Raises NotYou."""
        known = await self._store.apart(wish.user, guild)
        if known.barred:
            raise NotYou(texts.BARRED)
        if known.people & {*people}:
            raise NotYou(texts.NO_PLACE)

    async def keeps_away(self, user: int, game: Game) -> bool:
        """Somebody may not sit down at a table, so nothing calls them there."""
        known = await self._store.apart(user, game.guild)
        return known.barred or bool(known.people & _there(game))

    async def seen(self, user: int, guild: int, games: Sequence[Game]) -> list[Game]:
        """Of some games all but the lobbies in which somebody sits whom they do not play with."""
        apart = (await self._store.apart(user, guild)).people
        return [game for game in games if game.status != "lobby" or not apart & _there(game)]


def _there(game: Game, but: Seat | None = None) -> frozenset[int]:
    there = enumerate(game.sitters)
    return frozenset(each.user for seat, each in there if seat != but and not each.left)

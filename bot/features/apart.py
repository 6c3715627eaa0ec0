"""Who may sit down where: people who do not play with each other, and whom a server has barred.

It is asked where somebody opens a table or takes a seat, never in a turn. Features that seat people
ask it: `await at.apart.may_sit(wish, game)`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.core.game import Game
from bot.core.intent import Intent
from bot.text import blocks as texts
from bot.text.guests import not_open
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
            raise NotYou(not_open(game))

    async def may_play_again(self, wish: Intent, game: Game) -> None:
        """Whether somebody may ask for a rematch, which names all who have played. A person whom
        one of them blocks may, and doesn't learn it. Raises NotYou."""
        known = await self._store.apart(wish.user, game.guild)
        if known.barred:
            raise NotYou(texts.BARRED)
        if known.own & {each.user for each in game.sitters}:
            raise NotYou(texts.no_rematch(game))

    async def may_meet(self, wish: Intent, guild: int, people: Collection[int]) -> bool:
        """Whether somebody may join a season with these people: not if they block one of them. True
        if they block anybody at all. Raises NotYou."""
        known = await self._store.apart(wish.user, guild)
        if known.barred:
            raise NotYou(texts.BARRED)
        if known.own & {*people}:
            raise NotYou(texts.NO_SEASON)
        return bool(known.own)

    async def keeps_away(self, user: int, game: Game) -> bool:
        """Somebody may not sit down at a table, so nothing calls them there."""
        known = await self._store.apart(user, game.guild)
        return known.barred or bool(known.people & _there(game))

    async def seen(self, user: int, guild: int, games: Sequence[Game]) -> list[Game]:
        """Some games without the lobbies of people whom somebody blocks. They see the lobbies of
        people who block them: the lobby's message is there for everybody, too."""
        own = (await self._store.apart(user, guild)).own
        return [game for game in games if game.status != "lobby" or not own & _there(game)]


def _there(game: Game, but: Seat | None = None) -> frozenset[int]:
    there = enumerate(game.sitters)
    return frozenset(each.user for seat, each in there if seat != but and not each.left)

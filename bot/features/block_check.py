"""Blocks between two people, bans of a server, and the limits of mentions.

Features ask before somebody opens a table or takes a seat, never in a turn. A refusal is the same
whichever of two people blocks the other, so it reveals no block. Mentions are limited across all
lobbies, so nobody uses the bot to pester others.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence

from bot.messages.answers import not_open
from bot.table.game import HOUR, Game
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.seats import Invitation
from rules.errors import NotYou
from rules.game import Seat
from storage import Apart, Store


class BlockCheck:
    """Checks blocks and bans in the store, which reads the blocks of both directions at once."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self.mentioning = asyncio.Lock()  # held until the posts with the mentions are written

    async def may_open(self, wish: Intent, guild: int) -> Apart:
        """The people the speaker doesn't play with. Raises NotYou if the server has banned them."""
        known = await self._store.blocks_and_bans(wish.user, guild)
        if known.barred:
            raise NotYou.because(
                "The moderators of this server have banned you from its games. Ask them if you "
                "think that's a mistake."
            )
        return known

    async def may_sit(self, wish: Intent, game: Game, seat: Seat | None = None) -> None:
        """Raise NotYou if the speaker may not sit down. seat: the one that they take over."""
        known = await self.may_open(wish, game.guild)
        if known.people & _there(game, seat):
            raise NotYou(not_open(game))

    async def may_play_again(self, wish: Intent, game: Game) -> None:
        """Raise NotYou if the speaker blocks one of the players and so can't ask for a rematch. A
        person blocked by a player can ask, and doesn't learn of the block."""
        known = await self.may_open(wish, game.guild)
        if known.own & {each.user for each in game.sitters}:
            raise NotYou.because(
                "You've blocked someone who played in {game}, so you can't ask for a rematch. "
                "{settings} shows the people you've blocked; {start} opens another game.",
                game=game,
                settings=Command("games", "settings"),
                start=Command(game.kind, "start"),
            )

    async def may_meet(self, wish: Intent, guild: int, people: Collection[int]) -> bool:
        """Whether the speaker blocks anybody at all. Raises NotYou if they block one of these
        people, with whom they would join a season."""
        known = await self.may_open(wish, guild)
        if known.own & {*people}:
            raise NotYou.because(
                "You've blocked someone in this season, where anyone may have to play anyone "
                "else. Unblock them in {settings}, or wait for the next season.",
                settings=Command("games", "settings"),
            )
        return bool(known.own)

    async def keeps_away(self, user: int, game: Game) -> bool:
        """Whether somebody may not sit down at a table and so isn't invited."""
        known = await self._store.blocks_and_bans(user, game.guild)
        return known.barred or bool(known.people & _there(game))

    async def visible_games(self, user: int, guild: int, games: Sequence[Game]) -> list[Game]:
        """Some games without the lobbies of people that somebody blocks. Lobbies of people who
        block them stay: everybody can see the lobby's message anyway."""
        own = (await self._store.blocks_and_bans(user, guild)).own
        return [game for game in games if game.status != "lobby" or not own & _there(game)]

    async def mentions(self, by: int, users: Iterable[int]) -> list[int]:
        """The people that somebody may mention now: at most five, each of them once in six hours,
        and nobody who has been mentioned six times in that time."""
        found, since = list[int](), self._now() - 6 * HOUR
        for user in users:
            if len(found) == 5:
                break
            kinds = await self._store.call_kinds(user, f"{Invitation.prefix}:{user}:", since)
            if len(kinds) < 6 and all(Invitation.decode(kind).by != by for kind in kinds):
                found.append(user)
        return found


def _there(game: Game, but: Seat | None = None) -> frozenset[int]:
    there = enumerate(game.sitters)
    return frozenset(each.user for seat, each in there if seat != but and not each.left)

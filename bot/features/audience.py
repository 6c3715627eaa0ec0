"""Who may watch a game without playing in it, in a browser: anybody who has its link, where the
server allows it and everybody on it may read the channel. Neither is kept: both are asked anew."""

from __future__ import annotations

from collections.abc import Collection

from bot.table.guilds import Guilds
from bot.table.servers import SPECTATORS
from bot.table.settings import ON
from storage import Store


class Audience:
    """guilds: what Discord says of servers."""

    def __init__(self, store: Store, guilds: Guilds) -> None:
        self._store, self._guilds = store, guilds

    async def watchable(self, games: Collection[int]) -> set[int]:
        """Those of some games that anybody may watch now."""
        places = await self._store.places_with(games, SPECTATORS, ON)
        return {game for game, place in places.items() if self._guilds.public(*place)}

"""When the bot was there, by servers, as other processes may hear of some (bot/features/pulse.py).

our connections to Discord   a pulse of each
all others                   what their processes have written down
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Self

from bot.core.calendar import Span
from bot.features.credits import Credits
from bot.features.pulse import Elsewhere, Pulse
from storage import WHOLE, Shards, Store

SOON: Final = 30.0  # seconds until the bot looks again whether it is there
MANY: Final = 1000  # servers elsewhere that are remembered


class Heartbeat:
    """Notices that the bot was away. now: seconds since 1970; there: whether the bot can hear and
    speak at this moment. It hears of all servers, until `serve` says otherwise."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        credits: Credits | None = None,
        there: Callable[[], bool] = lambda: True,
    ) -> None:
        self.there, self.shards = there, WHOLE
        self._with = store, now, credits or Credits(store), lambda: self.there()
        self._elsewhere = dict[int, Elsewhere]()
        self._own = [Pulse(*self._with)]

    def serve(self, shards: Shards | None) -> Self:
        """The bot hears of the servers of these connections; None: of all, as with all of them."""
        whole = shards is None or shards.last - shards.first + 1 == shards.of
        self.shards = WHOLE if shards is None or whole else shards
        self._own = [Pulse(*self._with, each) for each in self.shards.each]
        return self

    def of(self, guild: int) -> Pulse:
        """When it was there for a server."""
        own = (pulse for pulse in self._own if pulse.shards.hear(guild))
        return next(own, None) or self._there_for(guild)

    def _there_for(self, guild: int) -> Elsewhere:
        if len(self._elsewhere) > MANY:
            self._elsewhere.clear()
        return self._elsewhere.setdefault(guild, Elsewhere(*self._with, guild))

    async def look(self) -> None:
        """Notice an outage of what we hear of."""
        for pulse in self._own:
            await pulse.look()

    async def away(self, guild: int) -> tuple[Span, ...]:
        """When the clocks of a server stand still, as far as is known by now. Whoever writes asks
        first: the machine may have slept until this moment."""
        return await self.of(guild).look()

    async def beat(self, turned_back: Callable[[Shards, float], Awaitable[None]]) -> bool:
        """Note that the bot is there, if it is. True if due times changed. turned_back: see
        Pulse.beat."""
        return any([await pulse.beat(turned_back) for pulse in self._own])


class Overheard(Heartbeat):
    """What a process knows of it that does not speak to Discord: it hears of no server itself."""

    def of(self, guild: int) -> Pulse:
        """When a bot was there for a server."""
        return self._there_for(guild)

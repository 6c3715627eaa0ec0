"""What people set for themselves, anywhere, also in direct messages.

A button says what something will be, not that it is to change: pressed twice, delivered twice or
pressed in an old panel, it leads to what stands on it.
"""

from __future__ import annotations

from bot.games.intent import Intent
from bot.games.personal import SETTINGS
from bot.messages import personal
from bot.messages.layout import Layout
from bot.text.personal import no_setting
from rules.errors import Unavailable
from storage import Store


class Personal:
    """Shows and changes what somebody has set."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def show(self, intent: Intent) -> Layout:
        """Everything that can be set."""
        return personal.settings(await self._store.personal(intent.user))

    async def set(self, intent: Intent, name: str, value: str) -> Layout:
        """One thing is so from now on; what is as it was at first is not stored. Raises
        Unavailable."""
        values = SETTINGS.get(name, ())
        if value not in values:
            raise Unavailable(no_setting(name))
        kept = None if value == values[0] else value
        await self._store.set_personal(intent.user, name, kept)
        return await self.show(intent)

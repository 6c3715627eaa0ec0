"""What those see who only watch: made once for all of them, one page at a time, so that however
many they are they cost who plays next to nothing."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from bot.web.markup import Markup

LASTS: Final = 1.0  # seconds for which a page is good, as clocks go on
MOST: Final = 64  # pages


class Gallery:
    """The pages that were made last. now: seconds that only ever grow."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._making = now, asyncio.Lock()
        self._made = OrderedDict[Hashable, tuple[float, Markup]]()

    async def seen(self, key: Hashable, make: Callable[[], Awaitable[Markup]]) -> Markup:
        """A page, which is made where there is none. key: what it is made of."""
        async with self._making:
            at, page = self._made.get(key, (-LASTS, Markup()))
            if at + LASTS <= self._now():
                page = await make()
                self._made[key] = self._now(), page
                self._made.move_to_end(key)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
            return page

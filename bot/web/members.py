"""Who is on a server, as the pages ask it: Discord answers once a minute for each person there.

    a page ──> known for a minute? ──> it is being asked? ──> the budget ──> GET /guilds/…/members/…

Discord grants a bot 50 requests a second, which turns need. Pages get a small part of that budget,
and a visitor waits before a turn does.

A ban clears an answer at once, since Discord sends that event. It sends no event of somebody who
leaves without the privileged intent for members: their answer stands until its minute is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, Final, NamedTuple, cast

from bot.outbox.transport import Membership
from bot.table.presence import Later, Member

TINY: Final = 1e-6  # seconds that sums of fractions may be off by
KEYS: Final = 1_000  # keys, until those that have rested are swept out


class Rate(NamedTuple):
    """burst: requests at once; every: seconds until there is one more."""

    burst: int
    every: float


class RequestBudget:
    """Counts requests. now: seconds; all_: for everybody together; each: for one of them."""

    def __init__(self, now: Callable[[], float], all_: Rate, each: Rate) -> None:
        self._now, self._all, self._each = now, all_, each
        self._busy: dict[Hashable, float] = {}  # until when each key has used requests up

    def __len__(self) -> int:
        return len(self._busy)

    def take(self, who: Hashable) -> None:
        """Use one request. Raises Later: there is none."""
        now = self._now()
        until = {key: self._after(key, rate, now) for key, rate in self._rates(who)}
        wait = max(until[key] - now - rate.burst * rate.every for key, rate in self._rates(who))
        if wait > TINY:
            raise Later(wait)
        self._busy |= until
        if len(self._busy) > KEYS:
            self._busy = {key: at for key, at in self._busy.items() if at > now}

    def _rates(self, who: Hashable) -> tuple[tuple[Hashable, Rate], ...]:
        return (None, self._all), (who, self._each)

    def _after(self, key: Hashable, rate: Rate, now: float) -> float:
        """Until when a key is busy after one more; a clock that was set back forgives the rest."""
        busy = self._busy.get(key, now)
        if busy > now + rate.burst * rate.every:
            busy = now
        return max(busy, now) + rate.every


LASTS: Final = 60.0  # seconds for which an answer counts
SILENCE: Final = 15.0  # seconds for which Discord is not asked again after it gave none
PATIENCE: Final = 5.0  # seconds for which a page waits for an answer
MOST: Final = 10_000  # answers
ALL: Final = Rate(10, 0.2)  # in the long run, a tenth of what Discord grants
EACH: Final = Rate(5, 6.0)


class Members(Membership):
    """Remembers answers and keeps to a budget. now: seconds."""

    def __init__(self, members: Membership, now: Callable[[], float]) -> None:
        super().__init__(members.transport)
        self._now, self._budget = now, RequestBudget(now, ALL, EACH)
        self._known: dict[Hashable, tuple[Any, float]] = {}  # the oldest first
        self._asking: dict[Hashable, asyncio.Task[Any]] = {}

    async def here(self, guild: int, user: int) -> bool | None:
        """Raises Later: Discord cannot be asked now."""
        key, ask = (guild, user), super().here
        return cast("bool | None", await self._asked(key, user, lambda: ask(guild, user), LASTS))

    async def member(self, guild: int, user: int) -> Member | None:
        """As Discord says at this moment; None also where it cannot be asked now."""
        key, ask = ("member", guild, user), super().member
        with suppress(Later):
            return cast("Member | None", await self._asked(key, user, lambda: ask(guild, user)))
        return None

    def forget(self, user: int, guild: int) -> None:
        """Somebody has been banned or has left: what is known, or being asked, counts no more."""
        self._known.pop((guild, user), None)
        self._asking.pop((guild, user), None)

    async def _asked(
        self, key: Hashable, user: int, ask: Callable[[], Awaitable[Any]], lasts: float = 0.0
    ) -> Any:
        """The answer to a question that is asked once at a time; None: Discord gives none.

        lasts: seconds for which an answer counts."""
        answer, at = self._known.get(key, (None, -LASTS))
        if at <= self._now() < at + (min(SILENCE, lasts) if answer is None else lasts):
            return answer
        if key not in self._asking:
            self._budget.take(user)
            self._asking[key] = asyncio.create_task(self._ask(key, ask, keep=lasts > 0))
        return await asyncio.shield(self._asking[key])

    async def _ask(self, key: Hashable, ask: Callable[[], Awaitable[Any]], *, keep: bool) -> Any:
        answer = None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    answer = await ask()
        finally:
            if self._asking.get(key) is asyncio.current_task():  # they have not left meanwhile
                del self._asking[key]
                if keep:
                    self._note(key, answer)
        return answer

    def _note(self, key: Hashable, answer: Any) -> None:
        self._known.pop(key, None)
        self._known[key] = answer, self._now()
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

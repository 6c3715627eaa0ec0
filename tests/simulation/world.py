"""A simulated world: people at tables, a bot that comes and goes, and Discord between them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from bot.features.verbs import press_intent
from bot.messages.layout import Drawing, Message
from bot.table.intent import Contribution, Intent
from renderer import Picture
from tests.bot.core import VERBS, make_intent
from tests.simulation.facts import Facts
from tests.simulation.people import Person, crowd
from tests.simulation.plan import DAY, HOUR, Plan
from tests.simulation.process import Case, Process
from tests.simulation.witness import Witness

GUILD, CHANNELS = 900, 500
LIFE, DOWN = 4 * DAY, (20.0, 20.0, 900.0, 2 * HOUR, 9 * HOUR)  # seconds that it is up, and not
CRASH = 1 / 1500  # of all requests to Discord are the last of their process
OUT_OF_ORDER = 12 * DAY


class World:
    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self._path = plan, folder / "simulated.db"
        self.chance = Random(plan.seed)
        self.people = crowd(plan, self.chance)
        self.facts = Facts(self._path, self.now, self.calm)
        self.witness = Witness(self.now, Random(plan.seed + 1))
        self.witness.fatal = self._fatal
        self.bot: Process | None = None
        self.outages: list[tuple[float, float]] = []  # of the bot
        self.storms: list[tuple[float, float]] = []  # of Discord
        self.muted: dict[tuple[int, int], float] = {}  # since when, by person and game
        self.speakers: dict[str, int] = {}  # who asked for the rows of a key
        self._up, self._dying = asyncio.Event(), asyncio.Event()
        self._keys = count(1)
        self._works: set[asyncio.Task[None]] = set()
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def now(self) -> float:
        return self.plan.start + asyncio.get_running_loop().time()

    @property
    def channels(self) -> range:
        return range(CHANNELS, CHANNELS + self.plan.tables)

    async def until(self, at: float) -> None:
        await asyncio.sleep(max(0.0, min(at, self.plan.end + DAY) - self.now()))

    def go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._works.discard(task)
        if not task.cancelled() and (trouble := task.exception()):
            self._fails(trouble)

    def _fails(self, trouble: BaseException) -> None:
        if not self._over.done():
            self._over.set_exception(trouble)

    def ends(self) -> None:
        if not self._over.done():
            self._over.set_result(None)

    async def passes(self) -> None:
        """Let all the planned time pass, then stop everything. Raises any error from meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.plan.end - self.now()):
                await self._over
        for task in list(self._works):
            task.cancel()
        await asyncio.gather(*self._works, return_exceptions=True)
        if self.bot is not None:
            await self.stop(kill=False)
        self.facts.close()

    # the bot

    async def ask(self, use_case: Case) -> Message | None:
        """The bot's answer as soon as it is there; None: it died over it."""
        await self._up.wait()
        assert self.bot is not None
        answer = await self.bot.ask(use_case)
        if answer is not None and answer.text.startswith("Something went wrong"):
            self.facts.fault("broken", answer.text)
        return answer

    def wish(self, who: Person, **more: Any) -> Intent:
        given: dict[str, Any] = {
            "key": str(number := 10**17 + next(self._keys)),
            "given": Contribution(number),
            "guild": GUILD,
            "channel": CHANNELS,
        } | more
        self.speakers[given["key"]] = who.id
        return make_intent(user=who.id, called=who.name, **given)

    def press(self, who: Person, verb: str, **more: Any) -> Intent:
        """The wish of a button, which has the key that it has on Discord."""
        wish = self.wish(who, **more)
        wish = press_intent(wish, VERBS[verb])
        self.speakers[wish.key] = who.id
        return wish

    async def start(self) -> None:
        self.bot = Process(self._path, self.witness, self.now)
        self._dying.clear()
        await self.bot.start(self._look)
        self._look()
        self._up.set()

    def _look(self) -> None:
        """A check that breaks isn't a fault of the bot: it ends everything."""
        try:
            self.facts.look()
        except Exception as trouble:
            self._fails(trouble)

    async def stop(self, *, kill: bool) -> None:
        assert self.bot is not None
        self._up.clear()
        await (self.bot.kill() if kill else self.bot.stop())
        self.bot = None

    def _fatal(self) -> bool:
        if self.chance.random() < CRASH * self.plan.trouble:
            self._dying.set()
        return self._dying.is_set()

    async def lives(self) -> None:
        """The bot is up for some days, then down for seconds or hours."""
        while True:
            await self.start()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.chance.expovariate(self.plan.trouble / LIFE)):
                    await self._dying.wait()
            await self.stop(kill=self._dying.is_set() or self.chance.random() < 0.5)
            lasting = self.chance.choice(DOWN) * self.chance.uniform(0.5, 1.5)
            self.outages.append((self.now(), self.now() + lasting))
            await asyncio.sleep(lasting)

    async def weather(self) -> None:
        """Discord is out of order for some minutes or hours."""
        while True:
            await asyncio.sleep(self.chance.expovariate(self.plan.trouble / OUT_OF_ORDER))
            lasting = self.chance.uniform(60, 3 * HOUR)
            self.storms.append((self.now(), self.now() + lasting))
            self.witness.down = True
            await asyncio.sleep(lasting)
            self.witness.down = False

    def calm(self, begin: float, end: float) -> float:
        """The longest time between two moments in which nothing was out of order, in seconds."""
        best, since = 0.0, begin
        for a, b in sorted([*self.outages, *self.storms]):
            if b > begin and a < end:
                best, since = max(best, a - since), max(since, b)
        return max(best, end - since)


@contextmanager
def seeded(plan: Plan) -> Iterator[None]:
    """Secrets are the same in every run; and no picture is drawn, which would take too long."""
    chance = Random(plan.seed + 2)
    with (
        patch.object(secrets, "token_bytes", chance.randbytes),
        patch.object(Drawing, "draw_in", lambda drawing, voice: Picture(b"", "")),
    ):
        yield

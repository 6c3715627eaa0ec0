"""A league: somebody who may manage the server starts it and takes part, others join, some
withdraw; its tables open by themselves, and are played as all others are."""

from __future__ import annotations

from typing import Any

from bot.features.seasons.panel import JOIN, LEAVE_NOW
from bot.messages.layout import Layout
from tests.simulation.people import Person
from tests.simulation.plan import DAY
from tests.simulation.witness import Posted
from tests.simulation.world import World

CHANNEL = 400  # of its posts and threads
JOINS, WITHDRAWS = 0.9, 0.15
AGAIN = 120.0  # seconds until one tries again where the bot gave no answer


class Season:
    """The one of this simulation, if its plan wants one."""

    def __init__(self, world: World) -> None:
        self._world, self._chance = world, world.chance
        self._host = world.people[0]

    async def starts(self) -> None:
        """First of all, with a day to join."""
        plan = self._world.plan
        if plan.league:
            kind = self._chance.choice(plan.kinds)
            given = {"play": kind, "form": "league", "pace": plan.league, "days": 1}
            await self._says(self._host, "seasonstart", given)

    async def invites(self, who: Person, post: Posted) -> None:
        """Somebody sees the invitation."""
        season = next((int(b.split(":")[2]) for b in post.buttons if f":{JOIN}:" in b), 0)
        if not season or who is self._host or self._chance.random() > JOINS:
            return
        await self._world.until(who.answers(self._world.now(), self._chance))
        await self._says(who, JOIN, {"season": season})
        if self._chance.random() < WITHDRAWS:
            await self._world.until(self._world.now() + self._chance.uniform(0, 6 * DAY))
            await self._says(who, LEAVE_NOW, {"season": season})

    async def _says(self, who: Person, verb: str, given: dict[str, Any]) -> None:
        wish = self._world.wish(who, channel=CHANNEL, manages=who is self._host)

        async def said(cases: Any) -> Layout:
            done: Layout = await cases.verbs.do(verb, wish, given)
            return done

        while await self._world.ask(said) is None:
            await self._world.until(self._world.now() + AGAIN)

"""People who do not play with each other any more, and somebody who manages the server and bars
people; some of it is taken back later."""

from __future__ import annotations

from typing import Any

from bot.messages.layout import Layout
from tests.simulation.host import ID
from tests.simulation.people import Person
from tests.simulation.plan import DAY
from tests.simulation.world import GUILD, World

BLOCKS, BARS = "select user, other from blocks", "select guild, user from bars"
FORGIVEN = 0.25  # how often something is taken back, where there is anything


class Quarrels:
    """Has them come about."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._host = Person(ID, "Host", "", "", 60.0, False, 0.0)

    async def refuse(self) -> None:
        """For ever, so often a day for each person: they refuse somebody, or do so no more."""
        world, chance = self._world, self._world.chance
        each = world.plan.habits.refuses * world.plan.people / DAY
        while each:
            await world.until(world.now() + chance.expovariate(each))
            who, other = chance.sample(world.people, 2)
            await self._says(who, *self._either("refuse", "unrefuse", BLOCKS, (who.id, other.id)))

    async def bars(self) -> None:
        """For ever, so often a day: somebody may play no more, or may play again."""
        world, chance = self._world, self._world.chance
        each = world.plan.habits.bars / DAY
        while each:
            await world.until(world.now() + chance.expovariate(each))
            whom = chance.choice(world.people)
            await self._says(self._host, *self._either("bar", "unbar", BARS, (GUILD, whom.id)))

    def _either(self, do: str, undo: str, sql: str, pair: tuple[int, int]) -> tuple[str, int]:
        """The verb, and about whom: mostly somebody new."""
        there = [row for row in self._world.facts.ask(sql) if row[0] == pair[0]]
        if there and self._world.chance.random() < FORGIVEN:
            return undo, int(str(self._world.chance.choice(there)[1]))
        return do, pair[1]

    async def _says(self, who: Person, verb: str, whom: int) -> None:
        wish = self._world.wish(who, words=str(whom), manages=who is self._host)
        given = {"person": f"<@{whom}>"} if who is self._host else {}

        async def said(cases: Any) -> Layout:
            done: Layout = await cases.verbs.do(verb, wish, given)
            return done

        await self._world.ask(said)

"""One channel: somebody opens a game, others join and play; after it there is another one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from bot.app import App
from bot.messages.layout import Layout
from bot.table.table_options import JOIN, every_option
from rules import GAMES
from tests.simulation.people import Person
from tests.simulation.plan import HOUR
from tests.simulation.process import use
from tests.simulation.world import World

MACHINES, LEVEL = 2, "easy"  # computers at a table that has any
LOOK = HOUR / 2
AGAIN = 0.6  # how often it is a rematch


class Channel:
    def __init__(self, world: World, channel: int) -> None:
        self._world, self._chance, self._channel = world, world.chance, channel

    async def goes_on(self) -> None:
        """For ever: a lobby, a game, a pause; every third time the same people once more."""
        while True:
            await self._pause(6 * HOUR)
            before = self._world.facts.last_over(self._channel)
            if before is not None and self._chance.random() < AGAIN:
                await self._rematch(before)
            else:
                await self._another()
            while self._live():
                await self._pause(LOOK)

    async def _rematch(self, game: int) -> None:
        """The first to ask opens it; nobody waits for absent players."""
        users = self._world.facts.games[game].users
        there = [person for person in self._present() if person.id in users]
        for person in there:
            wish = self._world.wish(person, game=game, channel=self._channel)
            await self._world.ask(use("again", wish))
            await self._pause(4 * HOUR)
        if there:
            await self._lobby("start", there[0])

    async def _another(self) -> None:
        host, *others = self._present()
        plan = self._world.plan
        seats, kind = self._chance.choice(plan.seats), self._chance.choice(plan.kinds)
        machines = MACHINES if self._chance.random() < plan.computers else 0
        seats = min(seats + machines, GAMES[kind].game.most)
        await self._world.ask(partial(self._open, host, kind, seats, machines))
        for person in islice(others, seats - machines - 1 - (self._chance.random() < 0.1)):
            await self._pause(4 * HOUR)
            await self._lobby("join", person)
        await self._pause(4 * HOUR)
        await self._lobby("start", host)

    async def _pause(self, longest: float) -> None:
        await self._world.until(self._world.now() + self._chance.uniform(0, longest))

    def _present(self) -> Iterator[Person]:
        world, now = self._world, self._world.now()
        there = [p for p in world.people if not any(a <= now < b for a, b in p.gone)]
        yield from self._chance.sample(there, len(there))

    async def _open(
        self, host: Person, kind: str, seats: int, machines: int, app: App[Any]
    ) -> Layout:
        agreed = {
            option.name: self._chance.choice(option.choices)
            for option in every_option(GAMES[kind].game)
            if option is not JOIN and self._chance.random() < 0.5  # nobody invites anybody
        }
        agreed["pace"] = self._chance.choice(self._world.plan.paces)
        if machines:
            agreed |= {"computers": str(machines), "level": LEVEL}
        wish = self._world.wish(host, channel=self._channel, kind=kind)
        table = {"players": seats, "thread": self._chance.random() < 0.3}
        return await app.verbs.do("open", wish, table | agreed)

    async def _lobby(self, verb: str, person: Person) -> None:
        """As a button on the card does it."""
        if (game := self._live()) is not None:
            wish = self._world.wish(person, game=game, channel=self._channel)
            await self._world.ask(use(verb, wish))

    def _live(self) -> int | None:
        sql = "select id from games where home = ? and status in ('lobby', 'playing')"
        return next((game for (game,) in self._world.facts.ask(sql, self._channel)), None)

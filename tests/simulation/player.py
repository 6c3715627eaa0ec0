"""What one person does: they answer when they are called, in their own time."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from bot.messages.layout import Layout
from bot.tables.turns import TALK
from tests.simulation.people import Person
from tests.simulation.plan import DAY, HOUR
from tests.simulation.play import any_turn
from tests.simulation.witness import Posted
from tests.simulation.world import World

REGRETS = 0.04  # of all turns are taken back at once
SELDOM = 1.5 * DAY
AGAIN = 120.0  # seconds until one tries again where the bot gave no answer


class Player:
    """A person at all of their tables."""

    def __init__(self, world: World, person: Person) -> None:
        self._world, self.person = world, person

    async def called(self, post: Posted) -> None:
        """They were mentioned, and see it when they come along."""
        world, who = self._world, self.person
        at = who.answers(world.now(), world.chance)
        if at == inf or world.chance.random() < who.forgets:
            return
        await world.until(at)
        if (game := game_of(post)) is not None:
            await self.plays(game)

    async def looks_in(self) -> None:
        """Every other day they look by themselves whether somebody waits for them."""
        world, who = self._world, self.person
        while True:
            at = world.now() + world.chance.expovariate(1 / SELDOM)
            await world.until(who.there(at, world.chance))
            for call in list(world.annals.open.values()):
                if call.user == who.id:
                    await self.plays(call.game)

    async def plays(self, game: int) -> None:
        """They say a turn, if it is theirs; and now and then not what they meant."""
        chance = self._world.chance
        while await self._world.ask(partial(self._turn, game)) is None:
            await self._world.until(self._world.now() + AGAIN)
        if chance.random() < REGRETS:
            await self._world.until(self._world.now() + chance.uniform(5, HOUR / 6))
            wish = self._world.wish(self.person, game=game)
            await self._world.ask(lambda cases: cases.undo.take_back(wish))

    async def _turn(self, game: int, cases: Any) -> Layout:
        tables, world = cases.turns.tables, self._world
        table = await tables.at(await tables.game(game))
        if not table.running or table.game.sitters[table.actor].user != self.person.id:
            return TALK
        words = any_turn(table, world.chance)
        answer: Layout = await cases.turns.say(world.wish(self.person, game=game, words=words))
        return answer


def game_of(post: Posted) -> int | None:
    """The game that a message is about: its buttons say it."""
    ids = (button.split(":") for button in post.buttons)
    return next((int(parts[2]) for parts in ids if len(parts) == 4), None)

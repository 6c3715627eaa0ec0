"""Somebody who manages the server, and sits at no table: now and then they mend one.

What they do is seldom needed, and done all the same. Pauses are left out: the oracle's own clocks
know of none (tests/bot/test_mending.py does).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.features.mending.measures import CHOOSE, MOVE, PAUSE, Measure, possible, turns
from bot.features.turns import TALK
from bot.messages.layout import Layout
from bot.table.game import Game
from tests.simulation.facts import PLAYING
from tests.simulation.people import Person
from tests.simulation.plan import DAY
from tests.simulation.world import World

ID = 98
LEFT_OUT = (PAUSE, MOVE)


class Host:
    """See above."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.person = Person(ID, "Host", "", "", 60.0, False, 0.0)

    async def mends(self) -> None:
        """For ever, so many tables a day."""
        world = self._world
        each = world.plan.habits.mends * world.plan.tables / DAY
        while each:
            await world.until(world.now() + world.chance.expovariate(each))
            games = [g.id for g in world.facts.games.values() if g.status == PLAYING]
            if games:
                await world.ask(partial(self._mend, world.chance.choice(games)))

    async def _mend(self, game: int, cases: Any) -> Layout:
        world, found = self._world, await cases.turns.tables.game(game)
        measures = await self._measures(found, cases)
        if not measures:
            return TALK
        code, wish = world.chance.choice(measures).code, world.wish(self.person, game=game)
        wish = world.wish(self.person, game=game, n=found.n, channel=found.place, manages=True)
        world.speakers[f"mendnow:{game}:{found.n}:{code}:{ID}"] = ID
        done: Layout = await cases.verbs.do("mendnow", wish, {"measure": code})
        return done

    async def _measures(self, game: Game, cases: Any) -> list[Measure]:
        """What can be done, with one of the turns to which the game can be taken back."""
        rows = await cases.store.log(game.id)
        found = [m for m in possible(game, rows, game.place) if m.what not in LEFT_OUT]
        backs = [Measure("undo", row=back.row) for back in turns(game, rows)]
        last = backs[-4:]
        return [self._world.chance.choice(last) if m == CHOOSE else m for m in found]

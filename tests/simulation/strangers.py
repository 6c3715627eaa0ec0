"""People who sit at no table: somebody who manages the server and now and then mends a table, and a
passer-by, pressing everything that is there, at once and again when it is old.

The host's deeds are seldom needed, and done all the same. Pauses are left out: the oracle's own
clocks know of none (tests/bot/features/test_mending.py does). Buttons for seats are left to others
(a lobby's Join, Take Over while a seat is offered): else the passer-by would be a player who
presses.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.app import App
from bot.features.mending import CHOOSE, Measure, possible, turns
from bot.features.turns import TALK
from bot.messages.layout import Layout
from bot.table.game import Game
from bot.table.intent import Intent
from tests.bot.core import ROW_VERBS
from tests.bot.transport import Posted
from tests.simulation.facts import PLAYING
from tests.simulation.people import Person
from tests.simulation.plan import DAY
from tests.simulation.player import say_turn
from tests.simulation.process import use
from tests.simulation.world import World

ID = 98
LEFT_OUT = ("pause", "move")


class Host:
    def __init__(self, world: World) -> None:
        self._world = world
        self.person = Person(ID, "Host", "", "", 60.0, False, 0.0)

    async def mends(self) -> None:
        """For ever, n tables a day."""
        world = self._world
        each = world.plan.habits.mends * world.plan.tables / DAY
        while each:
            await world.until(world.now() + world.chance.expovariate(each))
            games = [g.id for g in world.facts.games.values() if g.status == PLAYING]
            if games:
                await world.ask(partial(self._mend, world.chance.choice(games)))

    async def _mend(self, game: int, app: App[Any]) -> Layout:
        world, found = self._world, await app.tables.game(game)
        measures = await self._measures(found, app)
        if not measures:
            return TALK
        code, wish = world.chance.choice(measures).code, world.wish(self.person, game=game)
        wish = world.wish(self.person, game=game, n=found.n, channel=found.place, manages=True)
        world.speakers[f"mendnow:{game}:{found.n}:{code}:{ID}"] = ID
        return await app.verbs.do("mendnow", wish, {"measure": code})

    async def _measures(self, game: Game, app: App[Any]) -> list[Measure]:
        """The possible measures, with one of the turns to which the game can be taken back."""
        rows = await app.store.log(game.id)
        found = [m for m in possible(game, rows, game.place) if m.what not in LEFT_OUT]
        backs = [Measure("undo", row=back.row) for back in turns(game, rows)]
        last = backs[-4:]
        return [self._world.chance.choice(last) if m == CHOOSE else m for m in found]


SAYS = 0.3  # how often there is a turn too
SEEN = 0.25  # of the posts are old when they press
SITTING = ("join", "again")  # buttons that give a seat
COSTLY = ("film", "turned", "record")  # buttons that draw or think for seconds


class PasserBy:
    def __init__(self, world: World) -> None:
        self._world = world
        self.person = Person(99, "Passer", "", "", 60.0, False, 0.0)
        self.presses = 0

    async def sees(self, post: Posted) -> None:
        """Every button, a moment later; and some of them once more when they are old."""
        await self._pause(20)
        buttons = [button.id for button in post.buttons]
        await self._presses(post, buttons)
        if self._world.chance.random() < SEEN:
            await self._pause(DAY)
            await self._presses(post, buttons)

    async def _pause(self, longest: float) -> None:
        await self._world.until(self._world.now() + self._world.chance.uniform(0, longest))

    async def _presses(self, post: Posted, buttons: list[str]) -> None:
        for button in buttons:
            match button.split(":"):
                case ["lc", verb, game, row] if verb in ROW_VERBS and verb not in COSTLY:
                    await self._table(verb, int(game), int(row), post)
                case ["lc", "takeover" | "letplay" | "return" as verb, game, row, seat]:
                    await self._seat(verb, int(game), int(row), int(seat), post)

    async def _table(self, verb: str, game: int, row: int, post: Posted) -> None:
        world = self._world
        if verb in SITTING and world.facts.games[game].status == "lobby":
            return
        wish = world.press(self.person, verb, game=game, n=row, channel=post.channel)
        self.presses += 1
        await world.ask(use(verb, wish))
        if verb == "take" and world.chance.random() < SAYS:
            await world.ask(partial(say_turn, world, self.person, game, False))

    async def _seat(self, verb: str, game: int, row: int, seat: int, post: Posted) -> None:
        wish = self._world.press(self.person, verb, game=game, n=row, channel=post.channel)
        self.presses += 1
        await self._world.ask(partial(self._sits, verb, wish, seat))

    async def _sits(self, verb: str, wish: Intent, seat: int, app: App[Any]) -> Layout:
        sql = "select 1 from timers where game = ? and kind = 'open_seat'"
        if verb == "takeover" and self._world.facts.ask(sql, wish.target.game):
            return TALK
        return await app.verbs.do(verb, wish, {"seat": seat})

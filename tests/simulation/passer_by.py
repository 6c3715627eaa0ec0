"""A passer-by: sits at no table, and presses everything that is there, at once and again when it
is old; and says turns that are none of theirs.

What gives somebody a seat is left to others (a lobby's Join, Take Over while a seat is offered):
else it would be a player who presses.
"""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from typing import Any

from bot.features.turns import TALK
from bot.messages.layout import Layout
from bot.table.intent import Intent
from tests.bot.core import PRESSED
from tests.simulation.people import Person
from tests.simulation.plan import DAY
from tests.simulation.play import any_turn
from tests.simulation.witness import Posted
from tests.simulation.world import World

SAYS = 0.3  # how often there is a turn besides
SEEN = 0.25  # of the posts are old when they press
SITTING = ("join", "again")  # what gives a seat
COSTLY = ("film", "turned", "record")  # what draws or thinks for seconds


class PasserBy:
    """See above."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.person = Person(99, "Passer", "", "", 60.0, False, 0.0)
        self.presses = 0

    async def sees(self, post: Posted) -> None:
        """Every button, a moment later; and some of them once more when they are old."""
        await self._pause(20)
        buttons = post.buttons
        await self._presses(post, buttons)
        if self._world.chance.random() < SEEN:
            await self._pause(DAY)
            await self._presses(post, buttons)

    async def _pause(self, longest: float) -> None:
        await self._world.until(self._world.now() + self._world.chance.uniform(0, longest))

    async def _presses(self, post: Posted, buttons: tuple[str, ...]) -> None:
        for button in buttons:
            match button.split(":"):
                case ["lc", verb, game, row] if verb in PRESSED and verb not in COSTLY:
                    await self._table(verb, int(game), int(row), post)
                case ["lc", "takeover" | "letplay" | "return" as verb, game, row, seat]:
                    await self._seat(verb, int(game), int(row), int(seat), post)

    async def _table(self, verb: str, game: int, row: int, post: Posted) -> None:
        world = self._world
        if verb in SITTING and world.facts.games[game].status == "lobby":
            return
        wish = world.press(self.person, verb, game=game, n=row, channel=post.channel)
        self.presses += 1
        await world.ask(partial(_pressed, verb, wish))
        if verb == "take" and world.chance.random() < SAYS:
            await world.ask(partial(self._says, game))

    async def _seat(self, verb: str, game: int, row: int, seat: int, post: Posted) -> None:
        wish = self._world.press(self.person, verb, game=game, n=row, channel=post.channel)
        self.presses += 1
        await self._world.ask(partial(self._sits, verb, wish, seat))

    async def _sits(self, verb: str, wish: Intent, seat: int, cases: Any) -> Layout:
        sql = "select 1 from timers where game = ? and kind = 'open_seat'"
        if verb == "takeover" and self._world.facts.ask(sql, wish.game):
            return TALK
        done: Awaitable[Layout] = {
            "takeover": cases.seats.take,
            "letplay": cases.seats.let,
            "return": cases.seats.back,
        }[verb](wish, seat)
        return await done

    async def _says(self, game: int, cases: Any) -> Layout:
        """The turn of whoever is on turn."""
        tables, world = cases.turns.tables, self._world
        table = await tables.at(await tables.game(game))
        if not table.running:
            return TALK
        words = any_turn(table, world.chance)
        answer: Layout = await cases.turns.say(world.wish(self.person, game=game, words=words))
        return answer


async def _pressed(verb: str, wish: Intent, cases: Any) -> Layout:
    done: Layout = await cases.verbs.do(verb, wish)
    return done

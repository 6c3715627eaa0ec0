"""One person's acts: they answer calls, in their own time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from math import inf
from typing import Any
from zoneinfo import ZoneInfo

from bot.app import App
from bot.features.seats import Seats
from bot.features.turns import TALK
from bot.messages.layout import Layout
from bot.table.intent import Intent
from tests.bot.transport import Posted
from tests.simulation.calendars import Vacations
from tests.simulation.people import Person, any_order, whole_turn
from tests.simulation.plan import DAY, HOUR
from tests.simulation.process import Case, use
from tests.simulation.world import GUILD, World

TURNS = ("take", "hand")  # verbs of the button under a call
ASKED_FOR = ("undo", "undo", "undo", "time", "time", "end", "pause")
ANSWERED, AGREES = 0.8, 0.7
INSISTS = 0.4  # how often somebody asks for the same once more
WRONG = 0.15  # how often somebody presses a button that is for others
SELDOM = 1.5 * DAY
MUTES = 0.06  # how often somebody who looks in mutes a game
AGAIN = 120.0  # seconds until a new try after no answer


class Player:
    def __init__(self, world: World, person: Person, vacations: Vacations) -> None:
        self._world, self.person, self._vacations = world, person, vacations
        self._asked = 0.0

    async def called(self, post: Posted) -> None:
        """They were mentioned, and see it when they come along."""
        world, who, chance = self._world, self.person, self._world.chance
        at = who.answers(world.now(), chance)
        if at == inf or chance.random() < who.forgets:
            return
        await world.until(at)
        for verb, game, row in pressable(post):
            if verb in TURNS:
                await self.plays(game)
            elif verb == "accept" and chance.random() < ANSWERED:
                await self._answers(game, row)

    async def meddles(self, post: Posted) -> None:
        """They answer or withdraw requests, their own and others'; and if they see a seat offered
        they give it to a computer."""
        chance = self._world.chance
        for verb, game, row in pressable(post):
            if verb in ("accept", "decline", "withdraw", "here") and chance.random() < WRONG:
                await self._later(HOUR)
                wish = self._world.press(self.person, verb, game=game, n=row)
                await self._world.ask(use(verb, wish))

    async def passes_by(self, post: Posted) -> None:
        """They see a seat that is offered, and take it or come back to their own."""
        world, who = self._world, self.person
        at = who.answers(world.now(), world.chance)
        await world.until(at)
        for button in post.buttons if at < inf else ():
            match button.id.split(":"):
                case ["lc", "takeover", game, row, seat]:
                    wish = world.wish(who, game=int(game), n=int(row))
                    users = world.facts.games[int(game)].users
                    verb = "return" if users[int(seat)] == who.id else "takeover"
                    await world.ask(use(verb, wish, seat=int(seat)))

    async def settles(self) -> None:
        """First of all they say where they live, and when it is night there."""
        wish, who, ask = self._world.wish(self.person), self.person, self._surely
        if who.zone:
            hours = {"time_zone": who.zone, "quiet_hours": who.quiet}
            await ask(use("settings", wish, **hours))
        wanted = {"pings": who.pings, "reminders": who.reminders} | dict.fromkeys(who.likes, "on")
        for name, value in wanted.items():
            await ask(use("set", wish, name=name, value=value))

    async def looks_in(self) -> None:
        """Every other day they check whether somebody waits for them, and nudge the players for
        whom they wait; if it is too early for that, the bot says so."""
        world, who = self._world, self.person
        while True:
            at = world.now() + world.chance.expovariate(1 / SELDOM)
            await world.until(who.there(at, world.chance))
            for call in list(world.facts.open.values()):
                if call.user == who.id:
                    await self.plays(call.game)
                elif who.id not in world.facts.games[call.game].users:
                    continue
                elif world.chance.random() < MUTES:
                    await self._mutes(call.game)
                else:
                    wish = world.wish(who, game=call.game)
                    await world.ask(use("nudge", wish))

    async def _mutes(self, game: int) -> None:
        world, who = self._world, self.person
        await world.ask(use("choose", world.wish(who, words=f"+{game}"), name="muted"))
        if game in world.facts.muted(who.id):
            world.muted.setdefault((who.id, game), world.now())

    async def departs(self) -> None:
        """They leave the server, and do not say so; of every other one Discord tells the bot."""
        world, who = self._world, self.person
        if who.departs:
            await world.until(who.gone[-1][0])
            world.witness.departed.add(who.id)
            if world.chance.random() < 0.5:
                await world.ask(partial(_depart, who.id))

    async def goes_away(self) -> None:
        """They announce each vacation to the bot when it begins; its last day is the one before
        they are back. If they are back before that they say so, and say it again a day after the
        next."""
        world, who = self._world, self.person
        for begin, end in who.vacations:
            await world.until(begin)
            last = datetime.fromtimestamp(end, ZoneInfo(who.zone or "UTC")).date()
            last -= timedelta(days=1)
            wish = world.wish(who)
            await self._surely(use("away", wish, until=str(last)))
            self._vacations.said(who, last, self._asked)
            if who.early and begin == who.vacations[0][0]:
                await world.until(begin + (end - begin) / 2)
                await self._surely(use("vacation", world.wish(who)))
                self._vacations.back(who, self._asked)
        if who.vacations:
            await world.until(who.vacations[-1][1] + DAY)
            await self._surely(use("vacation", world.wish(who)))
            self._vacations.back(who, self._asked)

    async def _surely(self, use_case: Case) -> None:
        """They say it until there is an answer, and note when that was."""
        world = self._world

        async def at(app: App[Any]) -> Layout:
            self._asked = world.now()
            return await use_case(app)

        while await world.ask(at) is None:
            await world.until(world.now() + AGAIN)

    async def returns(self, game: int) -> None:
        """They see that a turn was played for them, and say that they are back."""
        world, who = self._world, self.person
        at = who.answers(world.now(), world.chance)
        if at < inf:
            await world.until(at)
            await world.ask(use("here", world.wish(who, game=game)))

    async def plays(self, game: int) -> None:
        """They say a turn, if it is theirs; and now and then not what they meant."""
        chance = self._world.chance
        turn = partial(say_turn, self._world, self.person, game, True)
        while await self._world.ask(turn) is None:
            await self._world.until(self._world.now() + AGAIN)
        habits = self._world.plan.habits
        if chance.random() < habits.regrets:
            await self._later(HOUR / 6)
            await self._world.ask(use("undo", self._world.wish(self.person, game=game)))
        elif chance.random() < habits.orders:
            await self._world.ask(partial(self._order, game))
        elif chance.random() < habits.leaves:
            await self._leaves(game)
        elif chance.random() < habits.asks:
            what = chance.choice(ASKED_FOR)
            await self._later(DAY)
            await self._world.ask(partial(_ask, self._world.wish(self.person, game=game), what))
            if chance.random() < INSISTS:
                await self._later(HOUR)
                await self._world.ask(partial(_ask, self._world.wish(self.person, game=game), what))

    async def _answers(self, game: int, row: int) -> None:
        said = "accept" if self._world.chance.random() < AGREES else "decline"
        wish = self._world.press(self.person, said, game=game, n=row)
        await self._world.ask(use(said, wish))

    async def _later(self, longest: float) -> None:
        await self._world.until(self._world.now() + self._world.chance.uniform(5, longest))

    async def _leaves(self, game: int) -> None:
        """They have enough: they offer the seat, resign, or want it all to be over."""
        wish = self._world.wish(self.person, game=game)
        wish = wish.with_target(n=self._world.facts.games[game].n)
        what = self._world.chance.choice(("substitute", "resign", "cancel"))
        await self._world.ask(use(what, wish))

    async def _order(self, game: int, app: App[Any]) -> Layout:
        tables, world = app.tables, self._world
        table = await tables.at(await tables.game(game))
        users = [sitter.user for sitter in table.game.sitters]
        if not table.running or self.person.id not in users:
            return TALK
        words = any_order(table, users.index(self.person.id), world.chance)
        if not words:
            return TALK
        return await app.verbs.do("order", world.wish(self.person, game=game, words=words))


async def say_turn(world: World, who: Person, game: int, own: bool, app: App[Any]) -> Layout:
    """Somebody says a turn. own: only if it is theirs."""
    table = await app.tables.at(await app.tables.game(game))
    if not table.running or (own and table.game.sitters[table.actor].user != who.id):
        return TALK
    words, _ = whole_turn(table.kind.game, table.at.state, world.chance)
    return await app.services.turns.say(world.wish(who, game=game, words=words))


async def _ask(wish: Intent, what: str, app: App[Any]) -> Layout:
    if what == "pause":
        now = datetime.fromtimestamp(app.services.now(), UTC)
        if (await app.services.turns.find(wish)).found.clocks:
            return TALK  # the oracle's clocks know of no pause
        wish = replace(wish, words=f"{now.date() + timedelta(days=2)}")
    return await app.verbs.do(f"ask{what}", wish)


async def _depart(user: int, app: App[Any]) -> Layout:
    await Seats(app.services).on_departure(user, GUILD)
    return TALK


def pressable(post: Posted) -> Iterator[tuple[str, int, int]]:
    for button in post.buttons:
        match button.id.split(":"):
            case ["lc", verb, game, row]:
                yield verb, int(game), int(row)

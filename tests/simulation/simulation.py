"""A whole simulation, from its plan to its figures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from bot.messages import layout
from tests.bot.faulty_transport import AtOnce
from tests.simulation.almanac import Almanac
from tests.simulation.banks import Banks
from tests.simulation.figures import Figures
from tests.simulation.loop import VirtualLoop
from tests.simulation.manners import Manners
from tests.simulation.oracle import Oracle
from tests.simulation.plan import HOUR, Plan
from tests.simulation.player import Player, pressable
from tests.simulation.tables import Channel
from tests.simulation.waits import Waits
from tests.simulation.witness import Posted
from tests.simulation.world import World, seeded

OFFERED_SEAT, PASSERS_BY = "lc:takeover:", 3  # of whom the first has the seat


class Crowd:
    """Everybody hears when they are mentioned."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._players = {who.id: Player(world, who) for who in world.people}
        for player in self._players.values():
            world.go(player.settles())
            world.go(player.looks_in())
            world.go(player.goes_away())
            world.go(player.departs())

    def posted(self, post: Posted) -> None:
        for verb, game, _ in pressable(post):
            if verb == "here" and (user := self._world.annals.missing(game)) is not None:
                self._world.go(self._players[user].returns(game))
        if any(button.startswith(OFFERED_SEAT) for button in post.buttons):
            for player in self._world.chance.sample([*self._players.values()], PASSERS_BY):
                self._world.go(player.passes_by(post))
        for user in post.pings:
            self._world.go(self._players[user].called(post))
        if post.letter is not None:
            self._world.go(self._players[post.letter].called(post))

    def told(self, user: int, text: str) -> None:
        """Nobody answers what is only to be known."""


def simulate(plan: Plan) -> Figures:
    """Have it all happen."""
    with (
        TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=VirtualLoop) as runner,
        seeded(plan),
        patch.object(layout, "PAINTER", AtOnce()),
    ):
        return runner.run(_simulated(plan, Path(folder)))


async def _simulated(plan: Plan, folder: Path) -> Figures:
    start = process_time()
    world = World(plan, folder)
    oracle = Oracle(world.annals, world.now, world.calm)
    almanac = Almanac(plan, world.people, world.credited, world.vacations)
    banks = Banks(world.annals, world.now, almanac.passed, oracle.fault)
    people = {who.id: who for who in world.people}
    manners = Manners(world.annals, almanac, people, world.muted, world.calm, oracle.fault)
    waits = Waits(world.annals, banks, almanac.passed, world.calm, oracle.fault)
    world.annals.watchers.append(banks.watch)
    oracle.watchers.append(manners.posted)
    world.witness.listeners += [oracle, Crowd(world)]
    world.go(world.lives())
    world.go(_watched(world, waits))
    world.go(world.weather())
    for channel in world.channels:
        world.go(Channel(world, channel).goes_on())
    await world.passes()
    oracle.sums_up()
    manners.sums_up(world.now())
    return _figures(world, oracle, process_time() - start)


async def _watched(world: World, waits: Waits) -> None:
    """Look at the tables all the time."""
    while True:
        await asyncio.sleep(HOUR / 2)
        waits.look(world.now())


def _figures(world: World, oracle: Oracle, seconds: float) -> Figures:
    annals = world.annals
    waits = [(call.ended or world.now()) - call.begun for call in annals.calls]
    states = [stand.status for stand in annals.games.values()]
    rows = (
        ("games begun", states.count("playing") + states.count("over")),
        ("games over", states.count("over")),
        ("turns", len(annals.calls)),
        ("the longest wait for a turn, hours", max(waits, default=0) / HOUR),
        *(sorted(oracle.kinds.items())),
        ("rematches", annals.rematches),
        ("games muted", len(world.muted)),
        ("seats of who had left the server", annals.departures),
        ("outages of the bot", len(world.outages)),
        ("hours of them", sum(b - a for a, b in world.outages) / HOUR),
        ("outages of Discord", len(world.storms)),
        ("seconds of processor", seconds),
    )
    return Figures(world.plan.title, rows, tuple(oracle.faults))

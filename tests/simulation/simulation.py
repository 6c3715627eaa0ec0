"""A whole simulation, from its plan to its figures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tests.simulation.figures import Figures
from tests.simulation.loop import VirtualLoop
from tests.simulation.oracle import Oracle
from tests.simulation.plan import HOUR, Plan
from tests.simulation.player import Player
from tests.simulation.tables import Channel
from tests.simulation.witness import Posted
from tests.simulation.world import World, seeded


class Crowd:
    """Everybody hears when they are mentioned."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._players = {who.id: Player(world, who) for who in world.people}
        for player in self._players.values():
            world.go(player.looks_in())

    def posted(self, post: Posted) -> None:
        for user in post.pings:
            self._world.go(self._players[user].called(post))

    def told(self, user: int, text: str) -> None:
        """Nobody answers a direct message so far."""


def simulate(plan: Plan) -> Figures:
    """Have it all happen."""
    with (
        TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=VirtualLoop) as runner,
        seeded(plan),
    ):
        return runner.run(_simulated(plan, Path(folder)))


async def _simulated(plan: Plan, folder: Path) -> Figures:
    start = process_time()
    world = World(plan, folder)
    oracle = Oracle(world.annals, world.now, world.calm)
    world.witness.listeners += [oracle, Crowd(world)]
    world.go(world.lives())
    world.go(world.weather())
    for channel in world.channels:
        world.go(Channel(world, channel).goes_on())
    await world.passes()
    oracle.sums_up()
    return _figures(world, oracle, process_time() - start)


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
        ("outages of the bot", len(world.outages)),
        ("hours of them", sum(b - a for a, b in world.outages) / HOUR),
        ("outages of Discord", len(world.storms)),
        ("seconds of processor", seconds),
    )
    return Figures(world.plan.title, rows, tuple(oracle.faults))

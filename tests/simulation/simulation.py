"""A whole simulation, from its plan to its figures."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from bot.messages import layout
from bot.outbox import boards
from storage import progress
from tests.bot.faulty_transport import AtOnce
from tests.bot.transport import Posted
from tests.simulation.banks import Banks
from tests.simulation.calendars import Calendars, Outages, Vacations
from tests.simulation.call_checks import CallChecks
from tests.simulation.consent import Consent
from tests.simulation.oracle import Figures, Oracle, Waits
from tests.simulation.plan import HOUR, Plan
from tests.simulation.player import Player, pressable
from tests.simulation.process import VirtualLoop
from tests.simulation.results import Replays, Results
from tests.simulation.strangers import Host, PasserBy
from tests.simulation.tables import Channel
from tests.simulation.witness import reader
from tests.simulation.world import World, seeded
from tests.stores import STORES

OFFERED_SEAT, PASSERS_BY = "lc:takeover:", 3  # the first of whom has the seat


class Crowd:
    """Everybody hears when they are mentioned."""

    def __init__(self, world: World, vacations: Vacations) -> None:
        self._world = world
        self._players = {who.id: Player(world, who, vacations) for who in world.people}
        self.passer_by = PasserBy(world)
        for player in self._players.values():
            world.go(player.settles())
            world.go(player.looks_in())
            world.go(player.goes_away())
            world.go(player.departs())

    def posted(self, post: Posted) -> None:
        for verb, game, _ in pressable(post):
            missing = self._world.facts.missing(game) if verb == "here" else None
            if missing in self._players:  # unless a computer plays for them by now
                self._world.go(self._players[missing].returns(game))
        if any(button.id.startswith(OFFERED_SEAT) for button in post.buttons):
            for player in self._world.chance.sample([*self._players.values()], PASSERS_BY):
                self._world.go(player.passes_by(post))
        if post.buttons and reader(post) is None:
            self._world.go(self.passer_by.sees(post))
            self._meddled_with(post)
        for user in post.pings:
            self._world.go(self._players[user].called(post))
        if (letter := reader(post)) is not None:
            self._world.go(self._players[letter].called(post))

    def _meddled_with(self, post: Posted) -> None:
        games = {game for _, game, _ in pressable(post)} & self._world.facts.games.keys()
        for user in (u for game in games for u in self._world.facts.games[game].users if u > 0):
            self._world.go(self._players[user].meddles(post))


def simulate(plan: Plan, sought: str = "") -> Figures:
    """Have it all happen. sought: a rule, whose first breach ends it."""
    with (
        TemporaryDirectory() as folder,
        ExitStack() as after,
        asyncio.Runner(loop_factory=VirtualLoop) as runner,
        seeded(plan),
        patch.object(layout, "PAINTER", AtOnce()),
        patch.object(boards, "PAINTER", AtOnce()),
    ):
        after.callback(STORES.release)
        return runner.run(_simulated(plan, Path(folder), sought))


async def _simulated(plan: Plan, folder: Path, sought: str) -> Figures:
    start = process_time()
    world = World(plan, folder)
    facts, oracle, vacations = world.facts, Oracle(world.facts), Vacations(world.facts)
    calendars = Calendars(plan, world.people, facts.credited, vacations.spans)
    replays = Replays(facts)
    consent = Consent(facts, replays, world.speakers)
    banks = Banks(facts, calendars.passed, consent.granted)
    results = Results(facts, replays)
    people = {who.id: who for who in world.people}
    call_checks = CallChecks(facts, calendars, people, world.muted)
    facts.watchers += [each.watch for each in (replays, consent, banks, results, call_checks)]
    outages = Outages(facts, world.outages, world.storms)
    facts.afterwards += [outages.look]
    oracle.watchers += [call_checks.posted, results.posted]
    crowd = Crowd(world, vacations)
    world.witness.listeners += [oracle.posted, crowd.posted]
    world.go(world.lives())
    world.go(_watched(world, Waits(facts, banks, calendars.passed), sought))
    world.go(world.weather())
    for channel in world.channels:
        world.go(Channel(world, channel).goes_on())
    world.go(Host(world).mends())
    await world.passes()
    oracle.sums_up()
    call_checks.sums_up(world.now(), {post.id for post in world.witness.messages})
    outages.sums_up()
    return _figures(world, oracle, crowd.passer_by.presses, process_time() - start)


async def _watched(world: World, waits: Waits, sought: str) -> None:
    """Look at the tables all the time, until the fault that is sought was found."""
    with progress("Half hours", total=48 * world.plan.days) as bar:
        while sought not in {fault.rule for fault in world.facts.faults}:
            await asyncio.sleep(HOUR / 2)
            waits.look(world.now())
            bar.update()
    world.ends()


def _figures(world: World, oracle: Oracle, presses: int, seconds: float) -> Figures:
    facts = world.facts
    waits = [(call.ended or world.now()) - call.begun for call in facts.calls]
    states = [stand.status for stand in facts.games.values()]
    rows = {
        "games begun": states.count("playing") + states.count("over"),
        "games over": states.count("over"),
        "turns": len(facts.calls),
        "the longest wait for a turn, hours": max(waits, default=0) / HOUR,
        **dict(sorted(oracle.kinds.items())),
        "presses of a passer-by": presses,
        "tables with computers": sum(min(g.users, default=0) < 0 for g in facts.games.values()),
        "rematches": facts.rematches,
        "games muted": len(world.muted),
        "seats of who had left the server": facts.departures,
        "outages of the bot": len(world.outages),
        "hours of them": sum(b - a for a, b in world.outages) / HOUR,
        "outages of Discord": len(world.storms),
        "seconds of processor": seconds,
    }
    return Figures(world.plan.title, rows, tuple(facts.faults))

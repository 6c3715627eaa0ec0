"""Computers think at once, and play as people do here: anything, but in a race rather on."""

from __future__ import annotations

from random import Random

from bot.table.computers import Problem
from bot.table.minds import ALONE, Waits
from rules import GAMES
from tests.bot.minds import QuickMind
from tests.simulation.play import whole_turn


class SimulatedMind(QuickMind):
    """Which turn it is, the position's own seed says."""

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        return whole_turn(GAMES[position.kind].game, position.seen, Random(position.seed))[0]

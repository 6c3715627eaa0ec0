"""Minds for tests: they think at once, or lose their thoughts, and start no process."""

from __future__ import annotations

import asyncio
from random import Random

from bot.table.computers import ALONE, BetterTurn, GoodTurn, PlayedGame, Problem, SearchLost, Waits
from rules.play import play_unattended
from tests.games import EVERY


class QuickMind:
    """Plays any legal turn; notes its input."""

    room = 100

    def __init__(self) -> None:
        self.asked: list[Problem] = []

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        self.asked.append(position)
        rules, state = EVERY[position.kind].game, position.seen
        seat, said, chance = rules.actor(state), list[str](), Random(position.seed)
        while rules.actor(state) == seat:
            said.append(str(step := chance.choice(rules.legal(state))))
            state, _ = rules.apply(state, step)
        return " ".join(said)

    async def best(self, position: Problem) -> list[GoodTurn]:
        """Three turns at most, each another one."""
        some = [position._replace(seed=position.seed + n) for n in range(3)]
        lines = dict.fromkeys([await self.turn(one) for one in some])
        return [GoodTurn(line, 0.6 - n / 20, n / 20) for n, line in enumerate(lines)]

    async def suggest(self, position: Problem) -> list[GoodTurn]:
        return await self.best(position)

    async def find_turning_points(self, game: PlayedGame) -> list[BetterTurn]:
        """Three turns at most, each as good as another one."""
        places = range(len(game.turns))[:3]
        some = [Problem(game.kind, game.turns[n][0], "easy", n) for n in places]
        return [BetterTurn(n, await self.turn(one)) for n, one in zip(places, some, strict=True)]

    async def glimpse(self, game: PlayedGame) -> list[BetterTurn]:
        """Nothing, at once."""
        return []

    async def close(self) -> None:
        pass


class LeastMind(QuickMind):
    """Plays the turn that changes least."""

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        self.asked.append(position)
        return play_unattended(EVERY[position.kind].game, position.seen)[0]


class SlowMind(QuickMind):
    """Thinks until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = asyncio.Event(), asyncio.Event()

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        self.begun.set()
        await self.go.wait()
        return await super().turn(position, waits)


class LostMind(QuickMind):
    """Loses this number of thoughts before it has one."""

    def __init__(self, losses: int) -> None:
        super().__init__()
        self.losses = losses

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        if self.losses:
            self.losses -= 1
            self.asked.append(position)
            raise SearchLost("died")
        return await super().turn(position, waits)


class WrongMind(QuickMind):
    """Says an unplayable turn."""

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        await super().turn(position, waits)
        return "nonsense"


class HalfMind(QuickMind):
    """Leaves the last word of its first turn out."""

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        line = await super().turn(position, waits)
        return line if len(self.asked) > 1 else line.rpartition(" ")[0]

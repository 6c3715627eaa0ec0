"""What a letter costs that somebody types: the turns that are offered, at the dearest position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from bot.features.whole_turns import Spot, WholeTurns, completed
from rules import GAMES
from rules.voice import ENGLISH
from tests.bench.measuring import Effort, Row
from tests.bench.script import game
from tests.bot.playing import position

BUSY = position("..M../..M../MM.MM/..M../..M..", "c3,a4", supply=(3, 3))  # 3,840 turns
NAMES = ("Ann", "Ben")


def rows(effort: Effort) -> Iterator[Row]:
    for key in GAMES:
        yield _dearest(effort, key)


def _dearest(effort: Effort, key: str) -> Row:
    """The first letter at a position, fitting something or nothing."""
    rules, costs = GAMES[key].game, list[float]()
    for place in _places(effort, key):
        for typed in ("", "zz"):
            costs.append(median(_cost(place, typed) for _ in range(effort.of(3, 1))))
    what = f"{rules.title}: processor time of a letter typed, at worst"
    detail = f"{median(costs):.1f} ms as a rule, {len(costs) // 2} positions"
    return Row(what, max(costs), " ms", detail=detail)


def _places(effort: Effort, key: str) -> Iterator[Spot]:
    kind = GAMES[key]
    states = [turn.before for seed in range(2) for turn in game(2, seed, key)]
    wanted = effort.of(120, 6)
    for s in [BUSY] * (key == "logger") + states[:: max(1, len(states) // wanted)]:
        yield Spot(kind, kind.game.view(s, kind.game.actor(s)), NAMES)


def _cost(place: Spot, typed: str) -> float:
    """Milliseconds of processor."""
    start = time.process_time()
    for choice in completed(WholeTurns(), place, typed, ENGLISH):
        choice.said(ENGLISH)
    return 1000 * (time.process_time() - start)

"""No answer to anybody depends on somebody else's draft or hand.

Source: issue 9, item 1 and "Must hold": the search for leaks acts as mover with a draft open,
rival, stranger and host, by every door, in public and in private; design, "Chance and secrets".
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.features import turns
from bot.table.game import Game
from bot.table.intent import Intent
from rules.errors import Refused
from tests.bot.core import Patch
from tests.bot.discord.probing import told_apart
from tests.bot.discord.searching import Racers, promised, unpainted
from tests.bot.discord.system import System, running_system
from tests.drafts import draft_in


@pytest.fixture(autouse=True)
def _unpainted(monkeypatch: Patch) -> None:
    unpainted(monkeypatch)
    promised(monkeypatch, 3)


async def probed(system: System, turns: int) -> list[str]:
    """What could be told apart after so many turns of a race of three. It is F2, so that `F1`
    names another game or the start space f1. The mover is not the host, so that all kinds of
    people ask."""
    await system.slash("Dee", "lounge", "fellers start", players=2)
    racers = Racers(system, Random(3))
    await racers.begin("Ann", "Ben", "Cy", course="A")
    for _ in range(turns):
        await racers.turn()
    while await system.mover("games") == "Ann":
        await racers.turn()
    s = await racers.position()
    system.stop_time()  # the answers name how long the mover is waited for
    return await told_apart(system, "games", racers.nosy, sorted({*s.hands[s.mover]} - {"j"}))


@pytest.mark.slow
@pytest.mark.parametrize("turns", [0, 7])
async def test_nobody_can_probe_what_the_mover_has_picked(tmp_path: Path, turns: int) -> None:
    """With each card of the hand picked in private, others are answered as without."""
    async with running_system(tmp_path) as system:
        assert await probed(system, turns) == []


async def test_a_line_read_with_the_mover_s_draft_is_found(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """The fault as it was: what `F1 s s stop` names was tried on the mover's draft."""

    async def reads(self: Any, game: Game, intent: Intent, unnamed: str) -> bool | None:
        table = await self.tables.at(game)
        kept = await draft_in(self._store, game.id, table.actor) if table.running else None
        with suppress(Refused):
            return (table.running and bool(turns._read(table, kept, intent.words).said)) or None
        return None

    monkeypatch.setattr(turns.Turns, "_reads", reads)
    async with running_system(tmp_path) as system:
        found = await probed(system, 0)
    assert any("F1 s stop" in leak for leak in found), found

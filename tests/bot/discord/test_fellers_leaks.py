"""Whatever the bot sends in whole races, nobody reads of a hand that is not his.

Source: issue 5, "Must hold": every public payload that the bot sends in whole games through the
sandbox is searched for what is hidden, and the search fails when a leak is planted.

LUMBERCAMP_LEAKS=200    so many races instead of a handful
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.bot.core import Patch
from tests.bot.discord.searching import promised, raced, unpainted
from tests.bot.discord.system import running_system

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Ben", "Cy", "Dee", "Fay")
COURSES = ("A", "A+H", "random", "L")
RACES = int(os.environ.get("LUMBERCAMP_LEAKS", "2"))


@pytest.mark.parametrize("seed", range(RACES))
async def test_nothing_that_is_sent_in_a_whole_race_tells_of_a_hand(
    tmp_path: Path, seed: int, monkeypatch: Patch
) -> None:
    """Texts, ids, files, alt texts, completions, answers, log and metrics, after each turn."""
    unpainted(monkeypatch)
    promised(monkeypatch, seed)
    async with running_system(tmp_path) as system:
        options: dict[str, Any] = {"course": COURSES[seed // 4 % 4], "thread": seed % 3 == 2}
        found = await raced(system, NAMES[: 2 + seed % 4], seed, **options)
        assert found == [], "\n".join(found)

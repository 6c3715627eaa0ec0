"""In whole races, nobody reads of another hand in anything that the bot sends.

LUMBERCAMP_LEAKS=200    the number of races, instead of one
"""

import logging
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features import turn_builder
from bot.features.boards import page
from bot.features.whole_turns import WholeTurns, completions, place
from bot.messages import layouts
from bot.messages.layout import Choice, Layout
from bot.table import records
from bot.table.intent import Intent
from bot.table.records import Page
from bot.table.table import Table, Tables
from rules.text import Text
from rules.voice import Voice
from tests.bot.core import Patch
from tests.bot.discord.people import at_discord
from tests.bot.discord.searching import promised, races, unpainted

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Ben", "Cy", "Dee", "Fay")
COURSES = ("A", "A+H", "random", "L")
RACES = int(os.environ.get("LUMBERCAMP_LEAKS", "1"))


@pytest.mark.parametrize("seed", range(RACES))
async def test_nothing_that_is_sent_in_a_whole_race_tells_of_a_hand(
    tmp_path: Path, seed: int, monkeypatch: Patch
) -> None:
    """Texts, ids, files, alt texts, completions, answers, log and metrics, after each turn."""
    unpainted(monkeypatch)
    promised(monkeypatch, seed)
    async with at_discord(tmp_path) as people:
        answers: dict[str, Any] = {"course": COURSES[seed // 4 % 4], "thread": seed % 3 == 2}
        found = await races(people, NAMES[: 2 + seed % 4], seed, **answers)
        assert found == [], "\n".join(found)
        assert "is over: " in (await people.post("result")).text


log = logging.getLogger("bot.planted")


def held(table: Table) -> str:
    hand: tuple[str, ...] = table.at.state.hands[table.actor]
    return hand[0]


def custom_id(patch: Patch) -> None:
    """A public button carries a card."""
    turn = layouts.turn

    def marked(table: Table, story: Text, *more: Any) -> Layout:
        panel = turn(table, story, *more)
        first, *others = panel.buttons
        named = replace(first, id=f"{first.id}:{held(table)}")
        return replace(panel, buttons=(named, *others))

    patch.setattr(layouts, "turn", marked)


def log_line(patch: Patch) -> None:
    remember = Tables.remember

    def told(tables: Tables, game: int, n: int, standing: Any) -> None:
        log.debug(f"at {standing.state}")
        remember(tables, game, n, standing)

    patch.setattr(Tables, "remember", told)


def draws_in_the_record(patch: Patch) -> None:
    """A record of a running game with what nature said."""
    patch.setattr(records, "_unseen", lambda rules, record: record.entries)


def completion(patch: Patch) -> None:
    """Anyone who types gets whole turns."""

    async def complete(self: Any, intent: Intent, voice: Voice) -> list[Choice]:
        table = await self._turns.tables.at((await self._turns.find(intent)).found)
        return completions(WholeTurns(), place(table), intent.words, voice)

    patch.setattr(turn_builder.TurnBuilder, "complete", complete)


def boards_of_before(patch: Patch) -> None:
    """An earlier board is seen with the eyes of whose turn it was then."""

    def told(shown: Page, **how: Any) -> Layout:
        seat = shown.seat if shown.last else max(0, shown.table.actor)
        return page(shown._replace(seat=seat), **how)

    patch.setattr("bot.features.boards.page", told)


POST, FILE, LOG = "POST /api/v10/channels/", "a file of ", "the log"
COMPLETION, PRIVATE = "/callback", "/messages/@original"

Plant = Callable[[Patch], None]
PLANTED: tuple[dict[Plant, str], ...] = (
    {custom_id: POST},
    {log_line: LOG, draws_in_the_record: FILE},
    {completion: COMPLETION, boards_of_before: PRIVATE},
)


@pytest.mark.parametrize("planted", PLANTED)
async def test_a_planted_leak_is_found(
    tmp_path: Path, planted: dict[Plant, str], monkeypatch: Patch
) -> None:
    """Within the first turns of a race in which everyone asks for everything, with its place."""
    unpainted(monkeypatch)
    promised(monkeypatch, 1)
    for plant in planted:
        plant(monkeypatch)
    async with at_discord(tmp_path) as people:
        looks = 1 if custom_id in planted else 2  # nobody can press such a button
        found = await races(people, ("Ann", "Ben"), 1, turns=looks, curiosity=looks - 1, course="A")
    for plant, where in planted.items():
        assert any(where in leak for leak in found), plant

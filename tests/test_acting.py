"""Whole games as people play them, told once and acted wherever they can sit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest
from playwright.async_api import Browser

from rules import GAMES
from rules.game import NOBODY, Setup
from tests.acting import ANN, BEN, Acting, Person
from tests.bot.conftest import _seeds, _sprites
from tests.bot.core import Core
from tests.bot.discord.people import at_discord
from tests.browser.acting import in_browser
from tests.chromium import SHARED
from tests.sensible import sensible

__all__ = ["_seeds", "_sprites"]

HOUR = 3600.0


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[Acting]:
    core = await Core.build(folder / "games.db")
    yield core
    await core.store.close()


DISCORD = pytest.param(at_discord, id="discord", marks=pytest.mark.slow)


@pytest.fixture(params=[pytest.param(table, id="table"), DISCORD])
async def people(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Acting]:
    async with request.param(tmp_path) as it:
        yield it


@cache
def lines() -> tuple[str, ...]:
    """A whole game of Logger of two, in which nothing is drawn."""
    rules, said = GAMES["logger"].game, list[str]()
    s = rules.new(Setup(2))
    while rules.actor(s) != NOBODY:
        way = sensible(rules, s)
        assert way is not None
        said.append(" ".join(map(str, way[0])))
        s = way[1]
    return tuple(said)


async def begin(people: Acting, clock: str = "none") -> None:
    """Ann opens a game, and Ben joins it by the button."""
    told = await people.command(ANN, "logger start", players=2, clock=clock)
    assert "L1 is open" in told.text
    assert "L1 has started" in (await people.press(BEN, "Join")).text


async def play(people: Acting, *said: str) -> None:
    for line in said:
        told = (await people.say(await people.mover(), line)).text
        assert not told or "Turn played" in told  # on Discord the board alone tells it


async def other(people: Acting) -> Person:
    return BEN if await people.mover() == ANN else ANN


async def touch(people: Acting, line: str) -> None:
    """Make a turn on the board."""
    mover = await people.mover()
    await people.touch(mover, *line.split())
    assert "Turn played" in (await people.press(mover, "Confirm Turn")).text
    assert await people.mover() != mover


@pytest.mark.slow
async def test_a_game_is_opened_joined_and_played_to_its_end(people: Acting) -> None:
    await begin(people)
    first, *rest = lines()
    await touch(people, first)
    await play(people, *rest)
    end = await people.board()
    assert "**L1 is over:" in end.text
    for who in (ANN, BEN):
        assert "is over" in (await people.news(who))[-1]
    assert "L2 is open" in (await people.press(ANN, "Rematch")).text


async def test_a_turn_is_taken_back_and_played_otherwise(people: Acting) -> None:
    await begin(people)
    await play(people, "a1", "e5")
    mover = await people.mover()
    await play(people, "b1 +c1")
    assert "has been undone" in (await people.command(mover, "logger undo")).text
    assert await people.mover() == mover
    await play(people, "a2 +a3")
    board = await people.board()
    assert "planted a3" in board.text
    assert "planted c1" not in board.text


async def test_who_resigns_is_asked_and_has_lost(people: Acting) -> None:
    await begin(people)
    await resign(people)


@pytest.mark.slow
@SHARED
async def test_each_act_is_done_on_the_page_too(browser: Browser, tmp_path: Path) -> None:
    async with in_browser(browser, tmp_path) as people:
        await begin(people, clock="brisk")
        await touch(people, "a1")
        await play(people, "e5")
        await people.kill()
        await people.restart()
        await people.pass_time(100 * HOUR)
        assert "(played on time-out)" in (await people.board()).text
        await resign(people)


async def resign(people: Acting) -> None:
    stays = await other(people)
    asked = await people.command(await people.mover(), "logger resign")
    assert "the other player wins" in asked.text
    assert "You've left L1" in (await people.press(await people.mover(), "Resign from L1")).text
    assert f"L1 is over: {stays.name} wins" in (await people.board()).text


async def test_a_clock_that_runs_out_plays_on(people: Acting) -> None:
    await begin(people, clock="brisk")
    await play(people, "a1", "e5")
    late = await people.mover()
    assert "your turn in **L1** (turn 3)" in (await people.news(late))[-1]
    await people.pass_time(100 * HOUR)
    assert await people.mover() != late
    assert f"{late.name} planted b1 (played on time-out)" in (await people.board()).text


async def test_whatever_ends_the_bot_a_game_goes_on_where_it_was(people: Acting) -> None:
    await begin(people)
    first, second, third, *_ = lines()
    await play(people, first)
    await people.kill()
    await play(people, second)
    await people.restart()
    mover = await people.mover()
    assert "your turn in **L1** (turn 3)" in (await people.news(mover))[-1]
    await play(people, third)
    assert "turn 4" in (await people.board()).text

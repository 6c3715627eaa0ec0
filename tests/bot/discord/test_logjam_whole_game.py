"""Six people play Logjam from the lobby to the result, through every door and two violent deaths.

Source: issue 4, "Must hold": a whole game by the real client; experience 3.9 and 5.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count, cycle
from pathlib import Path
from random import Random

import aiohttp
import pytest

from bot.ops import replay
from bot.table.agreed import SECONDS
from tests.bot.discord.jamming import (
    Turn,
    best,
    builds,
    chance,
    choices,
    goes_on,
    jam,
    notation,
    picks,
    says,
    table,
)
from tests.bot.discord.process import running
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import CONFIRM, labels, pressed

PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo")
DOORS = ("reply", "mention", "option", "plain", "builder", "name")
BY_THE_CLOCK = 7  # every so many turns nobody presses Roll Now
FATAL = 16  # the turn that waits when the bot is killed

pytestmark = pytest.mark.slow


@contextlib.asynccontextmanager
async def killed_in_the_end(system: System) -> AsyncIterator[None]:
    """The bot is a process of its own for a while, with the same database, and then no more."""
    await system.stop()
    system.ahead = 0.0  # a process goes by this machine's clock
    at = {
        "DISCORD_TOKEN": system.world.token,
        "LUMBERCAMP_DISCORD_API": system.world.api,
        "LUMBERCAMP_DATABASE": str(system.folder / "games.db"),
    }
    async with running(system.folder / "process", **at) as bot:
        await bot.until_it_says("(Lumbercamp is on Discord)")
        yield
        bot.signal(signal.SIGKILL)
        assert await bot.end() == -signal.SIGKILL
    await system.start()


async def killed_in_the_grace(system: System, who: str, turn: Turn, board: Json) -> Json:
    """The turn counts, and the die has not been rolled when the bot dies."""
    rolled, line = await chance(system), notation(await table(system), turn)
    async with killed_in_the_end(system):
        answer = await system.slash(who, "games", "logjam turn", move=line)
        assert "The die for the next turn will be rolled at" in answer["content"]
    assert (await table(system)).waiting
    assert await chance(system) == rolled
    return answer


async def killed_half_built(system: System, who: str, turn: Turn, board: Json) -> Json:
    """A word is picked when the bot dies; the same panel goes on with the next one."""
    at, (first, *rest) = await table(system), choices(turn)
    async with killed_in_the_end(system):
        panel = await builds(system, who, at, board, [first])
    assert CONFIRM not in labels(panel)
    for state, step in rest:
        panel = await picks(system, who, at, panel, state, step)
    return await pressed(system, who, panel, CONFIRM)


Way = Callable[[System, str, Turn, Json], Awaitable[Json]]


def deadly(number: int, turn: Turn) -> Way | None:
    """How the bot is killed in this turn, if it can be."""
    if number == FATAL:
        return killed_in_the_grace
    return killed_half_built if len(choices(turn)) > 1 else None


async def test_six_people_play_to_the_end(system: System, tmp_path: Path) -> None:
    """Each post calls one player with their roll; the record is sound and fair by both doors."""
    for name in PEOPLE[4:]:
        await system.newcomer(name)
    board = await jam(system, *PEOPLE, board="8x10", logs="222333")
    doors, luck, deaths = cycle(DOORS), Random(4), set[Way]()
    for number in count(1):
        who, at = await system.mover("games"), await table(system)
        assert system.pinged(board) == [who]
        assert f"turn {at.number}). You rolled **{at.at.state.roll}**.\n" in board["content"]
        turn, rolled = best(at, luck), await chance(system)
        if (way := deadly(number, turn)) and way not in deaths:
            deaths.add(way)
            answer = await way(system, who, turn, board)
        else:
            answer = await says(system, who, next(doors), turn, board)
        if (await system.game("games")).status == "over":
            break
        assert "Turn played" in answer["content"], (number, turn, answer)
        board = await answered_by_the_die(system, who, answer, at.number, rolled)
    assert deaths == {killed_half_built, killed_in_the_grace}
    await _is_over(system, number)
    await _is_sound(system, tmp_path / "J1.txt")
    await _can_be_played_again(system)


async def answered_by_the_die(
    system: System, who: str, answer: Json, number: int, rolled: list[str]
) -> Json:
    """The post for the next turn that somebody can choose; until then nobody was called. The die
    is rolled once for it, and once for each turn before it that had no alternative. rolled:
    before the turn; after one that was confirmed no die waits."""
    if (await table(system)).waiting:
        assert f"turn {number + 1})." not in system.seen("games")[-1]["content"]
        assert await chance(system) == rolled
        if number % BY_THE_CLOCK:
            assert "The die has been rolled, so the turn" in await goes_on(system, who, answer)
        else:
            system.pass_time(SECONDS + 1)
    await system.until_called("games")
    unasked = len((await table(system)).at.unasked)
    assert len(await chance(system)) == len(rolled) + 1 + unasked
    return await system.post("games")


async def _is_over(system: System, turns: int) -> None:
    """The result pings everybody once; the standings know it; no board has buttons left."""
    result = await system.post("games", "result")
    assert "**J1 is over: " in result["content"]
    assert system.pinged(result) == [*PEOPLE]
    boards = system.boards("games")
    assert len(boards) == turns + 1
    assert [m["id"] for m in boards[:-1] if buttons(m)] == []
    standings = (await system.slash("Dee", "games", "logjam leaderboard"))["content"]
    assert standings.count("1 game,") == 6
    assert standings.count("1 won") == 1


async def _is_sound(system: System, file: Path) -> None:
    """Every roll comes out again from the seed, here and on the command line."""
    for asked in ({}, {"game": "J1"}, {"game": " j1 "}):
        verdict = (await system.slash("Cy", "games", "games review verify", **asked))["content"]
        assert verdict.startswith("**J1**: If the lobby message shows the first digits")
    answer = await system.slash("Cy", "games", "games review export")
    record, *page = answer["attachments"]
    assert page or "is too large for Discord" in answer["content"]
    async with aiohttp.ClientSession() as session, session.get(record["url"]) as got:
        file.write_bytes(await got.read())
    assert replay.run(str(file)) == 0
    assert replay.verify_file(str(file)) == 0


async def _can_be_played_again(system: System) -> None:
    """With what was agreed on, by those who played."""
    told = await system.press("Flo", await system.post("games", "result"), "Rematch")
    assert "J2 is open for 2 to 6 players" in told["content"]
    card = await system.post("games", "lobby")
    assert "Special options: see **Details**." in card["content"]
    details = await system.press("Ann", card, "Details")
    assert "board `8x10` · logs `222333`" in details["content"]
    assert system.pinged(card) == [*PEOPLE[:-1]]

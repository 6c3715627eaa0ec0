"""J1 is a game and j1 is a square: what is meant by a line that begins with it.

Source: issue 2, item 7 (games are named); issue 4 (columns a to j, and as many as l).
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from rules.game import Step
from rules.logjam.position import Run
from rules.play import legal
from sandbox.model import BOT_ID
from tests.bot.core import Patch
from tests.bot.discord.system import Json, System
from tests.bot.discord.test_logjam import aloud, goes_on, jam, rests, table


@pytest.fixture(autouse=True)
def _same_game(monkeypatch: Patch) -> None:
    """What people contribute to chance is another number each time; where nobody happens to stand
    on j1, all would rest for ever. Here the first on turn may run from there."""
    drawn = sha256(b"4").digest()
    monkeypatch.setattr("bot.table.table.keyed", lambda seed, contributions: drawn)
    monkeypatch.setattr("rules.dice.Chance.after", lambda chance, post: chance.key)


async def by_the_wall(system: System) -> tuple[str, str, Json]:
    """A game in which the mover can run from j1, whose name the game has too: who that is, the
    square where he gets to, and the board that calls him."""
    board = await jam(system, "Ann", "Ben", "Cy", "Dee", loggers="5")
    while True:
        at = await table(system)
        ways = [step for step in legal(at.kind.game, at.at.state) if _from_j1(step)]
        if ways:
            return await system.mover("games"), str(ways[0]).partition("-")[2], board
        who, answer = await rests(system)
        await goes_on(system, who, answer)
        board = await system.post("games")


def _from_j1(step: Step) -> bool:
    return isinstance(step, Run) and str(step).startswith("j1-")


@pytest.mark.parametrize(
    "line", ["J1-{to}", "J1 to {to}", "j1 {to}", "J1 J1-{to}", "J1 j1 to {to}", "j1 run j1 {to}"]
)
@pytest.mark.parametrize("door", ["mention", "reply", "plain"])
async def test_the_game_here_reads_its_squares_first(system: System, door: str, line: str) -> None:
    """Whatever can be a turn is one; a name before a turn is a name."""
    who, to, board = await by_the_wall(system)
    text = line.format(to=to.upper())
    if door == "mention":
        answer = await aloud(system, who, f"<@{BOT_ID}> {text}")
    else:
        answer = await aloud(system, who, text, reply_to=board["id"] if door == "reply" else None)
    assert "Turn played in J1." in answer["content"]
    assert (await system.store.log(1))[-1].text == f"j1-{to}"


async def test_from_another_channel_it_is_the_game_that_is_named(system: System) -> None:
    """No game is played there, so no square can be meant."""
    who, to, _ = await by_the_wall(system)
    assert await system.say(who, "lounge", f"<@{BOT_ID}> J1 j1-{to}") == ""
    await system.quiet()
    assert "Turn played in J1." in system.seen("games")[-1]["content"]
    said = await system.say(who, "lounge", f"<@{BOT_ID}> J3 to j5")
    assert said == "There's no game called J3 on this server."


async def test_a_column_too_many_is_refused_with_the_columns_there_are(system: System) -> None:
    """L1 is a game of Logger, which is not played here; l1 is no square of this board either."""
    who, _, board = await by_the_wall(system)
    said = await system.say(who, "games", "b1-l1", reply_to=board["id"])
    assert "There's no square l1. Columns go from a to j and rows from 1 to 12." in said

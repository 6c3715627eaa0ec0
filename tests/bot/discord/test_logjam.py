"""The half minute before the die answers a turn, as buttons and commands of the real client."""

from hashlib import sha256
from typing import Any

import pytest

from bot.table.table import Table
from rules.logjam.position import Run
from sandbox.model import BOT_ID
from tests.bot.core import Patch
from tests.bot.discord.system import Json, System, replied_to


async def jam(system: System, *names: str, **options: Any) -> Json:
    """A game of Logjam for these people, opened by the first; the post for its first turn."""
    await system.slash(names[0], "games", "logjam start", players=len(names), **options)
    card = await system.post("games", "lobby")
    for name in names[1:]:
        await system.press(name, card, "Join")
    return await system.post("games")


async def table(system: System) -> Table:
    return await system.app.services.turns.tables.at(await system.game("games"))


async def aloud(system: System, who: str, text: str, **more: Any) -> Json:
    """Send a message; return the bot's answer: at once, or in a post of the game."""
    said = await system.people[who].say("games", text, **more)
    await system.under(said["id"], "games")
    await system.quiet()
    return next((m for m in system.seen("games") if replied_to(m) == said["id"]), {})


async def goes_on(system: System, who: str, answer: Json) -> str:
    """Press Roll Now under the answer to a turn, and return the answer."""
    text: str = (await system.press(who, answer, "Roll Now"))["content"]
    return text


async def rests(system: System) -> tuple[str, Json]:
    """Rest as the player to move; return that player and the answer."""
    who = await system.mover("games")
    return who, await system.slash(who, "games", "logjam turn", move=".")


# -- Two clicks: the first one finishes just after the second one has looked.


@pytest.fixture
def _same_game(monkeypatch: Patch) -> None:
    """Contributions to chance differ each time. If no logger stood on j1, everyone would rest for
    ever; here the first player may run from there."""
    drawn = sha256(b"4").digest()
    monkeypatch.setattr("bot.table.table.chance_key", lambda seed, contributions: drawn)
    monkeypatch.setattr("rules.dice.Chance.after", lambda chance, post: chance.key)


async def by_the_wall(system: System) -> tuple[str, str, Json]:
    """A game in which the mover can run from j1, and which is named J1. Return the mover, their
    target square, and the board that mentions them."""
    board = await jam(system, "Ann", "Ben", "Cy", "Dee", loggers="5")
    while True:
        at = await table(system)
        runs = [str(x) for x in at.kind.game.legal(at.at.state) if isinstance(x, Run)]
        if to := next((run[3:] for run in runs if run.startswith("j1-")), ""):
            return await system.mover("games"), to, board
        who, answer = await rests(system)
        await goes_on(system, who, answer)
        board = await system.post("games")


# -- J1 is a game and j1 is a square: how a line that begins with it is read.

NAMED = ("J1-{to}", "j1 {to}", "J1 j1 to {to}")


@pytest.mark.usefixtures("_same_game")
async def test_the_game_here_reads_its_squares_first(system: System) -> None:
    """Whatever can be a turn is one; a name before a turn is a name."""
    who, to, board = await by_the_wall(system)
    said = await system.say(who, "games", "b1-l1", reply_to=board["id"])
    assert "There's no square l1. Columns go from a to j and rows from 1 to 12." in said
    doors = [*(("mention", line) for line in NAMED), ("reply", NAMED[0]), ("plain", NAMED[0])]
    for door, line in doors:
        board = await system.post("games")
        text = line.format(to=to.upper())
        text = f"<@{BOT_ID}> {text}" if door == "mention" else text
        answer = await aloud(system, who, text, reply_to=board["id"] if door == "reply" else None)
        assert "Turn played in J1." in answer["content"], (door, line)
        assert (await system.store.log(1))[-1].text == f"j1-{to}"
        await system.slash(who, "games", "logjam undo")
    assert await system.say(who, "lounge", f"<@{BOT_ID}> J1 j1-{to}") == ""
    await system.quiet()
    assert "Turn played in J1." in system.seen("games")[-1]["content"]
    said = await system.say(who, "lounge", f"<@{BOT_ID}> J3 to j5")
    assert said == "There's no game called J3 on this server."

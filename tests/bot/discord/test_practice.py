"""Practice through the real client: somebody who is alone plays whole games against a computer.

Source: issue 13, item 3 and "Must hold": a whole practice game of each kind, as a new user, alone.
"""

from __future__ import annotations

import pytest

from bot.domain.computers import computers
from tests.bot.discord.racing import change
from tests.bot.discord.system import Json, System, button, buttons
from tests.bot.discord.watching import until


async def turn_of(system: System, who: str) -> bool:
    """Wait until the game is over, or somebody is to play; whether they are."""
    user = int(system.people[who].id)

    async def due() -> bool:
        game = await system.game("games")
        mover = None if game.on_turn is None else game.sitters[game.on_turn].user
        return game.status == "over" or mover == user

    await until(due)
    return (await system.game("games")).status == "playing"


@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
async def test_somebody_alone_plays_a_whole_game(system: System, kind: str) -> None:
    """One message a turn, which calls them; nobody else is ever called, and no hand of a computer
    is told."""
    begun = await system.slash("Ann", "games", f"{kind} practice", level="easy")
    assert "(computer, easy)" in begun["content"]
    turns = 0
    while await turn_of(system, "Ann"):
        board = await system.post("games")
        assert system.pinged(board) == ["Ann"]
        found = await system.people["Ann"].complete("games", f"{kind} turn", "line", line="")
        answer = await system.slash("Ann", "games", f"{kind} turn", line=found[0]["value"])
        assert "counts" in answer["content"], answer["content"]
        turns += 1
    result = await system.post("games", "result")
    assert "count in no table" in result["content"]
    assert system.pinged(result) == ["Ann"]
    assert len(system.boards("games")) == turns + 1
    standings = (await system.slash("Ann", "games", f"{kind} standings"))["content"]
    assert "Nobody has finished a game" in standings
    again = await system.press("Ann", result, "Rematch")
    assert "has begun" in again["content"]


async def test_practice_in_a_thread(system: System) -> None:
    """It opens under the card, and everything is said there, each board with its reply."""
    told = await system.slash("Ann", "games", "logger practice", level="easy", thread=True)
    assert "has begun" in told["content"]
    await until(lambda: any(each.parent for each in system.world.channels.values()))
    thread = system.seen("games")[-1]["id"]
    for boards in (1, 2, 3):
        board = await _board(system, thread, boards)
        assert system.pinged(board) == ["Ann"]
        found = await system.people["Ann"].complete(thread, "logger turn", "line", line="")
        await system.say("Ann", thread, found[0]["value"], reply_to=board["id"])
    await _board(system, thread, 4)
    assert [m["id"] for m in system.seen("games")] == [thread]
    assert system.world.channels[thread].parent == system.id("games")


async def _board(system: System, channel: str, many: int) -> Json:
    """The newest board there, once there are so many."""
    await until(lambda: len(system.boards(channel)) == many)
    return system.boards(channel)[-1]


async def test_a_computer_is_added_in_the_lobby_and_taken_out(system: System) -> None:
    """With a level; with the last seat the game begins."""
    await system.slash("Ann", "games", "logger start", players=3, computers="1", level="strong")
    card = await system.post("games", "lobby")
    assert "(computer, strong)" in card["content"]
    panel = await system.press("Ann", card, "Add Computer")
    assert len(buttons(panel)) == 4
    out = next(each["label"] for each in buttons(panel) if each["label"].startswith("Take Out"))
    await system.people["Ann"].press(panel, button(panel, out))

    async def gone() -> bool:
        return not computers(await system.game("games"))

    await until(gone)
    panel = await system.press("Ann", card, "Add Computer")
    panel = await change(system.people["Ann"], panel, "Add: easy")
    pressed = await system.people["Ann"].press(panel, button(panel, "Add: medium"))
    await system.people["Ann"].outcome(pressed)
    await turn_of(system, "Ann")
    assert len(computers(await system.game("games"))) == 2
    assert system.pinged(await system.post("games")) == ["Ann"]


async def test_a_restart_goes_on_with_the_computers_turn(system: System) -> None:
    """Stopped in the moment after a turn, the next bot has the computer reply."""
    await system.slash("Ann", "games", "logger practice")
    await turn_of(system, "Ann")
    await system.slash("Ann", "games", "logger turn", line="corner a1")
    await system.restart()
    assert await turn_of(system, "Ann")
    assert system.pinged(await system.post("games")) == ["Ann"]

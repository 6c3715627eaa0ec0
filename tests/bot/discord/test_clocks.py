"""Clocks by the real client: options, the card, the call, the line with I'm Back.

Source: issue 12, items 1 and 3.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.bot.discord.system import System, buttons
from tests.bot.discord.watching import until

HOUR = 3600.0


async def lives(system: System, hours: float) -> None:
    """Time passes, and the bot is there all the while."""
    for _ in range(int(hours * 12)):
        system.ahead += HOUR / 12
        await system.app.cases.clocks.beat()
    system.pass_time(0)


def told(system: System, text: str) -> Callable[[], bool]:
    return lambda: any(text in message["content"] for message in system.seen("games"))


async def test_a_turn_is_played_for_who_does_not_come_and_they_come_back(system: System) -> None:
    await system.slash("Ann", "games", "logger start", players=2, pace="brisk")
    lobby = await system.post("games", "lobby")
    assert "Pace `brisk`: 24 h, 4 h more with each turn, at most 72 h." in lobby["content"]
    await system.press("Ben", lobby, "Join")
    await system.play("games", "a1", "e5")
    late = await system.mover("games")
    board = await system.post("games")
    assert (
        f"Play by <t:{int((await system.game('games')).due('clock') or 0)}:f>" in board["content"]
    )
    await lives(system, 28)
    await until(told(system, f"The clock played for {late}: "))
    assert await system.mover("games") != late
    (line,) = [m for m in system.seen("games") if "The clock played for" in m["content"]]
    assert system.pinged(line) == []
    assert [each["label"] for each in buttons(line)] == ["I'm Back"]
    other = await system.mover("games")
    refused = await system.press(other, line, "I'm Back")
    assert refused["content"].startswith("Nothing was changed")
    answer = await system.press(late, line, "I'm Back")
    assert answer["content"].startswith("You are back in L1")
    await until(told(system, f"{late} is back."))
    (line,) = [m for m in system.seen("games") if "The clock played for" in m["content"]]
    assert buttons(line) == []
    await system.play("games", "stay; plant d5")
    assert await system.mover("games") == late


async def test_a_restart_of_a_day_ends_nobodys_time(system: System) -> None:
    await system.slash("Ann", "games", "logger start", players=2, pace="brisk")
    await system.press("Ben", await system.post("games", "lobby"), "Join")
    mover = await system.mover("games")
    await system.app.cases.clocks.beat()
    await system.stop()
    system.ahead += 25 * HOUR
    await system.start()

    async def put_off() -> bool:
        game = await system.game("games")
        return (game.due("clock") or 0) > system.now() + 24 * HOUR

    await until(put_off)
    await system.quiet()
    assert await system.mover("games") == mover

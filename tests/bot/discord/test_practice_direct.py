"""Practice in direct messages with the bot: nobody else is there, and nobody else can look.

Source: issue 13, item 3.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.discord.system import Json, System, button, buttons
from tests.bot.discord.watching import until


async def calls(system: System, who: str, private: str, least: int) -> list[str]:
    """The boards that have called somebody there, once there are so many."""
    mention = f"<@{system.people[who].id}>, your turn"

    def found() -> list[str]:
        texts = [m["content"] for m in system.boards(private)]
        return [t for t in texts if t.startswith(mention)] if len(texts) >= least else []

    await until(found)
    return found()


@pytest.mark.parametrize("kind", ["logger", "fellers"])
async def test_practice_is_played_in_direct_messages(system: System, kind: str) -> None:
    """By command, by a typed line without a mention, and by a button; the hand is shown there."""
    private = await system.people["Ben"].dm()
    begun = await system.slash("Ben", private, f"{kind} practice", level="easy")
    assert "has begun" in begun["content"]
    for turn in range(1, 4):
        await calls(system, "Ben", private, turn)
        found = await system.people["Ben"].complete(private, f"{kind} turn", "line", line="")
        line = found[0]["value"]
        if turn == 2:
            told = await system.slash("Ben", private, f"{kind} options")
            assert "Your options" in told["content"]
        answer = await system.slash("Ben", private, f"{kind} turn", line=line)
        assert "counts" in answer["content"]
    await calls(system, "Ben", private, 4)
    assert "I can't read" in await system.say("Ben", private, "b99 norht")
    board = system.boards(private)[-1]
    label = "My Hand And Turn" if kind == "fellers" else "Take Turn"
    panel = await system.press("Ben", board, label)
    assert buttons(panel)
    resigning = await system.slash("Ben", private, f"{kind} resign")
    left = next(b["label"] for b in buttons(resigning) if b["label"].startswith("Resign"))
    await system.people["Ben"].press(resigning, button(resigning, left))

    def over() -> bool:
        return any("is over" in m["content"] for m in system.seen(private))

    await until(over)
    result = next(m for m in system.seen(private) if "is over" in m["content"])
    again = await system.press("Ben", result, "Rematch")
    assert "has begun" in again["content"]


async def test_a_turn_there_is_a_plain_line_or_is_picked(system: System) -> None:
    """Every line there is for the bot, so it needs no mention; the buttons are the same."""
    private = await system.people["Ben"].dm()
    await system.slash("Ben", private, "logger practice", level="easy")
    (_,) = await calls(system, "Ben", private, 1)
    ben = system.people["Ben"]
    panel = await system.press("Ben", system.boards(private)[-1], "Take Turn")
    menu = panel["components"][0]["components"][0]
    corner = menu["options"][0]["value"]
    await ben.outcome(await ben.press(panel, menu["custom_id"], corner))
    while (confirm := _confirm(await ben.again(panel))) is None:
        await asyncio.sleep(0.01)
    await ben.outcome(await ben.press(panel, confirm))
    await calls(system, "Ben", private, 2)
    for boards in (3, 4):
        found = await ben.complete(private, "logger turn", "line", line="")
        await ben.say(private, found[0]["value"])
        await calls(system, "Ben", private, boards)
    game = await system.game(private)
    said = [row.text for row in await system.store.log(game.id) if row.seat >= 0]
    assert len(said) in (6, 7)
    assert corner in said[:2]


def _confirm(panel: Json) -> str | None:
    """The id of its Confirm Turn, once it is there."""
    parts = (part for row in panel["components"] for part in row["components"])
    return next((p["custom_id"] for p in parts if p.get("label") == "Confirm Turn"), None)


async def test_nobody_else_reaches_a_game_in_direct_messages(system: System) -> None:
    """It has a name of its own there, which means nothing anywhere else."""
    private = await system.people["Ben"].dm()
    await system.slash("Ben", private, "logger practice")
    await calls(system, "Ben", private, 1)
    other = await system.people["Ann"].dm()
    await system.slash("Ann", other, "logger practice")
    await calls(system, "Ann", other, 1)
    mine = (await system.slash("Ann", other, "games mine"))["content"]
    assert mine.count("L1") == 1
    assert "in your direct messages with me" in mine
    assert "https://discord.com/channels/@me/" in mine
    for channel in ("games", other):
        told = await system.slash("Ann", channel, "games here")
        assert "Ben" not in told["content"]
    record = await system.slash("Ann", other, "logger record", game="L1")
    assert "Ben" not in str(record)


async def test_only_practice_begins_in_direct_messages(system: System) -> None:
    """A lobby there would wait for people who cannot come; and there is room for one game."""
    private = await system.people["Ben"].dm()
    told = await system.slash("Ben", private, "logger start", players=2)
    assert "in the channels of a server" in told["content"]
    assert "practice command" in told["content"]
    await system.slash("Ben", private, "logger practice")
    await calls(system, "Ben", private, 1)
    told = await system.slash("Ben", private, "logger start", players=3, computers="1")
    assert "in the channels of a server" in told["content"]
    told = await system.slash("Ben", private, "logjam practice")
    assert "there is room for one game" in told["content"]

"""First, Back, On, Last and Share under a private board, by the real client.

Source: issue 11, item 2; experience 3.6: an edit of the private answer, no post. Issue 14, item 1:
`/games replay`, also from the result, and one board for everybody.
"""

from __future__ import annotations

from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import labels, pressed

FIRST, LAST = {"First", "Back"}, {"On", "Last"}  # which lead nowhere from there


def greyed(page: Json) -> set[str]:
    assert [each["label"] for each in buttons(page)] == ["First", "Back", "On", "Last", "Share"]
    return {each["label"] for each in buttons(page) if each.get("disabled")}


async def test_a_private_board_is_turned_back_and_forward_in_its_place(system: System) -> None:
    """Picture, alt text and story of each; greyed at both ends; after a restart and while the
    game goes on; nobody else sees any of it."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5", "stay; plant n")
    public = len(system.seen("games"))
    page = await system.slash("Cy", "games", "logger board")
    assert page["ephemeral"]
    assert page["content"].startswith("**L1** (Logger), turn 4. It is ")
    assert greyed(page) == LAST
    page = await pressed(system, "Cy", page, "Back")
    assert page["content"].startswith("**L1** (Logger), turn 3 of 4.\n")
    assert "took corner e5" in page["content"]
    (picture,) = page["attachments"]
    assert picture["description"].startswith("Logger L1, turn 3, ")
    assert "Loggers: " in picture["description"]
    assert len(system.seen("games")) == public
    await system.restart()
    await system.play("games", "stay; plant s")
    page = await pressed(system, "Cy", page, "Back")
    page = await pressed(system, "Cy", page, "Back")
    assert page["content"] == "**L1** (Logger), turn 1 of 5."
    assert greyed(page) == FIRST
    for _ in range(4):
        page = await pressed(system, "Cy", page, "On")
    assert page["content"].startswith("**L1** (Logger), turn 5. It is ")
    assert greyed(page) == LAST
    theirs = await system.people["Ben"].history("games")
    assert page["id"] not in {message["id"] for message in theirs}


async def test_a_game_that_is_over_is_looked_through(system: System) -> None:
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    asked = await system.slash("Ann", "games", "logger resign")
    await system.press("Ann", asked, "Resign From L1")
    page = await system.slash("Cy", "games", "logger board")
    assert "after the last of 2 turns. The game is over." in page["content"]
    page = await pressed(system, "Cy", page, "Back")
    assert page["content"].startswith("**L1** (Logger), turn 2 of 2.")


async def test_a_game_that_is_over_is_replayed_from_its_result(system: System) -> None:
    """By its button and by the command, which offers its name, from the first board to the last;
    Share, pressed twice, posts one board, with a button that leads there."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5", "stay; plant n")
    asked = await system.slash("Ann", "games", "logger resign")
    await system.press("Ann", asked, "Resign From L1")
    over = await system.post("games", "result")
    assert labels(over)[:4] == ["Rematch", "Replay", "Record", "Standings"]
    page = await system.press("Cy", over, "Replay")
    assert page["ephemeral"]
    found = await system.people["Cy"].complete("lounge", "games replay", "game", game="l")
    (name,) = (each["name"] for each in found)
    assert name in ("L1: Ann, Ben, over", "L1: Ben, Ann, over")
    again = await system.slash("Cy", "lounge", "games replay", game=found[0]["value"])
    assert again["content"] == page["content"] == "**L1** (Logger), turn 1 of 3."
    assert greyed(page) == FIRST
    page = await pressed(system, "Cy", again, "Last")
    assert "after the last of 3 turns. The game is over." in page["content"]
    assert greyed(page) == LAST
    assert greyed(await pressed(system, "Cy", page, "First")) == FIRST
    page = await pressed(system, "Cy", again, "On")
    for told in ("Everybody here", "there it is"):
        assert told in (await system.press("Cy", page, "Share"))["content"]
        await system.quiet()
    (shared,) = system.seen("lounge")
    assert shared["content"].startswith("**L1** (Logger), turn 2 of 3. Shared by ")
    assert shared["attachments"][0]["description"] == page["attachments"][0]["description"]
    there = await system.press("Ben", shared, "Replay")
    assert there["ephemeral"]
    assert there["content"] == page["content"]

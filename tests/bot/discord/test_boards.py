"""Back and Forward under a private board, by the real client.

Source: issue 11, item 2; experience 3.6: an edit of the private answer, no post.
"""

from __future__ import annotations

from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import pressed


def greyed(page: Json) -> dict[str, bool]:
    return {each["label"]: bool(each.get("disabled")) for each in buttons(page)}


async def test_a_private_board_is_turned_back_and_forward_in_its_place(system: System) -> None:
    """Picture, alt text and story of each; greyed at both ends; after a restart and while the
    game goes on; nobody else sees any of it."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5", "stay; plant n")
    public = len(system.seen("games"))
    page = await system.slash("Cy", "games", "logger board")
    assert page["ephemeral"]
    assert page["content"].startswith("**L1** (Logger), turn 4. It is ")
    assert greyed(page) == {"Back": False, "Forward": True}
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
    assert greyed(page) == {"Back": True, "Forward": False}
    for _ in range(4):
        page = await pressed(system, "Cy", page, "Forward")
    assert page["content"].startswith("**L1** (Logger), turn 5. It is ")
    assert greyed(page) == {"Back": False, "Forward": True}
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

"""The commands that only tell something: each answers its sender alone.

Source: issue 2, item 7; experience 3.2.
"""

from __future__ import annotations

from tests.bot.discord.system import System


async def test_the_board_is_a_picture_or_the_whole_position_as_text(system: System) -> None:
    """Experience 3.14: from the text alone one can play."""
    await system.begin("Ann", "Ben")
    board = await system.play("games", "a1", "e5", "stay; plant n")
    shown = await system.slash("Cy", "games", "logger board")
    assert shown["ephemeral"]
    assert shown["attachments"][0]["description"].startswith("Logger L1, turn 4")
    read = await system.press("Cy", board, "Board As Text")
    assert read["ephemeral"]
    assert "Row 2: a2 seedling, b2 free" in read["content"]


async def test_the_board_of_a_lobby_is_its_card(system: System) -> None:
    await system.slash("Ann", "games", "logger start", players=3)
    shown = await system.slash("Cy", "games", "logger board")
    assert shown["ephemeral"]
    assert "Seats: 1 Ann" in shown["content"]


async def test_the_standings_tell_of_the_game_here_and_of_the_server(system: System) -> None:
    """Issue 2, item 7: the game in this channel; the server's table."""
    await system.begin("Ann", "Ben")
    here = await system.slash("Cy", "games", "logger standings")
    assert "L1" in here["content"]
    assert "Scores: " in here["content"]
    there = await system.slash("Cy", "lounge", "logger standings")
    assert "L1" not in there["content"]
    assert there["content"].startswith("**Logger on this server**\nNobody has finished a game here")


async def test_an_answer_is_seen_by_its_sender_alone(system: System) -> None:
    """Experience 3.1, 2: public posts are the record; the rest only its sender sees."""
    await system.begin("Ann", "Ben")
    before = len(system.seen("games"))
    for command in ("turn", "board", "standings", "rules", "cancel", "join", "leave", "start"):
        shown = await system.slash("Ann", "games", f"logger {command}")
        assert shown["ephemeral"], command
        assert system.pinged(shown) == []
        theirs = await system.people["Ben"].history("games")
        assert shown["id"] not in {message["id"] for message in theirs}
    assert len(system.seen("games")) == before

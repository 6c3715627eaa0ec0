"""The commands that only tell something: each answers its sender alone.

Source: issue 2, item 7; experience 3.2.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.camp import Camp


async def test_the_board_is_a_picture_and_the_whole_position_as_text(camp: Camp) -> None:
    """Experience 3.14: from the text alone one can play."""
    await camp.begin("Ann", "Ben")
    await camp.play("games", "a1", "e5", "stay; plant n")
    shown = await camp.slash("Cy", "games", "logger board")
    assert shown["ephemeral"]
    assert "Row 2: a2 seedling, b2 free" in shown["content"]
    assert shown["attachments"][0]["description"].startswith("Logger L1, turn 4")


async def test_the_board_of_a_lobby_is_its_card(camp: Camp) -> None:
    await camp.slash("Ann", "games", "logger start", players=3)
    shown = await camp.slash("Cy", "games", "logger board")
    assert shown["ephemeral"]
    assert "Seats: 1 Ann" in shown["content"]


async def test_the_standings_tell_of_the_game_here_and_of_the_server(camp: Camp) -> None:
    """Issue 2, item 7: the game in this channel; the server's table."""
    await camp.begin("Ann", "Ben")
    here = await camp.slash("Cy", "games", "logger standings")
    assert "L1" in here["content"]
    assert "Scores: " in here["content"]
    there = await camp.slash("Cy", "lounge", "logger standings")
    assert "L1" not in there["content"]
    assert "Nobody has finished a game of Logger" in there["content"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("help", ("/logger start", "reply", "mention", "`/logger turn`", "plain message")),
        ("logger rules", ("Walk", "Growth", "Action", "protester", "10 points")),
    ],
)
async def test_the_pages_are_there(camp: Camp, command: str, words: tuple[str, ...]) -> None:
    shown = await camp.slash("Dee", "lounge", command)
    assert shown["ephemeral"]
    assert [word for word in words if word not in shown["content"]] == []


async def test_an_answer_is_seen_by_its_sender_alone(camp: Camp) -> None:
    """Experience 3.1, 2: public posts are the record; the rest only its sender sees."""
    await camp.begin("Ann", "Ben")
    before = len(camp.seen("games"))
    for command in ("turn", "board", "standings", "rules", "cancel", "join", "leave", "start"):
        shown = await camp.slash("Ann", "games", f"logger {command}")
        assert shown["ephemeral"], command
        assert camp.pinged(shown) == []
        theirs = await camp.people["Ben"].history("games")
        assert shown["id"] not in {message["id"] for message in theirs}
    assert len(camp.seen("games")) == before

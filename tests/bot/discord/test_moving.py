"""What becomes of a game whose channel is deleted: it is ended, left or moved by its name.

Source: issue 9, item 16. Ann owns the server.
"""

from __future__ import annotations

from tests.bot.discord.system import System, buttons


async def _without_a_channel(system: System, *names: str) -> None:
    """A game of theirs whose channel is gone."""
    await system.begin(*names)
    await system.people["Ann"].act("channel/delete", channel=system.id("games"))


async def test_a_game_without_its_channel_goes_on_in_another(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    mover = await system.mover("games")
    told = await system.slash("Cy", "lounge", "logger move", game="L1")
    assert told["content"].startswith("L1 goes on in this channel")
    board = await system.post("lounge")
    assert system.pinged(board) == [], "they have been called for this turn where it was"
    assert await system.say(mover, "lounge", "a1", reply_to=board["id"]) == ""
    assert "took corner a1" in (await system.post("lounge"))["content"]
    assert buttons(board), "that was its first state"
    assert buttons(system.seen("lounge")[1]) == []


async def test_a_game_is_moved_out_of_a_living_channel(system: System) -> None:
    """The buttons move with the board, those of the old one are gone, and the channel is free."""
    await system.begin("Ben", "Cy")
    mover = await system.mover("games")
    refused = await system.slash("Dee", "lounge", "logger move", game="L1")
    assert refused["content"].startswith("L1 was not moved: its players, ")
    await system.slash("Ben", "lounge", "logger move", game="L1")
    board = await system.post("lounge")
    assert [buttons(m) for m in system.boards("games")] == [[]]
    assert "a1" in (await system.press(mover, board, "Take Turn"))["content"]
    board = await system.play("lounge", "a1")
    shown = (await system.press(mover, board, "Board As Text"))["content"]
    assert "turn 2" in shown
    opened = await system.slash("Dee", "games", "logger start", players=2)
    assert opened["content"].startswith("L2 is open")


async def test_a_game_without_its_channel_is_cancelled_by_its_host(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    refused = await system.slash("Cy", "lounge", "logger cancel", game="L1")
    assert "only its host, Ben, or somebody who may manage" in refused["content"]
    asked = await system.slash("Ben", "lounge", "logger cancel", game="l1")
    done = await system.press("Ben", asked, "Cancel L1 For Everyone")
    assert "L1 (Logger) is closed" in done["content"]


async def test_a_game_without_its_channel_is_cancelled_by_a_moderator(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    asked = await system.slash("Ann", "lounge", "logger cancel", game="L1")
    assert "is closed" in (await system.press("Ann", asked, "Cancel L1 For Everyone"))["content"]


async def test_a_game_without_its_channel_is_left(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    asked = await system.slash("Cy", "lounge", "logger resign", game="L1")
    assert "the other player wins" in asked["content"]
    told = await system.press("Cy", asked, "Resign From L1")
    assert told["content"] == "You have left L1."
    assert (await system.game("games")).status == "over"


async def test_names_are_offered_and_wrong_ones_refused(system: System) -> None:
    await system.begin("Ben", "Cy")
    for command in ("move", "cancel", "resign"):
        found = await system.people["Cy"].complete("lounge", f"logger {command}", "game", game="")
        assert [(c["value"], c["name"][:4]) for c in found] == [("L1", "L1: ")]
    told = await system.slash("Cy", "lounge", "logjam cancel", game="L1")
    assert told["content"].startswith("L1 is a game of Logger, not of Logjam. Use `/logger`")
    told = await system.slash("Cy", "lounge", "logger move", game="here")
    assert "`here` is no name of a game; names look like `L7`." in told["content"]

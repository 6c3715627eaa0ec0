"""What becomes of a game whose channel is deleted: it is ended, left or moved by its name.

Source: issue 9, item 16. Ann owns the server.
"""

from __future__ import annotations

from tests.bot.discord.camp import Camp, buttons


async def _without_a_channel(camp: Camp, *names: str) -> None:
    """A game of theirs whose channel is gone."""
    await camp.begin(*names)
    await camp.people["Ann"].act("channel/delete", channel=camp.id("games"))


async def test_a_game_without_its_channel_goes_on_in_another(camp: Camp) -> None:
    await _without_a_channel(camp, "Ben", "Cy")
    mover = await camp.mover("games")
    told = await camp.slash("Cy", "lounge", "logger move", game="L1")
    assert told["content"].startswith("L1 goes on in this channel")
    board = await camp.post("lounge")
    assert camp.pinged(board) == [mover]
    assert await camp.say(mover, "lounge", "a1", reply_to=board["id"]) == ""
    assert "took corner a1" in (await camp.post("lounge"))["content"]
    assert buttons(board), "that was its first state"
    assert buttons(camp.seen("lounge")[1]) == []


async def test_a_game_is_moved_out_of_a_living_channel(camp: Camp) -> None:
    """The buttons move with the board, those of the old one are gone, and the channel is free."""
    await camp.begin("Ben", "Cy")
    mover = await camp.mover("games")
    refused = await camp.slash("Dee", "lounge", "logger move", game="L1")
    assert refused["content"].startswith("L1 was not moved: its players, ")
    await camp.slash("Ben", "lounge", "logger move", game="L1")
    board = await camp.post("lounge")
    assert [buttons(m) for m in camp.seen("games") if m["attachments"]] == [[]]
    assert "a1" in (await camp.press(mover, board, "Take Turn"))["content"]
    board = await camp.play("lounge", "a1")
    shown = (await camp.press(mover, board, "Board As Text"))["content"]
    assert "turn 2" in shown
    opened = await camp.slash("Dee", "games", "logger start", players=2)
    assert opened["content"].startswith("L2 is open")


async def test_a_game_without_its_channel_is_cancelled_by_its_host(camp: Camp) -> None:
    await _without_a_channel(camp, "Ben", "Cy")
    refused = await camp.slash("Cy", "lounge", "logger cancel", game="L1")
    assert "only its host, Ben, or somebody who may manage" in refused["content"]
    asked = await camp.slash("Ben", "lounge", "logger cancel", game="l1")
    done = await camp.press("Ben", asked, "Cancel L1 For Everyone")
    assert "L1 (Logger) is closed" in done["content"]


async def test_a_game_without_its_channel_is_cancelled_by_a_moderator(camp: Camp) -> None:
    await _without_a_channel(camp, "Ben", "Cy")
    asked = await camp.slash("Ann", "lounge", "logger cancel", game="L1")
    assert "is closed" in (await camp.press("Ann", asked, "Cancel L1 For Everyone"))["content"]


async def test_a_game_without_its_channel_is_left(camp: Camp) -> None:
    await _without_a_channel(camp, "Ben", "Cy")
    asked = await camp.slash("Cy", "lounge", "logger resign", game="L1")
    assert "the other player wins" in asked["content"]
    told = await camp.press("Cy", asked, "Resign From L1")
    assert told["content"] == "You have left L1."
    assert (await camp.game("games")).status == "over"


async def test_names_are_offered_and_wrong_ones_refused(camp: Camp) -> None:
    await camp.begin("Ben", "Cy")
    for command in ("move", "cancel", "resign"):
        found = await camp.people["Cy"].complete("lounge", f"logger {command}", "game", game="")
        assert [(c["value"], c["name"][:4]) for c in found] == [("L1", "L1: ")]
    told = await camp.slash("Cy", "lounge", "logjam cancel", game="L1")
    assert told["content"].startswith("L1 is a game of Logger, not of Logjam. Use `/logger`")
    told = await camp.slash("Cy", "lounge", "logger move", game="here")
    assert "`here` is no name of a game; names look like `L7`." in told["content"]

"""When Discord, a moderator or a bug is in the way: what is told, and that nothing is lost.

Source: experience 3.13 and 5; issue 2, "Must hold".
"""

from __future__ import annotations

import re

import pytest

from bot.games.table import Tables
from tests.bot.discord.camp import Camp, buttons, requested
from tests.bot.discord.watching import until
from tests.patience import PATIENCE


async def test_without_attach_files_the_board_comes_as_text(camp: Camp) -> None:
    """Experience 3.13, missing permission: says which, who can fix it, and goes on in words."""
    await camp.begin("Ann", "Ben")
    await camp.lacking("ATTACH_FILES")
    board = await camp.play("games", "a1")
    assert board["attachments"] == []
    assert "Attach Files" in board["content"]
    assert "Row 1: a1 " in board["content"]
    assert len(board["content"]) <= 2000
    assert camp.pinged(board) == [await camp.mover("games")]
    await camp.lacking()
    assert (await camp.play("games", "e5"))["attachments"] != []


async def test_without_send_messages_the_host_is_told_and_the_board_comes_later(
    camp: Camp,
) -> None:
    """Experience 5, permission test: the bot says which one. Issue 9, item 15: once it is granted
    the board comes without anybody's doing, and the game goes on."""
    await camp.begin("Ann", "Ben")
    await camp.lacking("SEND_MESSAGES", channel="games")
    await camp.play("games", "a1")
    assert len([m for m in camp.seen("games") if m["attachments"]]) == 1
    letter = await camp.letter("Ann")
    assert "Send Messages" in letter
    assert "L1" in letter
    await camp.lacking(channel="games")
    await until(lambda: "took corner a1" in camp.seen("games")[-1]["content"])
    board = camp.seen("games")[-1]
    assert camp.pinged(board) == [await camp.mover("games")]
    assert "took corner e5" in (await camp.play("games", "e5"))["content"]


async def test_a_moment_of_trouble_at_discord_is_waited_out(camp: Camp) -> None:
    """503 and the like: tried again, posted once."""
    await camp.begin("Ann", "Ben")
    camp.world.fault("POST", r"/channels/\d+/messages$", 503, {"message": "busy", "code": 0})
    board = await camp.play("games", "a1")
    assert "took corner a1" in board["content"]
    assert len([m for m in camp.seen("games") if m["attachments"]]) == 2


async def test_a_post_that_arrived_although_the_answer_was_lost_is_not_repeated(
    camp: Camp,
) -> None:
    """Discord: the nonce is enforced, and the bot looks for its own post before it repeats it."""
    await camp.begin("Ann", "Ben")
    lost = {"message": "busy", "code": 0}
    camp.world.fault("POST", r"/channels/\d+/messages$", 503, lost, done=True)
    await camp.play("games", "a1")
    assert len([m for m in camp.seen("games") if m["attachments"]]) == 2


async def test_a_bug_is_told_with_a_reference_and_changes_nothing(
    camp: Camp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Experience 3.13, internal error: the reference stands in the answer and in the log, and
    neither shows what went wrong to the player."""
    await camp.begin("Ann", "Ben")
    who, row = await camp.mover("games"), (await camp.game("games")).n

    async def broken(*_: object) -> None:
        raise RuntimeError("the words of a secret")

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "at", broken)
        by_slash = (await camp.slash(who, "games", "logger turn", line="a1"))["content"]
        by_mention = await camp.say(who, "games", f"<@{camp.world.bot_id}> a1")
    logged = [vars(record)["reference"] for record in camp.faults.seen]
    told = [re.findall(r"reference (\w+)", text) for text in (by_slash, by_mention)]
    assert [*told[0], *told[1]] == logged
    assert "secret" not in by_slash + by_mention
    assert (await camp.game("games")).n == row
    camp.faults.seen.clear()
    await camp.play("games", "a1")


async def test_a_deleted_board_and_a_deleted_card_are_no_loss(camp: Camp) -> None:
    """Issue 2, "Must hold": a deleted message."""
    board = await camp.begin("Ann", "Ben")
    ann = camp.people["Ann"]
    for message in (board, await camp.post("games", "lobby")):
        await ann.delete("games", message["id"])
    board = await camp.play("games", "a1")
    assert "took corner a1" in board["content"]
    assert camp.pinged(board) == [await camp.mover("games")]


async def test_a_lobby_whose_card_is_deleted_goes_on(camp: Camp) -> None:
    await camp.slash("Ann", "games", "logger start", players=2)
    await camp.people["Ann"].delete("games", (await camp.post("games", "lobby"))["id"])
    assert "has started" in (await camp.slash("Ben", "games", "logger join"))["content"]
    assert camp.pinged(await camp.post("games")) == [await camp.mover("games")]


async def test_a_deleted_channel_is_told_to_the_host_and_the_game_is_kept(camp: Camp) -> None:
    """Issue 2, "Must hold": a deleted channel."""
    await camp.begin("Ann", "Ben")
    who = await camp.mover("games")
    await camp.people["Ann"].act("channel/delete", channel=camp.id("games"))
    await camp.say(who, "lounge", f"<@{camp.world.bot_id}> L1 a1")
    await camp.quiet()
    assert "the channel is gone" in await camp.letter("Ann")
    assert [row.text for row in await camp.store.log(1)][-1] == "a1"


async def test_an_answer_that_comes_too_late_is_no_turn(camp: Camp) -> None:
    """Discord: an interaction is acknowledged within 3 s; "failed" must then be true."""
    await camp.begin("Ann", "Ben")
    who, row = await camp.mover("games"), (await camp.game("games")).n
    gone = {"message": "Unknown interaction", "code": 10062}
    camp.world.fault("POST", "/interactions/", 404, gone)
    asked = await camp.people[who].slash("games", "logger turn", line="a1")
    await camp.people["Ann"].act("clock", add=PATIENCE + 1)
    await camp.people[who].outcome(asked, "failed")
    told = await camp.slash(who, "games", "logger turn")
    assert "It is your turn in L1." in told["content"]
    assert (await camp.game("games")).n == row


async def test_only_the_newest_board_has_buttons_and_each_pings_its_mover(camp: Camp) -> None:
    """Experience 3.6 and 3.7: dead buttons invite clicks; one mention for one turn."""
    boards = [await camp.begin("Ann", "Ben", "Cy")]
    for line in ("a1", "e5", "a5", "stay; plant n"):
        who = await camp.mover("games")
        assert camp.pinged(boards[-1]) == [who]
        boards.append(await camp.play("games", line))
    await camp.quiet()
    shown = [m for m in camp.seen("games") if m["attachments"]]
    assert [m["id"] for m in shown] == [m["id"] for m in boards]
    assert [bool(buttons(m)) for m in shown] == [False] * 4 + [True]
    pinged = [name for m in camp.seen("games") for name in camp.pinged(m)]
    assert len(pinged) == len(boards)


async def test_the_picture_has_an_alt_text_from_which_one_can_play(camp: Camp) -> None:
    """Experience 3.14: on every picture."""
    board = await camp.begin("Ann", "Ben")
    picture = board["attachments"][0]
    assert picture["content_type"] == "image/png"
    assert picture["width"] > picture["height"]
    assert "Seedlings: c3." in picture["description"]
    assert len(picture["description"]) <= 1024
    assert requested(camp, "/messages")


@pytest.mark.parametrize(
    "right",
    ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES", "EMBED_LINKS", "READ_MESSAGE_HISTORY"],
)
async def test_without_any_one_right_the_game_goes_on(camp: Camp, right: str) -> None:
    """Experience 5, permission test: remove each in turn; it degrades, nothing breaks."""
    await camp.begin("Ann", "Ben")
    await camp.lacking(right)
    who = await camp.mover("games")
    told = await camp.slash(who, "games", "logger turn", line="a1")
    assert "counts" in told["content"]
    await camp.quiet()
    if right in ("VIEW_CHANNEL", "SEND_MESSAGES"):
        assert right.replace("_", " ").title() in await camp.letter("Ann")
    await camp.lacking()
    await camp.play("games", "e5")
    history = "\n".join(message["content"] for message in camp.seen("games"))
    assert "took corner a1" in history
    assert history.count("turn 3).") == 1


async def test_a_typed_line_is_answered_also_where_history_may_not_be_read(camp: Camp) -> None:
    """A reply needs Read Message History; the sentence comes without the quotation then."""
    await camp.begin("Ann", "Ben")
    await camp.lacking("READ_MESSAGE_HISTORY")
    who = await camp.mover("games")
    await camp.say(who, "games", f"<@{camp.world.bot_id}> zz")
    assert "I can't read `zz`" in camp.seen("games")[-1]["content"]
    assert camp.pinged(camp.seen("games")[-1]) == []


async def test_a_dropped_line_is_taken_up_again(camp: Camp) -> None:
    """Discord: a session is resumed, and what was said meanwhile is delivered."""
    await camp.begin("Ann", "Ben")
    guest = camp.people[await camp.mover("games")]
    await camp.world.gateway.drop(4000)
    said = await guest.say("games", f"<@{camp.world.bot_id}> a1")
    assert await camp.under(said["id"], "games") == ""
    assert "took corner a1" in (await camp.post("games"))["content"]

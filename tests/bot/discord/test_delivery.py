"""When Discord, a moderator or a bug is in the way: what is told, and that nothing is lost.

Source: experience 3.13 and 5; issue 2, "Must hold".
"""

from __future__ import annotations

import re

import pytest

from bot.core.table import Tables
from tests.bot.discord.system import System, buttons, requested
from tests.bot.discord.watching import until
from tests.patience import PATIENCE


async def test_without_attach_files_the_board_comes_as_text(system: System) -> None:
    """Experience 3.13, missing permission: says which, who can fix it, and goes on in words."""
    await system.begin("Ann", "Ben")
    await system.lacking("ATTACH_FILES")
    board = await system.play("games", "a1")
    assert board["attachments"] == []
    assert "Attach Files" in board["content"]
    assert "Row 1: a1 " in board["content"]
    assert len(board["content"]) <= 2000
    assert system.pinged(board) == [await system.mover("games")]
    await system.lacking()
    assert (await system.play("games", "e5"))["attachments"] != []


async def test_without_send_messages_the_host_is_told_and_the_board_comes_later(
    system: System,
) -> None:
    """Experience 5, permission test: the bot says which one. Issue 9, item 15: once it is granted
    the board comes without anybody's doing, and the game goes on."""
    await system.begin("Ann", "Ben")
    await system.lacking("SEND_MESSAGES", channel="games")
    await system.play("games", "a1")
    assert len(system.boards("games")) == 1
    letter = await system.letter("Ann")
    assert "Send Messages" in letter
    assert "L1" in letter
    await system.lacking(channel="games")
    await until(lambda: "took corner a1" in system.seen("games")[-1]["content"])
    board = system.seen("games")[-1]
    assert system.pinged(board) == [await system.mover("games")]
    assert "took corner e5" in (await system.play("games", "e5"))["content"]


async def test_a_moment_of_trouble_at_discord_is_waited_out(system: System) -> None:
    """503 and the like: tried again, posted once."""
    await system.begin("Ann", "Ben")
    system.world.fault("POST", r"/channels/\d+/messages$", 503, {"message": "busy", "code": 0})
    board = await system.play("games", "a1")
    assert "took corner a1" in board["content"]
    assert len(system.boards("games")) == 2


async def test_a_post_that_arrived_although_the_answer_was_lost_is_not_repeated(
    system: System,
) -> None:
    """Discord: the nonce is enforced, and the bot looks for its own post before it repeats it."""
    await system.begin("Ann", "Ben")
    lost = {"message": "busy", "code": 0}
    system.world.fault("POST", r"/channels/\d+/messages$", 503, lost, done=True)
    await system.play("games", "a1")
    assert len(system.boards("games")) == 2


async def test_a_bug_is_told_with_a_reference_and_changes_nothing(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Experience 3.13, internal error: the reference stands in the answer and in the log, and
    neither shows what went wrong to the player."""
    await system.begin("Ann", "Ben")
    who, row = await system.mover("games"), (await system.game("games")).n

    async def broken(*_: object) -> None:
        raise RuntimeError("the words of a secret")

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "at", broken)
        by_slash = (await system.slash(who, "games", "logger turn", line="a1"))["content"]
        by_mention = await system.say(who, "games", f"<@{system.world.bot_id}> a1")
    logged = [vars(record)["reference"] for record in system.faults.seen]
    told = [re.findall(r"reference (\w+)", text) for text in (by_slash, by_mention)]
    assert [*told[0], *told[1]] == logged
    assert "secret" not in by_slash + by_mention
    assert (await system.game("games")).n == row
    system.faults.seen.clear()
    await system.play("games", "a1")


async def test_a_deleted_board_and_a_deleted_card_are_no_loss(system: System) -> None:
    """Issue 2, "Must hold": a deleted message."""
    board = await system.begin("Ann", "Ben")
    ann = system.people["Ann"]
    for message in (board, await system.post("games", "lobby")):
        await ann.delete("games", message["id"])
    board = await system.play("games", "a1")
    assert "took corner a1" in board["content"]
    assert system.pinged(board) == [await system.mover("games")]


async def test_a_lobby_whose_card_is_deleted_goes_on(system: System) -> None:
    await system.slash("Ann", "games", "logger start", players=2)
    await system.people["Ann"].delete("games", (await system.post("games", "lobby"))["id"])
    assert "has started" in (await system.slash("Ben", "games", "logger join"))["content"]
    assert system.pinged(await system.post("games")) == [await system.mover("games")]


async def test_a_deleted_channel_is_told_to_the_host_and_the_game_is_kept(system: System) -> None:
    """Issue 2, "Must hold": a deleted channel."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    await system.people["Ann"].act("channel/delete", channel=system.id("games"))
    await system.say(who, "lounge", f"<@{system.world.bot_id}> L1 a1")
    await system.quiet()
    assert "the channel is gone" in await system.letter("Ann")
    assert [row.text for row in await system.store.log(1)][-1] == "a1"


async def test_an_answer_that_comes_too_late_is_no_turn(system: System) -> None:
    """Discord: an interaction is acknowledged within 3 s; "failed" must then be true."""
    await system.begin("Ann", "Ben")
    who, row = await system.mover("games"), (await system.game("games")).n
    gone = {"message": "Unknown interaction", "code": 10062}
    system.world.fault("POST", "/interactions/", 404, gone)
    asked = await system.people[who].slash("games", "logger turn", line="a1")
    await until(lambda: system.world.faults[0].times == 0)
    await system.people["Ann"].act("clock", add=PATIENCE + 1)
    await system.people[who].outcome(asked, "failed")
    told = await system.slash(who, "games", "logger turn")
    assert "It is your turn in L1." in told["content"]
    assert (await system.game("games")).n == row


async def test_only_the_newest_board_has_buttons_and_each_pings_its_mover(system: System) -> None:
    """Experience 3.6 and 3.7: dead buttons invite clicks; one mention for one turn."""
    boards = [await system.begin("Ann", "Ben", "Cy")]
    for line in ("a1", "e5", "a5", "stay; plant n"):
        who = await system.mover("games")
        assert system.pinged(boards[-1]) == [who]
        boards.append(await system.play("games", line))
    await system.quiet()
    shown = system.boards("games")
    assert [m["id"] for m in shown] == [m["id"] for m in boards]
    assert [bool(buttons(m)) for m in shown] == [False] * 4 + [True]
    pinged = [name for m in system.seen("games") for name in system.pinged(m)]
    assert len(pinged) == len(boards)


async def test_the_picture_has_an_alt_text_from_which_one_can_play(system: System) -> None:
    """Experience 3.14: on every picture."""
    board = await system.begin("Ann", "Ben")
    picture = board["attachments"][0]
    assert picture["content_type"] == "image/png"
    assert picture["width"] > picture["height"]
    assert "Seedlings: c3." in picture["description"]
    assert len(picture["description"]) <= 1024
    assert requested(system, "/messages")


@pytest.mark.parametrize(
    "right",
    ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES", "EMBED_LINKS", "READ_MESSAGE_HISTORY"],
)
async def test_without_any_one_right_the_game_goes_on(system: System, right: str) -> None:
    """Experience 5, permission test: remove each in turn; it degrades, nothing breaks."""
    await system.begin("Ann", "Ben")
    await system.lacking(right)
    who = await system.mover("games")
    told = await system.slash(who, "games", "logger turn", line="a1")
    assert "counts" in told["content"]
    await system.quiet()
    if right in ("VIEW_CHANNEL", "SEND_MESSAGES"):
        assert right.replace("_", " ").title() in await system.letter("Ann")
    await system.lacking()
    await system.play("games", "e5")
    history = "\n".join(message["content"] for message in system.seen("games"))
    assert "took corner a1" in history
    assert history.count("turn 3).") == 1


async def test_a_typed_line_is_answered_also_where_history_may_not_be_read(system: System) -> None:
    """A reply needs Read Message History; the sentence comes without the quotation then."""
    await system.begin("Ann", "Ben")
    await system.lacking("READ_MESSAGE_HISTORY")
    who = await system.mover("games")
    await system.say(who, "games", f"<@{system.world.bot_id}> zz")
    assert "I can't read `zz`" in system.seen("games")[-1]["content"]
    assert system.pinged(system.seen("games")[-1]) == []


async def test_a_dropped_line_is_taken_up_again(system: System) -> None:
    """Discord: a session is resumed, and what was said meanwhile is delivered."""
    await system.begin("Ann", "Ben")
    guest = system.people[await system.mover("games")]
    await system.world.gateway.drop(4000)
    said = await guest.say("games", f"<@{system.world.bot_id}> a1")
    assert await system.under(said["id"], "games") == ""
    assert "took corner a1" in (await system.post("games"))["content"]

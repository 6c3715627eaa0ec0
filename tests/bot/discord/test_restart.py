"""The bot is stopped and started again: everything goes on where it was.

Source: issue 2, "Must hold": a restart in the middle (lobby, turn, draft); experience 5, 1.
"""

from __future__ import annotations

import asyncio

from tests.bot.discord.camp import Camp
from tests.patience import PATIENCE


async def test_a_lobby_goes_on(camp: Camp) -> None:
    """Old buttons work."""
    await camp.slash("Ann", "games", "logger start", players=3)
    card = await camp.post("games", "lobby")
    await camp.restart()
    assert "You are in L1" in (await camp.press("Ben", card, "Join"))["content"]
    await camp.restart()
    assert "has started" in (await camp.press("Ann", card, "Start Now"))["content"]
    assert camp.pinged(await camp.post("games")) == [await camp.mover("games")]


async def test_a_turn_goes_on(camp: Camp) -> None:
    """Replies to an old board count; its button works; and nothing is posted twice."""
    board = await camp.begin("Ann", "Ben")
    await camp.restart()
    shown = await camp.press("Cy", board, "Board As Text")
    assert "Row 3: a3 free" in shown["content"]
    assert await camp.say(await camp.mover("games"), "games", "a1", reply_to=board["id"]) == ""
    await camp.post("games")
    await camp.restart()
    await camp.play("games", "e5")
    assert len([m for m in camp.seen("games") if m["attachments"]]) == 3


async def test_a_draft_goes_on(camp: Camp) -> None:
    """A half-built turn continues."""
    await camp.begin("Ann", "Ben")
    await camp.play("games", "a1", "e5")
    who = await camp.mover("games")
    await camp.slash(who, "games", "logger turn", line="stay")
    await camp.restart()
    told = await camp.slash(who, "games", "logger turn", line="plant n")
    assert "counts" in told["content"]
    assert "stayed on a1" in told["content"]


async def test_a_message_delivered_again_after_the_restart_is_known(camp: Camp) -> None:
    """The key is in the store, not in memory."""
    await camp.begin("Ann", "Ben")
    guest = camp.people[await camp.mover("games")]
    said = await guest.say("games", f"<@{camp.world.bot_id}> a1")
    assert await camp.under(said["id"], "games") == ""
    await camp.restart()
    await guest.act("again", message=said["id"])
    assert await camp.under(said["id"], "games") == ""
    assert [row.text for row in await camp.store.log(1)].count("a1") == 1


async def test_the_question_before_a_cancel_goes_on(camp: Camp) -> None:
    await camp.begin("Ann", "Ben")
    asked = await camp.slash("Ann", "games", "logger cancel")
    await camp.restart()
    told = await camp.press("Ann", asked, "Cancel L1 For Everyone")
    assert "is closed" in told["content"]


async def test_a_button_of_long_ago_answers_politely(camp: Camp) -> None:
    """Experience 3.13: a stale button; nothing is changed. 30046: the buttons could not be
    taken away."""
    await camp.slash("Ann", "games", "logger start", players=2)
    card = await camp.post("games", "lobby")
    camp.edits_refused()
    await camp.slash("Ben", "games", "logger join")
    board = await camp.post("games")
    await camp.restart()
    row = (await camp.game("games")).n
    told = (await camp.press("Cy", card, "Join"))["content"]
    assert "L1 has started already" in told
    told = (await camp.press("Ann", card, "Leave"))["content"]
    assert "your seat cannot be given back" in told
    told = (await camp.press("Cy", card, "Start Now"))["content"]
    assert "L1 has started already" in told
    await camp.play("games", "a1", "e5")
    old = await camp.press("Cy", board, "Board As Text")
    assert "turn 3" in old["content"]
    assert (await camp.game("games")).n == row + 2


async def test_what_was_committed_while_discord_was_away_is_told_after_the_restart(
    camp: Camp,
) -> None:
    """Design: on start the outbox continues where it stopped."""
    await camp.begin("Ann", "Ben")
    camp.world.fault("POST", r"/channels/\d+/messages$", 503, {"message": "", "code": 0}, times=99)
    told = await camp.slash(await camp.mover("games"), "games", "logger turn", line="a1")
    assert "counts" in told["content"]
    await camp.sleep()
    camp.world.faults.clear()
    await camp.wake()
    assert "took corner a1" in (await camp.post("games"))["content"]
    assert len([m for m in camp.seen("games") if m["attachments"]]) == 2


async def test_a_wish_under_way_is_served_before_the_bot_leaves(camp: Camp) -> None:
    """Design: SIGTERM lets running turns commit; nobody is left without an answer."""
    await camp.begin("Ann", "Ben")
    who = await camp.mover("games")
    asked = await camp.people[who].slash("games", "logger turn", line="a1")
    await camp.people[who].outcome(asked, "thinking")
    await camp.restart()
    assert "counts" in (await camp.answer(who, asked))["content"]
    assert "took corner a1" in (await camp.post("games"))["content"]


async def test_it_can_be_stopped_in_the_very_moment_of_a_commit(camp: Camp) -> None:
    """A wake-up and the end at once: the tasks that were just woken end all the same."""
    await camp.begin("Ann", "Ben")
    camp.app.wake()
    async with asyncio.timeout(PATIENCE):
        await camp.restart()
    assert "took corner a1" in (await camp.play("games", "a1"))["content"]

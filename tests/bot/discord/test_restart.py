"""The bot is stopped and started again: everything goes on where it was.

Source: issue 2, "Must hold": a restart in the middle (lobby, turn, draft); experience 5, 1.
"""

from __future__ import annotations

import asyncio

from bot.core.game import THINK
from tests.bot.discord.system import System
from tests.patience import PATIENCE


async def test_a_lobby_goes_on(system: System) -> None:
    """Old buttons work."""
    await system.slash("Ann", "games", "logger start", players=3)
    card = await system.post("games", "lobby")
    await system.restart()
    assert "You are in L1" in (await system.press("Ben", card, "Join"))["content"]
    await system.restart()
    assert "has started" in (await system.press("Ann", card, "Start Now"))["content"]
    assert system.pinged(await system.post("games")) == [await system.mover("games")]


async def test_a_turn_goes_on(system: System) -> None:
    """Replies to an old board count; its button works; and nothing is posted twice."""
    board = await system.begin("Ann", "Ben")
    await system.restart()
    shown = await system.press("Cy", board, "Board As Text")
    assert "Row 3: a3 free" in shown["content"]
    assert await system.say(await system.mover("games"), "games", "a1", reply_to=board["id"]) == ""
    await system.post("games")
    await system.restart()
    await system.play("games", "e5")
    assert len(system.boards("games")) == 3


async def test_a_draft_goes_on(system: System) -> None:
    """A half-built turn continues."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    who = await system.mover("games")
    await system.slash(who, "games", "logger turn", line="stay")
    await system.restart()
    told = await system.slash(who, "games", "logger turn", line="plant n")
    assert "counts" in told["content"]
    assert "stayed on a1" in told["content"]


async def test_a_message_delivered_again_after_the_restart_is_known(system: System) -> None:
    """The key is in the store, not in memory."""
    await system.begin("Ann", "Ben")
    guest = system.people[await system.mover("games")]
    said = await guest.say("games", f"<@{system.world.bot_id}> a1")
    assert await system.under(said["id"], "games") == ""
    await system.restart()
    await guest.act("again", message=said["id"])
    assert await system.under(said["id"], "games") == ""
    assert [row.text for row in await system.store.log(1)].count("a1") == 1


async def test_the_question_before_a_cancel_goes_on(system: System) -> None:
    await system.begin("Ann", "Ben")
    asked = await system.slash("Ann", "games", "logger cancel")
    await system.restart()
    told = await system.press("Ann", asked, "Cancel L1 For Everyone")
    assert "is closed" in told["content"]


async def test_a_button_of_long_ago_answers_politely(system: System) -> None:
    """Experience 3.13: a stale button; nothing is changed. 30046: the buttons could not be
    taken away."""
    await system.slash("Ann", "games", "logger start", players=2)
    card = await system.post("games", "lobby")
    system.edits_refused()
    await system.slash("Ben", "games", "logger join")
    board = await system.post("games")
    await system.restart()
    row = (await system.game("games")).n
    told = (await system.press("Cy", card, "Join"))["content"]
    assert "L1 has started already" in told
    told = (await system.press("Ann", card, "Leave"))["content"]
    assert "your seat cannot be given back" in told
    told = (await system.press("Cy", card, "Start Now"))["content"]
    assert "L1 has started already" in told
    await system.play("games", "a1", "e5")
    old = await system.press("Cy", board, "Board As Text")
    assert "turn 3" in old["content"]
    assert (await system.game("games")).n == row + 2


async def test_what_was_committed_while_discord_was_away_is_told_after_the_restart(
    system: System,
) -> None:
    """Design: on start the outbox continues where it stopped."""
    await system.begin("Ann", "Ben")
    system.world.fault(
        "POST", r"/channels/\d+/messages$", 503, {"message": "", "code": 0}, times=99
    )
    told = await system.slash(await system.mover("games"), "games", "logger turn", line="a1")
    assert "counts" in told["content"]
    await system.stop()
    system.world.faults.clear()
    await system.start()
    assert "took corner a1" in (await system.post("games"))["content"]
    assert len(system.boards("games")) == 2


async def test_a_wish_under_way_is_served_before_the_bot_leaves(system: System) -> None:
    """Design: SIGTERM lets running turns commit; nobody is left without an answer."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    asked = await system.people[who].slash("games", "logger turn", line="a1")
    await system.people[who].outcome(asked, "thinking")
    await system.restart()
    assert "counts" in (await system.answer(who, asked))["content"]
    assert "took corner a1" in (await system.post("games"))["content"]


async def test_it_can_be_stopped_in_the_very_moment_of_a_commit(system: System) -> None:
    """A wake-up and the end at once: the tasks that were just woken end all the same."""
    await system.begin("Ann", "Ben")
    system.app.wake(timers=(THINK,))
    system.app.clock.wake()
    async with asyncio.timeout(PATIENCE):
        await system.restart()
    assert "took corner a1" in (await system.play("games", "a1"))["content"]

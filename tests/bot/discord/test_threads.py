"""Games in threads of their own.

Source: experience, the two decisions at the top, 3.3 and 3.6.
"""

from __future__ import annotations

import asyncio

from tests.bot.discord.system import Json, System


async def _in_thread(system: System, *names: str) -> tuple[str, Json]:
    """A game started with thread:True and joined from its card; the thread, the first board."""
    await system.slash(names[0], "games", "logger start", players=len(names), thread=True)
    await system.quiet()
    card = system.seen("games")[-1]
    for name in names[1:]:
        await system.press(name, card, "Join")
    return card["id"], await system.post(card["id"])


async def test_a_thread_opens_from_the_card_and_the_game_goes_on_there(system: System) -> None:
    """One public thread under the card; the channel hears nothing but the card."""
    thread, board = await _in_thread(system, "Ann", "Ben")
    assert system.world.channels[thread].parent == system.id("games")
    assert system.world.channels[thread].name.startswith("L1 · Logger · Ann")
    assert system.pinged(board) == [await system.mover(thread)]
    await system.say(await system.mover(thread), thread, "a1", reply_to=board["id"])
    board = await system.post(thread)
    assert "took corner a1" in board["content"]
    assert [m["id"] for m in system.seen("games")] == [thread]


async def test_the_card_follows_the_game(system: System) -> None:
    """Experience 3.3: the lobby's message becomes the status card and stays there."""
    thread, _ = await _in_thread(system, "Ann", "Ben")
    for lines in ((), ("a1",)):  # while not every seat has played, its host may close it
        await system.play(thread, *lines)
        card = system.seen("games")[0]
        assert f"It is {await system.mover(thread)}'s turn." in card["content"]
        assert f"<#{thread}>" in card["content"]
        assert system.pinged(card) == []
    await system.slash("Ann", thread, "logger cancel")
    asked = await system.slash("Ann", thread, "logger cancel")
    await system.press("Ann", asked, "Cancel L1 For Everyone")
    await system.quiet()
    assert "was closed before its end" in system.seen("games")[0]["content"]


async def test_a_taken_channel_offers_a_thread(system: System) -> None:
    """One live game per channel; one button opens another in a thread, and only one."""
    await system.begin("Ann", "Ben")
    offer = await system.slash("Cy", "games", "logger start", players=2)
    assert offer["content"].startswith("No second game was opened: L1 is being played")
    told = await asyncio.gather(*(system.press("Cy", offer, "Open In A Thread") for _ in range(2)))
    assert (
        told[0]["content"]
        == told[1]["content"]
        == ("L2 is open for 2 players. Its thread opens under the card.")
    )
    await system.quiet()
    thread = system.seen("games")[-1]["id"]
    assert (await system.slash("Dee", thread, "logger join"))["content"].startswith("You are in L2")
    assert (await system.post(thread))["attachments"][0]["filename"].startswith("L2-")
    assert [game.number for game in await system.store.open_games()] == [1, 2]
    assert (await system.game("games")).number == 1


async def test_without_the_right_to_open_threads_it_is_played_in_the_channel(
    system: System,
) -> None:
    """Experience 3.3: say so and run in the channel."""
    await system.lacking("CREATE_PUBLIC_THREADS")
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    await system.quiet()
    assert system.seen("games")[-1]["content"].startswith("I could not open a thread for L1")
    await system.slash("Ben", "games", "logger join")
    assert system.pinged(await system.post("games")) == [await system.mover("games")]


async def test_a_sleeping_thread_wakes_up(system: System) -> None:
    """Experience 3.3: always send before you edit."""
    thread, _ = await _in_thread(system, "Ann", "Ben")
    system.world.channels[thread].archived = True
    board = await system.play(thread, "a1")
    assert "took corner a1" in board["content"]
    assert not system.world.channels[thread].archived


async def test_a_deleted_thread_loses_nothing(system: System) -> None:
    """Experience 5, archive test: the game goes on and says what it did."""
    thread, _ = await _in_thread(system, "Ann", "Ben")
    who = await system.mover(thread)
    await system.people["Ann"].act("channel/delete", channel=thread)
    told = await system.say(who, "games", f"<@{system.world.bot_id}> L1 a1")
    assert told == ""
    board = await system.post("games")
    assert "took corner a1" in board["content"]
    assert "the channel is gone), so the game goes on in this channel" in board["content"]
    assert (await system.game("games")).n > 3

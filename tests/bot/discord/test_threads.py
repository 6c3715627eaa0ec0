"""Games in threads of their own.

Source: experience, the two decisions at the top, 3.3 and 3.6.
"""

from __future__ import annotations

import asyncio

from tests.bot.discord.camp import Camp, Json


async def _in_thread(camp: Camp, *names: str) -> tuple[str, Json]:
    """A game started with thread:True and joined from its card; the thread, the first board."""
    await camp.slash(names[0], "games", "logger start", players=len(names), thread=True)
    await camp.quiet()
    card = camp.seen("games")[-1]
    for name in names[1:]:
        await camp.press(name, card, "Join")
    return card["id"], await camp.post(card["id"])


async def test_a_thread_opens_from_the_card_and_the_game_goes_on_there(camp: Camp) -> None:
    """One public thread under the card; the channel hears nothing but the card."""
    thread, board = await _in_thread(camp, "Ann", "Ben")
    assert camp.world.channels[thread].parent == camp.id("games")
    assert camp.world.channels[thread].name.startswith("L1 · Logger · Ann")
    assert camp.pinged(board) == [await camp.mover(thread)]
    await camp.say(await camp.mover(thread), thread, "a1", reply_to=board["id"])
    board = await camp.post(thread)
    assert "took corner a1" in board["content"]
    assert [m["id"] for m in camp.seen("games")] == [thread]


async def test_the_card_follows_the_game(camp: Camp) -> None:
    """Experience 3.3: the lobby's message becomes the status card and stays there."""
    thread, _ = await _in_thread(camp, "Ann", "Ben")
    for line in ("a1", "e5"):
        await camp.play(thread, line)
        card = camp.seen("games")[0]
        assert f"It is {await camp.mover(thread)}'s turn." in card["content"]
        assert f"<#{thread}>" in card["content"]
        assert camp.pinged(card) == []
    await camp.slash("Ann", thread, "logger cancel")
    asked = await camp.slash("Ann", thread, "logger cancel")
    await camp.press("Ann", asked, "Cancel L1 For Everyone")
    await camp.quiet()
    assert "was closed before its end" in camp.seen("games")[0]["content"]


async def test_a_taken_channel_offers_a_thread(camp: Camp) -> None:
    """One live game per channel; one button opens another in a thread, and only one."""
    await camp.begin("Ann", "Ben")
    offer = await camp.slash("Cy", "games", "logger start", players=2)
    assert offer["content"].startswith("No second game was opened: L1 is being played")
    told = await asyncio.gather(*(camp.press("Cy", offer, "Open In A Thread") for _ in range(2)))
    assert (
        told[0]["content"]
        == told[1]["content"]
        == ("L2 is open for 2 players. Its thread opens under the card.")
    )
    await camp.quiet()
    thread = camp.seen("games")[-1]["id"]
    assert (await camp.slash("Dee", thread, "logger join"))["content"].startswith("You are in L2")
    assert (await camp.post(thread))["attachments"][0]["filename"].startswith("L2-")
    assert [game.number for game in await camp.store.open_games()] == [1, 2]
    assert (await camp.game("games")).number == 1


async def test_without_the_right_to_open_threads_it_is_played_in_the_channel(camp: Camp) -> None:
    """Experience 3.3: say so and run in the channel."""
    await camp.lacking("CREATE_PUBLIC_THREADS")
    await camp.slash("Ann", "games", "logger start", players=2, thread=True)
    await camp.quiet()
    assert camp.seen("games")[-1]["content"].startswith("I could not open a thread for L1")
    await camp.slash("Ben", "games", "logger join")
    assert camp.pinged(await camp.post("games")) == [await camp.mover("games")]


async def test_a_sleeping_thread_wakes_up(camp: Camp) -> None:
    """Experience 3.3: always send before you edit."""
    thread, _ = await _in_thread(camp, "Ann", "Ben")
    camp.world.channels[thread].archived = True
    board = await camp.play(thread, "a1")
    assert "took corner a1" in board["content"]
    assert not camp.world.channels[thread].archived


async def test_a_deleted_thread_loses_nothing(camp: Camp) -> None:
    """Experience 5, archive test: the game goes on and says what it did."""
    thread, _ = await _in_thread(camp, "Ann", "Ben")
    who = await camp.mover(thread)
    await camp.people["Ann"].act("channel/delete", channel=thread)
    told = await camp.say(who, "games", f"<@{camp.world.bot_id}> L1 a1")
    assert told == ""
    board = await camp.post("games")
    assert "took corner a1" in board["content"]
    assert "the channel is gone), so the game goes on in this channel" in board["content"]
    assert (await camp.game("games")).n > 3

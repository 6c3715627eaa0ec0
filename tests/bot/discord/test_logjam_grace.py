"""The two minutes before the die answers a turn, as buttons and commands of the real client.

Source: issue 4, "the roll comes before the mention"; experience 3.9; issue 3, "works after a
restart" and "politely stale".
"""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.undo_window import SECONDS
from rules.play import perform
from tests.bot.discord.camp import Camp
from tests.bot.discord.jamming import RULES, aloud, chance, goes_on, jam, rests, table
from tests.bot.discord.test_buttons_game import CONFIRM, labels, pressed

GOES_ON = "J1 goes on: the die has been rolled, and the turn stands."


async def test_who_moved_ends_the_wait(camp: Camp) -> None:
    """One roll, and the next player is called with it; pressed again it is the same, also after
    a restart and when the game has gone on for long."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    assert labels(answer) == ["Go On Now", "Take Back My Turn"]
    rolled, posts = await chance(camp), camp.seen("games")
    told = await asyncio.gather(*(goes_on(camp, who, answer) for _ in range(3)))
    assert [*told] == [GOES_ON] * 3
    board = await camp.post("games")
    assert len(await chance(camp)) == len(rolled) + 1
    assert len(camp.seen("games")) == len(posts) + 1
    assert camp.pinged(board) == [await camp.mover("games")] != [who]
    assert f"You rolled **{(await table(camp)).at.state.roll}**." in board["content"]
    await camp.restart()
    assert await goes_on(camp, who, answer) == GOES_ON
    await rests(camp)
    assert await goes_on(camp, who, answer) == GOES_ON
    assert len(await chance(camp)) == len(rolled) + 1
    assert (await table(camp)).waiting


async def test_the_button_works_after_a_restart(camp: Camp) -> None:
    """And the wait has not begun anew: it is over when it would have been."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    (timer,) = (await camp.game("games")).timers
    await camp.restart()
    assert (await camp.game("games")).timers == (timer,)
    assert await goes_on(camp, who, answer) == GOES_ON
    assert camp.pinged(await camp.post("games")) == [await camp.mover("games")]


async def test_when_the_time_is_over_the_next_one_is_called(camp: Camp) -> None:
    """Nobody presses anything; a take-back and Go On Now come too late and change nothing."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    camp.pass_time(SECONDS + 1)
    await camp.until_called("games")
    board, row = await camp.post("games"), (await camp.game("games")).n
    assert camp.pinged(board) == [await camp.mover("games")] != [who]
    late = await camp.press(who, answer, "Take Back My Turn")
    assert "moved on since then" in late["content"]
    late = await camp.slash(who, "games", "logjam undo")
    assert late["content"].startswith("Nothing was taken back: since the last turn")
    assert await goes_on(camp, who, answer) == GOES_ON
    assert (await camp.game("games")).n == row


async def test_the_time_goes_on_while_the_bot_is_away(camp: Camp) -> None:
    """It wakes up to a wait that is over, and calls the next player once."""
    await jam(camp, "Ann", "Ben")
    await rests(camp)
    posts = len(camp.seen("games"))
    await camp.sleep()
    camp.ahead += SECONDS + 1
    await camp.wake()
    await camp.until_called("games")
    assert camp.pinged(await camp.post("games")) == [await camp.mover("games")]
    assert len(camp.seen("games")) == posts + 1


@pytest.mark.parametrize("who", ["Cy", "the other player"])
async def test_nobody_else_ends_the_wait_under_a_public_answer(camp: Camp, who: str) -> None:
    """Everybody sees the button there, and it is the mover's alone; taking back is not offered
    in public."""
    await jam(camp, "Ann", "Ben")
    mover = await camp.mover("games")
    answer = await aloud(camp, mover, f"<@{camp.world.bot_id}> .")
    assert labels(answer) == ["Go On Now"]
    assert camp.pinged(answer) == []
    other = who if who == "Cy" else "Ann" if mover == "Ben" else "Ben"
    assert "Only who made it can end the wait" in await goes_on(camp, other, answer)
    assert (await table(camp)).waiting
    assert await goes_on(camp, mover, answer) == GOES_ON


@pytest.mark.parametrize("way", ["button", "undo", "more"])
async def test_a_turn_is_taken_back_and_the_roll_stays(camp: Camp, way: str) -> None:
    """By the answer's button, by the command, and by More… of the old board: it is the same
    player's turn with the same roll, and the wait is no more."""
    board = await jam(camp, "Ann", "Ben")
    roll, rolled = (await table(camp)).at.state.roll, await chance(camp)
    who, answer = await rests(camp)
    if way == "undo":
        told = await camp.slash(who, "games", "logjam undo")
    else:
        place = answer if way == "button" else await camp.press(who, board, "More…")
        told = await camp.press(who, place, "Take Back My Turn")
    assert told["content"] == "Your turn in J1 is taken back, and it is your turn again."
    again = await camp.post("games")
    assert camp.pinged(again) == [who]
    assert f"You rolled **{roll}**." in again["content"]
    assert "took the last turn back" in again["content"]
    camp.pass_time(2 * SECONDS)
    assert "moved on since then" in await goes_on(camp, who, answer)
    assert await camp.mover("games") == who
    assert await chance(camp) == rolled


@pytest.mark.parametrize("first", ["Go On Now", "Take Back My Turn"])
async def test_of_going_on_and_taking_back_at_once_one_happens(camp: Camp, first: str) -> None:
    """Whichever it is, the other one is told so, and the clock adds nothing to it."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    rolled, both = len(await chance(camp)), ["Go On Now", "Take Back My Turn"]
    both.sort(key=lambda label: label != first)
    camp.ahead += SECONDS + 1
    told = await asyncio.gather(*(camp.press(who, answer, label) for label in both))
    camp.pass_time(0)
    texts = {label: each["content"] for label, each in zip(both, told, strict=True)}
    gone_on = texts["Go On Now"] == GOES_ON
    assert ("is taken back" in texts["Take Back My Turn"]) != gone_on, texts
    await camp.until_called("games")
    await camp.post("games")
    assert len(await chance(camp)) == rolled + gone_on
    assert (await camp.mover("games") == who) != gone_on


async def test_nobody_takes_back_another_ones_turn(camp: Camp) -> None:
    await jam(camp, "Ann", "Ben")
    who, _ = await rests(camp)
    other = "Ann" if who == "Ben" else "Ben"
    told = await camp.slash(other, "games", "logjam undo")
    assert told["content"].startswith(f"Nothing was taken back: {who} made the last turn")
    told = await camp.slash("Cy", "games", "logjam undo")
    assert told["content"].startswith("You are not in J1;")
    assert (await table(camp)).waiting


async def test_an_old_button_does_not_end_the_wait_of_a_new_turn(camp: Camp) -> None:
    """Taken back and played anew, the turn has a wait of its own."""
    await jam(camp, "Ann", "Ben")
    who, old = await rests(camp)
    await camp.press(who, old, "Take Back My Turn")
    _, new = await rests(camp)
    assert "moved on since then" in await goes_on(camp, who, old)
    assert (await table(camp)).waiting
    assert await goes_on(camp, who, new) == GOES_ON


async def test_in_the_wait_it_is_nobodys_turn(camp: Camp) -> None:
    """What the mover or anybody says, presses or asks is told so, and changes nothing."""
    board = await jam(camp, "Ann", "Ben")
    who, _ = await rests(camp)
    row = (await camp.game("games")).n
    for name in ("Ann", "Ben"):
        for told in (
            await camp.slash(name, "games", "logjam turn", line="."),
            await camp.press(name, board, "Take Turn"),
            await camp.press(name, board, "My Options"),
        ):
            assert "it is nobody's turn in J1 yet" in told["content"]
    assert await camp.say(who, "games", ".") == ""
    text = (await camp.slash("Cy", "games", "logjam board"))["content"]
    assert "The last turn can still be taken back; then" in text
    assert (await camp.game("games")).n == row


async def test_a_turn_confirmed_by_a_double_click_counts_once_and_waits(camp: Camp) -> None:
    """Both presses are answered by the same panel, from which the wait can be ended."""
    board = await jam(camp, "Ann", "Ben")
    who = await camp.mover("games")
    row = (await camp.game("games")).n
    preview = await pressed(camp, who, await camp.press(who, board, "Take Turn"), "Do nothing")
    clicks = (pressed(camp, who, preview, CONFIRM) for _ in range(2))
    done, _ = await asyncio.gather(*clicks)
    assert (await camp.game("games")).n == row + 1
    assert labels(done) == ["Go On Now", "Take Back My Turn"]
    assert await goes_on(camp, who, done) == GOES_ON
    assert [row.text for row in await camp.store.log(1)].count(".") == 1


async def test_a_game_that_is_closed_in_the_wait_does_not_go_on(camp: Camp) -> None:
    """Neither by the clock nor by the buttons that are still there."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    asked, rolled = await camp.slash("Ann", "games", "logjam cancel"), await chance(camp)
    await camp.press("Ann", asked, "Cancel J1 For Everyone")
    assert "J1 was closed on" in await goes_on(camp, who, answer)
    late = await camp.press(who, answer, "Take Back My Turn")
    assert late["content"].startswith("J1 was closed on")
    assert (await camp.game("games")).timers == ()
    camp.pass_time(SECONDS + 1)
    await camp.restart()
    assert await chance(camp) == rolled
    assert (await camp.post("games", "closed"))["id"] == camp.seen("games")[-1]["id"]


async def test_whole_turns_are_offered_while_the_mover_types(camp: Camp) -> None:
    """To him alone, and to nobody in the wait; each counts as it stands."""
    await jam(camp, "Ann", "Ben")
    mover = await camp.mover("games")
    offered = {who: await complete(camp, who) for who in ("Ann", "Ben", "Cy")}
    assert [who for who, found in offered.items() if found] == [mover]
    lines = {perform(RULES, (await table(camp)).at.state, line)[0] for line in offered[mover]}
    assert 1 < len(lines) == len(offered[mover]) <= 25
    told = await camp.slash(mover, "games", "logjam turn", line=offered[mover][0])
    assert "Your turn in J1 counts." in told["content"]
    assert await complete(camp, mover) == []


async def complete(camp: Camp, who: str) -> list[str]:
    """The lines that somebody is offered before he has typed anything."""
    found = await camp.people[who].complete("games", "logjam turn", "line", line="")
    return [each["value"] for each in found]

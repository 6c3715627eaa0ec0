"""The two minutes before the die answers a turn, as buttons and commands of the real client.

Source: issue 4, "the roll comes before the mention"; experience 3.9; issue 3, "works after a
restart" and "politely stale".
"""

from __future__ import annotations

import asyncio

import pytest

from bot.core.game import CHANCE
from bot.domain.agreed import SECONDS
from rules.play import perform
from tests.bot.discord.jamming import RULES, aloud, chance, goes_on, jam, rests, table
from tests.bot.discord.system import System
from tests.bot.discord.test_buttons_game import CONFIRM, labels, pressed

GOES_ON = "J1 goes on: the die has been rolled, and the turn stands."


async def test_who_moved_ends_the_wait(system: System) -> None:
    """One roll, and the next player is called with it; pressed again it is the same, also after
    a restart and when the game has gone on for long."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    assert labels(answer) == ["Go On Now", "Take Back My Turn"]
    rolled, posts = await chance(system), system.seen("games")
    told = await asyncio.gather(*(goes_on(system, who, answer) for _ in range(3)))
    assert [*told] == [GOES_ON] * 3
    board = await system.post("games")
    assert len(await chance(system)) == len(rolled) + 1
    assert len(system.seen("games")) == len(posts) + 1
    assert system.pinged(board) == [await system.mover("games")] != [who]
    assert f"You rolled **{(await table(system)).at.state.roll}**." in board["content"]
    await system.restart()
    assert await goes_on(system, who, answer) == GOES_ON
    await rests(system)
    assert await goes_on(system, who, answer) == GOES_ON
    assert len(await chance(system)) == len(rolled) + 1
    assert (await table(system)).waiting


async def test_the_button_works_after_a_restart(system: System) -> None:
    """And the wait has not begun anew: it is over when it would have been."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    timers = (await system.game("games")).timers
    assert [timer.kind for timer in timers] == [CHANCE]
    await system.restart()
    assert (await system.game("games")).timers == timers
    assert await goes_on(system, who, answer) == GOES_ON
    assert system.pinged(await system.post("games")) == [await system.mover("games")]


async def test_when_the_time_is_over_the_next_one_is_called(system: System) -> None:
    """Nobody presses anything; a take-back and Go On Now come too late and change nothing."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    system.pass_time(SECONDS + 1)
    await system.until_called("games")
    board, row = await system.post("games"), (await system.game("games")).n
    assert system.pinged(board) == [await system.mover("games")] != [who]
    late = await system.press(who, answer, "Take Back My Turn")
    assert "moved on since then" in late["content"]
    late = await system.slash(who, "games", "logjam undo")
    assert late["content"].startswith("Nothing was taken back: since the last turn")
    assert await goes_on(system, who, answer) == GOES_ON
    assert (await system.game("games")).n == row


async def test_the_time_goes_on_while_the_bot_is_away(system: System) -> None:
    """It wakes up to a wait that is over, and calls the next player once."""
    await jam(system, "Ann", "Ben")
    await rests(system)
    posts = len(system.seen("games"))
    await system.stop()
    system.ahead += SECONDS + 1
    await system.start()
    await system.until_called("games")
    assert system.pinged(await system.post("games")) == [await system.mover("games")]
    assert len(system.seen("games")) == posts + 1


@pytest.mark.parametrize("who", ["Cy", "the other player"])
async def test_nobody_else_ends_the_wait_under_a_public_answer(system: System, who: str) -> None:
    """Everybody sees the button there, and it is the mover's alone; taking back is not offered
    in public."""
    await jam(system, "Ann", "Ben")
    mover = await system.mover("games")
    answer = await aloud(system, mover, f"<@{system.world.bot_id}> .")
    assert labels(answer) == ["Go On Now"]
    assert system.pinged(answer) == []
    other = who if who == "Cy" else "Ann" if mover == "Ben" else "Ben"
    assert "Only who made it can end the wait" in await goes_on(system, other, answer)
    assert (await table(system)).waiting
    assert await goes_on(system, mover, answer) == GOES_ON


@pytest.mark.parametrize("way", ["button", "undo", "more"])
async def test_a_turn_is_taken_back_and_the_roll_stays(system: System, way: str) -> None:
    """By the answer's button, by the command, and by More… of the old board: it is the same
    player's turn with the same roll, and the wait is no more."""
    board = await jam(system, "Ann", "Ben")
    roll, rolled = (await table(system)).at.state.roll, await chance(system)
    who, answer = await rests(system)
    if way == "undo":
        told = await system.slash(who, "games", "logjam undo")
    else:
        place = answer if way == "button" else await system.press(who, board, "More…")
        told = await system.press(who, place, "Take Back My Turn")
    assert told["content"] == "Your turn in J1 is taken back, and it is your turn again."
    again = await system.post("games")
    assert system.pinged(again) == [who]
    assert f"You rolled **{roll}**." in again["content"]
    assert "took the last turn back" in again["content"]
    system.pass_time(2 * SECONDS)
    assert "moved on since then" in await goes_on(system, who, answer)
    assert await system.mover("games") == who
    assert await chance(system) == rolled


@pytest.mark.parametrize("first", ["Go On Now", "Take Back My Turn"])
async def test_of_going_on_and_taking_back_at_once_one_happens(system: System, first: str) -> None:
    """Whichever it is, the other one is told so, and the clock adds nothing to it."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    rolled, both = len(await chance(system)), ["Go On Now", "Take Back My Turn"]
    both.sort(key=lambda label: label != first)
    system.ahead += SECONDS + 1
    told = await asyncio.gather(*(system.press(who, answer, label) for label in both))
    system.pass_time(0)
    texts = {label: each["content"] for label, each in zip(both, told, strict=True)}
    gone_on = texts["Go On Now"] == GOES_ON
    assert ("is taken back" in texts["Take Back My Turn"]) != gone_on, texts
    await system.until_called("games")
    await system.post("games")
    assert len(await chance(system)) == rolled + gone_on
    assert (await system.mover("games") == who) != gone_on


async def test_nobody_takes_back_another_ones_turn(system: System) -> None:
    await jam(system, "Ann", "Ben")
    who, _ = await rests(system)
    other = "Ann" if who == "Ben" else "Ben"
    told = await system.slash(other, "games", "logjam undo")
    assert told["content"].startswith(f"Nothing was taken back: {who} made the last turn")
    told = await system.slash("Cy", "games", "logjam undo")
    assert told["content"].startswith("You are not in J1;")
    assert (await table(system)).waiting


async def test_an_old_button_does_not_end_the_wait_of_a_new_turn(system: System) -> None:
    """Taken back and played anew, the turn has a wait of its own."""
    await jam(system, "Ann", "Ben")
    who, old = await rests(system)
    await system.press(who, old, "Take Back My Turn")
    _, new = await rests(system)
    assert "moved on since then" in await goes_on(system, who, old)
    assert (await table(system)).waiting
    assert await goes_on(system, who, new) == GOES_ON


async def test_in_the_wait_it_is_nobodys_turn(system: System) -> None:
    """What the mover or anybody says, presses or asks is told so, and changes nothing."""
    board = await jam(system, "Ann", "Ben")
    who, _ = await rests(system)
    row = (await system.game("games")).n
    for name in ("Ann", "Ben"):
        for told in (
            await system.slash(name, "games", "logjam turn", line="."),
            await system.press(name, board, "Take Turn"),
            await system.press(name, board, "My Options"),
        ):
            assert "it is nobody's turn in J1 yet" in told["content"]
    assert await system.say(who, "games", ".") == ""
    text = (await system.slash("Cy", "games", "logjam board"))["content"]
    assert "The last turn can still be taken back; then" in text
    assert (await system.game("games")).n == row


async def test_a_turn_confirmed_by_a_double_click_counts_once_and_rolls_once(
    system: System,
) -> None:
    """Whoever has seen the turn and confirmed it waits for nothing, and neither do the others."""
    board = await jam(system, "Ann", "Ben")
    who = await system.mover("games")
    row = (await system.game("games")).n
    preview = await pressed(system, who, await system.press(who, board, "Take Turn"), "Do nothing")
    clicks = (pressed(system, who, preview, CONFIRM) for _ in range(2))
    done, _ = await asyncio.gather(*clicks)
    assert (await system.game("games")).n == row + 2, "the turn, and the next player's roll"
    assert "Your turn in J1 counts." in done["content"]
    assert labels(done) == []
    assert [row.text for row in await system.store.log(1)].count(".") == 1


async def test_a_game_that_is_closed_in_the_wait_does_not_go_on(system: System) -> None:
    """Neither by the clock nor by the buttons that are still there."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    asked, rolled = await system.slash("Ann", "games", "logjam cancel"), await chance(system)
    await system.press("Ann", asked, "Cancel J1 For Everyone")
    assert "J1 was closed on" in await goes_on(system, who, answer)
    late = await system.press(who, answer, "Take Back My Turn")
    assert late["content"].startswith("J1 was closed on")
    assert (await system.game("games")).timers == ()
    system.pass_time(SECONDS + 1)
    await system.restart()
    assert await chance(system) == rolled
    assert (await system.post("games", "closed"))["id"] == system.seen("games")[-1]["id"]


async def test_whole_turns_are_offered_while_the_mover_types(system: System) -> None:
    """To him alone, and to nobody in the wait; each counts as it stands."""
    await jam(system, "Ann", "Ben")
    mover = await system.mover("games")
    offered = {who: await complete(system, who) for who in ("Ann", "Ben", "Cy")}
    assert [who for who, found in offered.items() if found] == [mover]
    lines = {perform(RULES, (await table(system)).at.state, line)[0] for line in offered[mover]}
    assert 1 < len(lines) == len(offered[mover]) <= 25
    told = await system.slash(mover, "games", "logjam turn", line=offered[mover][0])
    assert "Your turn in J1 counts." in told["content"]
    assert await complete(system, mover) == []


async def complete(system: System, who: str) -> list[str]:
    """The lines that somebody is offered before he has typed anything."""
    found = await system.people[who].complete("games", "logjam turn", "line", line="")
    return [each["value"] for each in found]

"""What goes wrong around a turn that waits for the die, and around the die's own row.

Source: issue 4, "Must hold"; experience 3.9; issue 3, item 5: no turn lost, nothing posted twice,
no die rolled twice.
"""

from __future__ import annotations

import pytest

from bot.table.agreed import SECONDS
from tests.bot.discord.jamming import aloud, chance, goes_on, jam, rests, table
from tests.bot.discord.system import System, button
from tests.bot.discord.watching import until
from tests.faults.accidents import (
    ANSWER,
    DEFER,
    PASSING,
    POST,
    fails,
    happens,
    last_has_buttons,
    nothing_lost,
    struck,
)

GOES_ON = "The die has been rolled, so the turn in J1 is final."


@pytest.mark.parametrize("kind", PASSING)
@pytest.mark.parametrize("moment", [DEFER, ANSWER, POST], ids=["defer", "answer", "post"])
async def test_a_passing_fault_at_go_on_now_is_waited_out(
    system: System, kind: str, moment: tuple[str, str]
) -> None:
    """One roll, one post, and who pressed is told."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    rolled = len(await chance(system))
    happens(system, kind, moment)
    assert GOES_ON in await goes_on(system, who, answer)
    await system.post("games")
    assert struck(system)
    assert len(await chance(system)) == rolled + 1
    await nothing_lost(system, turns=1)
    assert last_has_buttons(system.boards("games"))


@pytest.mark.parametrize("kind", ["10062", "50027"])
async def test_go_on_now_that_cannot_be_acknowledged_is_not_done(system: System, kind: str) -> None:
    """Discord shows "failed", and that is true: the turn waits on, and can be taken back."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    happens(system, kind, DEFER)
    pressed = await system.people[who].press(answer, button(answer, "Roll Now"))
    await fails(system, who, pressed)
    assert (await table(system)).waiting
    assert GOES_ON in await goes_on(system, who, answer)
    await nothing_lost(system, turns=1)


@pytest.mark.parametrize("kind", ["10062", "10008", "50027"])
async def test_without_the_answer_the_clock_goes_on(system: System, kind: str) -> None:
    """The answer with its button is lost; the turn counts, and its time comes."""
    await jam(system, "Ann", "Ben")
    who = await system.mover("games")
    happens(system, kind, ANSWER)
    await system.people[who].slash("games", "logjam turn", move=".")

    async def waits() -> bool:
        return (await table(system)).waiting

    await until(waits)
    system.pass_time(SECONDS + 1)
    await system.until_called("games")
    assert system.pinged(await system.post("games")) == [await system.mover("games")]
    await nothing_lost(system, turns=1)


@pytest.mark.parametrize("kind", ["50013", "50001", "10008"])
async def test_where_the_reply_is_refused_the_turn_counts_all_the_same(
    system: System, kind: str
) -> None:
    """A typed turn whose answer may not be written under it: the wait ends by itself."""
    await jam(system, "Ann", "Ben")
    who = await system.mover("games")
    happens(system, kind, POST)
    await aloud(system, who, f"<@{system.world.bot_id}> .")
    assert struck(system)
    assert (await table(system)).waiting
    system.pass_time(SECONDS + 1)
    await system.until_called("games")
    await nothing_lost(system, turns=1)


async def test_go_on_now_delivered_twice_is_one_roll(system: System) -> None:
    """The second delivery cannot be acknowledged, and would find the same row."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    rolled, guest = len(await chance(system)), system.people[who]
    pressed = await guest.press(answer, button(answer, "Roll Now"))
    await guest.act("again", interaction=pressed)
    assert GOES_ON in (await system.answer(who, pressed))["content"]
    await nothing_lost(system, turns=1)
    assert len(await chance(system)) == rolled + 1


async def test_a_typed_turn_delivered_again_in_its_wait_and_after_it(system: System) -> None:
    """It is told once that it counts; when the next player has been called there is nothing to
    tell."""
    await jam(system, "Ann", "Ben")
    who = await system.mover("games")
    said = await system.people[who].say("games", f"<@{system.world.bot_id}> .")
    await until(lambda: system.bot.done_with[said["id"]])
    await system.people[who].act("again", message=said["id"])
    await until(lambda: system.bot.done_with[said["id"]] == 2)
    await system.quiet()
    told = await system.under(said["id"], "games")
    assert (
        told.count("Turn played"),
        "The die for the next turn will be rolled" in told,
    ) == (
        1,
        True,
    )
    system.pass_time(SECONDS + 1)
    await system.until_called("games")
    rolled = len(await chance(system))
    await system.people[who].act("again", message=said["id"])
    await until(lambda: system.bot.done_with[said["id"]] == 3)
    await system.quiet()
    assert await system.under(said["id"], "games") == ""
    assert len(await chance(system)) == rolled
    await nothing_lost(system, turns=1)

"""What goes wrong around a turn that waits for the die, and around the die's own row.

Source: issue 4, "Must hold"; experience 3.9; issue 3, item 5: no turn lost, nothing posted twice,
no die rolled twice.
"""

from __future__ import annotations

import pytest

from bot.tables.undo_window import SECONDS
from tests.bot.discord.camp import Camp, button
from tests.bot.discord.jamming import aloud, chance, goes_on, jam, rests, table
from tests.bot.discord.watching import until
from tests.faults.accidents import (
    ANSWER,
    DEFER,
    PASSING,
    POST,
    happens,
    last_has_buttons,
    nothing_lost,
    struck,
)
from tests.patience import PATIENCE

GOES_ON = "goes on: the die has been rolled"


@pytest.mark.parametrize("kind", PASSING)
@pytest.mark.parametrize("moment", [DEFER, ANSWER, POST], ids=["defer", "answer", "post"])
async def test_a_passing_fault_at_go_on_now_is_waited_out(
    camp: Camp, kind: str, moment: tuple[str, str]
) -> None:
    """One roll, one post, and who pressed is told."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    rolled = len(await chance(camp))
    happens(camp, kind, moment)
    assert GOES_ON in await goes_on(camp, who, answer)
    await camp.post("games")
    assert struck(camp)
    assert len(await chance(camp)) == rolled + 1
    await nothing_lost(camp, turns=1)
    assert last_has_buttons([m for m in camp.seen("games") if m["attachments"]])


@pytest.mark.parametrize("kind", ["10062", "50027"])
async def test_go_on_now_that_cannot_be_acknowledged_is_not_done(camp: Camp, kind: str) -> None:
    """Discord shows "failed", and that is true: the turn waits on, and can be taken back."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    happens(camp, kind, DEFER)
    guest = camp.people[who]
    pressed = await guest.press(answer, button(answer, "Go On Now"))
    await guest.act("clock", add=PATIENCE + 1)
    await guest.outcome(pressed, "failed")
    assert (await table(camp)).waiting
    assert GOES_ON in await goes_on(camp, who, answer)
    await nothing_lost(camp, turns=1)


@pytest.mark.parametrize("kind", ["10062", "10008", "50027"])
async def test_without_the_answer_the_clock_goes_on(camp: Camp, kind: str) -> None:
    """The answer with its button is lost; the turn counts, and its time comes."""
    await jam(camp, "Ann", "Ben")
    who = await camp.mover("games")
    happens(camp, kind, ANSWER)
    await camp.people[who].slash("games", "logjam turn", line=".")

    async def waits() -> bool:
        return (await table(camp)).waiting

    await until(waits)
    camp.pass_time(SECONDS + 1)
    await camp.until_called("games")
    assert camp.pinged(await camp.post("games")) == [await camp.mover("games")]
    await nothing_lost(camp, turns=1)


@pytest.mark.parametrize("kind", ["50013", "50001", "10008"])
async def test_where_the_reply_is_refused_the_turn_counts_all_the_same(
    camp: Camp, kind: str
) -> None:
    """A typed turn whose answer may not be written under it: the wait ends by itself."""
    await jam(camp, "Ann", "Ben")
    who = await camp.mover("games")
    happens(camp, kind, POST)
    await aloud(camp, who, f"<@{camp.world.bot_id}> .")
    assert struck(camp)
    assert (await table(camp)).waiting
    camp.pass_time(SECONDS + 1)
    await camp.until_called("games")
    await nothing_lost(camp, turns=1)


async def test_go_on_now_delivered_twice_is_one_roll(camp: Camp) -> None:
    """The second delivery cannot be acknowledged, and would find the same row."""
    await jam(camp, "Ann", "Ben")
    who, answer = await rests(camp)
    rolled, guest = len(await chance(camp)), camp.people[who]
    pressed = await guest.press(answer, button(answer, "Go On Now"))
    await guest.act("again", interaction=pressed)
    assert GOES_ON in (await camp.answer(who, pressed))["content"]
    await nothing_lost(camp, turns=1)
    assert len(await chance(camp)) == rolled + 1


async def test_a_typed_turn_delivered_again_in_its_wait_and_after_it(camp: Camp) -> None:
    """In the wait it is told again that it counts; when the next player has been called there is
    nothing to tell."""
    await jam(camp, "Ann", "Ben")
    who = await camp.mover("games")
    said = await camp.people[who].say("games", f"<@{camp.world.bot_id}> .")
    assert "The die is rolled for the next turn" in await camp.under(said["id"], "games")
    await camp.people[who].act("again", message=said["id"])

    async def twice() -> bool:
        return (await camp.under(said["id"], "games")).count("counts") == 2

    await until(twice)
    camp.pass_time(SECONDS + 1)
    await camp.until_called("games")
    rolled = len(await chance(camp))
    await camp.people[who].act("again", message=said["id"])
    await until(lambda: camp.bot.done_with[said["id"]] == 3)
    assert (await camp.under(said["id"], "games")).count("counts") == 2
    assert len(await chance(camp)) == rolled
    await nothing_lost(camp, turns=1)

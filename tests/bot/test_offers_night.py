"""Who is asked for something at night is called for it in the morning, once.

Source: issue 12, 2 and "Must hold": nobody is called in quiet hours, per offer one mention.
"""

from __future__ import annotations

import pytest

from tests.bot.controls import Controls, begun
from tests.bot.core import ANN, BEN, CHANNEL, CY, Core, Person
from tests.bot.test_calls import at, likes, mentions, passing
from tests.bot.test_offers import ask, line, pushed
from tests.bot.transport import Posted


async def asked_at_night(core: Core) -> tuple[Person, Person, Person, Posted]:
    """Three play; it is night for one of the two who are asked. Who asks, who sleeps, who is
    awake, and the line."""
    await begun(core, ANN, BEN, CY, lines=4)
    at(core, 23)
    mover = await core.mover()
    sleeper, other = (who for who in (ANN, BEN, CY) if who != mover)
    await likes(core, sleeper, time_zone="Europe/Berlin")
    await ask(core, mover, "end")
    return mover, sleeper, other, await line(core)


def of_offers(core: Core, who: Person) -> list[Posted]:
    return [each for each in mentions(core, who) if "asks to end" in each.text]


async def test_the_line_stands_at_once_and_the_mention_comes_in_the_morning(core: Core) -> None:
    """Whoever is awake is called by the line; the others by a message that leads to it."""
    _, sleeper, other, posted = await asked_at_night(core)
    assert posted.pings == (other.id,)
    at(core, 7, 59, day=11)
    await passing(core)
    assert of_offers(core, sleeper) == []
    at(core, 8, day=11)
    await passing(core)
    (called,) = of_offers(core, sleeper)
    assert called.text.startswith(f"<@{sleeper.id}>: ")
    assert f"/{CHANNEL}/{posted.id})" in called.text
    assert len(of_offers(core, other)) == 1
    at(core, 9, day=12)
    await passing(core)
    assert len(of_offers(core, sleeper)) == 1


@pytest.mark.parametrize("how", ["Accept", "Decline", "withdrawn", "muted"])
async def test_what_is_settled_by_then_calls_nobody(core: Core, how: str) -> None:
    mover, sleeper, other, posted = await asked_at_night(core)
    game = await core.game()
    if how == "withdrawn":
        await Controls(core).press(mover, await ask(core, mover, "end"), "Withdraw")
    elif how == "muted":
        await likes(core, sleeper, muted=f"{game.id}")
    else:
        await pushed(core, sleeper if how == "Accept" else other, posted, how)
    at(core, 8, day=11)
    await passing(core)
    assert of_offers(core, sleeper) == []


async def test_a_line_that_comes_late_in_the_evening_calls_in_the_morning(core: Core) -> None:
    """It was asked before the night, and posted in it; a process that died in between posts and
    calls once."""
    await begun(core, ANN, BEN, lines=2)
    at(core, 21, 59)
    mover, other = await core.mover(), await core.waiting()
    await likes(core, other, time_zone="Europe/Berlin")
    await ask(core, mover, "end")
    at(core, 22, 1)
    assert (await line(core)).pings == ()
    at(core, 8, day=11)
    await passing(core)
    (called,) = mentions(core, other)
    assert called.text.startswith(f"<@{other.id}>: {mover.name} offers a draw in **L1**.")

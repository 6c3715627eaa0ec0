"""Who starts a game before all seats are taken, and when.

Source: issue 2, item 7; issue 9, item 12.
"""

from __future__ import annotations

import pytest

from bot.features.lobby import DAY
from tests.bot.core import ANN, BEN, CY, EVE, Core, Person


async def test_start_now(core: Core) -> None:
    """With fewer than asked for, when the host says so and they are enough."""
    await core.open(ANN, 4)
    refused = await core.start(ANN)
    assert refused.text == "L1 was not started: Logger needs at least 2 players."
    await core.join(BEN)
    started = await core.start(ANN)
    assert "it has started" in started.text
    assert len((await core.game()).sitters) == 2
    assert (await core.start(BEN)).text == started.text, "it is what they wanted"
    late = await core.start(EVE)
    assert "has started already, nothing was changed" in late.text


@pytest.mark.parametrize("who", [BEN, EVE], ids=["who has joined", "a stranger"])
async def test_nobody_starts_early_against_the_wish_of_the_host(core: Core, who: Person) -> None:
    """Issue 9, item 12: the host may be waiting for a fourth; the refusal says who can, and when
    everybody can."""
    await core.open(ANN, 4)
    await core.join(BEN)
    opened = core.time()
    core.time.seconds += DAY - 1
    refused = await core.start(who)
    assert refused.text == (
        "L1 was not started: its host, Ann, or somebody who may manage this channel can start it "
        f"before all seats are taken, and from <t:{int(opened + DAY)}:f> on everybody who has "
        "joined."
    )
    assert (await core.game()).status == "lobby"
    assert "it has started" in (await core.start(who, moderator=True)).text


async def test_after_a_day_everybody_who_has_joined_may_start(core: Core) -> None:
    """A host who does not come back keeps nobody waiting; strangers still start nothing."""
    await core.open(ANN, 4)
    await core.join(BEN)
    core.time.seconds += DAY
    assert "was not started" in (await core.start(EVE)).text
    assert "it has started" in (await core.start(BEN)).text


async def test_when_the_host_has_left_the_next_one_starts(core: Core) -> None:
    await core.open(ANN, 4)
    for who in (BEN, CY):
        await core.join(who)
    await core.leave(ANN)
    assert "its host, Ben," in (await core.start(CY)).text
    assert "it has started" in (await core.start(BEN)).text

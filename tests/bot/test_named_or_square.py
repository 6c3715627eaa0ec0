"""F1 is a game and f1 is a start space: what is meant by a line that opens with it.

Source: issue 2, item 7 (games are named); issue 5 (lanes a to i).
"""

from __future__ import annotations

import pytest

from tests.bot.core import ANN, BEN, Core


@pytest.fixture
async def race(core: Core) -> Core:
    core.kind = "fellers"
    await core.seated(ANN, BEN)
    return core


async def reads(core: Core, line: str) -> bool:
    wish = core.wish(await core.mover(), line)
    return (await core.turns.meant(wish, "F1", line[len("F1") :])).name is None


async def a_card(core: Core) -> str:
    """One that the mover holds, of a lumberjack."""
    table = await core.table()
    return str(next(card for card in table.mine.hands[table.actor] if card != "j"))


async def test_before_a_card_it_is_a_name(race: Core) -> None:
    """No lumberjack can be meant that would enter there."""
    card = await a_card(race)
    for line in ("F1", f"F1 {card}", f"F1 {card} d1 s"):
        assert not await reads(race, line)


async def test_after_a_card_it_is_the_start_space(race: Core) -> None:
    """What can be played is played; a name before another card is still a name."""
    await race.say(await race.mover(), card := await a_card(race))
    assert await reads(race, "F1 s")
    assert await reads(race, "f1")
    assert not await reads(race, f"F1 {card} d1 s")

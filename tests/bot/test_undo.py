"""Taking a turn back; whole games with take-backs and departures in them.

Source of the promises: issue 3, item 3; docs/decisions.md ("n only grows").
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from rules.logger.rules import GONE
from tests.bot.controls import Controls, begun, is_sound, seats
from tests.bot.core import ANN, BEN, CY, EVE, PEOPLE, Core
from tests.bot.playing import position, turn
from tests.drafts import draft_in

LAST = position("...../...../...../...../MM...", "a1,e5", 1, points=(3, 12), supply=(0, 0))


# taking back


async def test_a_turn_is_taken_back_by_a_row_of_its_own(core: Core) -> None:
    """Decision: n only grows; the position is the one before, and the same person is on turn."""
    controls = await begun(core, ANN, BEN, lines=2)
    before, mover = await core.table(), await core.mover()
    await core.say(mover, "stay; plant n")
    await core.deliver()
    answer = await controls.undo(mover)
    assert "is taken back" in answer.text
    after = await core.table()
    assert (await core.log())[-2:] == ["a1 +a2", f"undo {before.n}"]
    assert after.n == before.n + 2
    assert after.at.state == before.at.state
    assert await core.mover() == mover
    await core.deliver()
    assert f"{mover.name} took the last turn back." in core.posts()[-1]


async def test_another_turn_can_be_made_instead_and_taken_back_too(core: Core) -> None:
    controls = await begun(core, ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    before = (await core.table()).at.state
    for line in ("stay; plant n", "b1; plant e", "a3 +a2"):
        assert "counts" in (await core.say(mover, line)).text
        assert "is taken back" in (await controls.undo(mover)).text
        assert (await core.table()).at.state == before
    await core.say(mover, "stay; plant n")
    assert "counts" in (await core.say(other, "stay; plant s")).text
    assert await core.mover() == mover


async def test_only_until_the_next_one_has_played(core: Core) -> None:
    controls = await begun(core, ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    await core.say(mover, "stay; plant n")
    await core.say(other, "stay; plant s")
    log = await core.log()
    told = (await controls.undo(mover)).text
    assert f"Nothing was taken back: {other.name} made the last turn in L1." in told
    assert await core.log() == log


async def test_a_draft_of_the_next_one_does_not_end_it(core: Core) -> None:
    """Experience 3.9: opening or drafting a turn does not; the draft is dropped."""
    controls = await begun(core, ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    await core.say(mover, "stay; plant n")
    await controls.take(other)
    await core.say(other, "stay")
    assert await draft_in(core.store, 1, 1) is not None
    assert "is taken back" in (await controls.undo(mover)).text
    assert await draft_in(core.store, 1, 1) is None


async def test_nobody_takes_back_what_another_played(core: Core) -> None:
    controls = await begun(core, ANN, BEN, CY, lines=4)
    log, who = await core.log(), await seats(core)
    for other in who[1:]:
        assert f"{who[0].name} made the last turn" in (await controls.undo(other)).text
    assert "You are not in L1" in (await controls.undo(EVE)).text
    assert await core.log() == log


async def test_there_must_be_something_to_take_back(core: Core) -> None:
    controls = Controls(core)
    await core.open(ANN, 2)
    assert "has not started yet" in (await controls.undo(ANN)).text
    await core.join(BEN)
    told = (await controls.undo(ANN)).text
    assert "Nothing has been played in L1 yet" in told
    await core.say(await core.mover(), "a1")
    first = await core.waiting()
    button: dict[str, int] = {"game": (await core.game()).id, "n": (await core.game()).n}
    once = await controls.undo(first, **button)
    assert await controls.undo(first, **button) == once, "pressed twice, it is taken back once"


async def test_not_when_the_game_is_over(core: Core) -> None:
    controls = await begun(core, ANN, BEN)
    await core.put(LAST)
    mover = await core.mover()
    await core.say(mover, "stay; plant s")
    assert (await core.game()).status == "over"
    assert "L1 ended on" in (await controls.undo(mover)).text


async def test_not_past_a_departure(core: Core) -> None:
    """Somebody who has left cannot be brought back by it."""
    controls = await begun(core, ANN, BEN, CY, lines=4)
    first, _, third = await seats(core)
    await controls.gone(third)
    log = await core.log()
    assert "something else has happened" in (await controls.undo(first)).text
    assert await core.log() == log


async def test_a_take_back_delivered_twice_is_one(core: Core) -> None:
    """Decision 8: later, at once, and after the turn was made anew."""
    controls = await begun(core, ANN, BEN, lines=2)
    mover = await core.mover()
    await core.say(mover, "stay; plant n")
    both = await asyncio.gather(*(controls.undo(mover, key="same") for _ in range(2)))
    assert both[0] == both[1] == await controls.undo(mover, key="same")
    await core.say(mover, "stay; plant n")
    assert "is taken back" in (await controls.undo(mover, key="same")).text
    assert [text for text in await core.log() if text.startswith("undo")] == ["undo 5"]


async def test_a_take_back_and_the_next_turn_at_once_are_one_of_both(core: Core) -> None:
    """Decision 8: (game, n) is the lock."""
    controls = await begun(core, ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    await core.say(mover, "stay; plant n")
    row = (await core.game()).n
    await asyncio.gather(controls.undo(mover), core.say(other, "stay; plant s"))
    assert (await core.game()).n == row + 1
    assert (await core.log())[-1] in ("undo 5", "e5 +e4")


# whole games


async def _departs(core: Core, controls: Controls, chance: Random) -> bool:
    """Somebody who is still there leaves, if three or more are."""
    state = (await core.table()).at.state
    there = [p for p, cell in zip(await seats(core), state.loggers, strict=True) if cell != GONE]
    if len(there) < 3:
        return False
    assert "You have left L1" in (await controls.gone(chance.choice(there))).text
    return True


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (3, 4), (4, 5), (4, 6)])
async def test_whole_games_with_take_backs_and_departures(
    core: Core, players: int, seed: int
) -> None:
    """Issue 3: the log rebuilds the state, the checksums hold, and the game ends."""
    chance, controls = Random(seed), await begun(core, *PEOPLE[:players])
    undone = left = 0
    for _ in range(400):
        if (await core.game()).status == "over":
            break
        mover = await core.mover()
        assert "counts" in (await core.say(mover, turn(await core.table(), chance))).text
        if chance.random() < 0.25 and (await core.game()).status == "playing":
            undone += "is taken back" in (await controls.undo(mover)).text
            await is_sound(core)
        if chance.random() < 0.03 and (await core.game()).status == "playing":
            left += await _departs(core, controls, chance)
            await is_sound(core)
    assert (await core.game()).status == "over"
    assert undone > 3
    await is_sound(core)

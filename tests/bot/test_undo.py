"""Taking a turn back; whole games with take-backs and departures in them.

Source of the promises: issue 3, item 3; docs/decisions.md ("n only grows").
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from rules.logger.position import GONE
from tests.bot.desks import Desks, begun, is_sound, seats
from tests.bot.hall import ANN, BEN, CY, EVE, PEOPLE, Hall
from tests.bot.playing import position, turn

LAST = position("...../...../...../...../MM...", "a1,e5", 1, points=(3, 12), supply=(0, 0))


# taking back


async def test_a_turn_is_taken_back_by_a_row_of_its_own(hall: Hall) -> None:
    """Decision: n only grows; the position is the one before, and the same person is on turn."""
    desks = await begun(hall, ANN, BEN, lines=2)
    before, mover = await hall.table(), await hall.mover()
    await hall.say(mover, "stay; plant n")
    await hall.deliver()
    answer = await desks.undo(mover)
    assert "is taken back" in answer.text
    after = await hall.table()
    assert (await hall.log())[-2:] == ["a1 +a2", f"undo {before.n}"]
    assert after.n == before.n + 2
    assert after.at.state == before.at.state
    assert await hall.mover() == mover
    await hall.deliver()
    assert f"{mover.name} took the last turn back." in hall.posts()[-1]


async def test_another_turn_can_be_made_instead_and_taken_back_too(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN, lines=2)
    mover, other = await hall.mover(), await hall.waiting()
    before = (await hall.table()).at.state
    for line in ("stay; plant n", "b1; plant e", "a3 +a2"):
        assert "counts" in (await hall.say(mover, line)).text
        assert "is taken back" in (await desks.undo(mover)).text
        assert (await hall.table()).at.state == before
    await hall.say(mover, "stay; plant n")
    assert "counts" in (await hall.say(other, "stay; plant s")).text
    assert await hall.mover() == mover


async def test_only_until_the_next_one_has_played(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN, lines=2)
    mover, other = await hall.mover(), await hall.waiting()
    await hall.say(mover, "stay; plant n")
    await hall.say(other, "stay; plant s")
    log = await hall.log()
    told = (await desks.undo(mover)).text
    assert f"Nothing was taken back: {other.name} made the last turn in L1." in told
    assert await hall.log() == log


async def test_a_draft_of_the_next_one_does_not_end_it(hall: Hall) -> None:
    """Experience 3.9: opening or drafting a turn does not; the draft is dropped."""
    desks = await begun(hall, ANN, BEN, lines=2)
    mover, other = await hall.mover(), await hall.waiting()
    await hall.say(mover, "stay; plant n")
    await desks.take(other)
    await hall.say(other, "stay")
    assert await hall.store.draft(1, 1) is not None
    assert "is taken back" in (await desks.undo(mover)).text
    assert await hall.store.draft(1, 1) is None


async def test_nobody_takes_back_what_another_played(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN, CY, lines=4)
    log, who = await hall.log(), await seats(hall)
    for other in who[1:]:
        assert f"{who[0].name} made the last turn" in (await desks.undo(other)).text
    assert "You are not in L1" in (await desks.undo(EVE)).text
    assert await hall.log() == log


async def test_there_must_be_something_to_take_back(hall: Hall) -> None:
    desks = Desks(hall)
    await hall.open(ANN, 2)
    assert "has not started yet" in (await desks.undo(ANN)).text
    await hall.join(BEN)
    told = (await desks.undo(ANN)).text
    assert "Nothing has been played in L1 yet" in told
    await hall.say(await hall.mover(), "a1")
    first = await hall.waiting()
    once = await desks.undo(first)
    assert await desks.undo(first) == once, "pressed twice, it is taken back once"


async def test_not_when_the_game_is_over(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN)
    await hall.put(LAST)
    mover = await hall.mover()
    await hall.say(mover, "stay; plant s")
    assert (await hall.game()).status == "over"
    assert "L1 ended on" in (await desks.undo(mover)).text


async def test_not_past_a_departure(hall: Hall) -> None:
    """Somebody who has left cannot be brought back by it."""
    desks = await begun(hall, ANN, BEN, CY, lines=4)
    first, _, third = await seats(hall)
    await desks.gone(third)
    log = await hall.log()
    assert "something else has happened" in (await desks.undo(first)).text
    assert await hall.log() == log


async def test_a_take_back_delivered_twice_is_one(hall: Hall) -> None:
    """Decision 8: later, at once, and after the turn was made anew."""
    desks = await begun(hall, ANN, BEN, lines=2)
    mover = await hall.mover()
    await hall.say(mover, "stay; plant n")
    both = await asyncio.gather(*(desks.undo(mover, key="same") for _ in range(2)))
    assert both[0] == both[1] == await desks.undo(mover, key="same")
    await hall.say(mover, "stay; plant n")
    assert "is taken back" in (await desks.undo(mover, key="same")).text
    assert [text for text in await hall.log() if text.startswith("undo")] == ["undo 5"]


async def test_a_take_back_and_the_next_turn_at_once_are_one_of_both(hall: Hall) -> None:
    """Decision 8: (game, n) is the lock."""
    desks = await begun(hall, ANN, BEN, lines=2)
    mover, other = await hall.mover(), await hall.waiting()
    await hall.say(mover, "stay; plant n")
    row = (await hall.game()).n
    await asyncio.gather(desks.undo(mover), hall.say(other, "stay; plant s"))
    assert (await hall.game()).n == row + 1
    assert (await hall.log())[-1] in ("undo 5", "e5 +e4")


# whole games


async def _departs(hall: Hall, desks: Desks, chance: Random) -> bool:
    """Somebody who is still there leaves, if three or more are."""
    state = (await hall.table()).at.state
    there = [p for p, cell in zip(await seats(hall), state.loggers, strict=True) if cell != GONE]
    if len(there) < 3:
        return False
    assert "You have left L1" in (await desks.gone(chance.choice(there))).text
    return True


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (3, 4), (4, 5), (4, 6)])
async def test_whole_games_with_take_backs_and_departures(
    hall: Hall, players: int, seed: int
) -> None:
    """Issue 3: the log rebuilds the state, the checksums hold, and the game ends."""
    chance, desks = Random(seed), await begun(hall, *PEOPLE[:players])
    undone = left = 0
    for _ in range(400):
        if (await hall.game()).status == "over":
            break
        mover = await hall.mover()
        assert "counts" in (await hall.say(mover, turn(await hall.table(), chance))).text
        if chance.random() < 0.25 and (await hall.game()).status == "playing":
            undone += "is taken back" in (await desks.undo(mover)).text
            await is_sound(hall)
        if chance.random() < 0.03 and (await hall.game()).status == "playing":
            left += await _departs(hall, desks, chance)
            await is_sound(hall)
    assert (await hall.game()).status == "over"
    assert undone > 3
    await is_sound(hall)

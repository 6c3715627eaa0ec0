"""Two people at the same moment: one is first, the other reads the result."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.table.clocks import calendar_of, running
from bot.table.game import CLOCK
from storage import Store
from tests.acting import ANN, BEN, CY, DEE
from tests.bot.core import Core
from tests.bot.playing import position

FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))


async def test_three_join_for_the_last_two_seats(core: Core) -> None:
    """The second attempt is repeated, and nobody notices; who is late hears that it has begun."""
    await core.open(ANN, 3)
    answers = await asyncio.gather(core.join(BEN), core.join(CY), core.join(DEE))
    assert [answer.text.startswith("You're in") for answer in answers].count(True) == 2
    assert [answer.text.startswith("L1 has already started") for answer in answers].count(True) == 1
    assert len((await core.game()).sitters) == 3


@pytest.mark.parametrize("first", ["leave", "start"])
async def test_one_leaves_while_another_starts(core: Core, first: str) -> None:
    """Never a game with too few players, and nobody plays who read that they have left."""
    await core.open(ANN, 4)
    await core.join(BEN)
    both = {"leave": core.do(BEN, "leave"), "start": core.do(ANN, "start")}
    second = ({*both} - {first}).pop()
    answers = await asyncio.gather(both[first], both[second])
    by_name = dict(zip((first, second), answers, strict=True))
    game = await core.game()
    if game.status == "playing":
        assert "L1 has already started. To leave it" in by_name["leave"].text
        assert len(game.sitters) == 2
    else:
        assert by_name["leave"].text == "You've left L1."
        assert "needs at least 2 players" in by_name["start"].text


class Meddled:
    """A store where, before each use of a verb, something else happens first."""

    def __init__(self, store: Any, verb: str, first: Any) -> None:
        self._store, self._verb, self._first = store, verb, first

    def __getattr__(self, verb: str) -> Any:
        there = getattr(self._store, verb)
        if verb != self._verb:
            return there

        async def meddled(*args: Any, **named: Any) -> Any:
            await self._first(*args)
            return await there(*args, **named)

        return meddled


async def test_a_turn_that_comes_between_makes_a_line_stale(two: Core) -> None:
    """Between reading and writing, the same player's other line has counted."""
    await two.put(FREE)
    mover = await two.mover()

    async def other_line(*_: Any) -> None:
        await two.say(mover, "a2; plant a3")

    for verb, line in (("commit", "b1; plant c1"), ("save_draft", "b1")):
        await two.put(FREE)
        late = two.wrap(Meddled(two.store, verb, other_line))
        answer = await late.say(mover, line)
        assert "L1 has moved on since then." in answer.text
        assert (await two.log())[-1] == "a2 +a3"


async def test_quiet_hours_that_are_set_elsewhere_meanwhile_count(core: Core) -> None:
    """Another process wrote them, and this one hears of it with its commit."""
    await core.begin(ANN, BEN, options={"pace": "relaxed"})
    mover, other = await core.mover(), await core.waiting()
    assert isinstance(core.store, Store)
    elsewhere = Store(core.store._thread, core.time)

    async def sets(*_: Any) -> None:
        await elsewhere.set_personal(other.id, "time_zone", "Europe/Berlin")
        await elsewhere.set_personal(other.id, "quiet", "22:00-08:00")

    late = core.wrap(Meddled(core.store, "commit", sets))
    assert "Turn played" in (await late.say(mover, "a1")).text
    game = await core.game()
    clock = running(game)
    assert clock is not None
    assert clock.since is not None
    calendar = calendar_of(game, game.sitters[clock.seat])
    assert calendar.quiet is not None
    assert game.due(CLOCK) == calendar.end(clock.since, clock.left) != clock.since + clock.left

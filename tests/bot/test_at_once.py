"""Two people at the same moment: one of them is first, the other is told what has become of it.

Source: issue 2, "Must hold" (two people at once), and design decision 8.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.boundary import answered
from bot.messages.message import Message
from bot.tables.lobby import PATIENCE
from storage import Conflict
from tests.bot.hall import ANN, BEN, CY, DEE, Hall
from tests.bot.playing import position

FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))


async def test_two_join_for_the_last_seat(hall: Hall) -> None:
    """One is in; the other hears that it has started without him."""
    await hall.open(ANN, 2)
    answers = await asyncio.gather(hall.join(BEN), hall.join(CY))
    assert sorted(a.text.partition(" and")[0].partition(",")[0] for a in answers) == [
        "L1 has started already",
        "You are in L1",
    ]
    assert len((await hall.game()).sitters) == 2


async def test_two_join_where_there_is_room_for_both(hall: Hall) -> None:
    """Who was second is tried again, and nobody notices."""
    await hall.open(ANN, 4)
    answers = await asyncio.gather(hall.join(BEN), hall.join(CY), hall.join(DEE))
    assert all(answer.text.startswith("You are in L1") for answer in answers)
    assert (await hall.game()).status == "playing"


async def test_two_lines_for_one_turn(hall: Hall) -> None:
    """One counts; the other changes nothing, and says so."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    mover = await hall.mover()
    n = (await hall.game()).n
    answers = await asyncio.gather(hall.say(mover, "b1; plant c1"), hall.say(mover, "a2; plant a3"))
    assert (await hall.game()).n == n + 1
    counts = [a.text.startswith("Your turn in L1 counts.") for a in answers]
    assert sorted(counts) == [False, True]
    loser = answers[counts.index(False)].text
    assert "nothing was changed" in loser or "Nothing was played" in loser


async def test_the_same_line_twice_at_once(hall: Hall) -> None:
    """Two deliveries under way together: one effect, one answer."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    wish, n = hall.wish(await hall.mover(), "b1; plant c1"), (await hall.game()).n
    first, second = await asyncio.gather(hall.turns.say(wish), hall.turns.say(wish))
    assert first == second
    assert (await hall.game()).n == n + 1


async def test_the_same_join_twice_at_once(hall: Hall) -> None:
    """Also where it is what starts the game."""
    await hall.open(ANN, 2)
    wish = hall.wish(BEN)
    first, second = await asyncio.gather(hall.lobby("join", wish), hall.lobby("join", wish))
    assert first == second
    assert len(await hall.log()) == 3


async def test_one_joins_while_another_starts(hall: Hall) -> None:
    """Either order is fine: he is in, or he is told that it has started."""
    await hall.open(ANN, 4)
    await hall.join(BEN)
    started, joined = await asyncio.gather(hall.start(ANN), hall.join(CY))
    game = await hall.game()
    assert game.status == "playing"
    assert "it has started" in started.text
    seated = any(s.user == CY.id for s in game.sitters)
    assert joined.text.startswith("You are in L1" if seated else "L1 has started already")


@pytest.mark.parametrize("first", ["leave", "start"])
async def test_one_leaves_while_another_starts(hall: Hall, first: str) -> None:
    """Never a game with too few, never somebody in it who was told that he has left."""
    await hall.open(ANN, 4)
    await hall.join(BEN)
    both = {"leave": hall.leave(BEN), "start": hall.start(ANN)}
    second = ({*both} - {first}).pop()
    by_name = dict(
        zip((first, second), await asyncio.gather(both[first], both[second]), strict=True)
    )
    game = await hall.game()
    if game.status == "playing":
        assert "cannot be given back" in by_name["leave"].text
        assert len(game.sitters) == 2
    else:
        assert by_name["leave"].text == "You have left L1."
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


async def test_a_turn_that_comes_between_makes_a_line_stale(hall: Hall) -> None:
    """Between reading and writing, the same player's other line has counted."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    mover = await hall.mover()

    async def other_line(*_: Any) -> None:
        await hall.say(mover, "a2; plant a3")

    for verb, line in (("commit", "b1; plant c1"), ("keep", "b1")):
        await hall.put(FREE)
        late = hall.over(Meddled(hall.store, verb, other_line))
        answer = await late.say(mover, line)
        assert "L1 has moved on since then; nothing was changed." in answer.text
        assert (await hall.log())[-1] == "a2 +a3"


async def test_a_lobby_that_never_stands_still_gives_up_politely(hall: Hall) -> None:
    """Tried a few times, then the answer is that it has moved on."""
    await hall.open(ANN, 4)
    tries = 0

    async def always_late(*_: Any) -> None:
        nonlocal tries
        tries += 1
        raise Conflict(1, 1, 2)

    late = hall.over(Meddled(hall.store, "commit", always_late))
    answer: Message = await answered(late.cases.lobby.join(hall.wish(BEN), await hall.game()))
    assert "has moved on" in answer.text
    assert tries == PATIENCE


async def test_nothing_is_told_when_the_commit_is_refused(hall: Hall) -> None:
    """Design decision 9: what is not in the log is not posted."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    await hall.deliver()
    before, woken = len(hall.posts()), []

    async def always_late(*_: Any) -> None:
        raise Conflict(1, 1, 2)

    late = hall.over(Meddled(hall.store, "commit", always_late))
    late.turns._commits._wake = lambda: woken.append(1)
    assert "nothing was changed" in (await late.say(await hall.mover(), "b1; plant c1")).text
    await late.deliver()
    assert (len(hall.posts()), woken) == (before, [])


async def test_whatever_is_told_has_been_written_before(hall: Hall) -> None:
    """Design decision 9, commit then tell: whoever looks into the store while the transport is
    at work finds the row there, and no transaction in the way of another write."""
    looked: list[str] = []

    async def look(verb: str, channel: int) -> None:
        game = await hall.game()
        await hall.store.set(f"seen {len(looked)}", verb)  # a write goes through
        looked.append(f"{verb} {game.n} {game.status}")

    hall.transport.look = look
    await hall.open(ANN, 2)
    await hall.deliver()
    assert looked == ["post 1 lobby"]
    await hall.join(BEN)
    await hall.deliver()
    assert looked[1:] == ["post 3 playing", "edit 3 playing"]
    await hall.say(await hall.mover(), "a1")
    assert len(looked) == 3, "the use case itself posts nothing"
    await hall.deliver()
    assert looked[3:] == ["post 4 playing", "strip 4 playing"]

"""Clocks in the store, kept by every commit of a table.

Source: issue 12, item 1: rows of the store, settled in the same transaction as the turn.
"""

from __future__ import annotations

import pytest

from bot.core.commit import Commits
from bot.core.game import CLOCK, Game
from bot.domain.clocks import granted, running
from storage import Change
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, Core

H = 3600.0
START, TURN = 72 * H, 36 * H


@pytest.fixture
async def timed(core: Core) -> Core:
    await core.seated(ANN, BEN, options={"pace": "relaxed"})
    return core


def left(game: Game) -> list[float]:
    return [clock.left for clock in game.clocks]


async def test_each_turn_settles_one_clock_and_starts_the_next(timed: Core) -> None:
    game = await timed.game()
    assert game.options["pace"] == "relaxed"
    first = running(game)
    assert first is not None
    assert (first.seat, left(game)) == (game.on_turn, [START, START])
    timed.time.seconds += 10 * H
    await timed.say(await timed.mover(), "a1")
    game = await timed.game()
    assert left(game)[first.seat] == START - 10 * H + TURN
    assert game.due(CLOCK) == timed.time() + START
    second = running(game)
    assert second is not None
    assert second.seat == game.on_turn != first.seat


async def test_a_take_back_gives_both_clocks_back(timed: Core) -> None:
    await timed.say(await timed.mover(), "a1")
    mover = await timed.mover()
    timed.time.seconds += 5 * H
    await timed.say(mover, "e5")
    spent = left(await timed.game())
    timed.time.seconds += 20 * H
    await Controls(timed).undo(mover)
    game = await timed.game()
    seat = game.on_turn
    assert seat is not None
    assert game.sitters[seat].user == mover.id
    assert left(game)[seat] == START - 5 * H
    assert left(game)[1 - seat] == spent[1 - seat]
    assert game.due(CLOCK) == timed.time() + START - 5 * H


async def test_no_clock_runs_while_a_die_waits(core: Core) -> None:
    core.kind = "logjam"
    await core.seated(ANN, BEN, options={"pace": "steady"})
    await core.say(await core.mover(), ".")
    game = await core.game()
    assert (game.on_turn, running(game), game.due(CLOCK)) == (None, None, None)
    core.time.seconds += 120
    await core.clock.tick()
    game = await core.game()
    clock = running(game)
    assert clock is not None
    assert (clock.seat, clock.since) == (game.on_turn, core.time())


async def test_who_joins_last_sleeps_at_night_all_the_same(core: Core) -> None:
    """What they have set is known to the very commit that seats them."""
    await core.store.set_personal(BEN.id, "time_zone", "Europe/Berlin")
    await core.store.set_personal(ANN.id, "time_zone", "Europe/Berlin")
    game = await core.seated(ANN, BEN, options={"pace": "brisk"})
    due = game.due(CLOCK)
    assert due is not None
    assert due - core.time() == pytest.approx(24 * H + 2 * 10 * H, abs=10 * H)
    assert due - core.time() > 24 * H


async def test_time_that_is_granted_while_somebody_plays_is_not_lost(timed: Core) -> None:
    """The turn was read before the grant and is written after it: both count."""
    before = await timed.game()
    seat = before.on_turn
    assert seat is not None
    await timed.cases.commits.commit(
        before, Change((), "grant", clocks=(granted(before, 1 - seat, 24 * H),))
    )
    stale = await timed.game()
    commits: Commits = timed.cases.commits
    mine = Change((), "more", clocks=(granted(before, seat, H),))
    await commits.commit(before, mine)
    after = await timed.game()
    assert stale.n == after.n
    assert left(after)[seat] == START + H
    assert left(after)[1 - seat] == START + 24 * H


async def test_a_game_that_ends_leaves_no_clock_running(timed: Core) -> None:
    controls = Controls(timed)
    mover = await timed.mover()
    await controls.press(mover, await controls.resign(mover), "Resign From L1")
    game = await timed.game()
    assert (game.status, running(game), game.timers) == ("over", None, ())


async def test_a_rematch_keeps_the_pace_and_fills_the_clocks(core: Core) -> None:
    await core.seated(ANN, BEN, options={"pace": "brisk", "weekends": "stop"})
    controls = Controls(core)
    mover = await core.mover()
    await controls.press(mover, await controls.resign(mover), "Resign From L1")
    for person in (ANN, BEN):
        await core.done(core.cases.lobby.again, core.wish(person, game=(await core.game()).id))
    game = await core.game(2)
    assert (game.options["pace"], game.options["weekends"]) == ("brisk", "stop")
    assert "vacations" not in game.options, "the usual is not written out"
    assert left(game) == [24 * H, 24 * H]

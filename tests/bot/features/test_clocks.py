"""Clocks at a table: whose time runs, what happens when it runs out, and what it says."""

from __future__ import annotations

from random import Random

import pytest

from bot.table.clocks import running
from bot.table.game import CLOCK
from bot.table.rows import missed_turns
from bot.table.seats import TIMEOUT, open_seats
from bot.table.table_options import PACES
from storage import Change, NewTimer
from tests.acting import ANN, BEN, Person
from tests.bot.core import Core, is_sound
from tests.bot.outbox.test_clock import passes
from tests.bot.playing import turn

H = 3600.0


async def test_no_clock_runs_while_a_die_waits(core: Core) -> None:
    core.kind = "logjam"
    await core.begin(ANN, BEN, options={"pace": "steady"})
    await core.say(await core.mover(), ".")
    game = await core.game()
    assert (game.on_turn, running(game), game.due(CLOCK)) == (None, None, None)
    await core.pass_time(120)
    game = await core.game()
    clock = running(game)
    assert clock is not None
    assert (clock.seat, clock.since) == (game.on_turn, core.time())


BRISK = PACES["brisk"]
assert BRISK is not None
START, TURN = BRISK.start, BRISK.turn


@pytest.fixture
async def brisk(core: Core) -> Core:
    """Two at a table with a clock, on their corners."""
    await core.begin(ANN, BEN, options={"pace": "brisk"})
    await core.play("a1", "e5")
    await core.deliver()
    return core


async def runs_out(core: Core) -> None:
    passes(core, START + TURN)
    await core.clock.tick()


async def left_of(core: Core, who: Person) -> float:
    game = await core.game()
    seat = [sitter.user for sitter in game.sitters].index(who.id)
    return game.clocks[seat].left


async def test_the_turn_of_who_does_not_come_is_played_and_told(brisk: Core) -> None:
    late, other = await brisk.mover(), await brisk.waiting()
    rows = await brisk.log()
    passes(brisk, START + TURN - 1)
    await brisk.clock.tick()
    assert await brisk.log() == rows, "not a second before its time"
    passes(brisk, 1)
    await brisk.clock.tick()
    seat = (await brisk.store.log(1))[-1].seat
    assert await brisk.log() == [*rows, f"timeout {seat}", "a1 +b1"]
    assert await brisk.mover() == other
    assert await left_of(brisk, late) == TURN
    await brisk.deliver()
    line, call = brisk.posts()[-2:]
    assert line.startswith(f"**L1**: time ran out for this turn. I played this for {late.name}: ")
    assert "the seat will be offered to others" in line
    assert "(played on time-out)" in call
    assert call.startswith(f"<@{other.id}>, your turn")
    await is_sound(brisk)


async def test_a_turn_that_the_clock_played_can_be_taken_back_with_an_hour_to_say_another(
    brisk: Core,
) -> None:
    late = await brisk.mover()
    await runs_out(brisk)
    await brisk.do(late, "undo")
    assert await brisk.mover() == late
    assert await left_of(brisk, late) == H
    await is_sound(brisk)
    passes(brisk, H)
    await brisk.clock.tick()
    assert [line for line in await brisk.log() if line.startswith("timeout")][1:]


async def test_im_back_counts_anew_and_gives_the_time_of_a_turn(brisk: Core) -> None:
    late, other = await brisk.mover(), await brisk.waiting()
    await runs_out(brisk)
    await brisk.deliver()
    line = brisk.transport.in_channel(500)[-2]
    n = (await brisk.game()).n
    (back,) = line.buttons
    answer = await brisk.push(late, back)
    assert "Your missed turns no longer count" in answer.text
    assert await left_of(brisk, late) == 2 * TURN
    game = await brisk.game()
    assert game.past(n) is False, "the other player's buttons go on"
    again = await brisk.push(late, back)
    assert again.text == answer.text
    assert await left_of(brisk, late) == 2 * TURN, "pressed twice is pressed once"
    await brisk.deliver()
    line = brisk.transport.in_channel(500)[-2]
    assert line.text.endswith(f"{late.name} is back.")
    assert not line.buttons
    assert "You haven't missed a turn in L1" in (await brisk.push(other, back)).text
    await brisk.say(other, turn(await brisk.table(), Random(1)))
    await runs_out(brisk)
    assert "has moved on since then" in (await brisk.push(late, back)).text
    await is_sound(brisk)


async def test_the_second_missed_turn_in_a_row_offers_the_seat(brisk: Core) -> None:
    """Above the board, or it would push that off a phone's screen. A player who returns
    in time still has the seat, with one turn's time more."""
    late = await brisk.mover()
    seat = [s.user for s in (await brisk.game()).sitters].index(late.id)
    for offered in ({}, {seat: TIMEOUT}):
        passes(brisk, 30 * H)
        await brisk.clock.tick()
        assert open_seats(await brisk.game()) == offered
        if offered:
            await brisk.deliver()
            told, on_offer, board = brisk.posts()[-3:]
            assert "I played this for" in told
            assert "twice in a row" in on_offer
            assert ", your turn in **L1**" in board
        await brisk.say(await brisk.mover(), turn(await brisk.table(), Random(1)))
        assert (await brisk.mover()).id == late.id
    await brisk.deliver()
    lines = [m for m in brisk.transport.in_channel(500) if "I played this for" in m.text]
    assert "If time runs out again first" in lines[0].text
    assert "so the seat is now on offer to others" in lines[1].text
    before = await left_of(brisk, late)
    await brisk.push(late, lines[-1].buttons[0])
    game = await brisk.game()
    assert open_seats(game) == {}
    assert (await brisk.log())[-1] == f"back {seat}"
    assert await left_of(brisk, late) == before + TURN
    assert missed_turns(await brisk.store.log(1), seat) == 0
    await is_sound(brisk)


async def test_a_turn_of_ones_own_between_two_that_were_missed_counts_anew(brisk: Core) -> None:
    """The test asks at once, since a turn of their own would take an offered seat back too."""
    for _ in range(3):
        passes(brisk, 200 * H)
        await brisk.clock.tick()
        assert open_seats(await brisk.game()) == {}
        for _ in range(3):
            await brisk.say(await brisk.mover(), turn(await brisk.table(), Random(1)))


async def test_a_clock_that_was_set_anew_is_looked_at_and_not_believed(brisk: Core) -> None:
    """A timer of an older calendar is a reason to look, and nothing more."""
    game = await brisk.game()
    early = NewTimer(CLOCK, brisk.time() + 5, str(game.on_turn))
    other = NewTimer(CLOCK, brisk.time() + 5, str(1 - (game.on_turn or 0)))
    await brisk.store.commit(game.id, game.n, Change((), "", timers=(early, other)))
    rows = await brisk.log()
    passes(brisk, 6)
    await brisk.clock.tick()
    assert await brisk.log() == rows
    (timer,) = (each for each in (await brisk.game()).timers if each.kind == CLOCK)
    assert timer.due == brisk.time() - 6 + START + TURN


async def test_other_hours_move_the_end_of_a_clock_that_runs(brisk: Core) -> None:
    """The earlier hours settle the time before the change, also if it is set twice."""
    late = await brisk.mover()
    due = (await brisk.game()).due(CLOCK)
    assert due is not None
    passes(brisk, 2 * H)
    span = f"{brisk.time()!r}/{brisk.time() + 100 * H!r}"
    for _ in range(2):
        keep = brisk.store.set_personal(late.id, "vacation", span)
        await brisk.services.clocks.by_other_hours(late.id, keep)
        assert (await brisk.game()).due(CLOCK) == due + 100 * H
    assert await left_of(brisk, late) == START + TURN - 2 * H
    passes(brisk, 50 * H)
    keep = brisk.store.set_personal(late.id, "vacation", None)
    await brisk.services.clocks.by_other_hours(late.id, keep)
    assert (await brisk.game()).due(CLOCK) == due + 50 * H, "back early, and nothing was lost"
    await brisk.clock.tick()
    assert (await brisk.mover()) == late


async def test_quiet_hours_that_are_set_in_the_panel_count_for_clocks_that_run(brisk: Core) -> None:
    late, due = await brisk.mover(), (await brisk.game()).due(CLOCK)
    assert due is not None
    passes(brisk, H)
    await brisk.command(late, "games settings", time_zone="Asia/Tokyo")
    after = (await brisk.game()).due(CLOCK)
    assert after is not None
    assert 10 * H <= after - due <= 20 * H

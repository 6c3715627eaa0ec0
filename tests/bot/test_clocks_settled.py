"""How a change settles the clocks of a game.

Source: issue 12, items 1 and 2: every clock adds up; a take-back gives the clock back as it was; no
clock runs while chance waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.core.calendar import Span
from bot.core.game import CLOCK
from bot.core.policies import Moment
from bot.domain.agreed import PACES, pace_of
from bot.domain.clocks import apply_clock, due_of, granted, resettled, running
from storage import TABLE, Change, ClockRow, GameRow, Line, NewTimer, Sitter, Spent

H = 3600.0
PACE = PACES["relaxed"]
assert PACE is not None
START, TURN, CAP = PACE.start, PACE.turn, PACE.cap
NOW = 1_780_000_000.0
ANN, BEN, CY = Sitter(11, "Ann"), Sitter(12, "Ben"), Sitter(13, "Cy")


def game(*clocks: ClockRow, **columns: object) -> GameRow:
    row = GameRow(
        id=1,
        kind="logger",
        number=1,
        edition="1",
        options={"pace": "relaxed"},
        seed=b"",
        guild=9,
        home=5,
        channel=5,
        host=11,
        n=7,
        status="playing",
        on_turn=0,
        created=0.0,
        changed=0.0,
        commitment="",
        sitters=(ANN, BEN),
        clocks=clocks,
    )
    return replace(row, **columns)  # type: ignore[arg-type]


def timed(
    row: GameRow, change: Change, now: float, spent: Sequence[Spent] = (), away: Sequence[Span] = ()
) -> Change:
    return apply_clock(row, change, Moment(now, away, spent))


def said(seat: int, following: int | None, **more: object) -> Change:
    return Change((Line(seat, "c3", "m"),), "k", on_turn=following, **more)  # type: ignore[arg-type]


TICKING = (ClockRow(0, 50 * H, NOW - 10 * H), ClockRow(1, 60 * H))


def test_everybody_has_the_same_at_first_and_one_clock_runs() -> None:
    lobby = game(status="lobby", on_turn=None, sitters=(ANN,))
    start = Change((), "k", sitters=(BEN, ANN), status="playing", on_turn=1)
    change = timed(lobby, start, NOW)
    assert change.clocks == (ClockRow(0, START), ClockRow(1, START, NOW))
    assert change.timers == (NewTimer(CLOCK, NOW + START, "1"),)
    joins = Change((Line(TABLE, "join 5", ""),), "k", sitters=(ANN, BEN))
    assert timed(lobby, joins, NOW) == joins
    closes = Change((Line(TABLE, "cancel", ""),), "k", status="cancelled", on_turn=None)
    assert timed(lobby, closes, NOW) == closes


@pytest.mark.parametrize("options", [{}, {"pace": "none"}, {"pace": "of a later version"}])
def test_a_game_without_a_pace_has_no_clock(options: dict[str, str]) -> None:
    """Games from before clocks go on as they did."""
    old = game(options=options)
    assert pace_of(old) is None
    assert timed(old, said(0, 1), NOW) == said(0, 1)
    assert due_of(old) is None


def test_a_turn_costs_its_time_and_earns_its_share() -> None:
    change = timed(game(*TICKING), said(0, 1), NOW)
    assert change.clocks == (ClockRow(0, 40 * H + TURN), ClockRow(1, 60 * H, NOW))
    assert change.spent == (Spent(7, 0, 10 * H, TURN),)
    assert change.done == (CLOCK,)
    assert change.timers == (NewTimer(CLOCK, NOW + 60 * H, "1"),)


def test_a_clock_holds_no_more_than_its_cap_and_never_less_than_nothing() -> None:
    full = game(ClockRow(0, CAP, NOW - H), ClockRow(1, 1.0))
    assert timed(full, said(0, 1), NOW).clocks[0].left == CAP
    granted_more = game(ClockRow(0, CAP + 9 * H, NOW - H), ClockRow(1, 1.0))
    assert timed(granted_more, said(0, 1), NOW).clocks[0].left == CAP + 8 * H
    late = game(ClockRow(0, H, NOW - 5 * H), ClockRow(1, 1.0))
    change = timed(late, said(0, 1), NOW)
    assert change.clocks[0].left == TURN
    assert change.spent == (Spent(7, 0, H, TURN),)


def test_no_clock_runs_while_chance_waits() -> None:
    change = timed(game(*TICKING), said(0, None), NOW)
    assert [clock.since for clock in change.clocks] == [None]
    assert (change.done, change.timers) == ((CLOCK,), ())
    still = game(*(replace(c, since=None) for c in TICKING), on_turn=None)
    rolled = timed(still, Change((Line(-1, "5", "m"),), "k", on_turn=1), NOW)
    assert rolled.clocks == (ClockRow(1, 60 * H, NOW),)


def test_what_is_no_turn_leaves_the_clock_that_runs() -> None:
    """Also the resignation of somebody else: whoever is on turn goes on thinking."""
    for change in (
        Change((), "k", channel=8),
        Change((Line(TABLE, "leave 1", ""),), "k", on_turn=0),
    ):
        assert timed(game(*TICKING), change, NOW) == change


def test_a_player_who_is_on_turn_again_has_earned_their_share() -> None:
    change = timed(game(*TICKING), said(0, 0), NOW)
    assert change.clocks == (ClockRow(0, 40 * H + TURN, NOW),)
    assert change.timers == (NewTimer(CLOCK, NOW + 40 * H + TURN, "0"),)


def test_who_leaves_on_their_turn_earns_nothing() -> None:
    change = timed(game(*TICKING), Change((Line(TABLE, "leave 0", ""),), "k", on_turn=1), NOW)
    assert change.clocks == (ClockRow(0, 40 * H), ClockRow(1, 60 * H, NOW))


def test_the_end_stops_all_clocks() -> None:
    over = said(0, None, status="over")
    assert timed(game(*TICKING), over, NOW).clocks == (ClockRow(0, 40 * H + TURN),)


def test_a_take_back_gives_every_clock_back_as_it_was() -> None:
    """What the turn itself took stays spent; its share is taken again, and whoever was called
    meanwhile has lost nothing."""
    first = timed(game(*TICKING), said(0, 1), NOW)
    called = game(first.clocks[0], first.clocks[1], n=8, on_turn=1)
    undo = Change((Line(TABLE, "undo 7", "m"),), "k", on_turn=0)
    change = timed(called, undo, NOW + 30 * H, first.spent)
    assert change.clocks == (ClockRow(0, 40 * H, NOW + 30 * H), ClockRow(1, 60 * H))
    assert change.timers == (NewTimer(CLOCK, NOW + 70 * H, "0"),)


def test_what_is_taken_back_further_gives_back_the_time_of_all_later_turns() -> None:
    rows = (Spent(3, 0, 2 * H, TURN), Spent(4, 1, 5 * H, TURN), Spent(5, 0, H, TURN))
    before = {0: START, 1: START}
    left = {0: START - 3 * H + 2 * TURN, 1: START - 5 * H + TURN}
    at_six = game(ClockRow(0, left[0]), ClockRow(1, left[1], NOW - 4 * H), n=6, on_turn=1)
    undo = Change((Line(TABLE, "undo 3", "m"),), "k", on_turn=0)
    change = timed(at_six, undo, NOW, rows)
    assert change.clocks == (ClockRow(0, before[0] - 2 * H, NOW), ClockRow(1, before[1]))
    again = game(*change.clocks, n=7)
    twice = (*rows, *change.spent)
    further = timed(again, Change((Line(TABLE, "undo 3", "m"),), "k", on_turn=0), NOW, twice)
    assert further.clocks == (), "taken back twice is taken back once"


def test_a_turn_that_is_given_back_to_who_had_no_time_left_can_still_be_said() -> None:
    done = game(ClockRow(0, TURN), ClockRow(1, H, NOW), n=8, on_turn=1)
    undo = Change((Line(TABLE, "undo 7", "m"),), "k", on_turn=0)
    change = timed(done, undo, NOW, (Spent(7, 0, 5 * H, TURN),))
    assert change.clocks[0] == ClockRow(0, H, NOW)


def test_time_that_is_granted_moves_the_end() -> None:
    change = Change((), "k", clocks=(granted(game(*TICKING), 0, 24 * H),))
    after = timed(game(*TICKING), change, NOW)
    assert after.clocks == (ClockRow(0, 74 * H, NOW - 10 * H),)
    assert after.timers == (NewTimer(CLOCK, NOW + 64 * H, "0"),)
    other = timed(
        game(*TICKING), Change((), "k", clocks=(granted(game(*TICKING), 1, 24 * H),)), NOW
    )
    assert (other.clocks, other.timers) == ((ClockRow(1, 84 * H),), ())


def test_a_newcomer_has_the_time_of_the_beginning_at_least() -> None:
    short = (ClockRow(0, 20 * H, NOW - 10 * H), ClockRow(1, 100 * H))
    takes = Change((Line(TABLE, "taken 0", ""),), "k", sitters=(CY, BEN))
    change = timed(game(*short), takes, NOW)
    assert change.clocks == (ClockRow(0, START, NOW),)
    assert change.timers == (NewTimer(CLOCK, NOW + START, "0"),)
    rich = Change((Line(TABLE, "taken 1", ""),), "k", sitters=(ANN, CY))
    assert timed(game(*short), rich, NOW).clocks == ()


def test_other_quiet_hours_count_from_now_on() -> None:
    """What has passed is settled under the calendar of before."""
    noon = 1_780_308_000.0  # 1 June 2026, 12:00 in Berlin
    berlin = Sitter(11, "Ann", settings={"time_zone": "Europe/Berlin"})
    before = game(ClockRow(0, 50 * H, noon - 24 * H), ClockRow(1, H))
    after = replace(before, sitters=(berlin, BEN))
    change = resettled(before, noon)
    assert change is not None
    assert change.clocks == (ClockRow(0, 26 * H, noon),)
    assert change.spent == (Spent(7, 0, 24 * H),)
    assert change.timers == (NewTimer(CLOCK, noon + 26 * H, "0"),)
    assert due_of(replace(after, clocks=(*change.clocks, ClockRow(1, H)))) == noon + 46 * H, (
        "two nights lie before it"
    )
    back = resettled(after, noon)
    assert back is not None
    assert back.clocks == (ClockRow(0, 36 * H, noon),)
    assert resettled(game(), noon) is None
    assert running(game()) is None


def test_all_clocks_stand_still_while_the_bot_is_away() -> None:
    outage = (NOW - 8 * H, NOW - 2 * H)
    assert timed(game(*TICKING), said(0, 1), NOW, away=(outage,)).clocks[0].left == 46 * H + TURN
    assert due_of(game(*TICKING), (outage,)) == NOW + 46 * H

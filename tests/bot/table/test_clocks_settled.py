"""How a change settles the clocks of a game, and when a player's calendar lets a clock run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.clocks import (
    Calendar,
    apply_clock,
    calendar_of,
    clock_with_more,
    due_of,
    running,
    share,
)
from bot.table.commit import CommitMoment
from bot.table.game import CLOCK, DAY, HOUR, Span
from bot.table.table_options import PACES, pace_of
from storage import TABLE, Change, ClockRow, GameRow, Line, NewTimer, Sitter, Spent
from tests.bot.core import game_row

H = 3600.0
PACE = PACES["relaxed"]
assert PACE is not None
START, TURN, CAP = PACE.start, PACE.turn, PACE.cap
NOW = 1_780_000_000.0
ANN, BEN, CY = Sitter(11, "Ann"), Sitter(12, "Ben"), Sitter(13, "Cy")


def game(*clocks: ClockRow, **columns: object) -> GameRow:
    given = {"options": {"pace": "relaxed"}, "n": 7, "clocks": clocks} | columns
    return game_row("logger", "Ann", "Ben", **given)


def timed(
    row: GameRow, change: Change, now: float, spent: Sequence[Spent] = (), away: Sequence[Span] = ()
) -> Change:
    return apply_clock(row, change, CommitMoment(now, away, spent))


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
    old = game(options=options)
    assert pace_of(old) is None
    assert timed(old, said(0, 1), NOW) == said(0, 1)
    assert due_of(old) is None


def test_a_clock_holds_no_more_than_its_cap_and_never_less_than_nothing() -> None:
    full = game(ClockRow(0, CAP, NOW - H), ClockRow(1, 1.0))
    assert timed(full, said(0, 1), NOW).clocks[0].left == CAP
    granted_more = game(ClockRow(0, CAP + 9 * H, NOW - H), ClockRow(1, 1.0))
    assert timed(granted_more, said(0, 1), NOW).clocks[0].left == CAP + 8 * H
    late = game(ClockRow(0, H, NOW - 5 * H), ClockRow(1, 1.0))
    change = timed(late, said(0, 1), NOW)
    assert change.clocks[0].left == TURN
    assert change.spent == (Spent(7, 0, H, TURN),)


def test_what_is_no_turn_leaves_the_clock_that_runs() -> None:
    """Someone else's resignation does, too: the player to move keeps thinking."""
    leaves = Change((Line(TABLE, "leave 1", ""),), "k", on_turn=0)
    for change in (Change((), "k", channel=8), leaves):
        assert timed(game(*TICKING), change, NOW) == change


def test_no_clock_runs_while_a_computer_plays_for_its_owner() -> None:
    """bot/features/mending.py: the owner of the seat may come back, with the time they had."""
    row = game(*TICKING, sitters=(ANN, Sitter(-1, "Fir", computer="easy")))
    change = timed(row, said(0, 1), NOW)
    assert running(replace(row, clocks=change.clocks)) is None
    assert change.timers == ()


def test_who_leaves_on_their_turn_earns_nothing() -> None:
    change = timed(game(*TICKING), Change((Line(TABLE, "leave 0", ""),), "k", on_turn=1), NOW)
    assert change.clocks == (ClockRow(0, 40 * H), ClockRow(1, 60 * H, NOW))


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


def test_the_time_of_a_turn_that_is_given_stays_within_the_cap() -> None:
    """bot/features/clocks.py: for a player who returns, even if others had given them more."""
    row = game(ClockRow(0, CAP - H), ClockRow(1, CAP + H), ClockRow(2, 0.0))
    assert [share(row, seat)[0].left for seat in range(3)] == [CAP, CAP + H, TURN]


def test_time_that_is_granted_moves_the_end() -> None:
    change = Change((), "k", clocks=(clock_with_more(game(*TICKING), 0, 24 * H),))
    after = timed(game(*TICKING), change, NOW)
    assert after.clocks == (ClockRow(0, 74 * H, NOW - 10 * H),)
    assert after.timers == (NewTimer(CLOCK, NOW + 64 * H, "0"),)
    change = Change((), "k", clocks=(clock_with_more(game(*TICKING), 1, 24 * H),))
    other = timed(game(*TICKING), change, NOW)
    assert (other.clocks, other.timers) == ((ClockRow(1, 84 * H),), ())


def test_a_newcomer_has_the_time_of_the_beginning_at_least() -> None:
    short = (ClockRow(0, 20 * H, NOW - 10 * H), ClockRow(1, 100 * H))
    takes = Change((Line(TABLE, "takeover 0", ""),), "k", sitters=(CY, BEN))
    change = timed(game(*short), takes, NOW)
    assert change.clocks == (ClockRow(0, START, NOW),)
    assert change.timers == (NewTimer(CLOCK, NOW + START, "0"),)
    rich = Change((Line(TABLE, "takeover 1", ""),), "k", sitters=(ANN, CY))
    assert timed(game(*short), rich, NOW).clocks == ()


def test_all_clocks_stand_still_while_the_bot_is_away() -> None:
    outage = (NOW - 8 * H, NOW - 2 * H)
    assert timed(game(*TICKING), said(0, 1), NOW, away=(outage,)).clocks[0].left == 46 * H + TURN
    assert due_of(game(*TICKING), (outage,)) == NOW + 46 * H


# -- A player's calendar: when a clock runs, and when it is paused.


BERLIN, APIA, LORD_HOWE = map(ZoneInfo, ("Europe/Berlin", "Pacific/Apia", "Australia/Lord_Howe"))
NIGHT = (22 * 60, 8 * 60)


def at(text: str, zone: ZoneInfo = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


MOMENTS = st.floats(at("2026-01-01"), at("2027-01-01"))
QUIET = st.none() | st.tuples(st.integers(0, 1439), st.integers(0, 1439))
SPANS = st.tuples(MOMENTS, st.floats(0, 20 * DAY)).map(lambda span: (span[0], sum(span)))
CALENDARS = st.builds(
    Calendar,
    st.sampled_from((UTC, BERLIN, APIA, LORD_HOWE, ZoneInfo("America/New_York"))),
    QUIET,
    st.booleans(),
    st.lists(SPANS, max_size=3).map(tuple),
)
LENGTHS = st.floats(0, 12 * DAY)


@settings(max_examples=50, deadline=None)
@given(CALENDARS, MOMENTS, LENGTHS)
def test_a_clock_that_ends_has_run_for_its_seconds_and_does_not_stand_still(
    calendar: Calendar, since: float, seconds: float
) -> None:
    end = calendar.end(since, seconds)
    assert calendar.time_passed(since, end) == pytest.approx(seconds, abs=1e-3)
    assert end >= since + seconds - 1e-3
    assert calendar.time_passed(end, end + 1e-3) > 0 or calendar.time_passed(end - 1e-3, end) > 0


@settings(max_examples=40, deadline=None)
@given(st.builds(Calendar, st.sampled_from((BERLIN, APIA)), QUIET), MOMENTS)
def test_whoever_is_awake_is_called_at_once_and_nobody_before_the_night_is_over(
    calendar: Calendar, moment: float
) -> None:
    awake = calendar.awake(moment)
    assert moment <= awake <= moment + DAY
    assert calendar.awake(awake) == awake


@pytest.mark.parametrize(
    ("moment", "awake"),
    [
        ("2026-06-01T21:59", "2026-06-01T21:59"),
        ("2026-06-01T22:00", "2026-06-02T08:00"),
        ("2026-06-02T07:59", "2026-06-02T08:00"),
        ("2026-10-25T01:00", "2026-10-25T08:00"),
        ("2026-03-29T01:00", "2026-03-29T08:00"),
    ],
)
def test_quiet_hours_end_when_the_clock_on_the_wall_says_so(moment: str, awake: str) -> None:
    assert Calendar(BERLIN, NIGHT).awake(at(moment)) == at(awake)


def test_a_reminder_waits_for_all_of_a_long_night_but_a_clock_for_ten_hours_of_it() -> None:
    calendar = Calendar(BERLIN, (20 * 60, 11 * 60))
    assert calendar.awake(at("2026-06-02T07:00")) == at("2026-06-02T11:00")
    assert calendar.end(at("2026-06-01T19:00"), 2 * HOUR) == at("2026-06-02T07:00")


def test_a_vacation_stops_a_clock_for_a_fortnight_at_most() -> None:
    long = Sitter(11, "Ann", settings={"vacation": f"{NOW}/{NOW + 20 * DAY}"})
    assert calendar_of(game(), long).end(NOW, H) == NOW + 14 * DAY + H

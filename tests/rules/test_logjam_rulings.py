"""Logjam: where the text is silent or can be read in two ways, numbered as in docs/rulings.md."""

from dataclasses import replace

import pytest

from rules.errors import Unavailable
from rules.game import NOBODY
from rules.logjam.position import ROUNDS, Phase
from tests.rules.rivers_of_logs import (
    LOGJAM,
    after,
    at,
    choices,
    drawn,
    facts,
    logs,
    opening,
    river,
    rolled,
    say,
    why_not,
)


def test_board_and_logs_are_parameters_with_a_default() -> None:
    """Logjam 1. The rules text lost its equipment list; sizes that are not possible are refused
    in a sentence."""
    terms = opening(6).terms
    assert (terms.columns, terms.rows, terms.each, terms.quick) == (10, 12, 3, True)
    assert terms.lengths == (2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)
    other = opening(6, board=" 6 x 8", logs="5432", loggers="5", setup="classic").terms
    assert (other.columns, other.rows, other.lengths) == (6, 8, (2, 3, 4, 5))
    assert (other.each, other.quick) == (5, False)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("board", "5x12", "6 to 12 columns and 8 to 16 rows"),
        ("board", "13x12", "6 to 12 columns"),
        ("board", "10x7", "8 to 16 rows"),
        ("board", "10x17", "8 to 16 rows"),
        ("board", "large", "columns x rows"),
        ("logs", "", "1 to 16 logs"),
        ("logs", "1", "each 2 to 5 long"),
        ("logs", "236", "each 2 to 5 long"),
        ("logs", "2" * 17, "1 to 16 logs"),
        ("loggers", "6", "For loggers say 3, 4 or 5"),
        ("setup", "slow", "For setup say quick or classic"),
    ],
)
def test_options_that_are_not_possible_are_refused(name: str, value: str, sentence: str) -> None:
    """Logjam 1 and 5. A refusal says what is possible."""
    with pytest.raises(Unavailable, match=sentence):
        opening(2, **{name: value})


def test_the_highest_roll_begins_and_ties_roll_again() -> None:
    """Logjam 2. Logjam rules, Initial Setup, 1 and 2, do not speak of ties: those who share the
    highest roll go again, the others not."""
    s = after(opening(4), "5 2 5 1")
    assert (s.phase, s.mover) == (Phase.ROLLOFF, 0)
    s = after(s, "3")
    assert (s.phase, s.mover) == (Phase.ROLLOFF, 2)
    s, events = say(s, "4")
    assert facts(events) == ["rolls_off 2 4", "begins 2"]
    assert (s.phase, s.mover, s.first) == (Phase.LOGS, 2, 2)
    tied = after(opening(2), "3 3 6 6")
    assert (tied.phase, tied.mover) == (Phase.ROLLOFF, 0)


def test_any_log_that_is_left_is_laid_as_long_as_one_fits() -> None:
    """Logjam 3. Logjam rules, Initial Setup, 2: the mover takes any of the logs and lays it
    either way; he cannot pass while one fits, and 2d: what fits nowhere is left out."""
    s = after(opening(2, setup="classic", board="6x8", logs="2345"), "6 1")
    assert {"a3-b3", "a3-a4", "b4-d4", "c3-c6", "b3-f3", "b3-b7"} <= choices(s)
    assert "." not in choices(s)
    s = after(s, "b3-b7")
    assert (s.unused, s.mover) == ((2, 3, 4), 1)
    assert why_not(s, "d3-d7") == "no log of 5 squares is left to lay"
    s = after(after(s, "d3-d6"), "f3-f5")
    assert (s.phase, s.unused, logs(s)) == (Phase.LOGGERS, (2,), {"b3-b7", "d3-d6", "f3-f5"})


def test_a_wall_of_logs_can_only_arise_in_play() -> None:
    """Logjam 4. In the set-up no log touches another and none is as long as the board is wide;
    in play logs may come to touch (Logjam rules, Rolling a Two), and nobody gets through."""
    s = river(
        """
        . . . . .
        . . A . .
        . . 3 . .
        . . 3 . .
        1 1 . 2 2
        . B . . .
        . . . . .
        """,
        roll=2,
    )
    shut = rolled(after(s, "c6>c5"), 6)
    assert logs(shut) == {"a3-b3", "c3-c4", "d3-e3"}
    assert why_not(shut, "b2-b4") == "no way is open from b2 to b4"
    assert why_not(shut, "b2-off") == "no way is open from b2 to the open edge"


@pytest.mark.parametrize("each", ["3", "4", "5"])
def test_everybody_has_three_four_or_five_loggers(each: str) -> None:
    """Logjam 5. Logjam rules, Initial Setup, 1: the table chooses once, for all alike."""
    assert opening(3, loggers=each).hand == (int(each),) * 3


@pytest.mark.parametrize("roll", range(1, 7))
def test_nothing_is_always_allowed(roll: int) -> None:
    """Logjam 6. Logjam rules, Play of the Game, 3: also after the roll is known."""
    s = river(BESIDE, roll=roll)
    done, events = say(s, ".")
    assert facts(events) == ["rests 0"]
    assert (drawn(done), done.mover, done.phase) == (drawn(s), 1, Phase.ROLL)


BESIDE = """
    . . . . .
    . . . . .
    . A B . .
    . 1 1 . .
    . . . . .
    . . . . .
"""


def test_fewer_steps_than_rolled_are_allowed() -> None:
    """Logjam 7. Logjam rules, Moving a Logger: up to the number, forward, backward and sideways
    in any mixture; no step at all is said as nothing."""
    s = river(BESIDE, roll=3)
    assert choices(s, "b4-") == {
        *("b4-a3", "b4-a4", "b4-a5", "b4-a6", "b4-b5", "b4-b6", "b4-c5", "b4-c6", "b4-d5"),
        *("b4-a2", "b4-off"),
    }
    assert why_not(s, "b4-b4") == "your logger is on b4 already: to stay, say `.`"


def test_a_capture_is_one_step_and_the_mover_says_where_all_go() -> None:
    """Logjam 8. Logjam rules, Rolling a One: in any row, the starting row too; the other loggers
    of the capturer stay, and each captured one may go to another square."""
    s = river(
        """
        . . . . .
        . . . . .
        . . . . .
        . B3 . . .
        A2 B2 . C .
        """,
        roll=1,
    )
    s = after(s, "a1xb1")
    assert (at(s, "a1"), at(s, "b1"), s.hand) == ("A", "A", (0, 2, 0))
    assert choices(s) == {"@c1", "@e1"}
    assert why_not(s, "@a1") == "a1 is held by another colour"
    assert why_not(s, "@b2") == "b2 is not on the starting row"
    assert why_not(s, "B@c1") == "only one colour goes back: say `@c1`"
    done = after(s, "@c1 @e1")
    assert (at(done, "c1"), at(done, "e1"), done.mover) == ("B", "B", 1)
    assert at(after(s, "@c1 @c1"), "c1") == "B2"


ENDWISE = """
    . . . .
    . 1 . .
    . 1 . .
    . A2 . .
    B . . .
"""
BROADSIDE = """
    . . . .
    . . . .
    1 1 1 .
    . A2 . .
    B . . .
"""


@pytest.mark.parametrize("drawing", [ENDWISE, BROADSIDE])
def test_only_one_logger_follows_the_log_it_pushed(drawing: str) -> None:
    """Logjam 9. Logjam rules, Rolling a Two: one of several goes onto the square that the log
    left, which is free whichever way the log lies."""
    done = after(river(drawing, roll=2), "b2>b3")
    assert [at(done, name) for name in ("b2", "b3", "b4")] == ["A", "A", "#"]


MIXED = """
    . . . . .
    . . . . .
    . A B . .
    . 1 1 . .
    . . . . .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("roll", "word"), [(1, "b5xc5"), (2, "b5>b4"), (3, "b4+e"), (1, "b5-b6"), (3, "b5-b7")]
)
def test_a_turn_is_a_run_or_a_special_action(roll: int, word: str) -> None:
    """Logjam 18. Logjam rules, Play of the Game, 3: either the one or the other; after it the
    turn is over, but for those who are to be sent back."""
    assert after(river(MIXED, roll=roll), word).phase in (Phase.ROLL, Phase.RETURN)


def test_after_five_hundred_rounds_the_game_is_counted_out() -> None:
    """Logjam 19. Nothing in the text makes anybody move. Most loggers home, then fewest rows
    still to go; nobody has the winner's mark."""
    s = replace(river(BESIDE, roll=6, home=(4, 4)), round=ROUNDS, first=1)
    last, events = say(s, ".")
    assert facts(events) == ["rests 0", "ends 0"]
    assert (last.phase, last.winner) == (Phase.OVER, NOBODY)
    assert LOGJAM.scores(last) == ((4, 0, -3), (4, 0, -3))
    onward = after(replace(s, first=0), ".")
    assert (onward.phase, onward.round) == (Phase.ROLL, ROUNDS)
    assert rolled(onward, 6).round == ROUNDS

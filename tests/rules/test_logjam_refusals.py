"""Logjam: what a player is told when a word is not possible, a reason for each cause."""

import pytest

from rules.logjam.position import Phase
from tests.rules.rivers_of_logs import after, mistimed, opening, river, why_not

CLEAR = """
    . . . . . .
    . . . 2 . .
    . . . 2 . .
    1 1 . B C .
    A . . . 3 3
    . . . . . .
    . . A . . .
"""


@pytest.mark.parametrize(
    ("roll", "word", "reason"),
    [
        (4, "b1-b2", "no logger of yours is on b1"),
        (4, "a3-a4", "a log lies on a4"),
        (4, "a3-d4", "d4 is held by another colour"),
        (3, "a3-c5", "c5 is 4 steps away and you rolled 3"),
        (4, "a3-off", "from a3 it is 7 steps off the board and you rolled 4"),
        (4, "a3xb3", "you rolled 4; a capture needs a 1"),
        (1, "b3xb2", "no logger of yours is on b3"),
        (1, "a3xc3", "c3 is not next to a3"),
        (1, "a3xb3", "no rival is on b3"),
        (4, "a3>a4", "you rolled 4; a push needs a 2"),
        (2, "d4>d5", "no logger of yours is on d4"),
        (2, "a3>b4", "b4 is not next to a3"),
        (2, "a3>b3", "no log lies on b3"),
        (6, "a4+e", "you rolled 6; a shift needs a 3"),
        (3, "c4+e", "no log lies on c4"),
        (3, "b4+e", "the log on b4 is called by its lowest square, a4"),
        (3, "a4+s", "the log on a4 cannot be shifted toward the starting row"),
        (3, "a4+w", "the log on a4 would run into the wall"),
        (3, "e3+e", "the log on e3 would run into the wall"),
    ],
)
def test_every_refusal_names_its_cause(roll: int, word: str, reason: str) -> None:
    """Logjam rules, Moving a Logger and Special Actions; docs/decisions.md, 3."""
    assert why_not(river(CLEAR, roll=roll), word) == reason


def test_a_log_in_the_way_is_named() -> None:
    """Logjam rules, Rolling a Two: not into a square that is occupied by another log."""
    s = river(CLEAR.replace("1 1 . B", "1 1 . 4").replace("C", "4"), roll=3)
    assert why_not(s, "d5+w") is None
    assert why_not(s, "d4+n") == "the log on d4 would run into the log on d5"
    assert why_not(s, "d4+s") == "the log on d4 cannot be shifted toward the starting row"
    assert why_not(s, "e3+w") is None
    pushing = river(CLEAR.replace("1 1 . B", "1 1 . A"), roll=2)
    assert why_not(pushing, "d4>d5") is None


@pytest.mark.parametrize("word", ["@a1", "B@a1"])
def test_nobody_is_sent_back_before_a_capture(word: str) -> None:
    """A reason of timing; docs/decisions.md, 3."""
    s = river(CLEAR, roll=1)
    assert why_not(s, word) == "nobody is to be sent back"
    assert mistimed(s, word)


@pytest.mark.parametrize("word", [".", "a3-a4", "a4+e", "a3xa4", "a3>a4"])
def test_a_capture_is_finished_first(word: str) -> None:
    """A reason of timing; docs/decisions.md, 3."""
    s = river(CLEAR, hand=(0, 1, 0), roll=1, phase=Phase.RETURN)
    assert why_not(s, word) == "first say where the loggers go back to"
    assert mistimed(s, word)


def test_the_set_up_says_what_is_due() -> None:
    """Logjam rules, Initial Setup, 2 and 3: first all logs, then all loggers."""
    logs = after(opening(2, setup="classic", board="6x8", logs="55"), "6 1")
    assert why_not(logs, "@a1") == "the logs are being laid"
    loggers = after(after(logs, "b3-b7"), "d3-d7")
    assert why_not(loggers, "f3-f7") == "the loggers are being stood on the starting row"
    assert why_not(loggers, "A@a1") == "you stand your own loggers"
    assert why_not(loggers, "@a2") == "a2 is not on the starting row"
    assert why_not(after(loggers, "@a1"), "@a1") == "a1 is held by another colour"
    nature = after(opening(2, board="6x8", logs="5"), "6 1 b3-b7")
    assert why_not(nature, "@a1") == "say whose logger it is"
    assert why_not(after(nature, "A@a1"), "A@a1") == "somebody else's logger is due"


def test_a_finished_game_takes_no_word() -> None:
    """Logjam rules, Victory Conditions."""
    s = after(river("A . \n . . \n . . \n . B", roll=1), "a4-off")
    assert (s.phase, s.winner) == (Phase.OVER, 0)
    assert why_not(s, ".") == "the game is over"

"""Logjam: where the text is silent or can be read in two ways, numbered as in docs/rulings.md."""

import pytest

from rules.errors import Unavailable
from tests.rules.rivers_of_logs import (
    opening,
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
        ("board", "5x12", "6 to 12 columns, 8 to 16 rows"),
        ("board", "13x12", "6 to 12 columns"),
        ("board", "10x7", "8 to 16 rows"),
        ("board", "10x17", "8 to 16 rows"),
        ("board", "large", "columns x rows"),
        ("logs", "", "1 to 16 logs"),
        ("logs", "1", "each 2 to 5 long"),
        ("logs", "236", "each 2 to 5 long"),
        ("logs", "2" * 17, "1 to 16 logs"),
        ("loggers", "6", "For loggers, choose 3, 4 or 5"),
        ("setup", "slow", "For setup, choose quick or classic"),
    ],
)
def test_options_that_are_not_possible_are_refused(name: str, value: str, sentence: str) -> None:
    """Logjam 1 and 5. A refusal says what is possible."""
    with pytest.raises(Unavailable, match=sentence):
        opening(2, **{name: value})


@pytest.mark.parametrize("each", ["3", "4", "5"])
def test_everybody_has_three_four_or_five_loggers(each: str) -> None:
    """Logjam 5. Logjam rules, Initial Setup, 1: the table chooses once, for all alike."""
    assert opening(3, loggers=each).hand == (int(each),) * 3

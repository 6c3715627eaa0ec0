"""The rules of the games in drawn positions: the legal words there, and their results."""

import pytest

from tests.approved import Example, examples
from tests.rules.said_there import SaidThere


@pytest.mark.slow
@pytest.mark.parametrize("example", examples(__file__))
def test_the_rules_are_kept_in_every_example(example: Example) -> None:
    """docs/rulings.md names the examples that prove a ruling."""
    example.judge(SaidThere())

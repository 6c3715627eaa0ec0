"""Answers in chosen positions: choices, offers, refusals, stories; how turns can be said."""

import pytest

from tests.approved import Example, examples
from tests.rules.said_there import SaidThere


@pytest.mark.slow
@pytest.mark.parametrize("example", examples(__file__))
def test_what_is_said_is_what_was_approved(example: Example) -> None:
    """docs/decisions.md, 3; the source of each example stands below its heading."""
    example.judge(SaidThere())

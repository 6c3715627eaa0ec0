"""Invisible signs stay where they shape their neighbours, and nowhere else."""

import pytest

from rules.names import unshaped


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Ann", set()),
        ("👨\u200d👩\u200d👧", set()),
        ("👁\ufe0f\u200d👁", set()),
        ("\u0645\u06cc\u200c\u062e\u0648", set()),
        ("क\u094d\u200dष", set()),
        ("🏴\U000e0067\U000e0062\U000e007f", set()),
        ("❤\ufe0f", set()),
        ("A\u200dn\u200cn", {1, 3}),
        ("\u0645\u06cc\u200c\u0661", {2}),
        ("\u200dAnn\u200d", {0, 4}),
        ("A\ufe0f", {1}),
        ("A\x00\u202eB", {1, 2}),
    ],
)
def test_a_joiner_stays_between_what_it_joins(text: str, hidden: set[int]) -> None:
    assert unshaped(text) == hidden

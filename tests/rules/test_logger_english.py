"""Logger's English for its positions, turns and refusals."""

from __future__ import annotations

import re

import pytest

from rules.drafting import LINE_LENGTH, draft
from rules.errors import Unread
from rules.logger.rules import Position
from tests.rules.boards import KIND, position, typed

ROW = position(
    """
    . . . . .
    . M . . .
    A T . G .
    . . . . .
    . . . . B
""",
    supply=(1, 1),
)


def refused(s: Position, text: str) -> str:
    """The sentence that refuses a typed line."""
    with pytest.raises(Unread) as refusal:
        draft(KIND, s, text)
    return str(refusal.value)


def test_more_than_enough_is_refused_unread() -> None:
    """seeds/help.md: a line of over 2,000 characters is not looked at."""
    assert refused(ROW, "a3 " * 1000).startswith(
        "Your text is longer than 2,000 characters, so I didn't read it. You can stay on a3"
    )
    assert refused(ROW, "z" * LINE_LENGTH).startswith("I can't read `zzz")
    assert typed(ROW, ("a2" + " " * LINE_LENGTH)[:LINE_LENGTH]).said == ("a2",)


def test_nothing_typed_is_shown_as_markup() -> None:
    sentence = refused(ROW, "**@everyone**\n# ```x``` <@1> " + "long" * 40)
    assert "```" not in sentence
    assert "\n" not in sentence
    shown = re.findall(r"`([^`]*)`", sentence)[0]
    assert len(shown) <= 41
    assert typed(ROW, "`\u200b`").said == ()

"""Logger's English for its positions, turns and refusals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.drafting import LINE_LENGTH, draft
from rules.errors import Unread
from rules.logger.rules import Phase, Position
from tests.rules.boards import KIND, choices, position, typed
from tests.rules.games import STYLES, any_seed, positions
from tests.spoken import Spoken

ENGLISH = Spoken(KIND.texts)
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

VERBS = {
    "take corner": "",
    "stay on": "",
    "walk to": "",
    "plant": "+",
    "chop": "x",
    "protest on": "!",
    "enough": ".",
}


def named(sentence: str) -> set[str]:
    """The words that a sentence says are legal, read from the sentence alone."""
    found = set(re.findall(r"`([^` ]+)`", sentence)) | set(re.findall(r"\w\d>\w\d", sentence))
    for tree, squares in re.findall(r"([a-e][1-5]) to ((?:[a-e][1-5](?:, | or )?)+)", sentence):
        found |= {f"{tree}>{square}" for square in re.findall(r"[a-e][1-5]", squares)}
    for verb, sign in VERBS.items():
        at = r"((?:[a-e][1-5](?: \(\d points?\))?(?:, | or )?)+)"
        for squares in re.findall(rf"\b{verb} {at}", sentence):
            found |= {sign + square for square in re.findall(r"[a-e][1-5]", squares)}
    return found


@settings(max_examples=3)
@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_the_choices_are_exactly_what_is_legal(seats: int, seed: int, style: str) -> None:
    """seeds/help.md: the bot offers all legal choices, and only those."""
    for s in positions(seats, seed, style):
        if s.phase is not Phase.OVER:
            assert named(ENGLISH.choices(s)) == choices(s)


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

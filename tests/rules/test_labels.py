"""Labels of the steps in a menu: each names a square once, and says nothing twice."""

from __future__ import annotations

import re

import pytest

from rules.english import English, lately, way_name
from rules.text import NOTHING, Text
from tests.rules.everywhere import everywhere

# A square alone, not as an end of a log (`b3-d3`).
SQUARE = re.compile(r"(?<![a-z0-9-])[a-p][0-9]{1,2}(?![0-9-])")
SAID = [
    (re.compile(r"\b(\w{2,}) \1\b"), "a word twice in a row"),
    (re.compile(r"last round.*(?:last round|game is over)"), "the end twice"),
    (re.compile(r"\bto off\b|\ba corner of the board\b"), "what nobody says"),
]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", everywhere())
def test_a_label_and_its_hint_say_a_square_once(name: str) -> None:
    """And no word twice in a row; the hint adds something, where a game groups its words itself."""
    texts = everywhere()[name].kind.texts
    ways = [
        (str(way_name(offer, way)), str(way.hint))
        for s in everywhere()[name].some(12)
        for offer in texts.offers(s)
        for way in offer.ways
    ]
    for label, hint in ways:
        squares = SQUARE.findall(f"{label}: {hint}")
        assert len(squares) == len(set(squares)), f"{label}: {hint}"
        assert hint or type(texts).offers is English.offers, label
        assert label.casefold() != hint.casefold()
        for pattern, why in SAID:
            assert not pattern.search(f"{label}: {hint}".casefold()), why


def test_what_chance_did_before_anybody_was_no_turn() -> None:
    assert str(lately(Text("All drew."), 0)) == "Before the first turn: All drew."
    assert str(lately(Text("Ann: d1 to c1."), 1)) == "Last turn: Ann: d1 to c1."
    assert not lately(NOTHING, 0)

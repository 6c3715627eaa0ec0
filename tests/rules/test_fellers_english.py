"""English: what is due in Forest Fellers, and a hand that only its owner hears of."""

import re

from rules.fellers.english import FellersEnglish
from tests.rules.courses import FELLERS, opening, position, river
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva")
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")


def test_the_hand_is_told_to_its_owner_alone() -> None:
    """Forest Fellers rules, Preparation: three cards, and a deck of 25 with two players."""
    s = opening(2)._replace(hands=(("gm2", "gw5", "j"), ("ym1", "ym1", "wm3")))
    mine = ENGLISH.hand(FELLERS.view(s, 0), 0)
    assert mine == "Your hand: grass man 2, grass woman 5, beaver. 22 cards in your deck."
    assert ENGLISH.hand(FELLERS.view(s, 1), 1) == (
        "Your hand: honey man 1, honey man 1, wool man 3. 22 cards in your deck."
    )
    for seen in (None, 0):
        assert ENGLISH.hand(FELLERS.view(s, seen), 1) == ""


def test_all_hands_are_told_where_they_lie_open() -> None:
    """Issue 14, item 1. A view tells of nobody but its seat; who holds nothing is left out."""
    s = opening(2)._replace(hands=(("gm2", "j"), ("ym1", "wm3")))
    theirs = "Ben: honey man 1, wool man 3"
    assert ENGLISH.hands(s, PEOPLE[:2]) == f"Hands: Ann: grass man 2, beaver · {theirs}."
    assert ENGLISH.hands(FELLERS.view(s, 1), PEOPLE[:2]) == f"Hands: {theirs}."
    assert ENGLISH.hands(FELLERS.view(s, None), PEOPLE[:2]) == ""
    assert ENGLISH.hands(s._replace(hands=((), ("ym1", "wm3"))), PEOPLE[:2]) == f"Hands: {theirs}."


def test_a_position_that_is_printed_shows_no_card() -> None:
    """docs/decisions.md, 5: what stands in a log or in a failure's report gives no hand away."""
    s = position(BAY, hand="gm4 j", gm="e2")
    assert "gm4" in s.hands[0]
    shown = repr(s)
    assert shown.startswith("Position(phase=<Phase.PLAY: 'play'>, mover=0")
    assert not {"gm", "hands", "decks", "course"} & set(re.findall(r"[a-z]+", shown))

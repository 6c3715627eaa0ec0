"""English: what is due, kind by kind, for those who pick instead of type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.logger.rules import Phase
from tests.rules.boards import ENGLISH, after, choices, opening, position
from tests.rules.games import STYLES, any_seed, positions
from tests.spoken import Choice


@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_the_offers_are_exactly_what_is_legal(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 3: each legal word once, with a label; a kind without one says why."""
    for s in positions(seats, seed, style):
        offers = ENGLISH.offers(s)
        words = [way.word for offer in offers for way in offer.ways]
        assert len(words) == len(set(words))
        assert set(words) == choices(s)
        for offer in offers:
            assert offer.ways or offer.why
            assert all(way.label and way.hint for way in offer.ways)


def ways(drawing: str, phase: Phase, title: str) -> list[Choice]:
    """The ways of one kind, with one protester in hand."""
    s = position(drawing, phase=phase, supply=(1, 0))
    if phase is Phase.SEED:
        s = after(position(drawing), "a3")
    return [way for offer in ENGLISH.offers(s) if offer.title == title for way in offer.ways]


DRAWING = """
    . . . . .
    . . . . .
    A M G T .
    . . . . s
    . . . . B
"""


def test_a_walk_says_what_grows() -> None:
    """Logger, 2011 sheet, Growth: the row and the column of the new square."""
    walks = ways(DRAWING, Phase.WALK, "Walk to")
    assert Choice("a3", "a3 (stay)", "grows d3; b3 and c3 will seed") in walks
    assert Choice("a2", "a2", "grows e2") in walks
    assert Choice("a5", "a5", "nothing grows") in walks
    corners = ENGLISH.offers(opening(2))[0]
    assert corners.title == "Take corner"
    assert [(way.word, way.hint) for way in corners.ways] == [
        ("a1", "bottom left"),
        ("e1", "bottom right"),
        ("a5", "top left"),
        ("e5", "top right"),
    ]


def test_a_seedling_says_from_where_to_where() -> None:
    """Logger, 2011 sheet, Growth: each mature tree of row and column."""
    assert Choice("b3>b2", "from b3 to b2", "a new seedling") in ways(DRAWING, Phase.SEED, "Seed")


def test_an_action_says_what_comes_of_it() -> None:
    """Logger, 2011 sheet, Action: the direction, the trees that fall, the tree to guard."""
    assert ways(DRAWING, Phase.ACT, "Plant") == [
        Choice("+a2", "a2", "to the south"),
        Choice("+a4", "a4", "to the north"),
    ]
    assert ways(DRAWING, Phase.ACT, "Chop") == [Choice("xb3", "b3", "2 points, with c3")]
    assert ways(DRAWING, Phase.ACT, "Protest") == [Choice("!b3", "b3", "guard this tree")]


def test_what_is_impossible_says_why() -> None:
    """Logger, 2011 sheet, Action: the three kinds, each with its reason when there is none."""
    blocked = position(
        """
        . . . . .
        s . . . .
        A s . . .
        s . . . .
        . . . . B
    """,
        phase=Phase.ACT,
    )
    assert [(offer.title, offer.why) for offer in ENGLISH.offers(blocked) if not offer.ways] == [
        ("Plant", "no square next to you is free"),
        ("Chop", "no unguarded mature tree is next to you"),
        ("Protest", "you have no protester in hand"),
    ]
    assert [offer.why for offer in ENGLISH.offers(position(DRAWING, phase=Phase.ACT))][2] == (
        "you have no protester in hand"
    )


def test_protesters_may_be_enough() -> None:
    """Logger, 2011 sheet, Protest: one or more."""
    s = position(DRAWING.replace(". B", "M B"), phase=Phase.ACT, supply=(2, 0))
    more, enough = ENGLISH.offers(after(s, "!b3"))
    assert (more.title, more.ways) == ("Protest", (Choice("!d1", "d1", "guard this tree"),))
    assert (enough.title, enough.ways) == (
        "Enough",
        (Choice(".", "Enough", "no more protesters"),),
    )


@pytest.mark.parametrize(
    ("supply", "lacking"),
    [((0, 0), " There is no protest this turn."), ((2, 0), "")],
)
def test_what_a_turn_cannot_end_with_is_said(supply: tuple[int, int], lacking: str) -> None:
    """Logger, 2011 sheet, Growth, then Action: what grows, and what is seeded, is counted in."""
    s = position(DRAWING, supply=supply)
    ends = ENGLISH.summary(s).partition(". Then ")[2]
    assert ends.startswith("the trees grow, and you can plant next to you")
    assert ("protest" in ends.removesuffix(lacking)) == (supply[0] > 0)
    assert ends.endswith(lacking)


def test_where_nothing_can_be_chopped_it_is_said() -> None:
    """Logger, 2011 sheet, Chop: nobody stands beside a mature tree, before growth or after it;
    and when the game is over nothing is offered."""
    s = position(
        """
        . . . . .
        . . . . .
        . . T s B
        . . . . .
        . . . . A
    """,
        supply=(2, 2),
    )
    assert ENGLISH.summary(s).endswith(
        "you can plant next to you or protest c3 (from c1). There is no chop this turn."
    )
    assert ENGLISH.offers(s._replace(phase=Phase.OVER)) == ()

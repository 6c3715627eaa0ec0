"""English: what is due in Forest Fellers, kind by kind, for those who pick instead of type."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.english import FellersEnglish
from rules.fellers.position import Position
from rules.game import NATURE
from rules.play import read
from tests.rules.courses import FELLERS, after, choices, position, river
from tests.rules.fellers_games import any_seed, positions
from tests.spoken import Choice, Spoken

ENGLISH = Spoken(FellersEnglish())
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")
ARROWS = river("# # # . . . # # #\n# # . . . . . # #\n# # . 3 3 3 . # #")
JAM = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . 3 . . . # #
    # # . . . . . # #
""")


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_the_offers_are_exactly_what_is_legal(seats: int, seed: int) -> None:
    """docs/decisions.md, 3: each legal word with a label and a hint, at most five in a row; what
    is not legal is there only greyed, with the reason."""
    for s in positions(seats, seed):
        if (seat := FELLERS.actor(s)) < 0:
            assert ENGLISH.offers(s) == ()
            continue
        offers = ENGLISH.offers(FELLERS.view(s, seat))
        ways = [way for offer in offers for way in offer.ways]
        assert {way.word for way in ways if not way.why} == set(choices(s))
        assert all(way.label and way.hint for way in ways)
        assert all(
            way.why == str(FELLERS.why_not(s, read(FELLERS, s, way.word)))
            for way in ways
            if way.why
        )
        assert all(len(offer.ways) <= 5 for offer in offers if offer.row)


def ways(s: Position, title: str) -> dict[str, Choice]:
    """The ways of one kind, by word."""
    return {way.word: way for o in ENGLISH.offers(s) if o.title == title for way in o.ways}


def test_a_card_is_offered_slot_by_slot() -> None:
    """docs/decisions.md, 3: a button for each card in the hand, also where two are alike."""
    s = position(BAY, hand="gm4 gm4 gw1 j", gm="home", kw="e2")
    (cards,) = ENGLISH.offers(FELLERS.view(s, 0))
    assert cards.row
    assert cards.ways == (
        Choice("gm4", "Grass man 4", "another of yours, up to 4 steps"),
        Choice("gm4", "Grass man 4", "another of yours, up to 4 steps"),
        Choice("gw1", "Grass woman 1", "up to 1 step from the shore"),
        Choice("j", "Beaver", "any of yours, up to 3 steps"),
    )
    assert ways(after(s, "j"), "Move") == {
        "gw": Choice("gw", "Grass woman", "up to 3 steps from the shore"),
        "kw": Choice("kw", "Coal woman", "up to 3 steps from e2"),
    }


def test_the_six_directions_keep_their_places() -> None:
    """Forest Fellers rules, Playing the Game: shoving, the bank, three in a row."""
    s = position(BAY, "gm4", gm="e3", wm="e4", ym="f3", logs="f4 g4 c3 d3")
    offers = ENGLISH.offers(s)
    assert [offer.title for offer in offers] == ["Upstream", "Downstream", "Stop"]
    assert [way.label for way in offers[0].ways] == ["NW ↖", "N ↑", "NE ↗"]
    assert [way.label for way in offers[1].ways] == ["SW ↙", "S ↓", "SE ↘"]
    found = ways(s, "Upstream") | ways(s, "Downstream")
    assert found["n"].hint == "to e2"
    assert found["s"].hint == "to e4; shoves birch man to e5"
    assert (found["se"].hint, found["se"].why) == (
        "not possible",
        "behind the log on g4 is bank or rock",
    )
    assert found["nw"].hint == "to d3; shoves a log to c2"


def test_the_start_spaces_keep_their_places() -> None:
    """Forest Fellers rules, Playing the Game: the first step is onto one of three spaces."""
    s = position(BAY, "gm1", ym="e1", yw="e2", wm="e3", logs="d1")
    entering = ways(s, "Enter at")
    assert [way.label for way in entering.values()] == ["d1", "e1", "f1"]
    assert entering["d1"].hint == "shoves a log to d2"
    assert entering["e1"].why == "three in a row cannot be shoved"


def test_the_end_of_a_move_says_what_floats_then() -> None:
    """Forest Fellers rules, Playing the Game: currents take effect at the end of the movement."""
    still = position(BAY, "gm4", gm="e2")
    assert ways(still, "Stop") == {".": Choice(".", "Stay", "nothing is on a current")}
    moved = after(position(BAY, "gm4", gm="e1", ym="d3"), "s")
    assert ways(moved, "Stop") == {".": Choice(".", "Stop Here", "then honey man is on a current")}
    two = position(BAY, "gm1", gm="e2", ym="d3", logs="f3")
    assert ways(two, "Upstream")["n"].hint == (
        "to e1; then honey man and the log on f3 are on a current"
    )
    many = position(ARROWS, "gm1", gm="e1", ym="d3", yw="e3", wm="f3")
    assert ways(many, "Downstream")["s"].hint == "to e2; then 3 things are on currents"


def test_what_can_float_says_where_to() -> None:
    """Forest Fellers rules, Playing the Game: from arrow to arrow, shoving, or blocked."""
    s = position(JAM, "gm1", gm="e6", ym="d3", logs="d5 f3 f4 f5 f6")
    floating = after(s, ".")
    assert ENGLISH.offers(floating)[0].row
    assert ways(floating, "Float") == {
        ":ym": Choice(":ym", "Honey man", "from d3 to d5; shoves a log to d6"),
        ":f3": Choice(":f3", "Log on f3", "stays, blocked"),
    }
    assert ENGLISH.choices(floating) == (
        "Say what floats next: `:ym` (from d3 to d5; shoves a log to d6) or `:f3` (stays, blocked)."
    )


def test_the_last_step_home_says_that_it_wins() -> None:
    """Forest Fellers rules, Game End: the first with all of his over the finish."""
    s = position(BAY, "gm1", gm="e12", gw="home", kw="home")
    assert ways(s, "Downstream")["s"].hint == "over the finish; and the race is won"
    assert ENGLISH.choices(after(s, "s")) == "The game is over."
    assert ENGLISH.offers(after(s, "s")) == ()


def test_nobody_is_asked_while_nature_speaks() -> None:
    """docs/decisions.md, 3: nothing is offered where nothing is to be said."""
    drawing = after(position(BAY, "gm1", gm="e2"), ".")
    assert FELLERS.actor(drawing) == NATURE
    assert ENGLISH.offers(drawing) == ()
    assert ENGLISH.choices(drawing) == "The cards are being dealt."


def test_a_lumberjack_that_stays_is_told_with_their_space() -> None:
    """Fellers 12. Whoever is blocked stays where they are."""
    river_ = river("# # # . . . # # #\n# # # . . . # # #\n# # # . 3 . # # #\n# # # . 3 . # # #")
    s = after(position(river_, "gm1", gm="d9", ym="e4", logs="e5 e6 e7"), ".")
    ways = [way for offer in ENGLISH.offers(s) for way in offer.ways]
    assert [(way.word, way.hint) for way in ways] == [(":ym", "stays on e4, blocked")]

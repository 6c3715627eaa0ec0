"""English: what is due in Forest Fellers, and a hand that only its owner hears of."""

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.english import FellersEnglish
from rules.fellers.position import Phase, Position
from rules.play import legal, look
from tests.rules.courses import FELLERS, opening, position, river
from tests.rules.fellers_games import any_seed, game, positions
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva")
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")


def texts(s: Position, seats: int) -> list[object]:
    """Everything that English makes of a position."""
    names = PEOPLE[:seats]
    told = [f(s) for f in (ENGLISH.call, ENGLISH.choices, ENGLISH.summary)]
    held = [ENGLISH.hand(s, seat) for seat in range(seats)]
    shown = (ENGLISH.standing, ENGLISH.news, ENGLISH.pieces, ENGLISH.rows)
    return [*told, *held, ENGLISH.offers(s), *(f(s, names) for f in shown)]


def shuffled(rng: Random, s: Position) -> Position:
    """The same for everybody but the owners: other cards in each hand, of those not yet played."""
    hands, decks = list(s.hands), list(s.decks)
    for seat, hand in enumerate(s.hands):
        cards = [*hand, *s.decks[seat]]
        rng.shuffle(cards)
        hands[seat] = tuple(sorted(cards[: len(hand)]))
        decks[seat] = tuple(sorted(cards[len(hand) :]))
    return s._replace(hands=tuple(hands), decks=tuple(decks))


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_in_public_no_text_depends_on_a_hand(seats: int, seed: int) -> None:
    """Forest Fellers rules, Preparation (cards in the hand): whatever the hands are, what
    everybody is told is the same, letter by letter."""
    rng = Random(seed)
    for s in rng.sample(list(positions(seats, seed)), 5):
        other = shuffled(rng, s)
        public = texts(FELLERS.view(s, None), seats)
        assert public == texts(FELLERS.view(other, None), seats)
        for seat in range(seats):
            same = other._replace(hands=_put(other, s, seat), decks=_put(other, s, seat, deck=True))
            mine = texts(FELLERS.view(s, seat), seats)
            assert mine == texts(FELLERS.view(same, seat), seats)


def _put(
    other: Position, s: Position, seat: int, *, deck: bool = False
) -> tuple[tuple[str, ...], ...]:
    """The hands, or the decks, of `other`, but this seat's own from `s`."""
    theirs, mine = (other.decks, s.decks) if deck else (other.hands, s.hands)
    return (*theirs[:seat], mine[seat], *theirs[seat + 1 :])


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_the_story_of_a_draw_is_the_drawers(seats: int, seed: int) -> None:
    """Forest Fellers rules, Draw Cards: whatever is drawn, the others hear the same."""
    draws = [said for said in game(seats, seed) if said.before.phase in (Phase.DRAW, Phase.DEAL)]
    for said in Random(seed).sample(draws, 5):
        seat, told = said.before.mover, set[str]()
        for step in legal(FELLERS, said.before):
            s, events = FELLERS.apply(said.before, step)
            told.add(ENGLISH.story(look(FELLERS, s, events, None).events, PEOPLE))
            mine = ENGLISH.story(look(FELLERS, s, events, seat).events, PEOPLE)
            assert "drew " in mine
        assert len(told) == 1
        assert not any("drew g" in text or "beaver" in text for text in told)


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

"""English: what is due in Forest Fellers, kind by kind, for those who pick instead of type."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.english import FellersEnglish
from rules.play import read
from tests.rules.courses import FELLERS, choices
from tests.rules.fellers_games import any_seed, positions
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())


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

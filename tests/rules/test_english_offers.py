"""English: what is due, kind by kind, for those who pick instead of type."""

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.boards import ENGLISH, choices
from tests.rules.games import STYLES, any_seed, positions


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

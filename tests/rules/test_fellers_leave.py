"""Forest Fellers: a seat that is given up for good."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.position import ABSENT, Phase, Position, team
from rules.game import NOBODY, Leave, Setup
from tests.rules.courses import (
    FELLERS,
    after,
    dealt,
    opening,
)
from tests.rules.races import race


def left(s: Position, seat: int) -> Position:
    return FELLERS.apply(s, Leave(seat))[0]


def test_the_seat_of_who_left_the_race_is_skipped() -> None:
    """Fellers 24. Rounds go on in the original order, from the first who is still there."""
    s = left(opening(3), 0)
    assert (s.mover, s.round) == (1, 1)
    found = []
    for _ in range(4):
        found.append((s.mover, s.round))
        card = next(card for card in s.hands[s.mover] if card != "j")
        s = dealt(after(s, f"{card} ."))
    assert found == [(1, 1), (2, 1), (1, 2), (2, 2)]


def test_the_deal_goes_on_without_who_leaves() -> None:
    """Fellers 24. Whoever it is, dealt to or not."""
    for who in range(3):
        s = left(FELLERS.new(Setup(3)), who)
        assert s.mover == (1 if who == 0 else 0)
        s = dealt(s)
        assert (s.phase, s.mover) == (Phase.PLAY, 1 if who == 0 else 0)
        assert [len(hand) for hand in s.hands] == [0 if i == who else 3 for i in range(3)]


def test_one_may_leave_before_the_course_is_chosen() -> None:
    """Fellers 24. Then the deal begins with the first who is left."""
    s = left(FELLERS.new(Setup(3, {"course": "random"})), 0)
    s = dealt(s)
    assert (s.phase, s.mover, s.hands[0]) == (Phase.PLAY, 1, ())


@settings(max_examples=15)
@given(st.integers(3, 5), st.integers(0, 2**32), st.integers(0, 4), st.integers(0, 10**6))
def test_the_others_race_to_the_end(seats: int, seed: int, who: int, when: int) -> None:
    """Fellers 24. Whoever leaves, and whenever, also in the middle of a turn, the others go on
    from there, and those who left are nowhere on the river."""
    played = list(race(seats, "A+H", seed))
    s = left(played[when % len(played)].before, who % seats)
    for _ in range(3000):
        if FELLERS.actor(s) == NOBODY:
            break
        options = FELLERS.legal(s)
        s, _ = FELLERS.apply(s, options[seed % len(options)])
        assert FELLERS.actor(s) != who % seats
        assert {s.figures[i] for i in team(s, who % seats)} == {ABSENT}
    assert FELLERS.scores(s)[who % seats] == ()

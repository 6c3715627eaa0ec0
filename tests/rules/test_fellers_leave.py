"""Forest Fellers: a seat that is given up for good."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.position import ABSENT, Phase, Position, team
from rules.game import NOBODY, Leave, Setup
from rules.play import replay, winners
from tests.rules.courses import (
    FELLERS,
    after,
    at,
    cards,
    choices,
    dealt,
    logs,
    opening,
    position,
    river,
)
from tests.rules.races import race

CHANNEL = river()
DOWN = river("# # # . . . # # #\n# # # . . . # # #\n# # # 3 3 3 # # #")


def left(s: Position, seat: int) -> Position:
    return FELLERS.apply(s, Leave(seat))[0]


def test_who_leaves_takes_his_lumberjacks_and_his_cards() -> None:
    """Fellers 24. Logs and the others stay where they are."""
    s = position(CHANNEL, seats=3, hand="gm4 gw2 j", gm="e4", ym="e6", wm="home", logs="e5")
    gone, events = FELLERS.apply(s, Leave(1))
    assert [(event.verb, event.seat) for event in events] == [("leaves", 1)]
    assert [gone.figures[i] for i in team(gone, 1)] == [ABSENT] * 3
    assert cards(gone, 1) == []
    assert (at(gone, "gm"), logs(gone), gone.hands[0]) == ("e4", {"e5"}, s.hands[0])
    assert (gone.phase, gone.mover) == (Phase.PLAY, 0)


def test_who_leaves_cannot_win_the_race() -> None:
    """Fellers 24. He cannot win, however many are home."""
    s = left(position(CHANNEL, seats=3, ym="home", yw="home", gm="e4"), 1)
    assert FELLERS.scores(s)[1] == ()
    assert winners(FELLERS, s) == (0,)


@pytest.mark.parametrize(("mover", "following"), [(0, 1), (1, 2), (2, 0)])
def test_when_the_mover_leaves_nothing_floats_and_nothing_is_drawn(
    mover: int, following: int
) -> None:
    """Fellers 24. A turn under way ends as it is: nothing floats, nothing is drawn."""
    card = ("gm2", "ym2", "rm2")[mover]
    s = left(position(DOWN, card, mover=mover, seats=3), mover)
    assert (s.phase, s.mover, s.card, s.round) == (Phase.PLAY, following, "", 1 + (mover == 2))


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


def test_a_pending_float_of_who_left_is_none() -> None:
    """Fellers 24. What is off the river cannot float."""
    s = after(position(DOWN, "gm1", seats=3, ym="d3", rm="e3"), ".")
    assert choices(left(s, 1)) == [":rm"]
    assert left(left(s, 1), 0).phase is Phase.OVER
    only = after(position(DOWN, "gm1", seats=3, ym="d3"), ".")
    assert left(only, 1).phase is Phase.DRAW


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


def test_with_two_players_the_race_ends() -> None:
    """Fellers 24. The one who stays has nobody to race with, and has the only score."""
    s = position(CHANNEL, "gm2", ym="home", yw="home")
    over, events = FELLERS.apply(s, Leave(1))
    assert [event.verb for event in events] == ["leaves"]
    assert FELLERS.actor(over) == NOBODY
    assert winners(FELLERS, over) == (0,)


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


def test_leaving_the_race_is_a_row_of_the_log() -> None:
    """docs/decisions.md, 6: a word of the table, replayed like the others."""
    s = FELLERS.new(Setup(3))
    words = []
    while FELLERS.actor(s) == -1:
        words.append(str(FELLERS.legal(s)[0]))
        s, _ = FELLERS.apply(s, FELLERS.legal(s)[0])
    rows = [(4, -1, " ".join(words), ""), (5, -3, "leave 0", "")]
    *_, last = replay(FELLERS, Setup(3), rows)
    there, events = last.after, [*last.events]
    assert (there.phase, there.mover) == (Phase.PLAY, 1)
    assert [event.verb for event in events] == ["leaves"]

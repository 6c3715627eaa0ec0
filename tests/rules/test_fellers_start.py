"""Forest Fellers: courses, teams, decks, the deal and the refill of a hand."""

from collections import Counter

import pytest

from rules.errors import Unavailable
from rules.fellers import TEAMS
from rules.fellers.position import ABSENT, FIGURES, JOKER, SHORE, VALUES, Phase, team, worth
from rules.fellers.river import FIRST
from rules.game import NATURE, Setup
from rules.play import legal
from tests.rules.courses import FELLERS, after, cards, opening


def refused(course: str) -> str:
    """The sentence with which a course is refused."""
    with pytest.raises(Unavailable) as refusal:
        FELLERS.new(Setup(2, {"course": course}))
    return str(refusal.value)


def test_the_eight_cards_of_a_lumberjack() -> None:
    """Fellers 1. From 1 to 5, the middle ones twice, three on the average, as the beaver."""
    assert VALUES == (1, 2, 2, 3, 3, 4, 4, 5)
    assert sum(VALUES) / len(VALUES) == worth(JOKER) == 3
    s = opening(2)
    for code in TEAMS[2][0]:
        assert sorted(worth(card) for card in cards(s, 0) if card[:2] == code) == list(VALUES)


def test_a_lumberjack_belongs_to_one_seat() -> None:
    """Fellers 17. Whatever the teams: here all are the second player's, as at no table of ours."""
    s = opening(2)._replace(owners=(1,) * len(FIGURES))
    assert team(s, 0) == ()
    assert team(s, 1) == tuple(range(len(FIGURES)))


@pytest.mark.parametrize(
    ("seats", "size", "each"), [(2, 25, 3), (3, 25, 3), (4, 17, 2), (5, 17, 2)]
)
def test_example_9_decks_and_hands(seats: int, size: int, each: int) -> None:
    """Forest Fellers rules, Preparation: three lumberjacks and 25 cards each for two or three
    players, two and 17 for more, a beaver among them; three cards in each hand."""
    s = opening(seats)
    for seat in range(seats):
        assert (len(s.hands[seat]), len(s.decks[seat])) == (3, size - 3)
        assert cards(s, seat).count(JOKER) == 1
        assert s.owners.count(seat) == each


def test_things_come_in_pairs_and_the_third_is_of_another() -> None:
    """Fellers 17. Who has the third lumberjack makes no difference; those that nobody has stay
    away."""
    for seats, teams in TEAMS.items():
        assert len(teams) == seats
        assert [team[:2] for team in teams][:4] == [
            (f"{thing}m", f"{thing}w") for thing in "gyrb"[: min(seats, 4)]
        ]
        assert len({code for team in teams for code in team}) == sum(map(len, teams))
        s = opening(seats)
        there = {FIGURES[i] for i, at in enumerate(s.figures) if at != ABSENT}
        assert there == {code for team in teams for code in team}
        assert set(s.figures) <= {SHORE, ABSENT}
    assert TEAMS[5][4] == ("kw", "wm")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_log_on_every_marked_space_whatever_the_number_of_players(seats: int) -> None:
    """Fellers 18. Forest Fellers rules, Preparation: on each of the marked spaces."""
    s = opening(seats, "D+E")
    assert s.course is not None
    assert s.logs == s.course.marked
    assert len(s.logs) == FELLERS.segments["D"].logs + FELLERS.segments["E"].logs


def test_the_first_course_is_the_one_that_is_recommended() -> None:
    """Fellers 23. Nobody has to choose one before a first race."""
    for options in ({}, {"course": FIRST}, {"course": FIRST.casefold()}):
        s = FELLERS.new(Setup(3, options))
        assert s.course is not None
        assert s.course.title == FIRST
        assert s.phase is Phase.DEAL


@pytest.mark.parametrize("text", ["A+D", "a+d", "A D", "ad", " a + d "])
def test_a_course_is_named_by_its_letters(text: str) -> None:
    """Fellers 23. Upstream first."""
    s = FELLERS.new(Setup(2, {"course": text}))
    assert s.course is not None
    assert s.course.title == "A+D"


def test_a_course_may_have_up_to_four_segments() -> None:
    """Fellers 23. More segments, a longer race."""
    s = FELLERS.new(Setup(2, {"course": "A+C+F+H"}))
    assert s.course is not None
    assert len(s.course.rapids) == 3
    assert "1 to 4" in refused("A+C+F+H+I")


def test_what_is_no_course_is_refused_with_the_reason() -> None:
    """Fellers 23. Both sides of a board cannot be used at once, nor a side twice, nor more logs
    than there are."""
    assert refused("A+B") == (
        "`A+B` isn't a valid course: segments A and B are two sides of the same board."
    )
    assert refused("A+A") == "`A+A` isn't a valid course: segment A is used twice."
    assert refused("A+Z") == "`A+Z`: there's no segment Z, only A to L."
    assert "logs, but there are only 45" in refused("D+E+J+H")
    assert "1 to 4" in refused("+")


def test_nature_chooses_one_of_the_pairs() -> None:
    """Fellers 23. Any two segments that are not one board, in either order, alike likely."""
    s = FELLERS.new(Setup(4, {"course": "random"}))
    assert (s.phase, s.course, FELLERS.actor(s)) == (Phase.COURSE, None, NATURE)
    options = Counter(map(str, legal(FELLERS, s)))
    assert set(options.values()) == {1}
    assert len(options) > 100
    assert {"a+d", "d+a"} <= set(options)
    assert not {"a+b", "a+a"} & set(options)
    there, events = FELLERS.apply(s, next(x for x in legal(FELLERS, s) if str(x) == "c+e"))
    assert there == FELLERS.new(Setup(4, {"course": "C+E"}))
    assert [(event.verb, event.seat, event.at) for event in events] == [
        ("chooses", NATURE, ("C", "E"))
    ]
    assert FELLERS.scores(s) == ((0, 0, 0),) * 4


def test_the_deal_is_seat_by_seat_and_what_is_in_a_deck_is_its_weight() -> None:
    """Forest Fellers rules, Preparation: everybody draws three from his own deck."""
    s = FELLERS.new(Setup(2))
    seats = []
    while FELLERS.actor(s) == NATURE:
        words = Counter(map(str, legal(FELLERS, s)))
        assert words == Counter(s.decks[s.mover])
        s, (draws, gets) = FELLERS.apply(s, legal(FELLERS, s)[-1])
        assert (draws.verb, draws.at, draws.only) == ("draws", (), None)
        assert (gets.verb, gets.only) == ("gets", gets.seat)
        seats.append(draws.seat)
    assert seats == [0, 0, 0, 1, 1, 1]
    assert (s.phase, s.mover, s.round) == (Phase.PLAY, 0, 1)


def test_example_9_after_the_fourteenth_draw_the_discards_are_the_deck() -> None:
    """Fellers 16. At once, with the card that was just played."""
    s, turns = opening(4), 0
    while True:
        seat, card = s.mover, s.hands[s.mover][0]
        owned = [FIGURES[i] for i, owner in enumerate(s.owners) if owner == seat]
        s = after(s, f"{card} {owned[0]} ." if card == JOKER else f"{card} .")
        assert s.phase is Phase.DRAW
        turns += seat == 0
        gone = s.discards[seat]
        assert card in gone
        s, events = FELLERS.apply(s, legal(FELLERS, s)[0])
        assert len(s.hands[seat]) == 3
        if seat == 0 and turns == 14:
            break
        if seat == 0:
            assert "reshuffles" not in [event.verb for event in events]
    assert [event.verb for event in events] == ["draws", "gets", "reshuffles"]
    assert len(gone) == 14
    assert (s.decks[0], s.discards[0]) == (gone, ())


def test_the_course_is_nature_s_first_word_where_it_is_left_to_chance() -> None:
    """Forest Fellers rules, Set-up: what she can say is what is legal, every course by its name."""
    s = FELLERS.new(Setup(2, {"course": "random"}))
    assert FELLERS.actor(s) == NATURE
    assert list(FELLERS.candidates(s)) == legal(FELLERS, s)
    assert len({str(step) for step in legal(FELLERS, s)}) == len(legal(FELLERS, s))

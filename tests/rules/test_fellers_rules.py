"""Forest Fellers: cards, the deal, the end, leaving, secrets, and the promises of every game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.fellers import TEAMS, Fellers
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HIDDEN,
    JOKER,
    ROUNDS,
    SHORE,
    VALUES,
    Phase,
    Position,
    worth,
)
from rules.fellers.river import FIRST
from rules.game import NATURE, NOBODY, Event, Leave, Setup
from rules.play import look, winners
from tests.rules.courses import (
    FELLERS,
    after,
    at,
    cards,
    changed,
    dealt,
    holding,
    opening,
    position,
    river,
)
from tests.rules.races import race


def test_the_eight_cards_of_a_lumberjack() -> None:
    """Fellers 1. From 1 to 5, the middle ones twice, three on the average, as the beaver."""
    assert VALUES == (1, 2, 2, 3, 3, 4, 4, 5)
    assert sum(VALUES) / len(VALUES) == worth(JOKER) == 3
    s = opening(2)
    for code in TEAMS[2][0]:
        assert sorted(worth(card) for card in cards(s, 0) if card[:2] == code) == list(VALUES)


@pytest.mark.parametrize(
    ("seats", "size", "each"), [(2, 25, 3), (3, 25, 3), (4, 17, 2), (5, 17, 2)]
)
def test_example_9_decks_and_hands(seats: int, size: int, each: int) -> None:
    """Forest Fellers rules, Preparation: 25 cards for two or three, else 17, and three in hand."""
    s = opening(seats)
    for seat in range(seats):
        assert (len(s.hands[seat]), len(s.decks[seat])) == (3, size - 3)
        assert cards(s, seat).count(JOKER) == 1
        assert s.owners.count(seat) == each


def test_things_come_in_pairs_and_the_third_is_of_another() -> None:
    """Fellers 17. The third lumberjack's owner makes no difference; unowned ones stay away."""
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


def test_a_course_is_named_by_its_letters() -> None:
    """Fellers 23. Upstream first."""
    for text in ("A+D", "a+d", "A D", "ad", " a + d "):
        s = FELLERS.new(Setup(2, {"course": text}))
        assert s.course is not None
        assert s.course.title == "A+D"


def test_a_course_may_have_up_to_four_segments() -> None:
    """Fellers 23. More segments, a longer race."""
    s = FELLERS.new(Setup(2, {"course": "A+C+F+H"}))
    assert s.course is not None
    assert len(s.course.rapids) == 3


def test_nature_chooses_one_of_the_pairs() -> None:
    """Fellers 23. Any two segments that are not one board, in either order, alike likely."""
    game = Fellers(FELLERS.segments)
    s = game.new(Setup(4, {"course": "random"}))
    assert (s.phase, s.course, game.actor(s)) == (Phase.COURSE, None, NATURE)
    options = Counter(map(str, game.legal(s)))
    assert set(options.values()) == {1}
    assert set(game.candidates(s)) == set(game.legal(s))
    assert len(options) > 100
    assert {"a+d", "d+a"} <= set(options)
    assert not {"a+b", "a+a"} & set(options)
    there, events = FELLERS.apply(s, next(x for x in FELLERS.legal(s) if str(x) == "c+e"))
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
        words = Counter(map(str, FELLERS.legal(s)))
        assert words == Counter(s.decks[s.mover])
        s, (draws, gets) = FELLERS.apply(s, FELLERS.legal(s)[-1])
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
        s, events = FELLERS.apply(s, FELLERS.legal(s)[0])
        assert len(s.hands[seat]) == 3
        if seat == 0 and turns == 14:
            break
        if seat == 0:
            assert "reshuffles" not in [event.verb for event in events]
    assert [event.verb for event in events] == ["draws", "gets", "reshuffles"]
    assert len(gone) == 14
    assert (s.decks[0], s.discards[0]) == (gone, ())


CHANNEL = river()


def drawn(s: Position) -> tuple[Position, list[Event]]:
    """Let nature draw the one missing card."""
    return FELLERS.apply(s, FELLERS.legal(s)[0])


def test_example_6_a_rival_shoved_home_has_to_wait_for_his_turn() -> None:
    """Forest Fellers rules, Game End: and somebody else may win before."""
    home: Any = dict.fromkeys(("rm", "rw", "yw", "wm"), "home")
    s = position(CHANNEL, "gm1", seats=3, hand="gm2 gw2", gm="f12", bm="f13", ym="e12", **home)
    s = holding(s, 1, "ym2 wm1 wm3")
    shoved = after(s, "s")
    assert (at(shoved, "bm"), shoved.phase, shoved.winner) == ("home", Phase.DRAW, NOBODY)
    due = dealt(shoved)
    assert (due.phase, due.mover) == (Phase.PLAY, 1)
    assert after(due, "ym2 s").winner == 1
    waited, events = drawn(after(due, "ym2 ."))
    assert [event.verb for event in events] == ["draws", "gets", "wins"]
    assert (waited.winner, FELLERS.actor(waited)) == (2, NOBODY)


def test_the_turn_limit_ends_the_race() -> None:
    """Fellers 21. After 400 rounds most lumberjacks home, then fewest steps to go."""
    where = position(CHANNEL, gm="e12", gw="e2", ym="e11", yw="e10").figures
    s = changed(position(CHANNEL, "ym1", mover=1, hand="ym2 ym3"), figures=where)
    over, events = drawn(after(changed(s, round=ROUNDS), "."))
    assert [event.verb for event in events] == ["draws", "gets", "ends"]
    assert (over.phase, over.winner) == (Phase.OVER, NOBODY)
    shore = CHANNEL.shore
    assert FELLERS.scores(over) == ((0, 0, -(1 + 11 + shore)), (0, 0, -(2 + 3 + shore)))
    assert winners(FELLERS, over) == (1,)
    assert drawn(after(changed(s, round=ROUNDS - 1), "."))[0].round == ROUNDS


def test_a_round_is_a_turn_of_everybody() -> None:
    """Fellers 21. Rounds are counted from the first seat."""
    s = position(CHANNEL, "ym1", mover=1, seats=3)
    assert dealt(after(s, ".")).round == 1
    s = position(CHANNEL, "rm1", mover=2, seats=3)
    there = dealt(after(s, "."))
    assert (there.mover, there.round) == (0, 2)


def left(s: Position, seat: int) -> Position:
    return FELLERS.apply(s, Leave(seat))[0]


def test_the_seat_of_who_left_the_race_is_skipped() -> None:
    """Fellers 24. Rounds continue in the original order, from the first remaining seat."""
    s = left(opening(3), 0)
    assert (s.mover, s.round) == (1, 1)
    found = []
    for _ in range(4):
        found.append((s.mover, s.round))
        card = next(card for card in s.hands[s.mover] if card != "j")
        s = dealt(after(s, f"{card} ."))
    assert found == [(1, 1), (2, 1), (1, 2), (2, 2)]


def test_the_deal_goes_on_without_who_leaves() -> None:
    """Fellers 24. For any seat, dealt to or not."""
    for who in range(3):
        s = left(FELLERS.new(Setup(3)), who)
        assert s.mover == (1 if who == 0 else 0)
        s = dealt(s)
        assert (s.phase, s.mover) == (Phase.PLAY, 1 if who == 0 else 0)
        assert [len(hand) for hand in s.hands] == [0 if i == who else 3 for i in range(3)]


def test_one_may_leave_before_the_course_is_chosen() -> None:
    """Fellers 24. Then the deal begins with the first remaining player."""
    s = left(FELLERS.new(Setup(3, {"course": "random"})), 0)
    s = dealt(s)
    assert (s.phase, s.mover, s.hands[0]) == (Phase.PLAY, 1, ())


SAMPLES = [(2, 1), (5, 4)]


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "seed"), SAMPLES)
def test_whatever_is_drawn_nobody_else_can_tell(seats: int, seed: int) -> None:
    """Fellers 22. Whichever card is drawn, everybody but the drawer sees the same afterwards."""
    draws = [x for x in race(seats, "A+H", seed) if x.before.phase in (Phase.DEAL, Phase.DRAW)]
    for said in draws[::3]:
        drawer, ways = said.before.mover, set(FELLERS.legal(said.before))
        outcomes = [FELLERS.apply(said.before, step) for step in ways]
        for seat in (None, *range(seats)):
            seen = {look(FELLERS, there, events, seat) for there, events in outcomes}
            assert len(seen) == (len(ways) if seat == drawer else 1)


@pytest.mark.parametrize(("seats", "seed"), SAMPLES)
def test_numbers_of_cards_and_discards_are_public(seats: int, seed: int) -> None:
    """Fellers 22. Everybody sees how many cards each player has, and the played ones."""
    for said in list(race(seats, "A+H", seed))[::9]:
        for seat in (None, *range(seats)):
            seen = FELLERS.view(said.after, seat)
            assert list(map(len, seen.hands)) == list(map(len, said.after.hands))
            assert list(map(len, seen.decks)) == list(map(len, said.after.decks))
            assert seen.discards == said.after.discards
            for other in set(range(seats)) - {seat}:
                assert set(seen.hands[other]) | set(seen.decks[other]) <= {HIDDEN}


def test_a_stranger_s_view_offers_no_card_and_breaks_nothing() -> None:
    """Fellers 22. Any card that it may hold could be said; nothing is legal before it is seen."""
    s = opening(2)
    seen = FELLERS.view(s, None)
    assert FELLERS.legal(seen) == []
    reasons = {str(FELLERS.why_not(seen, step)) for step in FELLERS.candidates(seen)}
    assert "only its player can see this hand" in reasons
    assert not [x for x in reasons if "hold" in x]
    assert JOKER in [str(step) for step in FELLERS.candidates(seen)]


def test_every_hand_that_is_possible_is_imagined() -> None:
    """Fellers 22. Of a deck with three cards left any two may be in a hand of two."""
    s = opening(3)
    gone = tuple(card for card in cards(s, 1) if card not in ("j", "wm5", "ym1"))
    s = changed(s, discards=((), gone, ()), hands=(s.hands[0], ("j", "wm5"), s.hands[2]))
    s, _ = FELLERS.apply(s, Leave(2))
    rng = Random(1)
    made = [FELLERS.world(s, 0, rng.choice) for _ in range(60)]
    assert {one.hands[1] for one in made} == {("j", "wm5"), ("j", "ym1"), ("wm5", "ym1")}
    assert all(one.hands[2] == one.decks[2] == () for one in made)


@pytest.mark.parametrize(("seats", "course", "seed"), [(2, "A+H", 1), (5, "C+G", 2)])
def test_cards_are_neither_made_nor_lost(seats: int, course: str, seed: int) -> None:
    """Forest Fellers rules, Draw Cards: a card is in the hand, the deck or the discards."""
    full = [cards(FELLERS.new(Setup(seats)), seat) for seat in range(seats)]
    for said in race(seats, course, seed):
        s = said.after
        assert [cards(s, seat) for seat in range(seats)] == full
        bags = (*s.hands, *s.decks, *s.discards)
        assert all(bag == tuple(sorted(bag)) for bag in bags), "an order would tell something"
        if said.after.phase is Phase.PLAY:
            assert {len(hand) for hand in said.after.hands} == {3}

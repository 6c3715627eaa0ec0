"""Forest Fellers: what is in a hand is known to its owner alone."""

from random import Random

import pytest

from rules import GAMES
from rules.fellers.position import HIDDEN, JOKER, Phase, Position
from rules.game import NATURE, NOBODY, Event, Leave, Setup
from rules.play import look
from tests.rules.courses import FELLERS, cards, changed, opening
from tests.rules.races import choose, race
from tests.spoken import Spoken

ENGLISH = Spoken(GAMES["fellers"].texts)
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve")
SAMPLES = [(2, 1), (3, 2), (4, 3), (5, 4)]


def texts(s: Position, events: tuple[Event, ...], seats: int) -> list[str]:
    """All that is said of what somebody sees."""
    names = PEOPLE[:seats]
    return [
        ENGLISH.story(events, names),
        ENGLISH.standing(s, names),
        ENGLISH.news(s, names),
        ENGLISH.pieces(s, names),
        ENGLISH.rows(s, names),
        ENGLISH.call(s),
        *(ENGLISH.hand(s, seat) for seat in range(seats)),
        ENGLISH.hands(s, names),
        ENGLISH.choices(s),
        ENGLISH.summary(s),
        str(ENGLISH.offers(s)),
        str(s),
        repr(s),
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "seed"), SAMPLES)
def test_whatever_is_drawn_nobody_else_can_tell(seats: int, seed: int) -> None:
    """Fellers 22. At each hidden draw of a whole game all possible cards are tried: what
    everybody but the drawer sees, and all that is said of it, is the same."""
    for i, said in enumerate(race(seats, "A+H", seed)):
        if said.before.phase not in (Phase.DEAL, Phase.DRAW):
            continue
        drawer, ways = said.before.mover, set(FELLERS.legal(said.before))
        outcomes = [FELLERS.apply(said.before, step) for step in ways]
        for seat in (None, *range(seats)):
            seen = [look(FELLERS, there, events, seat) for there, events in outcomes]
            assert len(set(seen)) == (len(ways) if seat == drawer else 1)
            if seat != drawer and i % 10 == 0:
                assert len({tuple(texts(x.state, x.events, seats)) for x in seen}) == 1


@pytest.mark.parametrize(("seats", "seed"), SAMPLES)
def test_numbers_of_cards_and_discards_are_public(seats: int, seed: int) -> None:
    """Fellers 22. How many cards anybody has, and what was played, everybody sees."""
    for said in race(seats, "A+H", seed):
        for seat in (None, *range(seats)):
            seen = FELLERS.view(said.after, seat)
            assert list(map(len, seen.hands)) == list(map(len, said.after.hands))
            assert list(map(len, seen.decks)) == list(map(len, said.after.decks))
            assert seen.discards == said.after.discards
            for other in set(range(seats)) - {seat}:
                assert set(seen.hands[other]) | set(seen.decks[other]) <= {HIDDEN}


def test_ones_own_cards_are_ones_own() -> None:
    """Fellers 22. The own deck without its order is what is in neither hand nor discards."""
    s = opening(3)
    for seat in range(3):
        mine = FELLERS.view(s, seat)
        assert (mine.hands[seat], mine.decks[seat]) == (s.hands[seat], s.decks[seat])
        assert s.decks[seat] == tuple(sorted(s.decks[seat]))


def test_the_end_opens_no_hand() -> None:
    """Fellers 22. A view of the end is what the last step makes of a view."""
    *_, last = race(2, "A+H", 3)
    assert FELLERS.actor(last.after) == NOBODY
    for seat in (None, 0, 1):
        before = FELLERS.view(last.before, seat)
        if last.before.phase is not Phase.DRAW:
            assert FELLERS.apply(before, last.step)[0] == FELLERS.view(last.after, seat)


@pytest.mark.parametrize(("seats", "seed"), SAMPLES)
def test_who_moves_needs_no_more_than_he_sees(seats: int, seed: int) -> None:
    """Fellers 22. Every choice of a turn, and what comes of it, is the same from the mover's
    view; a preview made from it gives nothing away and is right."""
    for said in race(seats, "A+H", seed):
        if FELLERS.actor(said.before) != NATURE:
            mine = FELLERS.view(said.before, said.before.mover)
            assert FELLERS.legal(mine) == FELLERS.legal(said.before)
            there, events = FELLERS.apply(mine, said.step)
            assert tuple(events) == said.events
            assert FELLERS.view(there, said.before.mover) == FELLERS.view(
                said.after, said.before.mover
            )


def test_a_stranger_s_view_offers_no_card_and_breaks_nothing() -> None:
    """Fellers 22. Whatever could be held could be said; nothing is legal before it is seen."""
    s = opening(2)
    seen = FELLERS.view(s, None)
    assert FELLERS.legal(seen) == []
    reasons = {str(FELLERS.why_not(seen, step)) for step in FELLERS.candidates(seen)}
    assert "only its player can see this hand" in reasons
    assert not [x for x in reasons if "hold" in x]
    assert JOKER in [str(step) for step in FELLERS.candidates(seen)]


def test_nature_can_go_on_from_what_anybody_sees() -> None:
    """Fellers 22. With blank cards nothing of a game breaks, until one would have to be shown."""
    rng = Random(1)
    for seat in (None, 0, 1):
        s = FELLERS.view(FELLERS.new(Setup(2)), seat)
        while FELLERS.legal(s):
            s, _ = FELLERS.apply(s, choose(rng, s, 0.8))
        assert s.phase in (Phase.PLAY, Phase.OVER)


@pytest.mark.parametrize(("seats", "seed"), SAMPLES)
def test_a_world_agrees_with_what_its_seat_sees_and_all_cards_are_there(
    seats: int, seed: int
) -> None:
    """Fellers 22. What the others may hold is what they have not discarded."""
    rng = Random(seed)
    for said in race(seats, "A+H", seed):
        s, seat = said.after, rng.randrange(seats)
        seen = FELLERS.view(s, seat)
        made = FELLERS.world(seen, seat, rng.choice)
        assert FELLERS.view(made, seat) == seen
        assert [cards(made, other) for other in range(seats)] == [
            cards(s, other) for other in range(seats)
        ]


def test_every_hand_that_is_possible_is_imagined() -> None:
    """Fellers 22. Of a deck with three cards left any two may be in a hand of two; who has left
    holds nothing."""
    s = opening(3)
    gone = tuple(card for card in cards(s, 1) if card not in ("j", "wm5", "ym1"))
    s = changed(s, discards=((), gone, ()), hands=(s.hands[0], ("j", "wm5"), s.hands[2]))
    s, _ = FELLERS.apply(s, Leave(2))
    rng = Random(1)
    made = [FELLERS.world(s, 0, rng.choice) for _ in range(60)]
    assert {one.hands[1] for one in made} == {("j", "wm5"), ("j", "ym1"), ("wm5", "ym1")}
    assert all(one.hands[2] == one.decks[2] == () for one in made)

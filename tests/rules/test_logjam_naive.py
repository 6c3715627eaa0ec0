"""Logjam: the rules against a second, naive reading of the text, and the fast way against the
plain one."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import NATURE, NOBODY, foreseen
from rules.logjam.position import Phase, Position
from rules.play import legal, turns
from tests.rules import naive_logjam
from tests.rules.rivers_of_logs import LOGJAM, drawn, scattered, whole_game

any_seed = st.integers(0, 2**32)


def without_reason(s: Position) -> list[object]:
    return [step for step in LOGJAM.candidates(s) if LOGJAM.why_not(s, step) is None]


@settings(max_examples=150)
@given(any_seed, st.integers(2, 5))
def test_a_turn_can_do_what_a_naive_reading_allows_and_no_more(seed: int, seats: int) -> None:
    """Logjam rules, Moving a Logger and Special Actions, read twice: on crowded rivers whole
    turns lead to exactly the same positions."""
    s = scattered(Random(seed), seats)
    fast = {naive_logjam.table(after) for _, after in turns(LOGJAM, s)}
    assert fast == naive_logjam.results(naive_logjam.table(s), s.roll), drawn(s)


def test_the_crowded_rivers_hold_every_kind_of_turn() -> None:
    """Logjam rules, Special Actions: what the naive reading is compared on is not empty."""
    kinds = {
        (type(step).__name__, after.phase)
        for seed in range(400)
        for s in [scattered(Random(seed), 2 + seed % 4)]
        for step in legal(LOGJAM, s)
        for after in [LOGJAM.apply(s, step)[0]]
    }
    wanted = {(kind, Phase.RETURN) for kind in ("Capture", "Push", "Shift")}
    wanted |= {(kind, Phase.ROLL) for kind in ("Run", "Push", "Shift", "Stop")}
    assert wanted | {("Run", Phase.OVER)} <= kinds


@settings(max_examples=60)
@given(any_seed, st.integers(2, 6))
def test_legal_in_logjam_is_the_candidates_without_a_reason(seed: int, seats: int) -> None:
    """docs/decisions.md, 3: the short way is the long way, on the roll and after captures."""
    s = scattered(Random(seed), seats)
    while s.phase in (Phase.MOVE, Phase.RETURN):
        assert legal(LOGJAM, s) == without_reason(s), drawn(s)
        options = legal(LOGJAM, s)
        special = [x for x in options if LOGJAM.apply(s, x)[0].phase is Phase.RETURN]
        s, _ = LOGJAM.apply(s, Random(seed).choice(special or options))


@settings(max_examples=3)
@given(any_seed, st.integers(2, 6), st.sampled_from(["quick", "classic"]))
def test_legal_is_the_same_all_through_a_game(seed: int, seats: int, setup: str) -> None:
    """docs/decisions.md, 3: in every phase of whole games."""
    for n, (s, *_) in enumerate(whole_game(seats, seed, setup=setup, board="6x8", logs="2345")):
        if n < 60 or n % 29 == 0:
            assert legal(LOGJAM, s) == without_reason(s)


@settings(max_examples=40)
@given(any_seed, st.integers(2, 6))
def test_a_step_of_logjam_is_settled_when_it_is_the_only_one(seed: int, seats: int) -> None:
    """docs/decisions.md, 7: looking ahead finds no other step that needs no saying."""
    s = scattered(Random(seed), seats, rows=5)
    while LOGJAM.actor(s) not in (NATURE, NOBODY):
        assert LOGJAM.forced(s) == foreseen(LOGJAM, s)
        options = legal(LOGJAM, s)
        special = [x for x in options if LOGJAM.apply(s, x)[0].phase is Phase.RETURN]
        s, _ = LOGJAM.apply(s, Random(seed).choice(special or options))

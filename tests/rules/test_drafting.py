"""Drafts: a line of words becomes a turn, and what is an only choice fills itself in."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rules.drafting import draft
from rules.game import foreseen
from rules.logger.rules import Phase, Position, Seed
from rules.play import legal, perform
from tests.rules.boards import (
    KIND,
    LOGGER,
    after,
    opening,
    position,
    scattered,
    typed,
)
from tests.rules.games import STYLES, Turn, any_game, any_seed, game

SEEDING = position("""
    . . . . .
    . . . . .
    s . . . B
    M . s . .
    . A s M .
""")  # from a1: a2 has only b2, d1 has d2 and e1


@given(any_game)
def test_short_and_full_line_are_the_same_turn(game: list[Turn]) -> None:
    """docs/decisions.md, 7: what was played by steps, typed in full, and typed as short as
    possible lead to the same position; what is logged is legal word by word."""
    for turn in game:
        full = typed(turn.before, turn.line)
        assert (full.complete, full.state) == (True, turn.after)
        short = typed(turn.before, " ".join(full.said))
        assert (short.state, short.said, short.line) == (full.state, full.said, full.line)
        assert perform(LOGGER, turn.before, full.line) == (turn.after, list(full.events))


@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_every_beginning_of_a_turn_is_a_draft(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 7: undo is dropping a word, so each beginning must stand on its own;
    a longer one only adds to it."""
    for turn in game(seats, seed, style):
        words = [str(step) for step in turn.steps]
        beginnings = [words[:n] for n in range(len(words) + 1)]
        drafts = [draft(KIND, turn.before, " ".join(said), typed=False) for said in beginnings]
        for said, shorter, longer in zip(beginnings, drafts, drafts[1:], strict=False):
            assert longer.said[: len(shorter.said)] == shorter.said
            assert len(longer.said) - len(shorter.said) in (0, 1)
            assert set(said) <= set(shorter.line.split())
            assert longer.complete or not shorter.complete
        assert drafts[-1].complete


@given(st.integers(2, 4), any_seed, st.floats(0.1, 0.9))
def test_the_shortcut_to_what_is_settled_agrees_with_looking_ahead(
    seats: int, seed: int, crowd: float
) -> None:
    """docs/decisions.md, 7: Logger says at once what the search over all completions finds."""
    rng = Random(seed)
    s = scattered(rng, seats, crowd=crowd)
    seat = s.mover
    while LOGGER.actor(s) == seat:
        if s.phase is not Phase.SEED or ways(s) <= 400:
            assert LOGGER.forced(s) == foreseen(LOGGER, s, patience=10_000)
        s, _ = LOGGER.apply(s, rng.choice(legal(LOGGER, s)))


def ways(s: Position) -> int:
    """A bound on the positions that the seeding can pass through."""
    product = 1
    for tree in s.owing:
        product *= 1 + sum(isinstance(x, Seed) and x.tree == tree for x in legal(LOGGER, s))
    return product


def test_looking_ahead_gives_up_with_patience() -> None:
    """docs/decisions.md, 7: where there is too much to look at, a step is left to be said."""
    seeding = after(SEEDING, "a1")
    assert str(foreseen(LOGGER, seeding)) == "a2>b2"
    assert foreseen(LOGGER, seeding, patience=1) is None


def test_a_draft_keeps_what_was_said_and_what_came_of_it() -> None:
    """docs/decisions.md, 7: the words for the store, the steps for the log, the events for the
    preview."""
    s = opening(2)
    drafted = typed(s, "a1")
    assert drafted.said == ("a1",)
    assert [(event.verb, event.at) for event in drafted.events] == [("stands", ("a1",))]
    assert LOGGER.actor(drafted.state) == 1

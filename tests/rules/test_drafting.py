"""Drafts: a line of words becomes a turn, and what is an only choice fills itself in."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.drafting import draft, foreseen, settled
from rules.logger.rules import Phase, Position, Seed
from rules.play import legal, perform
from tests.rules.boards import (
    KIND,
    LOGGER,
    after,
    choices,
    opening,
    position,
    refused,
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


def test_an_only_choice_fills_itself_in() -> None:
    """docs/decisions.md, 7: the only walk, the only square of a tree, the end of a protest."""
    s = position(
        """
        . . . . .
        . . . . .
        s . . . M
        M G . . .
        A T . . B
    """,
        supply=(1, 0),
    )
    drafted = typed(s, "")
    assert (drafted.line, drafted.said, drafted.complete) == ("a1", (), False)
    assert typed(s, "!e3").line == "a1 !e3 ."
    assert draft(KIND, s, "!e3", typed=False).complete


BOXED_IN = position(
    """
    . . . . .
    . . . . .
    s . . . M
    M G . . .
    A T . . B
""",
    supply=(1, 0),
)


NAMES_OF_STAYING = ("a1", "stay", "stay on a1", "a1-a1", "a1 - a1", "a1 to a1", "go to a1")
MORE_NAMES = ("move a1 to a1", "from a1 to a1", "run a1-a1")


@pytest.mark.parametrize("phrase", [*NAMES_OF_STAYING, *MORE_NAMES])
def test_an_only_choice_is_named_in_whatever_phrase(phrase: str) -> None:
    """docs/decisions.md, 7: saying what fills itself in is fine. Some phrases are of one moment:
    after the growth `a1 to a1` would be a tree that seeds."""
    whole = typed(BOXED_IN, "!e3")
    assert typed(BOXED_IN, phrase).line == "a1"
    assert typed(BOXED_IN, f"{phrase}; protest e3") == whole
    assert typed(BOXED_IN, f"{phrase} !e3 .") == whole
    assert typed(BOXED_IN, f"!e3 . {phrase}").state == whole.state


def test_an_only_choice_is_named_once_and_nothing_else_is() -> None:
    """docs/decisions.md, 7: what is no name of it is refused as before."""
    assert "not legal" in refused(BOXED_IN, "a1 to b1")
    assert "can't read `a1 to a1` here" in refused(BOXED_IN, "a1 to a1, a1 to a1")
    assert refused(BOXED_IN, "from b1 to a1").startswith("Your logger stands on a1.")


def test_a_square_that_only_one_tree_can_seed_fills_itself_in_at_any_time() -> None:
    """docs/decisions.md, 7: a step that is part of every completion, whatever else is said."""
    drafted = typed(SEEDING, "a1")
    assert drafted.line == "a1 a2>b2"
    assert choices(drafted.state) == {"d1>d2", "d1>e1"}
    assert typed(SEEDING, "a1, seed b2").state == drafted.state


def test_a_filled_step_may_be_said_before_or_after_the_others() -> None:
    """docs/decisions.md, 7: saying it is fine, and changes nothing but the order."""
    short = typed(SEEDING, "a1 d1>e1 +b1")
    for line in ("a1 a2>b2 d1>e1 +b1", "a1 d1>e1 a2>b2 +b1", "a1 d1>e1 +b1 a2>b2"):
        full = typed(SEEDING, line)
        assert (full.state, full.said) == (short.state, short.said)
        assert full.complete


def test_a_filled_action_may_be_said_by_its_direction() -> None:
    """docs/decisions.md, 7: phrases speak of the mover's place, even when the turn is complete
    and somebody else's is next."""
    s = position("""
        . . . . .
        . . . . .
        M . . . .
        s . . . .
        A T . . B
    """)
    assert typed(s, "a3>b3").line == "a1 a3>b3 xb1"
    assert typed(s, "stay, a3>b3, chop east") == typed(s, "a3>b3")
    told = refused(s, "a3>b3, chop north")
    assert told.startswith("`chop north` is not legal: the tree on a2 is only")


def test_a_filled_step_is_said_only_once() -> None:
    """docs/decisions.md, 7: then it has been said, and is refused like any other."""
    assert typed(SEEDING, "a1 a2>b2").complete is False
    assert refused(SEEDING, "a1 a2>b2 a2>b2").startswith(
        "`a2>b2` is not legal: the tree on a2 has nothing to seed now. Say where"
    )


GUARD = position(
    """
    M . . . M
    . . . . .
    . . A . .
    . . . . .
    M . . . B
""",
    phase=Phase.ACT,
    supply=(2, 0),
)


def test_a_typed_line_that_stops_after_a_protest_has_said_enough() -> None:
    """docs/decisions.md, 7: a typed line is a whole thought; a button is not."""
    assert typed(GUARD, "protest a5").line == "!a5 ."
    pressed = draft(KIND, GUARD, "!a5", typed=False)
    assert (pressed.line, pressed.complete) == ("!a5", False)
    assert choices(pressed.state) == {"!e5", "!a1", "."}
    assert draft(KIND, GUARD, "!a5 .", typed=False).complete
    assert draft(KIND, GUARD, "!a5 !e5", typed=False).line == "!a5 !e5 ."


def test_enough_is_implied_only_after_what_was_said() -> None:
    """docs/decisions.md, 7: where nothing has been said, nothing was meant."""
    more = position(
        """
        M . . . G
        . . . . .
        . . A . .
        . . . . .
        M . . . B
    """,
        phase=Phase.MORE,
        supply=(1, 0),
    )
    assert not typed(more, "").complete
    assert typed(more, "done").complete


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
            assert settled(LOGGER, s) == foreseen(LOGGER, s, patience=10_000)
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

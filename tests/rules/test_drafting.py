"""Drafts: a line of words becomes a turn, with guesses at a mistyped one."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.drafting import Phrased, draft, nearest
from rules.errors import Illegal, Refused, Unread
from rules.game import foreseen
from rules.logger.rules import Phase, Position, Seed
from rules.play import perform
from tests.rules.boards import KIND, LOGGER, position, scattered, typed
from tests.rules.everywhere import everywhere
from tests.rules.games import STYLES, Turn, any_game, any_seed, game


@settings(max_examples=4)
@given(any_game)
def test_short_and_full_line_are_the_same_turn(game: list[Turn]) -> None:
    """docs/decisions.md, 7: by steps, in full, or as short as possible, and legal word by word."""
    for turn in game:
        full = typed(turn.before, turn.line)
        assert (full.complete, full.state) == (True, turn.after)
        short = typed(turn.before, " ".join(full.said))
        assert (short.state, short.said, short.line) == (full.state, full.said, full.line)
        assert perform(LOGGER, turn.before, full.line) == (turn.after, list(full.events))


@settings(max_examples=3)
@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_every_beginning_of_a_turn_is_a_draft(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 7: undo is dropping a word, so each beginning must stand on its own."""
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


@settings(max_examples=20)
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
            assert LOGGER.forced_step(s) == foreseen(LOGGER, s, patience=10_000)
        s, _ = LOGGER.apply(s, rng.choice(LOGGER.legal(s)))


def ways(s: Position) -> int:
    """A bound on the positions that the seeding can pass through."""
    product = 1
    for tree in s.owing:
        product *= 1 + sum(isinstance(x, Seed) and x.tree == tree for x in LOGGER.legal(s))
    return product


NAMES = ("logger", "logjam", "fellers")
WALKING = position("""
    . . . . .
    . . . . .
    . . m . .
    . . . . .
    A . . . B
""")


def told(name: str, s: Any, line: str) -> str:
    """How a line is refused."""
    with pytest.raises(Refused) as caught:
        draft(GAMES[name], s, line)
    return str(caught.value)


def mistyped(rng: Random, line: str) -> str:
    """A line with two letters of one of its longer words exchanged."""
    letters = list(line)
    at = rng.choice([i for i, pair in enumerate(pairwise(line)) if "".join(pair).isalpha()])
    letters[at : at + 2] = reversed(letters[at : at + 2])
    return "".join(letters)


def test_who_asks_for_no_hints_is_told_what_is_wrong_and_no_more() -> None:
    """Guesses, and possible words, take longer to find than the rest."""
    for line, wrong in (("zz", "I can't read `zz`."), ("go e5", "`go e5` isn't legal")):
        with pytest.raises(Refused) as caught:
            draft(KIND, WALKING, line, hints=False)
        assert str(caught.value).startswith(wrong)
        assert told("logger", WALKING, line).removeprefix(str(caught.value)).startswith(" ")
        assert "You can" not in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_suggested_for_a_typo_can_be_played_now(name: str) -> None:
    """As a player would type it, and at most three lines; a typo in a longer word is found."""
    rng, game, found = Random(11), GAMES[name].game, 0
    for states in everywhere()[name].by_phase.values():
        for s in states[:6]:
            if game.actor(s) < 0:
                continue
            phrases = [p for x in game.legal(s) for p in GAMES[name].texts.phrase_step(s, x)]
            phrase = mistyped(rng, rng.choice(phrases))
            try:
                draft(GAMES[name], s, phrase)
            except Unread as unread:
                _, asked, rest = str(unread).partition("Did you mean ")
                lines = re.findall("`([^`]+)`", rest.split("?")[0]) if asked else []
                assert len(lines) <= 3
                for line in lines:
                    draft(GAMES[name], s, line)  # is not refused
                found += bool(lines)
            except Illegal:
                pass
    assert found > 3


def test_the_nearest_come_first_and_nothing_far_is_near() -> None:
    """Equally near ones stay in their order."""
    ways = [Phrased(("chop b3", "xb3")), Phrased(("plant a2", "+a2")), Phrased(("chop c3", "xc3"))]
    assert nearest("chpo c3", ways, {}) == [("chop c3",)]
    assert nearest("pl up", ways, {"up": "a2"}) == [("plant a2",)]
    assert nearest("what now", ways, {}) == []
    assert nearest("chop b", [Phrased(("chop b3",), ("stay",))], {}) == [("stay", "chop b3")]

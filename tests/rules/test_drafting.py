"""Drafts: a line of words becomes a turn, with guesses at a mistyped one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import Phrased, draft, nearest
from rules.errors import Illegal, Refused, Unread
from rules.game import GameRules, foreseen
from rules.play import perform
from tests.rules.boards import KIND, position
from tests.rules.everywhere import everywhere

of_every_kind = pytest.mark.parametrize("name", everywhere())


def due(name: str, n: int) -> Iterator[Any]:
    """Some positions of every phase in which a player speaks."""
    places = everywhere()[name]
    return (s for s in places.some(n) if places.kind.game.actor(s) >= 0)


def words_of_a_turn(chance: Random, game: GameRules[Any], s: Any) -> list[str]:
    words, seat = list[str](), game.actor(s)
    while game.actor(s) == seat:
        words.append(str(step := chance.choice(game.legal(s))))
        s, _ = game.apply(s, step)
    return words


@pytest.mark.no_cover
@of_every_kind
def test_short_and_full_line_are_the_same_turn(name: str) -> None:
    """docs/decisions.md, 7: by steps, in full, or as short as possible, and legal word by word."""
    kind, chance = everywhere()[name].kind, Random(1)
    for s in due(name, 5):
        words = words_of_a_turn(chance, kind.game, s)
        full = draft(kind, s, " ".join(words))
        assert perform(kind.game, s, full.line) == (full.state, list(full.events))
        assert full.complete
        assert full.state == perform(kind.game, s, " ".join(words))[0]
        short = draft(kind, s, " ".join(full.said))
        assert (short.state, short.said, short.line) == (full.state, full.said, full.line)


@pytest.mark.no_cover
@of_every_kind
def test_every_beginning_of_a_turn_is_a_draft(name: str) -> None:
    """docs/decisions.md, 7: undo is dropping a word, so each beginning must stand on its own."""
    kind, chance = everywhere()[name].kind, Random(2)
    for s in due(name, 3):
        words = words_of_a_turn(chance, kind.game, s)
        beginnings = [words[:n] for n in range(len(words) + 1)]
        drafts = [draft(kind, s, " ".join(said), typed=False) for said in beginnings]
        for said, (shorter, longer) in zip(beginnings, pairwise(drafts), strict=False):
            assert longer.said[: len(shorter.said)] == shorter.said
            assert len(longer.said) - len(shorter.said) in (0, 1)
            assert set(said) <= set(shorter.line.split())
            assert longer.complete or not shorter.complete
        assert drafts[-1].complete


@pytest.mark.no_cover
@of_every_kind
def test_the_shortcut_to_what_is_settled_agrees_with_looking_ahead(name: str) -> None:
    """docs/decisions.md, 7: each game says at once what the search over all completions finds. In
    Forest Fellers an order of floats is settled too where all orders end alike."""
    game, found = everywhere()[name].kind.game, 0
    for s in due(name, 8):
        if s.phase == "float" or len(getattr(s, "owing", ())) > 2:
            continue
        assert game.forced_step(s) == foreseen(game, s, patience=10_000)
        found += 1
    assert found > 10


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


@of_every_kind
def test_what_is_suggested_for_a_typo_can_be_played_now(name: str) -> None:
    """As a player would type it, and at most three lines; a typo in a longer word is found."""
    rng, kind, found = Random(11), everywhere()[name].kind, 0
    for s in due(name, 5):
        phrases = [p for x in kind.game.legal(s) for p in kind.texts.phrase_step(s, x)]
        with suppress(Illegal):
            try:
                draft(kind, s, mistyped(rng, rng.choice(phrases)))
            except Unread as unread:
                _, asked, rest = str(unread).partition("Did you mean ")
                lines = re.findall("`([^`]+)`", rest.split("?")[0]) if asked else []
                assert len(lines) <= 3
                for line in lines:
                    draft(kind, s, line)  # is not refused
                found += bool(lines)
    assert found > 3


def test_the_nearest_come_first_and_nothing_far_is_near() -> None:
    """Equally near ones stay in their order."""
    ways = [Phrased(("chop b3", "xb3")), Phrased(("plant a2", "+a2")), Phrased(("chop c3", "xc3"))]
    assert nearest("chpo c3", ways, {}) == [("chop c3",)]
    assert nearest("pl up", ways, {"up": "a2"}) == [("plant a2",)]
    assert nearest("what now", ways, {}) == []
    assert nearest("chop b", [Phrased(("chop b3",), ("stay",))], {}) == [("stay", "chop b3")]

"""What somebody may have meant: typos, verbs without their square, and hints for the moment.

Source: issue 11, item 4.
"""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.errors import Illegal, Refused, Unread
from rules.nearest import Phrased, nearest
from rules.play import legal
from tests.rules.boards import KIND, position
from tests.rules.everywhere import everywhere

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
    """What may be meant, and what can be said, takes longer to find than the rest."""
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
            phrases = [p for x in legal(game, s) for p in GAMES[name].texts.phrased(s, x)]
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

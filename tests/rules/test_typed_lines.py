"""Six hundred lines as people type them, for the three games, and what becomes of each.

Source: issue 25, items 11 to 14; docs/text.md, How a line is read.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.errors import Refused
from rules.play import legal, perform
from tests.rules.typed_lines import MISREAD, POSITIONS, THOUGH_CLEAR, VERDICTS, typed_lines, verdict

DOCS = Path(__file__).parents[2] / "docs" / "text.md"
TITLES = {"logger": "Logger", "logjam": "Logjam", "fellers": "Forest Fellers"}


@cache
def counted(game: str) -> Counter[str]:
    return Counter(map(verdict, typed_lines(game)))


@pytest.mark.parametrize("game", POSITIONS)
def test_what_is_meant_by_the_lines_can_be_said(game: str) -> None:
    """The words beside each line are legal as they stand, and nothing is said twice."""
    lines = list(typed_lines(game))
    assert len(lines) >= 100
    assert len({(id(t.position), t.line) for t in lines}) == len(lines)
    for typed in lines:
        words = typed.meant if typed.meant[0] not in "?!~" else typed.meant[1:].strip()
        if typed.meant[0] != "!" and words:
            assert draft(GAMES[game], typed.position, words).said, typed


@pytest.mark.parametrize("game", POSITIONS)
def test_no_line_is_played_as_something_else(game: str) -> None:
    """Nor is one played that is only asked, that is talk, or that may mean several things."""
    assert [typed[2:] for typed in typed_lines(game) if verdict(typed) == MISREAD] == []


@pytest.mark.parametrize("game", POSITIONS)
def test_at_most_a_tenth_of_the_clear_lines_is_refused(game: str) -> None:
    """A line that is clear and not legal is told why; another answer counts as a refusal too."""
    clear = [typed for typed in typed_lines(game) if typed.meant != "?"]
    assert counted(game)[THOUGH_CLEAR] <= len(clear) / 10


@pytest.mark.parametrize("game", POSITIONS)
def test_the_rates_stand_in_the_documentation(game: str) -> None:
    """docs/text.md tells how many there are of each, before and now."""
    rows = re.findall(rf"^\| {TITLES[game]}, now \|(.*)\|$", DOCS.read_text("utf-8"), re.MULTILINE)
    told = [int(cell) for cell in rows[0].split("|")]
    assert told == [counted(game)[each] for each in VERDICTS]


@pytest.mark.parametrize("game", POSITIONS)
def test_what_a_refusal_offers_to_be_copied_can_be_said(game: str) -> None:
    """Each line that a refusal offers to copy is understood, and not as a question."""
    offered = 0
    for typed in typed_lines(game):
        try:
            draft(GAMES[game], typed.position, typed.line)
        except Refused as refused:
            told = re.findall(
                r"(?:Send|: type|you mean|up to \d:|Which one\?(?: For example)?) (.*?)[.?](?: |$)",
                str(refused),
            )
            for line in re.findall("`([^`]+)`", " ".join(told)):
                assert draft(GAMES[game], typed.position, line).said, (typed.line, line)
                offered += 1
    assert offered > 3


@pytest.mark.parametrize("game", POSITIONS)
def test_a_record_is_never_read_as_people_type(game: str) -> None:
    """rules/play.py: exact words alone, so that no phrase can bend an old game."""
    for typed in typed_lines(game):
        rules = GAMES[game].game
        try:
            perform(rules, typed.position, typed.line)
        except Refused:
            continue
        s = typed.position
        for word in typed.line.split():
            assert word in map(str, legal(rules, s))
            s, _ = perform(rules, s, word)

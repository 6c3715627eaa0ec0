"""Directions with their numbers: what a number belongs to, and what nothing settles.

Source: issue 25, item 11."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.english import plain
from rules.errors import Illegal, Refused
from rules.fellers.input import ENGLISH as IN_FELLERS
from rules.logger.input import ENGLISH as IN_LOGGER
from rules.ways import LEGS, SEVERAL, course
from tests.rules.boards import position
from tests.rules.test_logjam_phrases import board
from tests.rules.typed_lines import typed_lines

CALM = next(typed.position for typed in typed_lines("fellers"))


def ways(text: str) -> list[str]:
    """What a way may mean, step by step."""
    return [" ".join(course(way)) for way in IN_FELLERS.ways.readings(plain(text))]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("s", "s"),
        ("2 s", "s s"),
        ("s 2", "s s"),
        ("s2", "s s"),
        ("2s", "s s"),
        ("s x2", "s s"),
        ("s * 2", "s s"),
        ("2 x s", "s s"),
        ("south twice", "s s"),
        ("south 2 times", "s s"),
        ("two steps to the south", "s s"),
        ("2 s, 3 se", "s s se se se"),
        ("2 s 3 se", "s s se se se"),
        ("s 2 se 3", "s s se se se"),
        ("s2 se", "s s se"),
        ("s, 2 se", "s se se"),
        ("s and 3 sw", "s sw sw sw"),
        ("s then 2 se; s", "s se se s"),
        ("s\n2 se", "s se se"),
        ("s 1 se", "s se"),
        ("2 s se", "s s se"),
        ("s se 2", "s se se"),
        ("s 1 2 se", "s se se"),
        ("north east, south south-east", "ne s se"),
    ],
)
def test_a_number_belongs_to_one_direction_in_its_part(text: str, steps: str) -> None:
    """Whatever separates two parts, no number reaches over it."""
    assert ways(text) == [steps]


def test_what_nothing_settles_has_several_readings() -> None:
    """Those of a long way are not counted to the end."""
    assert ways("s 2 se") == ["s se se", "s s se"]
    assert ways("s 2 se, n") == ["s se se n", "s s se n"]
    assert len(ways("s 2 se s 3 se s 2 n s 3 se")) == SEVERAL


@pytest.mark.parametrize("text", ["2", "2 2 s", "s, 2", "2, s", "s 2 2", "2 2x s", "2 s2 s 3 3"])
def test_a_number_without_a_direction_means_nothing(text: str) -> None:
    """No reading, rather than a number that is forgotten."""
    assert ways(text) == []


def test_nobody_goes_so_far() -> None:
    with pytest.raises(Illegal, match="more steps than anyone can take"):
        ways("s " * (2 * LEGS + 2))


def test_a_square_is_no_direction_with_its_number() -> None:
    """On boards with squares e2 is one; by rivers without a lane of that name s2 is a way."""
    assert re.fullmatch(IN_FELLERS.ways.pattern, "s2")
    assert not re.fullmatch(IN_LOGGER.ways.pattern, "e2")
    s = position("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . A B
    """)
    assert draft(GAMES["logger"], s, "e2").line == "e2"


def lines_of(s: Any, kind: str, text: str) -> str:
    """The answer to a line that is not played."""
    with pytest.raises(Refused) as refused:
        draft(GAMES[kind], s, text)
    return str(refused.value)


def test_two_readings_are_both_offered_as_lines() -> None:
    """The rest of the line and what came before it are in them."""
    told = lines_of(CALM, "fellers", "gm5 s 2 se")
    assert told.startswith(
        "I can read that in more than one way. Send `gm5 s se se` or `gm5 s s se`. Grass man"
    )
    told = lines_of(CALM, "fellers", "gm5: s 2 se, then stop")
    assert "Send `gm5 s se se, stop` or `gm5 s s se, stop`." in told
    told = lines_of(board(5), "logjam", "b3 s 2 e")
    assert "Send `b3-d2` or `b3-c1`." in told


def test_a_line_goes_on_from_what_was_kept() -> None:
    """Only what is new is offered, for it is said after what was kept."""
    with pytest.raises(Illegal, match="Send `s se se` or `s s se`"):
        draft(GAMES["fellers"], CALM, "s 2 se", kept=("gm5",))


def test_what_the_rules_leave_is_no_question() -> None:
    """Where one reading alone is legal it is that one; where none is, both are named."""
    assert draft(GAMES["fellers"], CALM, "gm5 se 4 s").line == "gm5 se s s s s"
    assert "more than one way" in lines_of(CALM, "fellers", "gm5 se 9 s")


def test_a_line_with_two_such_places_is_asked_about_one_after_the_other() -> None:
    """The second is asked when the first is said."""
    assert "Send `gm5 s se se, se 2 s` or" in lines_of(CALM, "fellers", "gm5 s 2 se, se 2 s")
    assert "Send `gm5 s s se se s s`" not in lines_of(CALM, "fellers", "gm5 s 2 se, se 2 s")


def test_who_asks_for_no_hints_gets_no_readings() -> None:
    """A line that completes itself while it is typed."""
    with pytest.raises(Illegal, match=r"^That could mean `s se se` or `s s se`\.$"):
        draft(GAMES["fellers"], CALM, "gm5 s 2 se", hints=False)


def test_east_and_west_are_no_directions_of_a_river() -> None:
    """`south then west` is not southwest, and plays no step."""
    for line in ("gm5 south then west", "gm5 south, west", "gm5 s and e"):
        assert "the directions are n, ne, se, s, sw and nw" in lines_of(CALM, "fellers", line)

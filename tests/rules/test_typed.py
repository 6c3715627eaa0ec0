"""Lines as people type them: cleaned, read with their numbers, and answered."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.english import plain
from rules.errors import Illegal, Refused
from rules.input import LEGS, SEVERAL, course, tidy_line
from rules.play import perform
from tests.rules.boards import position
from tests.rules.typed_lines import POSITIONS, typed_lines

WALKING = position("""
    . . . . .
    . . . . .
    . . s . .
    . . . . .
    A . . . B
""")
UNSEEN = "\xad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2067\u2068\u2069"
UNSEEN += "\ufe00\ufe0e\ufe0f\ufeff\U000e0020\U000e0100"
BLANK = "\xa0\u2002\u2003\u2007\u2009\u202f\u205f\u2800\u3000\u3164"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"


def read(line: str, kind: str = "logger", s: object = WALKING) -> str:
    return " ".join(draft(GAMES[kind], s, line).said)


def test_a_sign_that_nobody_sees_changes_nothing() -> None:
    for sign in UNSEEN:
        lines = f"{sign}a3; plant n", f"a{sign}3 +a4", f"a3 {sign}+a4{sign}", f"a3 pl{sign}ant n"
        assert [*map(read, lines)] == ["a3 +a4"] * 4, ascii(sign)


def test_every_blank_is_a_blank() -> None:
    for sign in BLANK:
        assert read(f"{sign}a3{sign}plant{sign}n{sign}") == "a3 +a4", ascii(sign)
    assert read("a3\r\nplant n") == read("a3\u2028plant n") == "a3 +a4"


def test_every_dash_is_a_dash() -> None:
    for sign in DASHES:
        assert tidy_line(f"b3{sign}c5") == "b3-c5", ascii(sign)
        assert read(f"{sign} a3 {sign} plant n") == read(f"a1{sign}>a3 +a4") == "a3 +a4"


def test_what_is_tidy_stays_as_it_is() -> None:
    for line in ("a3; plant n", "gm5 s s se", "B3 x b4.", "\u00fcber \u00e9", "c3 !d4 ."):
        assert tidy_line(line) == line
    for line in ("> \u00aba3\u00bb \U0001f44d", "1. a3\n2. +a4", "- - - a3 -"):
        assert tidy_line(tidy_line(line)) == tidy_line(line)


CALM = next(typed.position for typed in typed_lines("fellers"))


def ways(text: str) -> list[str]:
    """The possible meanings of a way, step by step."""
    return [
        " ".join(course(way)) for way in GAMES["fellers"].texts.speech.ways.readings(plain(text))
    ]


STEPS = {
    "s": "s",
    **dict.fromkeys(("s 2", "s2", "s * 2", "2 x s", "south twice"), "s s"),
    "two steps to the south": "s s",
    **dict.fromkeys(("2 s 3 se", "s 2 se 3"), "s s se se se"),
    "s then 2 se; s": "s se se s",
    "s\n2 se": "s se se",
    "s 1 se": "s se",
    "s 1 2 se": "s se se",
    "north east, south south-east": "ne s se",
}


def test_a_number_belongs_to_one_direction_in_its_part() -> None:
    assert {text: ways(text) for text in STEPS} == {text: [way] for text, way in STEPS.items()}


def test_what_nothing_settles_has_several_readings() -> None:
    assert ways("s 2 se") == ["s se se", "s s se"]
    assert ways("s 2 se, n") == ["s se se n", "s s se n"]
    assert len(ways("s 2 se s 3 se s 2 n s 3 se")) == SEVERAL


def test_a_number_without_a_direction_means_nothing() -> None:
    for text in ("2", "2 2 s", "s, 2", "2, s", "s 2 2", "2 2x s", "2 s2 s 3 3"):
        assert ways(text) == [], text


def test_nobody_goes_so_far() -> None:
    with pytest.raises(Illegal, match="more steps than anyone can take"):
        ways("s " * (2 * LEGS + 2))


def test_a_line_goes_on_from_what_was_kept() -> None:
    with pytest.raises(Illegal, match="Send `s se se` or `s s se`"):
        draft(GAMES["fellers"], CALM, "s 2 se", kept=("gm5",))


@pytest.mark.parametrize("game", POSITIONS)
def test_what_a_refusal_offers_to_be_copied_can_be_said(game: str) -> None:
    offered = 0
    for typed in islice(typed_lines(game), 0, None, 6):
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
    assert offered > 2


@pytest.mark.parametrize("game", POSITIONS)
def test_a_record_is_never_read_as_people_type(game: str) -> None:
    """rules/play.py: exact words only, or a phrase could bend an old game."""
    for typed in typed_lines(game):
        rules = GAMES[game].game
        try:
            perform(rules, typed.position, typed.line)
        except Refused:
            continue
        s = typed.position
        for word in typed.line.split():
            assert word in map(str, rules.legal(s))
            s, _ = perform(rules, s, word)

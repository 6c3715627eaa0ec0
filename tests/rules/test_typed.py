"""Lines as people type them: cleaned, read with their numbers, and answered."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.english import plain
from rules.errors import Illegal, Refused
from rules.input import LEGS, SEVERAL, course, tidy_line
from rules.play import perform
from tests.rules.boards import position
from tests.rules.test_logjam_english import typed_at
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


MARKED = [
    *("- a3; plant n", "* a3; plant n", "\u2022 a3; plant n", "> a3; plant n"),
    *(">>> a3; plant n", "# a3; plant n", "### a3; plant n", "-# a3; plant n"),
    *("1. a3\n2. plant n", "1) a3; plant n", "- a3\n- plant n", "> a3\n> plant n"),
    *("> b2 plant c2\na3; plant n", "~~b2~~ a3; plant n", "\xab a3; plant n \xbb"),
    *("\u201ea3; plant n\u201c", "\u2018a3\u2019 plant n", "[a3] {+a4}", "```a3; plant n```"),
    *("```\na3; plant n\n```", "```py\na3; plant n\n```", "||a3; plant n||"),
    *("***a3***; __plant__ n", "`a3` `+a4`", "\uff21\uff13\uff1b\uff0b\uff41\uff14"),
    *("a\u00b3 +a\u2074", "a3; plant n\u2026", "a3; plant n !!!", "a3; plant n..."),
    *("a3; plant n /", "a3; plant n -", "a3; plant n\u3002", "a3;plant n;", "a3+a4"),
    *("a3 +a4.", "a3\r\nplant n", "a3\u2028plant n"),
    *("\u2b06\ufe0f\u2b06\ufe0f; plant \u2b06\ufe0f", "a1 \u27a1\ufe0f a3; plant \u2191"),
    *("2 \u2191 +a4", "<@123> a3; plant n <@!456> <@&789>"),
    "a3; plant n <:axe:123> <a:tree:45>",
]
BESIDE = [
    *("gl", "gl hf!", "GG", "lol", "thanks :)", "pls", "sorry", "(sry, phone)", "hahaha", ">:)"),
    *("nice one!", "hi all", "good luck everyone", "my bad", "</3"),
    *("(was asleep)", "\U0001f44d", "\U0001f44d\U0001f3fd", "\u2764\ufe0f"),
    *("\U0001f469\u200d\U0001f4bb", ":)", ":-D", ";P", "xD", "<3", "^^", ":thumbsup:"),
    *("- your turn!", "(good luck!) \U0001f1eb\U0001f1f7", "o/", "\u2705"),
]
PERHAPS_MEANT = [
    *("(or b3)", "(not sure)", "(plant b3)", "(then north)", "(maybe)", "(if I can)"),
    *("(wait)", "\U0001f914", "?", "\u2753", "\U0001f331", "\U0001fa93", "\U0001f447"),
    *("or b3", "x", "<3>", "\u274c"),
]


def test_a_sign_that_nobody_sees_changes_nothing() -> None:
    for sign in UNSEEN:
        lines = f"{sign}a3; plant n", f"a{sign}3 +a4", f"a3 {sign}+a4{sign}", f"a3 pl{sign}ant n"
        assert [*map(read, lines)] == ["a3 +a4"] * 4, ascii(sign)


def test_every_blank_is_a_blank() -> None:
    for sign in BLANK:
        assert read(f"{sign}a3{sign}plant{sign}n{sign}") == "a3 +a4", ascii(sign)


def test_every_dash_is_a_dash() -> None:
    for sign in DASHES:
        assert tidy_line(f"b3{sign}c5") == "b3-c5", ascii(sign)
        assert read(f"{sign} a3 {sign} plant n") == read(f"a1{sign}>a3 +a4") == "a3 +a4"


def test_marks_and_quotes_say_nothing() -> None:
    for line in MARKED:
        assert read(line) == "a3 +a4", line


def test_what_is_said_beside_a_turn_does_not_refuse_it() -> None:
    for end in BESIDE:
        assert read(f"a3 plant a4 {end}") == read(f"{end} a3 plant a4") == "a3 +a4", end


def test_what_may_belong_to_the_turn_or_take_it_back_is_never_dropped() -> None:
    for end in PERHAPS_MEANT:
        with pytest.raises(Refused):
            read(f"a3 plant a4 {end}")


def test_an_arrow_to_the_right_points_on_or_means_east() -> None:
    for arrow in "\u2192\u27a1\u25b6":
        assert read(f"a1 {arrow} a3 +a4") == read(f"a1{arrow}a3 {arrow} plant n") == "a3 +a4"
        assert read(f"a3 plant {arrow}") == read(f"a3; plant {arrow} gl") == "a3 +b3"
        assert read(f"\u2191{arrow}, plant {arrow}") == "b2 +c2"


def test_courtesies_alone_are_no_empty_line() -> None:
    """So that they stay talk where plain lines are heard."""
    for line in ("gl", "thanks!", "ok", "merci"):
        with pytest.raises(Refused):
            read(line)


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


def lines_of(s: Any, kind: str, text: str) -> str:
    """The answer to a line that is not played."""
    with pytest.raises(Refused) as refused:
        draft(GAMES[kind], s, text)
    return str(refused.value)


def test_two_readings_are_both_offered_as_lines() -> None:
    told = lines_of(CALM, "fellers", "gm5 s 2 se")
    assert told.startswith(
        "I can read that in more than one way. Send `gm5 s se se` or `gm5 s s se`. Grass man"
    )
    told = lines_of(CALM, "fellers", "gm5: s 2 se, then stop")
    assert "Send `gm5 s se se, stop` or `gm5 s s se, stop`." in told
    told = lines_of(typed_at(5), "logjam", "b3 s 2 e")
    assert "Send `b3-d2` or `b3-c1`." in told


def test_a_line_with_two_such_places_is_asked_about_one_after_the_other() -> None:
    assert "Send `gm5 s se se, se 2 s` or" in lines_of(CALM, "fellers", "gm5 s 2 se, se 2 s")


def test_a_line_goes_on_from_what_was_kept() -> None:
    with pytest.raises(Illegal, match="Send `s se se` or `s s se`"):
        draft(GAMES["fellers"], CALM, "s 2 se", kept=("gm5",))


def test_what_the_rules_leave_is_no_question() -> None:
    assert draft(GAMES["fellers"], CALM, "gm5 se 4 s").line == "gm5 se s s s s"
    assert "more than one way" in lines_of(CALM, "fellers", "gm5 se 9 s")


def test_east_and_west_are_no_directions_of_a_river() -> None:
    """`south then west` is not southwest, and plays no step."""
    for line in ("gm5 south then west", "gm5 south, west", "gm5 s and e"):
        assert "the directions are n, ne, se, s, sw and nw" in lines_of(CALM, "fellers", line)


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

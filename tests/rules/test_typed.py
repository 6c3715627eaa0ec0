"""What is cleaned away before a typed line is read: unseen signs, marks, pictures, courtesies.

Source: issue 44, item 5; docs/text.md, How a line is read.
"""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.errors import Question, Refused
from rules.typed import tidied
from tests.rules.boards import position

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


@pytest.mark.parametrize("sign", UNSEEN)
def test_a_sign_that_nobody_sees_changes_nothing(sign: str) -> None:
    for line in (f"{sign}a3; plant n", f"a{sign}3 +a4", f"a3 {sign}+a4{sign}", f"a3 pl{sign}ant n"):
        assert read(line) == "a3 +a4", ascii(line)


@pytest.mark.parametrize("sign", BLANK)
def test_every_blank_is_a_blank(sign: str) -> None:
    assert read(f"{sign}a3{sign}plant{sign}n{sign}") == "a3 +a4"


@pytest.mark.parametrize("sign", DASHES)
def test_every_dash_is_a_dash(sign: str) -> None:
    assert tidied(f"b3{sign}c5") == "b3-c5"
    assert read(f"{sign} a3 {sign} plant n") == read(f"a1{sign}>a3 +a4") == "a3 +a4"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "- a3; plant n",
            "* a3; plant n",
            "\u2022 a3; plant n",
            "> a3; plant n",
            ">>> a3; plant n",
        ),
        *(
            "# a3; plant n",
            "### a3; plant n",
            "-# a3; plant n",
            "1. a3\n2. plant n",
            "1) a3; plant n",
        ),
        *("- a3\n- plant n", "> a3\n> plant n", "> b2 plant c2\na3; plant n", "~~b2~~ a3; plant n"),
        *(
            "\xab a3; plant n \xbb",
            "\u201ea3; plant n\u201c",
            "\u2018a3\u2019 plant n",
            "[a3] {+a4}",
        ),
        *(
            "```a3; plant n```",
            "```\na3; plant n\n```",
            "```py\na3; plant n\n```",
            "||a3; plant n||",
        ),
        *(
            "***a3***; __plant__ n",
            "`a3` `+a4`",
            "\uff21\uff13\uff1b\uff0b\uff41\uff14",
            "a\u00b3 +a\u2074",
        ),
        *(
            "a3; plant n\u2026",
            "a3; plant n !!!",
            "a3; plant n...",
            "a3; plant n /",
            "a3; plant n -",
        ),
        *(
            "a3; plant n\u3002",
            "a3;plant n;",
            "a3+a4",
            "a3 +a4.",
            "a3\r\nplant n",
            "a3\u2028plant n",
        ),
        *(
            "\u2b06\ufe0f\u2b06\ufe0f; plant \u2b06\ufe0f",
            "a1 \u27a1\ufe0f a3; plant \u2191",
            "2 \u2191 +a4",
        ),
        *("<@123> a3; plant n <@!456> <@&789>", "a3; plant n <:axe:123> <a:tree:45>"),
    ],
)
def test_marks_and_quotes_say_nothing(line: str) -> None:
    assert read(line) == "a3 +a4"


@pytest.mark.parametrize(
    "end",
    [
        *("gl", "gl hf!", "GG", "lol", "thanks :)", "pls", "sorry", "(sry, phone)", "(was asleep)"),
        *(
            "\U0001f44d",
            "\U0001f44d\U0001f3fd",
            "\u2764\ufe0f",
            "\U0001f469\u200d\U0001f4bb",
            ":)",
            ":-D",
            ";P",
        ),
        *(
            "xD",
            "<3",
            "^^",
            ":thumbsup:",
            "- your turn!",
            "(good luck!) \U0001f1eb\U0001f1f7",
            "o/",
            "\u2705",
        ),
    ],
)
def test_what_is_said_beside_a_turn_does_not_refuse_it(end: str) -> None:
    assert read(f"a3 plant a4 {end}") == read(f"{end} a3 plant a4") == "a3 +a4"


@pytest.mark.parametrize(
    "end",
    [
        *("(or b3)", "(not sure)", "(plant b3)", "(then north)", "(maybe)", "(if I can)", "(wait)"),
        *(
            "\U0001f914",
            "?",
            "\u2753",
            "\U0001f331",
            "\U0001fa93",
            "\U0001f447",
            "or b3",
            "x",
            "<3>",
            "\u274c",
        ),
    ],
)
def test_what_may_belong_to_the_turn_or_take_it_back_is_never_dropped(end: str) -> None:
    with pytest.raises(Refused):
        read(f"a3 plant a4 {end}")


def test_an_arrow_to_the_right_points_on_or_means_east() -> None:
    """Between two places it leads from one to the other; where nothing follows, it is a side."""
    for arrow in "\u2192\u27a1\u25b6":
        assert read(f"a1 {arrow} a3 +a4") == read(f"a1{arrow}a3 {arrow} plant n") == "a3 +a4"
        assert read(f"a3 plant {arrow}") == read(f"a3; plant {arrow} gl") == "a3 +b3"
        assert read(f"\u2191{arrow}, plant {arrow}") == "b2 +c2"


def test_a_number_that_opens_no_list_is_a_number() -> None:
    assert read("2 n, plant n") == "a3 +a4"
    assert tidied("2. s") == "2. s"
    assert tidied("1. gm5\n2. s") == "gm5\ns"


def test_courtesies_alone_are_no_empty_line() -> None:
    """So that they stay talk where plain lines are heard."""
    for line in ("gl", "thanks!", "ok", "merci"):
        with pytest.raises(Refused):
            read(line)


def test_what_is_tidy_stays_as_it_is() -> None:
    for line in ("a3; plant n", "gm5 s s se", "B3 x b4.", "\u00fcber \u00e9", "c3 !d4 ."):
        assert tidied(line) == line
    for line in ("> \u00aba3\u00bb \U0001f44d", "1. a3\n2. +a4", "- - - a3 -"):
        assert tidied(tidied(line)) == tidied(line)


def test_a_picture_of_doubt_is_a_question() -> None:
    with pytest.raises(Question):
        read("a3 plant n \U0001f914")

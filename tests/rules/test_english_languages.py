"""English: what people type in Logger is data, which another language replaces.

Source: issue 11, item 1; docs/text.md, Languages."""

from types import MappingProxyType

import pytest

from rules.drafting import Kind, draft
from rules.errors import Unread
from rules.input import Language
from rules.logger import Logger
from rules.logger.english import LoggerEnglish
from rules.logger.input import ENGLISH, MEANINGS, phrases
from tests.rules.boards import opening, position, words

GERMAN = Language(
    sides={"n": ("norden",), "e": ("osten", "o"), "s": ("süden",), "w": ("westen",)},
    groups={"go": "(?:gehe|lauf)", "toward": "nach"},
    phrases=(
        ("stay", "bleibe?(?: hier)?"),
        ("walk", "{go} nach {to}"),
        ("walk to sides", "{go} {way}"),
        ("seed", "von {tree} nach {to} säen"),
        ("plant to a side", "(?:im|nach) {side} pflanzen"),
        ("chop", "{to} fällen"),
        ("protest", "schütze {squares}"),
        ("enough", "fertig"),
    ),
    between=("dann", "und"),
    said=ENGLISH.said,
)


class InGerman(LoggerEnglish):
    """Logger, as it is typed in German."""

    languages = MappingProxyType({"en": GERMAN})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bleib", ("c3",)),
        ("gehe nach c4", ("c4",)),
        ("lauf nach süden osten", ("d2",)),
        ("von d4 nach c4 säen", ("d4>c4",)),
        ("im osten pflanzen", ("+d3",)),
        ("b3 fällen", ("xb3",)),
        ("schütze d4 e3", ("!d4", "!e3")),
        ("fertig", (".",)),
        ("gehe nach o", ("d3",)),
    ],
)
def test_another_language_replaces_the_words_and_their_order(
    text: str, said: tuple[str, ...]
) -> None:
    """What is meant stays; where a phrase names its squares is the language's own."""
    s = position("""
        . . . . .
        . . . M .
        . M A . M
        . . . . .
        B . . . .
    """)
    parse = phrases(GERMAN).parse
    assert parse(s, text) == (said, "")
    assert parse(s, "north")[0] == ()


def test_what_stands_between_two_steps_is_of_the_language_too() -> None:
    """In a whole line; the words of another language are none."""
    s = position("""
        . . . . .
        . . . M .
        . M A . M
        . . . . .
        B . . . .
    """)
    german = Kind(Logger(), InGerman())
    said = draft(german, s, "Gehe nach b2, dann von b3 nach b4 säen und B3 fällen")
    assert " ".join(map(str, said.steps)) == "b2 b3>b4 xb3"
    with pytest.raises(Unread, match="then"):
        draft(german, s, "Gehe nach b2, then von b3 nach b4 säen und b3 fällen")


def test_the_notation_is_read_in_every_language() -> None:
    """The log and its words are the same for all."""
    for word in words():
        assert phrases(GERMAN).parse(opening(2), word) == ((word,), "")


def test_all_that_can_be_meant_can_be_said_in_english() -> None:
    """And nothing else."""
    assert {meant for meant, _ in ENGLISH.phrases} == MEANINGS.keys()

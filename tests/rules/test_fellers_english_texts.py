"""English: every sentence of Forest Fellers is a value that another language can say, and so is
what people type (docs/text.md)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Illegal, Unavailable
from rules.fellers.english import FellersEnglish
from rules.fellers.input import phrases
from rules.fellers.phrases import Language
from rules.fellers.position import Position
from rules.game import Setup
from rules.hexes import COMPASS
from rules.text import Text
from tests.pseudo import english_left, voice
from tests.rules.courses import FELLERS, opening, position, river
from tests.rules.fellers_games import any_seed, game

TEXTS = FellersEnglish()
NAMES = ("1", "2", "3", "4", "5")
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")


PSEUDO = voice()


def english_in(saying: Text) -> list[str]:
    """The English words that are left when a text is said in the pseudo-language."""
    return [word for word in english_left(PSEUDO.say(saying)) if word not in COMPASS]


def sayings(s: Position) -> Iterator[Text]:
    """All that can be said of a position."""
    names = NAMES[: len(s.hands)]
    yield from (TEXTS.squares, TEXTS.manner(s), TEXTS.call(s), TEXTS.choices(s), TEXTS.summary(s))
    yield from (TEXTS.standing(s, names), TEXTS.news(s, names), TEXTS.pieces(s, names))
    yield TEXTS.rows(s, names)
    yield TEXTS.hands(s, names)
    yield from (TEXTS.hand(s, seat) for seat in range(len(s.hands)))
    for group in TEXTS.offers(s):
        yield from (group.title, group.why)
        yield from (x for way in group.ways for x in (way.label, way.hint, way.why))
    yield from (why for x in FELLERS.candidates(s) if (why := FELLERS.why_not(s, x)))


@settings(max_examples=4)
@given(st.integers(2, 5), any_seed)
def test_no_english_word_is_left_in_another_language(seats: int, seed: int) -> None:
    """docs/text.md: every sentence goes through the catalogue of a language."""
    for said in game(seats, seed):
        assert english_in(TEXTS.story(said.events, NAMES[:seats])) == []
        if said.after.round % 5 == 1:
            assert [x for saying in sayings(said.after) for x in english_in(saying)] == []


MOVING = position(BAY, "gm4", gm="e2", ym="d3", wm="f3", logs="d4")


@pytest.mark.parametrize("line", ["grass 4", "coal man", "bw3", "log", "east", "e9", "left"])
def test_a_refused_phrase_is_told_in_another_language(line: str) -> None:
    """docs/text.md: what is wrong with a typed line is a sentence as any other. What was typed is
    repeated as it was."""
    with pytest.raises(Illegal) as refusal:
        TEXTS.parse(MOVING, line)
    assert set(english_in(refusal.value.text)) <= {line}


@pytest.mark.parametrize("course", ["A+Z", "A+A", "A+B", "A+C+E+G+I", "D+F+H+K+A", ""])
def test_a_refused_course_is_told_in_another_language(course: str) -> None:
    """docs/text.md: options of a table are refused in sentences, too."""
    with pytest.raises(Unavailable) as refusal:
        FELLERS.new(Setup(2, {"course": course}))
    assert [x for x in english_in(refusal.value.text) if x not in (course, "Z")] == []


GERMAN = Language(
    things={"g": "gras", "y": "honig", "r": "rosen", "b": "bach", "k": "kohlen", "w": "birken"},
    kinds={"m": "mann", "w": "frau"},
    sides={"ne": "nordost", "s": "süd(?:en)?"},
    numbers={"2": "zwei", "4": "vier"},
    starts={"0": "links", "1": "mitte", "2": "rechts"},
    away="ost|west",
    groups={
        "the": "(?:die |der )?",
        "kindly": "-?",
        "first": "(?: zuerst)?",
        "twice": "zweimal",
    },
    phrases=(
        ("card", "{figure} {n}"),
        ("float jack", "{figure} treibt{first}"),
        ("jack", "{figure}"),
        ("start", "{which}"),
        ("go", "nach {way}"),
        ("aside", "nach {away}"),
        ("enough", "genug"),
    ),
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("grasmann 4", ("gm4",)),
        ("die kohlen-frau zwei", ("kw2",)),
        ("gras", ()),
        ("der honigmann treibt zuerst", (":ym",)),
        ("mitte", ("e1",)),
        ("nach süden zweimal", ("s", "s")),
        ("nach nordost", ("ne",)),
        ("genug", (".",)),
        ("gm4", ("gm4",)),
        ("j", ("j",)),
        (":ym", (":ym",)),
        (": d4", (":d4",)),
        ("d1", ("d1",)),
        ("kw", ("kw",)),
        ("sw", ("sw",)),
        ("s3", ("s", "s", "s")),
        (".", (".",)),
        ("south", ()),
        ("grass man 4", ()),
    ],
)
def test_another_language_brings_its_own_phrases(text: str, words: tuple[str, ...]) -> None:
    """docs/text.md: what people may type is data of a language; the notation is the same in all."""
    parse = phrases(GERMAN).parse
    if text == "gras":
        with pytest.raises(Illegal, match="Say which one"):
            parse(opening(2), text)
        return
    found, rest = parse(opening(2), text)
    assert (found, rest) == (words, "" if words else text)

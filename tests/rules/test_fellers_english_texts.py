"""English: every sentence of Forest Fellers is a value that another language can say, and so is
what people type (docs/text.md)."""

from __future__ import annotations

import pytest

from rules.errors import Illegal
from rules.fellers.input import FellersLanguage, phrases
from tests.rules.courses import opening

GERMAN = FellersLanguage(
    things={"g": "gras", "y": "honig", "r": "rosen", "b": "bach", "k": "kohlen", "w": "birken"},
    kinds={"m": "mann", "w": "frau"},
    ways_to={"ne": "nordost", "s": "süd(?:en)?"},
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
        with pytest.raises(Illegal, match=r"Which one\? grass man or grass woman"):
            parse(opening(2), text)
        return
    found, rest = parse(opening(2), text)
    assert (found, rest) == (words, "" if words else text)

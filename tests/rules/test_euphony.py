"""What a language changes where two words meet.

Source: issue 30, item 4 ("elision and contraction").
"""

from __future__ import annotations

from gettext import NullTranslations

import pytest
from babel import Locale

from rules.text import Code, Joined, Listed, Name, Strong, Text
from rules.voice import Argument, Html, Medium, Voice


def said(language: str, argument: Argument, medium: Medium | None = None) -> str:
    return Voice(Locale.parse(language), NullTranslations(), medium or Medium()).say(argument)


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("Ana", "le coup d'Ana"),
        ("Émile", "le coup d'Émile"),
        ("Ben", "le coup de Ben"),
        ("Hugo", "le coup de Hugo"),  # aspirated or not: nobody can tell by the letters
        ("7up", "le coup de 7up"),
    ],
)
def test_french_says_whose_it_is_with_an_apostrophe_before_a_vowel(name: str, there: str) -> None:
    assert said("fr", Text("le coup de {name}", name=Name(name))) == there


def test_marks_of_a_medium_are_no_letters() -> None:
    whose = Text("D'ici là, la place de {name}.", name=Strong(Name("Ana")))
    assert said("fr", whose, Html()).endswith("place d&#x27;<strong><bdi>Ana</bdi></strong>.")


def test_squares_and_other_languages_keep_their_words() -> None:
    assert said("fr", Text("de {start} à {end}", start="e1", end="e3")) == "de e1 à e3"
    assert said("es", Text("el turno de {name}", name=Name("Ana"))) == "el turno de Ana"


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "Ben", "Hilda"), "Ana, Ben e Hilda"),
        (("Ana", "Hielo"), "Ana y Hielo"),
        (("Inés", "Ana"), "Inés y Ana"),
        (("Ana",), "Ana"),
        ((), ""),
    ],
)
def test_spanish_says_e_before_an_i(names: tuple[str, ...], listed: str) -> None:
    assert said("es", Listed(map(Name, names))) == listed


def test_spanish_says_u_before_an_o() -> None:
    assert said("es", Listed([Code("sur"), Code("oeste")], "or")) == "`sur` u `oeste`"
    assert said("es", Listed(["7", "8"], "or")) == "7 u 8"
    assert said("es", Listed(["a1", "b1"], "or")) == "a1 o b1"
    assert said("de", Listed(["7", "8"], "or")) == "7 oder 8"


def test_a_french_colon_stands_apart() -> None:
    parts = ("joue une carte", "un pas")
    assert said("fr", Joined(": ", parts)) == "joue une carte\N{NO-BREAK SPACE}: un pas"
    assert said("fr", Joined(", ", parts)) == "joue une carte, un pas"
    assert said("de", Joined("; ", parts)) == "joue une carte; un pas"

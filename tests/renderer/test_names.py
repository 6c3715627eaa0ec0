"""Whatever people call themselves, the picture is legible and the alt text says who is who."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import alt, lettering, picture
from renderer.scripts import JOINERS
from tests.hosted import HOSTED
from tests.renderer.positions import labels, opening, seen

ODD = {
    "": "Player A",
    "   ": "Player A",
    "\u200b\u2060\ufeff": "Player A",
    "\u3164\u115f": "Player A",
    "🎲🌲": "Player A",
    "張三": "張三",
    "محمد علي": "محمد علي",
    "張 Lin Wei": "張 Lin Wei",
    "\U00030ede麺": "Player A",  # a rare character: half a name would be another one
    "می\u200cشود": "می\u200cشود",
    "\u200dराहुल\u200d": "राहुल",
    "ไม่มี้": "ไม่มี้",
    "ท\u0e48\u0e48\u0e48\u0e48\u0e48\u0e48": "ท\u0e48\u0e48\u0e48\u0e48",
    "ᚠᚢᚦ": "Player A",
    "🌲Ana🌲": "Ana",
    "\u202eneB\u202c": "neB",
    "Zoe\u0308": "Zoë",
    "Z\u0337\u0322a\u0328\u034clgo": "Z\u0105lgo",
    "\U0001d4d0\U0001d4f7\U0001d4ea": "Ana",
    "Łukasz Øyvind": "Łukasz Øyvind",
    "Ђорђе": "Ђорђе",
    "Ωμέγα": "Ωμέγα",
    "**Bob** `x`": "**Bob** `x`",
    "two\nlines\there": "two lines here",
    "\ud800": "Player A",
}


@pytest.mark.parametrize(("name", "shown"), ODD.items(), ids=ascii)
def test_a_name_falls_back_legibly(name: str, shown: str) -> None:
    """Characters that no font has are left out; a name without letters becomes its seat."""
    assert picture.legible_name(name, "A") == shown


@pytest.mark.parametrize("letter", ["ﷺ", "\ud83c", "\U00030ede", "\u0eff", "☃", "\uffff", "🎲"])
def test_the_font_is_asked_and_not_trusted(letter: str) -> None:
    assert not all(map(lettering.drawable, letter))


@given(st.text(st.characters(), max_size=40), st.sampled_from("ABZ"))
def test_no_empty_box_is_ever_drawn(name: str, letter: str) -> None:
    """Whatever is drawn, the font has it, and it is not nothing."""
    shown = picture.legible_name(name, letter)
    assert all(lettering.drawable(c) or c in JOINERS for c in shown)
    assert any(c.isalnum() for c in shown)
    fitted = lettering.fit(shown, 32, 204)
    assert all(lettering.drawable(c) or c in JOINERS for c in fitted)
    assert lettering.width(fitted, 32) <= 204


@given(st.lists(st.text(st.characters(), max_size=60), min_size=4, max_size=4))
def test_any_names_make_an_alt_text_that_fits(names: list[str]) -> None:
    told = alt.text(HOSTED["logger"].kind, seen(opening(4)), labels(names))
    assert len(told.encode("utf-16-le")) // 2 <= alt.LIMIT


@given(st.lists(st.sampled_from(["Ana", "ana", "", "Player B", "B" * 50]), min_size=4, max_size=4))
def test_two_people_are_never_called_the_same(names: list[str]) -> None:
    spoken = picture.alt_names(names)
    assert len({name.casefold() for name in spoken}) == 4


@pytest.mark.parametrize(
    ("names", "spoken"),
    [
        (("Ann", "Ben"), "Ann|Ben"),
        (("Ann", "Amy", "Bob"), "Ann (N)|Amy (M)|Bob"),
        (("Ann", "張三"), "Ann|張三 (B)"),
        (("Ann", "ann"), "Ann (A)|ann (N)"),
        (("", "Ann"), "Player B|Ann"),
    ],
    ids=str,
)
def test_a_letter_that_nobody_expects_is_said(names: tuple[str, ...], spoken: str) -> None:
    """The alt text names the pieces as the picture shows them, and repeats nothing."""
    assert "|".join(picture.alt_names(names)) == spoken


@given(st.text(st.characters(), max_size=40))
def test_a_spoken_name_holds_nothing_invisible_but_its_isolation(name: str) -> None:
    """Marks of direction in a name must not turn the scores around."""
    (spoken,) = picture.alt_names([name])
    inner = spoken.removeprefix("\u2068").removesuffix("\u2069")
    assert inner
    assert not any(unicodedata.category(c)[0] == "C" for c in inner)
    assert len(inner) <= picture.NAME_LENGTH + len(" (A)")

"""Letters of players, from their names where possible, and invisible signs in names."""

from __future__ import annotations

import unicodedata
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.names import letters, stray_signs

SOME = st.text(st.sampled_from("AaBbNnÉé張 \N{MATHEMATICAL BOLD SCRIPT CAPITAL A}1"), max_size=6)
NAMES = st.lists(st.one_of(SOME, st.text(st.characters(), max_size=40)), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ana", "Ben", "Cy", "Dee"), "ABCD"),
        (("Ben", "Dee", "Cy", "Ann"), "BDCA"),  # not the seats' A, B, C, D
        (("Ann", "Amy", "Bob"), "NMB"),
        (("Anna", "Anne"), "AE"),
        (("Ben", "Bob", "Eve"), "NOE"),
        (("Ann", "Ann", "Ann"), "ANB"),
        (("张三", "Ann", "李四"), "BAC"),
        (("Émile", "Zoë"), "EZ"),
        (("", "  ", "🌲"), "ABC"),
    ],
    ids=str,
)
def test_it_is_the_first_letter_that_tells_the_names_apart(
    names: tuple[str, ...], expected: str
) -> None:
    assert "".join(letters(names)) == expected


@given(NAMES)
def test_no_two_share_a_letter_and_the_font_has_all_of_them(names: list[str]) -> None:
    given_ = letters(tuple(names))
    assert len(given_) == len(set(given_)) == len(names)
    assert set(given_) <= set(ascii_uppercase)


@given(NAMES)
def test_who_alone_begins_with_a_letter_has_it(names: list[str]) -> None:
    firsts = [next((c for c in _plain(name) if c in ascii_uppercase), "") for name in names]
    for letter, first in zip(letters(tuple(names)), firsts, strict=True):
        if first and firsts.count(first) == 1:
            assert letter == first


@given(NAMES)
def test_a_name_with_letters_of_its_own_has_one_of_them(names: list[str]) -> None:
    for seat, (letter, name) in enumerate(zip(letters(tuple(names)), names, strict=True)):
        others = {c for each in names[:seat] + names[seat + 1 :] for c in _plain(each)}
        own = {c for c in _plain(name) if c in ascii_uppercase}
        assert not own - others or letter in own


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKD", name).upper()


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Ann", set()),
        ("👨\u200d👩\u200d👧", set()),
        ("👁\ufe0f\u200d👁", set()),
        ("\u0645\u06cc\u200c\u062e\u0648", set()),
        ("क\u094d\u200dष", set()),
        ("🏴\U000e0067\U000e0062\U000e007f", set()),
        ("❤\ufe0f", set()),
        ("A\u200dn\u200cn", {1, 3}),
        ("\u0645\u06cc\u200c\u0661", {2}),
        ("\u200dAnn\u200d", {0, 4}),
        ("A\ufe0f", {1}),
        ("A\x00\u202eB", {1, 2}),
    ],
)
def test_a_joiner_stays_between_what_it_joins(text: str, hidden: set[int]) -> None:
    assert stray_signs(text) == hidden

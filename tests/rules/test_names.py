"""Letters of players, from their names where possible, and invisible signs in names."""

from __future__ import annotations

import unicodedata
from string import ascii_uppercase

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.names import letters, stray_signs

SOME = st.text(st.sampled_from("AaBbNnÉé張 \N{MATHEMATICAL BOLD SCRIPT CAPITAL A}1"), max_size=6)
NAMES = st.lists(st.one_of(SOME, st.text(st.characters(), max_size=40)), min_size=1, max_size=6)


LETTERS = {
    ("Ana", "Ben", "Cy", "Dee"): "ABCD",
    ("Ben", "Dee", "Cy", "Ann"): "BDCA",  # not the seats' A, B, C, D
    ("Ann", "Amy", "Bob"): "NMB",
    ("Anna", "Anne"): "AE",
    ("Ben", "Bob", "Eve"): "NOE",
    ("Ann", "Ann", "Ann"): "ANB",
    ("张三", "Ann", "李四"): "BAC",
    ("Émile", "Zoë"): "EZ",
    ("", "  ", "🌲"): "ABC",
}


def test_it_is_the_first_letter_that_tells_the_names_apart() -> None:
    assert {names: "".join(letters(names)) for names in LETTERS} == LETTERS


@settings(max_examples=30)
@given(NAMES)
def test_no_two_share_a_letter_and_each_has_its_own_where_it_can(names: list[str]) -> None:
    """A name that alone begins with a letter has it, and none has a letter of another name only."""
    found = letters(tuple(names))
    assert len(set(found)) == len(names)
    assert set(found) <= set(ascii_uppercase)
    own = [[c for c in _plain(name) if c in ascii_uppercase] for name in names]
    firsts = [signs[0] if signs else "" for signs in own]
    for seat, letter in enumerate(found):
        others = {c for signs in (*own[:seat], *own[seat + 1 :]) for c in signs}
        assert letter in own[seat] or set(own[seat]) <= others
        assert letter == firsts[seat] or not own[seat] or firsts.count(firsts[seat]) > 1


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKD", name).upper()


STRAY = {
    "Ann": set[int](),
    "👨\u200d👩\u200d👧": set(),
    "👁\ufe0f\u200d👁": set(),
    "\u0645\u06cc\u200c\u062e\u0648": set(),
    "क\u094d\u200dष": set(),
    "🏴\U000e0067\U000e0062\U000e007f": set(),
    "❤\ufe0f": set(),
    "A\u200dn\u200cn": {1, 3},
    "\u0645\u06cc\u200c\u0661": {2},
    "\u200dAnn\u200d": {0, 4},
    "A\ufe0f": {1},
    "A\x00\u202eB": {1, 2},
}


def test_a_joiner_stays_between_what_it_joins() -> None:
    assert {text: stray_signs(text) for text in STRAY} == STRAY

"""The letter of a colour is that of its name, in every language; those of the log are read for ever
(issue 27, item 8)."""

from __future__ import annotations

from gettext import NullTranslations

import pytest
from babel import Locale

from rules import GAMES
from rules.drafting import draft
from rules.fellers.position import COLOURS, FIGURES, JOKER, Phase, initials, lettered
from rules.fellers.river import COMPASS
from rules.voice import ENGLISH, Voice
from tests.rules.courses import opening

KIND = GAMES["fellers"]


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        names = ("Gras", "Honig", "Rose", "Bach", "Kohle", "Wolle")
        return dict(zip(map(str, COLOURS.values()), names, strict=True)).get(message, message)


def test_in_english_each_letter_begins_its_name() -> None:
    for code, name in COLOURS.items():
        assert lettered(ENGLISH)[code] == str(name)[0].upper()
    assert len(set(lettered(ENGLISH).values())) == len(COLOURS)


def test_another_language_gives_other_letters_with_its_names() -> None:
    assert "".join(lettered(Voice(Locale.parse("de"), German())).values()) == "GHRBKW"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("herbe miel rose ruisseau charbon laine", "HMRUCL"),  # two with R: the brook's next one
        ("gras honig rose bach kohle birke", "GHRBKI"),  # B is the brook's in the log already
        ("snow nettle rose brook coal wool", "OERBCW"),  # sw and nw are directions
        ("草 蜜 薔 川 炭 綿", "GYRBKW"),  # none of A to Z: those of the log
    ],
)
def test_where_two_would_share_a_letter_the_next_one_tells_them_apart(
    names: str, expected: str
) -> None:
    """No letter is that of another colour in the log either, so a typed one has one meaning."""
    found = initials(names.split())
    assert "".join(found.values()) == expected
    assert not any(letter.lower() in {*COLOURS} - {code} for code, letter in found.items())
    assert not {f"{letter.lower()}w" for letter in found.values()} & {*COMPASS}


@pytest.mark.parametrize("code", FIGURES)
def test_the_letters_of_the_log_and_those_that_are_shown_are_both_read(code: str) -> None:
    """A card, whom the beaver is for, and what floats; a record never has but the log's."""
    s = opening(2)
    s = s._replace(phase=Phase.PLAY, hands=((f"{code}3", JOKER), *s.hands[1:]))
    mine = s._replace(owners=(s.mover,) * len(FIGURES), figures=(-1,) * len(FIGURES))
    for typed in (f"{code}3 .", KIND.spelt((f"{code}3", "."))):
        assert draft(KIND, mine, typed).line.startswith(f"{code}3 .")
    for typed in (f"j {code} .", KIND.spelt(("j", code, "."))):
        assert draft(KIND, mine, typed).line.startswith(f"j {code} .")


def test_what_is_shown_to_be_typed_has_the_letters_of_the_names() -> None:
    words = ("ym4", "kw", ":yw", ":e12", "gm1", "wm", "j", "s", "sw", ".")
    assert KIND.spelt(words) == "hm4 cw :hw :e12 gm1 wm j s sw ."

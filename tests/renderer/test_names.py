"""Pictures are legible and alt texts name the players, in any script."""

import sys
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from renderer import lettering, picture, scripts
from renderer.lettering import LEAST, coverage, font, headroom, width
from renderer.scripts import JOINERS, runs

ODD = {
    "": "Player A",
    "   ": "Player A",
    "\u200b\u2060\ufeff": "Player A",
    "\u3164\u115f": "Player A",
    "🎲🌲": "Player A",
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
    "**Bob** `x`": "**Bob** `x`",
    "two\nlines\there": "two lines here",
    "\ud800": "Player A",
}


def test_a_name_falls_back_legibly() -> None:
    assert {name: picture.legible_name(name, "A") for name in ODD} == ODD


def test_the_font_is_asked_and_not_trusted() -> None:
    assert not any(map(lettering.drawable, "ﷺ\ud83c\U00030ede\u0eff☃\uffff🎲"))


@settings(max_examples=40)
@given(st.text(st.characters(), max_size=40), st.sampled_from("ABZ"))
def test_no_empty_box_is_ever_drawn(name: str, letter: str) -> None:
    shown = picture.legible_name(name, letter)
    assert all(lettering.drawable(c) or c in JOINERS for c in shown)
    assert any(c.isalnum() for c in shown)
    fitted = lettering.fit(shown, 32, 204)
    assert all(lettering.drawable(c) or c in JOINERS for c in fitted)
    assert lettering.width(fitted, 32) <= 204


@given(st.lists(st.sampled_from(["Ana", "ana", "", "Player B", "B" * 50]), min_size=4, max_size=4))
def test_two_people_are_never_called_the_same(names: list[str]) -> None:
    spoken = picture.alt_names(tuple(names))
    assert len({name.casefold() for name in spoken}) == 4


SPOKEN = {
    ("Ann", "Ben"): "Ann|Ben",
    ("Ann", "Amy", "Bob"): "Ann (N)|Amy (M)|Bob",
    ("Ann", "張三"): "Ann|張三 (B)",
    ("Ann", "ann"): "Ann (A)|ann (N)",
    ("", "Ann"): "Player B|Ann",
}


def test_a_letter_that_nobody_expects_is_said() -> None:
    """The alt text names the pieces as the picture shows them, and repeats nothing."""
    assert {names: "|".join(picture.alt_names(names)) for names in SPOKEN} == SPOKEN


@given(st.text(st.characters(), max_size=40))
def test_a_spoken_name_holds_nothing_invisible_but_its_isolation(name: str) -> None:
    """Marks of direction in a name must not turn the scores around."""
    (spoken,) = picture.alt_names((name,))
    inner = spoken.removeprefix("\u2068").removesuffix("\u2069")
    assert inner
    assert not any(unicodedata.category(c)[0] == "C" for c in inner)
    assert len(inner) <= picture.NAME_LENGTH + len(" (A)")


SCRIPTS = {
    "Arabic": "عبد الرحمن",
    "Hebrew": "דוד לוי",
    "Greek": "Ελένη",
    "Cyrillic": "Нина Їжак",
    "Chinese": "王小明",
    "traditional": "陳淑芬",
    "Japanese": "さくら太郎",
    "Korean": "김민수",
    "Devanagari": "राहुल शर्मा",
    "Thai": "สมชาย",
    "Bengali": "নির্ঝর",
    "Tamil": "தமிழ்",
    "Vietnamese": "Nguyễn Thị Ở",
    "mixed": "Ann 王 محمد",
}
MOST = 8_000_000  # bytes


def ink(text: str) -> Image.Image:
    line = coverage(text, LEAST)
    return line.crop(line.getbbox())


def test_a_name_is_drawn_in_its_own_script() -> None:
    for script, name in SCRIPTS.items():
        assert picture.legible_name(name, "A") == name, script
        line, room = coverage(name, LEAST), 2 * LEAST
        left, top, right, bottom = line.getbbox() or (0, 0, 0, 0)
        assert 0 < top < bottom < line.height, f"{script}: nothing is cut above or below"
        assert right - left > 0.5 * width(name, LEAST), script
        assert width(lettering.fit(name, LEAST, room), LEAST) <= room, script


def test_letters_of_arabic_join_and_marks_find_their_place() -> None:
    """Shaped, a word is narrower than its letters, a conjunct is one sign, and a vowel that is
    written before its letter stands there."""
    for word in ("بببب", "क्ष", "நி"):
        assert width(word, LEAST) < sum(width(letter, LEAST) for letter in word)
    ki, ka = ink("कि"), ink("क")
    half = ki.crop((0, 0, ki.width // 3, ki.height))
    assert ImageChops.difference(half, ka.crop((0, 0, *half.size))).getbbox()


def test_hebrew_runs_from_right_to_left() -> None:
    both, first = ink("אב"), ink("א")
    right = both.crop((both.width - first.width, 0, both.width, first.height))
    unlike = ImageChops.difference(right, first).histogram()
    assert sum(unlike[128:]) < 0.1 * first.width * first.height


ORDERED = {
    "Ann Ben": "Ann Ben",
    "אבג": "גבא",
    "Ann אב!": "Ann בא!",
    "אב 12": "12 בא",
    "אב (12)": "(12) בא",
    "אב גד won": "דג בא won",
    "אב…": "…בא",
    "": "",
}


def test_a_line_has_its_runs_in_the_order_in_which_they_stand() -> None:
    """As Unicode's bidirectional algorithm orders a line that runs from left to right."""
    for text, shown in ORDERED.items():
        parts = (it[::-1].translate(scripts.MIRRORED) if back else it for it, back in runs(text))
        assert "".join(parts) == shown


def test_without_harfbuzz_a_player_is_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no wheel everywhere."""
    caches = (scripts.script_of, scripts._face, lettering.drawable, lettering._plain)
    for each in caches:
        each.cache_clear()
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    assert picture.legible_name("王小明", "B") == "Player B"
    assert picture.legible_name("Ben", "B") == "Ben"
    for each in caches:
        each.cache_clear()


def test_all_fonts_are_there_and_weigh_little() -> None:
    assert lettering.lost_fonts() == []
    files = lettering.FILE.parent.rglob("*.?tf")
    assert sum(path.stat().st_size for path in files) <= MOST


LETTERS = "AVTWYLaoyfj. ,1478-éÅ→"
SIZES = st.sampled_from((28, LEAST, 58))


@settings(max_examples=40)
@example("AVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAV", LEAST)
@given(st.text(st.sampled_from(LETTERS), max_size=30), SIZES)
def test_a_line_of_kept_letters_looks_as_the_font_draws_it(text: str, size: int) -> None:
    """Pixel by pixel, where letters reach into each other too."""
    found = coverage(text, size)
    whole = Image.new("L", found.size)
    ImageDraw.Draw(whole).text((1, headroom(size)), text, fill=255, font=font(size))
    assert found.tobytes() == whole.tobytes()

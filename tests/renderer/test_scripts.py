"""Names in any script: shaped, in their direction, and without anything of the system's.
Source: issue 44."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from renderer import lettering, picture, scripts
from renderer.lettering import LEAST, coverage, width
from renderer.scripts import TextRun, pieces, runs

NAMES = {
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


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_is_drawn_in_its_own_script(name: str) -> None:
    assert picture.legible_name(name, "A") == name
    line = coverage(name, LEAST)
    left, top, right, bottom = line.getbbox() or (0, 0, 0, 0)
    assert 0 < top < bottom < line.height, "nothing is cut above or below"
    assert right - left > 0.5 * width(name, LEAST)
    room = 2 * LEAST
    assert width(lettering.fit(name, LEAST, room), LEAST) <= room


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


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann Ben", "Ann Ben"),
        ("אבג", "גבא"),
        ("Ann אב!", "Ann בא!"),
        ("אב 12", "12 בא"),
        ("אב (12)", "(12) בא"),
        ("אב גד won", "דג בא won"),
        ("אב…", "…בא"),
        ("", ""),
    ],
)
def test_a_line_has_its_runs_in_the_order_in_which_they_stand(text: str, shown: str) -> None:
    """As Unicode's bidirectional algorithm orders a line that runs from left to right."""
    flat = "".join(
        each[::-1].translate(scripts.MIRRORED) if back else each for each, back in runs(text)
    )
    assert flat == shown


def test_a_line_is_cut_into_pieces_by_its_fonts() -> None:
    known = frozenset("An ()")
    assert [*pieces("Ann 王 אב", known)] == [
        TextRun("Ann ", None),
        TextRun("王", "CJK"),
        TextRun(" ", None),
        TextRun("אב", "Hebrew", True),
    ]


def test_without_harfbuzz_a_player_has_the_letter_of_their_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no wheel everywhere."""
    caches = (scripts.script_of, scripts._face, lettering.drawable, lettering._plain)
    for each in caches:
        each.cache_clear()
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    assert picture.legible_name("王小明", "B") == "Player B"
    assert picture.legible_name("Ben", "B") == "Ben"
    for each in caches:
        each.cache_clear()


def test_latin_names_load_no_other_font() -> None:
    scripts._face.cache_clear()
    for name in ("Ann", "Zoë", "Łukasz Øyvind"):
        coverage(picture.legible_name(name, "A"), LEAST)
    assert scripts._face.cache_info().currsize == 0


def test_all_fonts_are_there_and_weigh_little() -> None:
    assert lettering.lost_fonts() == []
    files = lettering.FILE.parent.rglob("*.?tf")
    assert sum(path.stat().st_size for path in files) <= MOST


def test_blocks_of_scripts_do_not_overlap() -> None:
    blocks = sorted((b for each in scripts.BLOCKS.values() for b in each), key=lambda b: b.start)
    assert all(before.stop <= after.start for before, after in pairwise(blocks))

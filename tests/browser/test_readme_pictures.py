"""A script can take the README's pictures from the sandbox at any time; the README shows those."""

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser

from bot.table.records import of_record
from rules.record import parse
from tests.browser.pictures import NAMES, take
from tests.chromium import SHARED
from tests.hosted import HOSTED

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LARGEST = 150_000  # bytes: a page of them has to load on a phone
LARGEST_FILM = 800_000
DEMO = parse((ROOT / "seeds/records/logger-two.txt").read_text(encoding="utf-8"))


def told(file: Path) -> tuple[str, str]:
    with Image.open(file) as picture:
        return file.stem, f"{picture.format} {picture.width}"


@SHARED
async def test_they_are_taken_from_the_sandbox(browser: Browser, tmp_path: Path) -> None:
    """`make pictures`, of games at their first turn: as many and as wide as those in docs/pictures,
    and of a size that a phone loads."""
    await take(browser, tmp_path, turns=0, variety=1)
    taken, kept = sorted(tmp_path.iterdir()), sorted((ROOT / "docs/pictures").iterdir())
    assert [told(file) for file in taken] == [told(file) for file in kept]
    assert {file.stem for file in taken} == set(NAMES)
    assert [file.name for file in [*taken, *kept] if file.stat().st_size > LARGEST] == []


def test_the_readme_shows_a_film_of_a_whole_game() -> None:
    """`make pictures` writes it too: a board before the first turn, and one after each."""
    file, readme = ROOT / "docs/film.gif", (ROOT / "README.md").read_text(encoding="utf-8")
    with Image.open(file) as film:
        assert (film.format, film.width) == ("GIF", 800)
        assert film.n_frames == len(of_record(HOSTED["logger"], DEMO, "L0"))  # type: ignore[attr-defined]
    assert file.stat().st_size < LARGEST_FILM
    alt = re.search(r"!\[(.+)\]\(docs/film\.gif\)", readme)
    assert alt is not None
    assert len(alt[1]) > 30


def test_the_readme_shows_each_of_them_in_words_too() -> None:
    shown = re.findall(r"!\[(.+)\]\(docs/pictures/(\w+)\.png\)", (ROOT / "README.md").read_text())
    assert sorted(name for _, name in shown) == sorted(NAMES)
    assert all(len(alt) > 30 for alt, _ in shown)

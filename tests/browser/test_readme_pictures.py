"""The pictures of the README can be taken at any time, and are those that it shows.

Source: issue 11, item 10: taken by a script from the sandbox, so that they stay true.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.browser.pictures import NAMES, take

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LARGEST = 150_000  # bytes: a page of them has to load on a phone


def told(file: Path) -> tuple[str, str]:
    with Image.open(file) as picture:
        return file.stem, f"{picture.format} {picture.width}"


async def test_they_are_taken_from_the_sandbox(tmp_path: Path) -> None:
    """`make pictures`: as many, as wide and about as large as those in docs/pictures."""
    await take(tmp_path)
    taken, kept = sorted(tmp_path.iterdir()), sorted((ROOT / "docs/pictures").iterdir())
    assert [told(file) for file in taken] == [told(file) for file in kept]
    assert {file.stem for file in taken} == set(NAMES)
    assert [file.name for file in [*taken, *kept] if file.stat().st_size > LARGEST] == []


def test_the_readme_shows_each_of_them_in_words_too() -> None:
    shown = re.findall(r"!\[(.+)\]\(docs/pictures/(\w+)\.png\)", (ROOT / "README.md").read_text())
    assert sorted(name for _, name in shown) == sorted(NAMES)
    assert all(len(alt) > 30 for alt, _ in shown)

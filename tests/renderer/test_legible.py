"""Whatever a picture says can be read on a phone, where it is 324 px wide."""

from __future__ import annotations

import pytest

from tests.renderer.gallery import COUNTS, crowded, late
from tests.renderer.legible import on_phone, too_small


@pytest.mark.parametrize("kind", COUNTS)
def test_nothing_written_is_smaller_than_11_px_on_a_phone(kind: str) -> None:
    """For every number of players of every game, those of docs/new-game.md too. Names as long as
    they may be, a turn of many digits, and choices with their numbers."""
    shown = [(late(kind, seats), crowded(kind, seats)) for seats in COUNTS[kind]]
    sizes = on_phone(kind, *shown)
    assert len(sizes) > 10
    assert too_small(sizes) == {}


def test_a_small_word_would_be_found() -> None:
    """What is measured is what is drawn: the old size of a word under the board."""
    assert too_small({"seedling": 28 * 324 / 1200}) == {"seedling": 7.6}

"""The table of a season: a row an entrant, and its words from the same rows.

Source: issue 29, item 6.
"""

from __future__ import annotations

import io

import pytest
from PIL import Image

from renderer import Picture, Ranked, Ranks, draw_ranks
from renderer.alt import LIMIT
from rules.text import Text
from rules.voice import Voice
from tests import pseudo
from tests.renderer.contrast import faint

HEADS = (Text("Pts"), Text("BH"), Text("SB"))
COLUMNS = (Text("points"), Text("Buchholz"), Text("Sonneborn-Berger"))


def ranks(rows: int, *, gone: bool = False, first: bool = False) -> Ranks:
    """The last row is special."""
    made = [Ranked(n + 1, "W" * 32 if n else "A*n", ("2½", "10½", "12¾")) for n in range(rows)]
    made[-1] = made[-1]._replace(gone=gone, first=first)
    title = Text("Season {n}: {game} league", n=3, game="Logger")
    return Ranks(title, Text("at the end"), HEADS, COLUMNS, tuple(made))


def test_its_words_are_those_of_the_rows() -> None:
    assert draw_ranks(ranks(2, gone=True)).alt.splitlines() == [
        "Season 3: Logger league, at the end.",
        "Each line shows points, Buchholz, Sonneborn-Berger.",
        "1. A*n: 2½, 10½, 12¾.",
        f"2. {'W' * 32} (withdrawn): 2½, 10½, 12¾.",
    ]
    assert "A*n, champion" in draw_ranks(ranks(1, first=True)).alt


@pytest.mark.parametrize(("rows", "high"), [(1, 272), (12, 866), (64, 866)])
def test_it_is_as_high_as_its_rows_and_says_how_many_more_there_are(rows: int, high: int) -> None:
    picture = draw_ranks(ranks(rows))
    assert Image.open(io.BytesIO(picture.png)).size == (1200, high)
    assert ("and 53 more" in picture.alt) is (rows == 64)
    assert len(picture.alt) <= LIMIT


def test_every_letter_of_it_stands_out() -> None:
    def drawn() -> dict[str, Picture]:
        return {"gone": draw_ranks(ranks(2, gone=True)), "first": draw_ranks(ranks(2, first=True))}

    assert faint(drawn) == []


def test_it_is_said_in_other_languages_without_markup() -> None:
    voice: Voice = pseudo.voice()
    alt = draw_ranks(ranks(1, gone=True), voice).alt
    assert list(pseudo.english_left(alt, ("A*n", "Logger", "SB"))) == []
    assert "\\" not in alt

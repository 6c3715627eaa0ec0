"""What every picture of Logjam is: its shape, its colours, any board, any names."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from renderer import lettering
from renderer.logjam import river as river_of
from renderer.logjam import sprites
from renderer.logjam.river import SIGN, placement, tall
from renderer.palette import COLOURS
from tests.hosted import draw
from tests.renderer.rafts import PEOPLE, changed, labels, picture, playout, river, seen

SIZES = [(columns, rows) for columns in (6, 8, 10, 11, 12) for rows in (8, 12, 13, 16)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_picture_is_4_to_3_and_has_at_most_64_colours(seats: int) -> None:
    """Design, Pictures: palette image, 4:3, about 1200 px wide."""
    for view in list(playout(seats, seats))[:40:9]:
        drawn = draw("logjam", view, labels(seats))
        png = Image.open(BytesIO(drawn.png))
        assert (png.format, png.mode, png.size) == ("PNG", "P", (1200, 900))
        flat = png.getpalette() or []
        assert {tuple(flat[n : n + 3]) for n in range(0, len(flat), 3)} <= {*COLOURS, (0, 0, 0)}
        assert len(drawn.png) < 150_000


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_any_board_fits_beside_its_panel(columns: int, rows: int) -> None:
    """Boards of 6 to 12 columns and 8 to 16 rows may be agreed on."""
    board, column = placement(columns, rows)
    assert board.left >= 12
    assert board.top >= 4
    assert board.top + board.height <= tall(board) - 4
    assert board.left + board.width <= column.left - 12
    assert column.right <= 1200 - 12
    assert board.side >= 56


def test_only_a_board_of_many_rows_makes_a_taller_picture() -> None:
    """4:3 as a rule; the squares stay large enough for a letter."""
    assert {size for size in SIZES if tall(placement(*size)[0]) > 900} == {
        size for size in SIZES if size[1] == 16
    }
    assert tall(placement(12, 16)[0]) < 1200


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_rows_of_start_and_finish_are_named(columns: int, rows: int) -> None:
    """The names stand beside their rows, beyond the squares and clear of the coordinates."""
    board, _ = placement(columns, rows)
    last, first = board.corner(columns * (rows - 1))[1], board.corner(0)[1] + board.side
    words = sorted((word, round(y)) for word, (_, y) in board.named("finish", "start"))
    assert [word for word, _ in words] == ["finish", "finish", "start"]
    assert {y + SIGN // 2 <= last for word, y in words if word == "finish"} == {True}
    assert {y - SIGN // 2 >= first for word, y in words if word == "start"} == {True}
    for x in (board.left + board.width * 0.28, board.left + board.width / 2):
        assert board.left + board.rim < x < board.left + board.width - board.rim


def test_whoever_goes_home_never_hides_both_names_of_the_finish() -> None:
    board, _ = placement(10, 12)
    middles = [x for word, (x, _) in board.named("finish", "start") if word == "finish"]
    for column in range(10):
        left, _ = board.beyond(column)
        assert sum(left - 70 < x < left + board.side + 70 for x in middles) < 2


def test_letters_and_signs_of_the_river_read_on_a_phone() -> None:
    """Nothing that matters is below 11 px where the picture is 324 px wide."""
    assert min(river_of.LETTER, river_of.WORD, lettering.LEAST) * 324 / 1200 >= 11
    for columns, rows in SIZES:
        side = placement(columns, rows)[0].side
        assert sprites.legible(side) * side / sprites.UNIT * 324 / 1200 >= 11


@pytest.mark.parametrize("board", ["6x8", "6x16", "12x8", "12x16"])
def test_the_smallest_and_largest_boards_are_drawn_to_their_edges(board: str) -> None:
    columns, rows = map(int, board.split("x"))
    last = f"{'abcdefghijkl'[columns - 1]}{rows}"
    bare, s = river(board=board), river(board=board, loggers=["a1", last])
    assert changed(s, picture(bare), picture(s)) == {"a1", last, "panel"}


@pytest.mark.parametrize("side", [placement(*size)[0].side for size in SIZES])
def test_the_count_of_a_stack_reads_on_a_phone_on_any_board(side: int) -> None:
    """41 px on the smallest squares too: its digit is as high as that of such a text."""
    drawn = sprites.label(3, side).sprite(side / sprites.UNIT)
    left, top, right, bottom = drawn.getchannel("A").point(lambda a: 255 * (a > 128)).getbbox() or (
        (0,) * 4
    )
    assert bottom - top >= 29
    assert right <= side
    assert left >= 0


def test_the_cards_of_six_fit_under_each_other() -> None:
    """The last of six low cards ends on the picture, with a strip on one of them."""
    s = river(seats=6)
    drawn = Image.open(BytesIO(draw("logjam", seen(s), labels(6)).png)).convert("RGB")
    column = placement(10, 12)[1]
    below = drawn.crop((column.left, 893, column.right, 900))
    assert len(below.getcolors() or []) <= 8  # the table, its forest, no card


def test_the_alt_text_tells_where_everybody_is() -> None:
    """Alt test: loggers and logs can be read back, at most 1024 characters."""
    for view in list(playout(6, 3, loggers="5"))[:60:6]:
        s = view.state
        text = draw("logjam", view, labels(6, tuple(f"{c}" * 32 for c in "UVWXYZ"))).alt
        assert len(text.encode("utf-16-le")) // 2 <= 1024
        names = s.terms.grid.names
        for cells in s.loggers:
            for cell in cells:
                assert re.search(rf"\b{names[cell]}\b", text)
        for log in s.logs:
            assert f"{names[log[0]]}-{names[log[-1]]}" in text


def test_the_alt_text_says_what_it_is_and_what_was_rolled() -> None:
    text = draw("logjam", seen(river(loggers=["a1", "b1"])), labels(2)).alt
    assert text.startswith(f"Logjam J3, turn 12, {PEOPLE[0]} to move.")
    assert "4" in text

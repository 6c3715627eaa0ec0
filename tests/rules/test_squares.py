"""Boards of named squares."""

import pytest

from rules.squares import COMPASS, SPELT, Grid

BOARD = Grid(5, 5)


def test_squares_are_named_from_the_lower_left_corner() -> None:
    """seeds/logger.md: a1 is at the bottom left; columns are letters, rows numbers."""
    assert BOARD.names[:6] == ("a1", "b1", "c1", "d1", "e1", "a2")
    assert BOARD.names[-1] == "e5"
    assert [BOARD.names[cell] for cell in BOARD.corners] == ["a1", "e1", "a5", "e5"]
    assert all(BOARD.by_name[name] == cell for cell, name in enumerate(BOARD.names))


def test_rays_run_straight_to_the_edge() -> None:
    """rules/squares.py: nearest first."""
    c2 = BOARD.by_name["c2"]
    named = {d: [BOARD.names[cell] for cell in ray] for d, ray in BOARD.rays[c2].items()}
    assert named == {"n": ["c3", "c4", "c5"], "e": ["d2", "e2"], "s": ["c1"], "w": ["b2", "a2"]}


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (5, 5), (10, 12), (3, 1)])
def test_neighbours_are_mutual_and_the_cross_is_row_and_column(columns: int, rows: int) -> None:
    """rules/squares.py: orthogonal only, on boards of any shape."""
    grid = Grid(columns, rows)
    assert len(set(grid.names)) == columns * rows
    for cell in grid.cells:
        assert all(cell in grid.neighbours[other] for other in grid.neighbours[cell])
        assert len(grid.crosses[cell]) == columns + rows - 2
        assert set(grid.neighbours[cell]) <= set(grid.crosses[cell])


def test_the_way_from_a_square_to_another() -> None:
    """rules/squares.py: a step in a direction, and the direction of a square in line."""
    a1, a4, b2 = (BOARD.by_name[name] for name in ("a1", "a4", "b2"))
    assert BOARD.toward(a1, "n") == BOARD.by_name["a2"]
    assert BOARD.toward(a1, "w") is None
    assert BOARD.bearing(a1, a4) == "n"
    assert BOARD.bearing(a4, a1) == "s"
    assert BOARD.bearing(a1, b2) is None
    assert BOARD.bearing(a1, a1) is None
    assert SPELT.keys() == COMPASS.keys()

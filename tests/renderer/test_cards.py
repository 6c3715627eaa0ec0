"""The parts of which a seat's card is put together look as the whole would."""

from __future__ import annotations

from inspect import unwrap

import pytest

from renderer import panel
from renderer.figures import SEATS


@pytest.mark.parametrize("active", [False, True])
def test_a_stretched_card_looks_as_one_painted_so_wide(
    active: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Corners, border and shadow: a narrow one is kept for panels of all widths."""
    narrow = panel._empty(SEATS[0], active, panel.ROOMY.high)
    monkeypatch.setattr(panel, "NARROW", panel.WIDE)
    painted = unwrap(panel._empty)(SEATS[0], active, panel.ROOMY.high)
    assert painted.width == panel.WIDE + 16
    stretched = panel._stretched(narrow, painted.width)
    assert (stretched.size, stretched.tobytes()) == (painted.size, painted.tobytes())

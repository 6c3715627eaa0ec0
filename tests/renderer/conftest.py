"""Sprites that are there already: what looks at pictures does not wait until they are drawn."""

from __future__ import annotations

import pytest

from tests import sprites


@pytest.fixture(scope="session", autouse=True)
def _sprites() -> None:
    """Of this very code; who judges how they are drawn draws them anew (legible.py)."""
    sprites.ready()

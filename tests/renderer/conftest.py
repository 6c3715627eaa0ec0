"""Ready-made sprites: tests of pictures do not wait until they are drawn."""

import pytest

from tests import sprites


@pytest.fixture(scope="session", autouse=True)
def _sprites() -> None:
    """Draw the sprites of this code; tests of how they are drawn draw them again (legible.py)."""
    sprites.ready()

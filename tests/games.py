"""The games of which a generic test asks what holds for any: those that are registered, and the
examples of docs/new-game.md, one of which takes three people at least."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES
from rules.drafting import Kind
from tests.rules import keep, morra, nothanks

EXAMPLES: tuple[Kind[Any], ...] = (keep.KIND, morra.KIND, nothanks.KIND)
EVERY: dict[str, Kind[Any]] = {**GAMES, **{kind.game.key: kind for kind in EXAMPLES}}

every_kind = pytest.mark.parametrize("kind", EVERY)

"""The games for generic tests: the registered ones, and the examples of docs/new-game.md, one of
which needs at least three people."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES
from rules.drafting import Kind
from tests.rules import keep, morra, nothanks

EXAMPLES: tuple[Kind[Any], ...] = (keep.KIND, morra.KIND, nothanks.KIND)
EVERY: dict[str, Kind[Any]] = {**GAMES, **{kind.game.key: kind for kind in EXAMPLES}}

every_kind = pytest.mark.parametrize("kind", EVERY)

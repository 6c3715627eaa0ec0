"""How well a computer plays: how far it looks, and how much it overlooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Level:
    """positions: how many it looks at in a turn; overlooks: which share of the turns that it could
    play it does not notice, the best as likely as any; pace: how many times as many positions it
    looks at where the game has a machine for it."""

    key: str
    name: Text
    positions: int
    overlooks: float = 0.0
    pace: int = 1


_WEAKEST_FIRST = (
    Level("easy", Text("easy"), 1, 0.5),
    Level("medium", Text("medium"), 600),
    Level("strong", Text("strong"), 30_000, pace=6),
)
LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in _WEAKEST_FIRST})

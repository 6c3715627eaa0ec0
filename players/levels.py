"""How well a computer plays: how far it looks, and how much it overlooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Level:
    """positions: how many it looks at in a turn; pace: how many times as many where the game has a
    machine; first_sight: it goes by its own turn alone, takes what is to be got, and overlooks as
    large a share of the turns beside that; gives: how much of the win it gives away by that at
    most."""

    key: str
    name: Text
    positions: int
    pace: int = 1
    first_sight: float = 0.0
    gives: float = 0.0


_WEAKEST_FIRST = (
    Level("easy", Text("easy"), 1, first_sight=0.5, gives=0.15),
    Level("medium", Text("medium"), 600),
    Level("strong", Text("strong"), 30_000, pace=6),
)
LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in _WEAKEST_FIRST})

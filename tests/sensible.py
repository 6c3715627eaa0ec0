"""A sensible turn, by a game's own measure: it keeps games short, and tries that measure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from rules.game import GameRules
from rules.play import TRIED, Way, turns_tried

S = TypeVar("S")


def sensible(game: GameRules[S], s: S) -> Way[S] | None:
    """The best whole turn of the actor among those soon found. None: there is no turn."""
    seat, whole = game.actor(s), game.whole(s)
    ways: Iterator[Way[S] | None] = turns_tried(game, s) if whole is None else whole
    found = [way for way in islice(ways, TRIED) if way is not None]
    return max(found, key=lambda way: game.appeal(way[1], seat), default=None)

"""Hints for races: how a turn changes the steps to go."""

from __future__ import annotations

from collections.abc import Iterator

from rules.text import Plural, Text


def nearer(own: int, rivals: int) -> Iterator[Text]:
    """The steps by which a turn brings a seat, and its rivals together, nearer home."""
    if own > 0:
        yield Plural("comes {n} step closer to home", "comes {n} steps closer to home", n=own)
    elif own < 0:
        yield Plural("goes {n} step back", "goes {n} steps back", n=-own)
    if rivals < 0:
        yield Plural("costs rivals {n} step", "costs rivals {n} steps", n=-rivals)
    elif rivals > 0:
        yield Plural("saves rivals {n} step", "saves rivals {n} steps", n=rivals)

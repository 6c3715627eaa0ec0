"""How lumberjacks and logs move on the river."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from renderer.motion import Move, comes
from rules.game import Event

# What is shoved makes room while somebody comes.
ALONG = MappingProxyType({"shoves": frozenset({"enters", "steps", "floats", "shoves", "loses"})})


def moved(event: Event) -> Iterator[Move]:
    """What an event says of a lumberjack or of a log. Logs are all alike."""
    match event.verb:
        case "enters":
            yield comes(event.at[0], event.at[1:])
        case "steps" | "shoves" | "floats":
            yield Move(event.at[0], tuple((name,) for name in event.at[1:]))

"""How loggers and logs move on the river."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from renderer.motion import Move, comes, goes
from rules.game import Event

LOG = "log"
_DRIFT = frozenset({"pushes", "shifts", "slides", "drifts", "carried", "crushed", "exits"})
# A log, who pushes it and all that it meets move at once; so do who captures and who is captured.
ALONG = MappingProxyType(
    dict.fromkeys(("slides", "drifts", "carried", "crushed", "exits"), _DRIFT)
    | {"captured": frozenset({"captures"})}
)


def moved(event: Event) -> Iterator[Move]:
    """What an event says of a log or of loggers of one seat."""
    who, at = f"logger {event.seat}", event.at
    half = at[: len(at) // 2]
    match event.verb:
        case "runs" | "captures" | "pushes" | "carried" | "exits":
            yield Move(who, ((at[0],), (at[1],)))
        case "captured" | "crushed":
            yield goes(who, at)
        case "stands" | "returns":
            yield comes(who, at)
        case "slides":
            yield Move(LOG, (half, at[len(half) :]))
        case "drifts":
            yield goes(LOG, at)
        case "lays":
            yield comes(LOG, at)

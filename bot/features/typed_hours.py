"""A time zone and quiet hours as somebody types them, for themselves or for a server."""

from __future__ import annotations

from bot.domain.personal import hours, spelled, zones, zones_like
from bot.messages.layout import Choice
from bot.text.personal import no_hours, no_zone
from rules.errors import Unavailable
from rules.text import notation

SHOWN, NEAREST = 25, 3  # zones that are offered to whoever types, and to whoever typed none


def zone(typed: str) -> str:
    """The time zone that was typed. Raises Unavailable, with those that are near."""
    wanted = "_".join(typed.split()).casefold()
    found = next((zone for zone in zones() if zone.casefold() == wanted), None)
    if found is None:
        raise Unavailable(no_zone(typed, zones_like(typed, NEAREST)))
    return found


def zones_meant(typed: str) -> list[Choice]:
    """The time zones that somebody may mean while they type."""
    return [Choice(zone, notation(zone)) for zone in zones_like(typed, SHOWN)]


def quiet(typed: str) -> str:
    """Quiet hours as they are stored. Raises Unavailable."""
    if (night := hours(typed)) is None:
        raise Unavailable(no_hours(typed))
    return spelled(night)

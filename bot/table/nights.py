"""At which moment of a night something is done that is done once each night."""

from __future__ import annotations

from datetime import date, datetime, timedelta


def due(hour: int, now: datetime, last: date | None) -> datetime:
    """When it is done next: at that hour, or now where the last night was missed. last: the day on
    which it was done last."""
    tonight = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    begun = tonight if tonight <= now else tonight - timedelta(days=1)
    if last is None or last < begun.date():
        return now
    return begun + timedelta(days=1)

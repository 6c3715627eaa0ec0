"""What an Activity is to show: the table of a button that somebody has pressed.

It is kept as a link (bot/table/browsers.py) that nobody holds: by who pressed it and where, until
they are there; and by the Activity's own id, for those who join them.
"""

from __future__ import annotations

from typing import Final

PRESSED_LASTS: Final = 120.0  # seconds in which the frame is there
SHOWN_LASTS: Final = 24 * 3600.0  # seconds; it ends when the last one leaves


def pressed(user: int, channel: int) -> str:
    """By what it is kept that somebody wants to see a table. No hash of a link is ever such."""
    return f"pressed:{channel}:{user}"


def shown(instance: str) -> str:
    """By what it is kept which table an Activity was opened for."""
    return f"shown:{instance}"

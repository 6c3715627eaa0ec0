"""The words around a list that has several pages."""

from __future__ import annotations

from typing import Final

from rules.text import Text

PREVIOUS: Final = Text("Previous")
NEXT: Final = Text("Next")
BACK: Final = Text("Back…")  # in a menu
FORTH: Final = Text("More…")


def span(first: int, last: int, n: int) -> Text:
    """Which entries of how many are shown."""
    return Text("{first}–{last} of {n}", first=first, last=last, n=n)

"""The panel of what somebody sets for themselves."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.personal import OFF, ON, TEXT_FIRST, text_first
from bot.messages.layout import Button, Layout
from bot.text import personal
from rules.text import Text


def settings(settings: Mapping[str, str]) -> Layout:
    """What can be set and how it is, with a button for each other way."""
    on = text_first(settings)
    label = Text("Turn Text First Off") if on else Text("Turn Text First On")
    button = Button(label, set_id(TEXT_FIRST, OFF if on else ON))
    return Layout(personal.settings(text_first=on), buttons=(button,))


def set_id(name: str, value: str) -> str:
    """What a button says that sets something: what it will be, so that it may be pressed twice."""
    return f"lc:set:{name}:{value}"

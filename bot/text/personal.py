"""What somebody has set for themselves, in words."""

from __future__ import annotations

from rules.errors import quoted
from rules.text import Small, Strong, Text, lines


def settings(*, text_first: bool) -> Text:
    """All that can be set, and how it is."""
    return lines(
        Strong(Text("Your settings")),
        _text_first() if text_first else _picture_first(),
        Small(Text("They are yours alone, in all games on all servers, from the next post on.")),
    )


def _text_first() -> Text:
    return Text(
        "Text first is on: the post that calls you has everything in words and the picture after "
        "them, and what only you are shown says in words where everything stands."
    )


def _picture_first() -> Text:
    return Text("Text first is off: you are called in few words, and the picture says the rest.")


def no_setting(name: str) -> Text:
    """Why nothing was set by a button of another version."""
    return Text(
        "{name} cannot be set like that in this version, so nothing was changed. What can be set "
        "stands in the settings now.",
        name=quoted(name),
    )

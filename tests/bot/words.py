"""Texts and layouts in the words of a message."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.messages.languages import VOICE
from bot.messages.layout import Layout, Message
from rules.text import Text


def words(text: Text) -> str:
    """A text, formatted as in a message."""
    return VOICE.say(text)


async def in_words(work: Awaitable[Layout]) -> Message:
    """The result of a use case, or of a layout that takes its time, as a message."""
    return (await work).say_in(VOICE)

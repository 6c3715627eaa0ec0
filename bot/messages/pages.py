"""Longer texts as messages: a topic, and a button for each other topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from bot.messages.layout import Button, Layout
from bot.messages.page_texts import Topic
from rules.text import NOTHING, Joined, Strong, Text, lines

IN_A_ROW: Final = 5  # buttons
MOST_ROWS: Final = 5
Rows: TypeAlias = tuple[tuple[Button, ...], ...]


def page(
    title: Text, begin: str, topics: Sequence[Topic], topic: Topic, ways: Sequence[Button]
) -> Layout:
    """One topic of a page, with buttons for the others and then these. begin: of the ids of
    topics."""
    return Layout(words(title, topic), rows=in_rows([*others(begin, topics, topic), *ways]))


def words(of: str | Text, topic: Topic) -> Text:
    """The words of a topic, under its name; a page that is one topic has its own head."""
    head = Strong(Joined(" · ", (of, topic.title))) if topic.key else NOTHING
    return lines(head, topic.words)


def others(begin: str, topics: Sequence[Topic], here: Topic) -> list[Button]:
    """A button for each topic, the shown one's greyed out; none if there is only one topic."""
    if len(topics) < 2:
        return []
    return [Button(topic.title, begin + topic.key, off=topic == here) for topic in topics]


def in_rows(buttons: Sequence[Button]) -> Rows:
    """Some buttons, five in a row; the last of too many are left out."""
    starts = range(0, len(buttons), IN_A_ROW)[:MOST_ROWS]
    return tuple(tuple(buttons[start : start + IN_A_ROW]) for start in starts)

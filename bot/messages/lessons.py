"""Rules and help as messages: a topic with its picture, and a button for each other topic.

lc:rules:logger:growth    a topic of a game's rules
lc:help:looking           a topic of the help
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.messages.layout import Button, Drawing, Layout
from bot.messages.lesson_panels import lesson_id
from bot.text.pages import Topic
from rules.game import Game
from rules.text import NOTHING, Code, Joined, Strong, Text, lines
from rules.voice import Argument

IN_A_ROW = 5  # buttons
MOST_ROWS = 5

Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Plate:
    """A topic's picture, and what is said of it."""

    picture: Drawing
    story: Argument
    line: str


def rules(
    game: Game[Any],
    topics: Sequence[Topic],
    topic: Topic,
    plate: Plate | None,
    *,
    learning: bool = False,
) -> Layout:
    """One topic of a game's rules, and from the first one the ways on. learning: the game has
    lessons too."""
    text = _topic(game.title, topic)
    others = _topics(f"lc:rules:{game.key}:", topics, topic)
    ways = [Button(Text("Lessons"), lesson_id(game.key, 1), "success")] if learning else []
    if topic == topics[0]:
        ways.append(Button(Text("Practise"), f"lc:practice:{game.key}", "success"))
    rows = _in_rows([*others, *ways, Button(Text("Help"), "lc:help:", "success")] if others else [])
    if plate is None:
        return Layout(text, rows=rows)
    said = Text("In notation: {line}", line=Code(plate.line))
    text = lines(text, Text("In the picture: {story}", story=plate.story), said)
    return Layout(text, plate.picture, f"{game.key}-{topic.key}.png", rows=rows)


def help_page(topics: Sequence[Topic], topic: Topic) -> Layout:
    """One topic of the help, and the way back."""
    way = Button(Text("Help"), "lc:help:", "success")
    return Layout(
        _topic("Lumbercamp", topic), rows=_in_rows([way, *_topics("lc:help:", topics, topic)])
    )


def page(
    title: Text, begin: str, topics: Sequence[Topic], topic: Topic, ways: Sequence[Button]
) -> Layout:
    """One topic of a page, and the ways to the others and on. begin: of the ids of topics."""
    return Layout(_topic(title, topic), rows=_in_rows([*_topics(begin, topics, topic), *ways]))


def help_front(
    text: Text,
    of_games: Sequence[Button],
    others: Sequence[Button],
    topics: Sequence[Topic],
) -> Layout:
    """The one screen of the help. Of too many games the last have no button."""
    rows = _in_rows(of_games)
    last = _in_rows([*others, *(Button(topic.title, f"lc:help:{topic.key}") for topic in topics)])
    return Layout(text, rows=(*rows[: MOST_ROWS - len(last)], *last))


def _topic(of: str | Text, topic: Topic) -> Text:
    """What a topic says, under its name; a page that is one topic has its own head."""
    head = Strong(Joined(" · ", (of, topic.title))) if topic.key else NOTHING
    return lines(head, topic.words)


def _topics(begin: str, topics: Sequence[Topic], here: Topic) -> list[Button]:
    """A button for each topic; the one that is shown cannot be pressed. None for one alone."""
    if len(topics) < 2:
        return []
    return [Button(topic.title, begin + topic.key, off=topic == here) for topic in topics]


def _in_rows(buttons: Sequence[Button]) -> Rows:
    starts = range(0, len(buttons), IN_A_ROW)[:MOST_ROWS]
    return tuple(tuple(buttons[start : start + IN_A_ROW]) for start in starts)

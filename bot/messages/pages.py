"""Longer texts from files: the rules of each game and the help, topic by topic.

## Growth {record logger-three 17}          a topic, and the turn of its picture
When you have walked, every tree …          a paragraph a line
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import seeds
from bot.messages.layout import Button, Layout
from bot.table.names import said_as_name
from rules.game import GameRules
from rules.text import NOTHING, Joined, Strong, Text, lines
from rules.voice import Argument, Voice

MOST_ROWS: Final = 5


def page(
    title: Text, begin: str, topics: Sequence[Topic], topic: Topic, ways: Sequence[Button]
) -> Layout:
    """One topic of a page, with buttons for the others, then `ways`. begin: of the topics' ids."""
    return Layout(words(title, topic), rows=in_rows([*others(begin, topics, topic), *ways]))


def words(of: str | Text, topic: Topic) -> Text:
    """The words of a topic under its name. A page with one topic has its own heading."""
    return lines(Strong(Joined(" · ", (of, topic.title))) if topic.key else NOTHING, topic.words)


def others(begin: str, topics: Sequence[Topic], here: Topic) -> list[Button]:
    """A button for each topic, the shown one's greyed. Empty if there is only one."""
    if len(topics) < 2:
        return []
    return [Button(topic.title, begin + topic.key, off=topic == here) for topic in topics]


def in_rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    """Buttons in rows of five. Drop the last ones if there are too many."""
    starts = range(0, len(buttons), 5)[:MOST_ROWS]
    return tuple(tuple(buttons[start : start + 5]) for start in starts)


_COMMAND = re.compile(r"`/([\w-]+(?: [a-z-]+(?![\w:-]))*)")
_HEADING = re.compile(r"^## +(?P<title>.+?) *(?:\{record (?P<record>[\w-]+) (?P<row>\d+)\})?$")


class Shown(NamedTuple):
    """The turn whose picture goes with a topic: a shipped record and the row in it."""

    record: str
    row: int


class Section(NamedTuple):
    """A topic in a file."""

    title: str
    words: list[str]  # its paragraphs
    shown: Shown | None


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a page."""

    key: str  # its name in commands and buttons, in every language
    title: Text
    words: Text
    shown: Shown | None


def topics(page: str, /, **arguments: Argument) -> tuple[Topic, ...]:
    """The topics of a page. Empty if there is no such page."""
    return tuple(
        Topic(
            key(section.title),
            _FromPage(page, n, "title"),
            _FromPage(page, n, "words", **arguments),
            section.shown,
        )
        for n, section in enumerate(sections(page))
    )


def help_topics(games: Iterable[GameRules[Any]]) -> tuple[Topic, ...]:
    """How to say a turn, and help with problems. The first game is the example."""
    hosted = list(games)
    return topics("help", game=hosted[0].key, named=f"{hosted[0].letter}7")


def key(title: str) -> str:
    """A title in ids: `your-turn` for `Your Turn`."""
    return "-".join(re.findall("[a-z0-9]+", title.casefold()))


class _FromPage(Text):
    """A topic's title or its words, in the reader's language."""

    __slots__ = ("n", "page", "part")

    def __init__(self, page: str, n: int, part: str, /, **arguments: Argument) -> None:
        super().__init__("{page}", **arguments)
        self.page, self.n, self.part = page, n, part

    def say_in(self, voice: Voice) -> str:
        english, own = sections(self.page), sections(self.page, str(voice.locale))
        fits = len(own) == len(english)  # otherwise the translation is older or newer
        section = (own if fits else english)[self.n]
        written = [section.title] if self.part == "title" else section.words
        if not fits:
            written = [voice.catalogue.gettext(paragraph) for paragraph in filter(None, written)]

        def command(found: re.Match[str]) -> str:
            """A command of a page, written in English, in the reader's language."""
            return f"`/{' '.join(said_as_name(f'/{name}', voice) for name in found[1].split())}"

        words = voice.medium.words(_COMMAND.sub(command, "\n".join(written)))
        for name, argument in self.args.items():
            words = words.replace(f"{{{name}}}", voice.say(argument))
        return words


def sections(name: str, language: str = "") -> tuple[Section, ...]:
    """The topics in the file for a language (for de_AT, else de), or "" for English."""
    found = seeds.page(name, language)
    if found is None and "_" in language:
        found = seeds.page(name, language.split("_")[0])
    return _parsed(found) if found else ()


@cache
def _parsed(page: str) -> tuple[Section, ...]:
    found = [Section("", [], None)]
    for line in filter(None, map(str.strip, page.splitlines())):
        if heading := _HEADING.match(line):
            shown = Shown(heading["record"], int(heading["row"])) if heading["record"] else None
            found.append(Section(heading["title"], [], shown))
        else:
            found[-1].words.append(line)
    return tuple(found if found[0].words else found[1:])

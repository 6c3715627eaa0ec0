"""Rules: which topic is shown, and its picture, which is drawn once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from itertools import islice

import seeds
from bot.core.game import Games
from bot.core.intent import Intent
from bot.core.session import Session
from bot.domain.examples import Example, example
from bot.domain.lessons import lessons_of
from bot.features.feature import KIND, OF_A_ROW, Behind, Feature, Field, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.messages import lessons
from bot.messages.layout import MOST_CHOICES, Choice, Drawing, Layout
from bot.messages.lessons import Plate
from bot.text import errors, pages
from bot.text.pages import Shown, Topic
from renderer import Hosted, Picture, draw
from rules.errors import Unavailable
from rules.record import Corrupt, parse
from rules.text import Joined, Text
from rules.voice import Voice


class Teaching:
    """Shows topics; changes nothing."""

    def __init__(self, games: Games) -> None:
        """Raises ValueError where a page shows a row that is not there."""
        for kind in games:
            _check(kind)
        self._games = games
        self._examples: dict[tuple[str, Shown], Example] = {}
        self._drawn: dict[tuple[str, Shown, Voice], Picture] = {}

    async def rules(self, kind: str, wanted: str = "") -> Layout:
        """A topic of a game's rules, by its key or as somebody typed it; the first one if none
        was named. Raises Unavailable."""
        if kind not in self._games:
            raise Unavailable(errors.no_rules(kind))
        game, topics = self._games[kind].game, pages.topics(kind)
        if not topics:
            raise Unavailable(errors.no_page(game))
        topic = _found(topics, wanted)
        plate = await self._plate(kind, topic.shown) if topic.shown else None
        learning = topic == topics[0] and bool(lessons_of(kind))
        return lessons.rules(game, topics, topic, plate, learning=learning)

    async def opened(self, kind: str, key: str) -> Layout:
        """The topic of a button; the first one where there is no such topic any more. Raises
        Unavailable."""
        known = key in [topic.key for topic in pages.topics(kind)]
        return await self.rules(kind, key if known else "")

    def named(self, kind: str, typed: str, voice: Voice) -> list[Choice]:
        """The topics of a game's rules with what was typed in their names, as the voice says them
        or as they are in English."""
        begun, wanted = pages.key(typed), typed.strip().casefold()
        found = (
            t
            for t in pages.topics(kind)
            if t.key and ((begun and begun in t.key) or wanted in voice.say(t.title).casefold())
        )
        return [Choice(topic.key, topic.title) for topic in islice(found, MOST_CHOICES)]

    async def _plate(self, kind: str, shown: Shown) -> Plate:
        """The picture of a recorded turn; the second time it is there."""
        if (kind, shown) not in self._examples:
            hosted = self._games.drawn(kind)
            self._examples[kind, shown] = await asyncio.to_thread(_example, hosted, shown)
        there = self._examples[kind, shown]
        return Plate(Drawing(self._picture, (kind, shown)), there.story, there.line)

    def _picture(self, kind: str, shown: Shown, voice: Voice) -> Picture:
        """Drawn once in every language, by the one thread that draws."""
        key = kind, shown, voice
        if key not in self._drawn:
            hosted, there = self._games.drawn(kind), self._examples[kind, shown]
            self._drawn[key] = draw(hosted, there.seen, there.labels, voice)
        return self._drawn[key]


@cache
def _check(kind: str) -> None:
    """What a game's page shows is there: when the bot starts, and not when somebody reads it."""
    for shown in filter(None, (topic.shown for topic in pages.topics(kind))):
        try:
            entries = parse(seeds.record(shown.record)).entries
        except (OSError, Corrupt) as broken:
            raise ValueError(f"{kind}.md shows {shown.record}: {broken}") from broken
        if not any(each.n == shown.row and each.seat >= 0 for each in entries):
            raise ValueError(f"{kind}.md shows {shown.record}: no turn is in row {shown.row}")


def _found(topics: Sequence[Topic], wanted: str) -> Topic:
    """Raises Unavailable, with the topics that there are."""
    asked = pages.key(wanted)
    if not asked:
        return topics[0]
    fitting = sorted((t for t in topics if asked in t.key), key=lambda t: t.key != asked)
    if not fitting:
        raise Unavailable(errors.no_topic(wanted, [topic.title for topic in topics]))
    return fitting[0]


def _example(hosted: Hosted, shown: Shown) -> Example:
    return example(hosted, parse(seeds.record(shown.record)), shown.row)


def feature(at: Services) -> Feature:
    teaching = Teaching(at.games)
    topic = Field("topic", "[a-z0-9-]{0,60}")
    about = Text("Topic (default: the first one)")

    async def rules(session: Session) -> Layout:
        return await teaching.rules(session.found.kind)

    async def asked(wish: Intent, topic: str) -> Layout:
        return await teaching.rules(wish.kind or "", topic)

    async def page(wish: Intent, kind: str, topic: str) -> Layout:
        return await teaching.opened(kind, topic)

    async def named(wish: Intent, voice: Voice) -> list[Choice]:
        return teaching.named(wish.kind or "", wish.words, voice)

    return Feature(
        verbs=(
            Verb(
                "learn",
                rules,
                OF_A_ROW,
                typed=("rules", "how to play", "how do i play"),
                more=Behind(0, 3, Text("Rules")),
                on_page=True,
            ),
            Verb(
                "rules",
                page,
                (KIND, topic),
                help=lambda game: Joined("", (game.title,)),
                game=False,
                anywhere=True,
                instead_of_own=True,
                on_page=True,
            ),
            Verb(
                "topic",
                asked,
                slash=Slash(
                    "each game",
                    Text("/rules"),
                    Text("Read the rules, topic by topic, with pictures"),
                    (SlashOption("topic", about, complete=named),),
                ),
                game=False,
            ),
        )
    )

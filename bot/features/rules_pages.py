"""A game's rules topic by topic (`lc:rules:logger:growth`), with pictures that are drawn once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache, partial
from itertools import islice, takewhile
from typing import Any, NamedTuple

import seeds
from bot.features.feature import KIND, OF_A_ROW, Behind, Feature, Field, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.messages import pages
from bot.messages.layout import MOST_CHOICES, Button, Choice, Drawing, Layout
from bot.messages.pages import Shown, Topic, in_rows, others, words
from bot.table.game import Games
from bot.table.intent import Intent, Session
from bot.table.lessons import lessons_of
from bot.table.records import NO_TABLE
from renderer import Hosted, Labels, Picture, draw
from rules.errors import Unavailable, quoted
from rules.game import NATURE, NOBODY
from rules.history import effective
from rules.play import Seen, frames, look
from rules.record import Corrupt, Record, parse
from rules.text import Code, Joined, Listed, Name, Text, lines
from rules.voice import Argument, Voice


class Example(NamedTuple):
    """A turn of a recorded game, as everybody at the table saw it."""

    seen: Seen[Any]  # the position after the turn
    labels: Labels
    line: str  # of the turn
    story: Argument


def example(game: Hosted, record: Record, row: int) -> Example:
    """The turn in a row, with nature's answers before it. Raises LookupError if the row isn't a
    player's turn, BrokenLog if the record is wrong."""
    rules, names = game.kind.game, record.names
    told = [frame for frame in frames(rules, record) if frame.n <= row]
    last = told[-1]
    if last.n != row or last.seat < 0:
        raise LookupError(f"row {row} is no turn of a player")
    chance = [*takewhile(lambda frame: frame.seat == NATURE, reversed(told[:-1]))]
    events = [event for frame in [*reversed(chance), last] for event in frame.events]
    seen = look(rules, last.after, events, None)
    rows = effective((e.n, e.seat, e.line, e.checksum) for e in record.entries if e.n <= row)
    turns = sum(seat >= 0 for _, seat, _, _ in rows)
    number = turns + (rules.actor(last.after) != NOBODY)  # of the next turn, or of the last one
    labels = Labels(f"{rules.letter}{NO_TABLE}", names, number)
    story = game.kind.texts.story(seen.events, [*map(Name, names)])
    return Example(seen, labels, last.line, story)


class RulesPages:
    """Shows topics; changes nothing."""

    def __init__(self, games: Games) -> None:
        """Raises ValueError if a page shows a row that doesn't exist."""
        for kind in games:
            _check(kind)
        self._games = games
        self._examples: dict[tuple[str, Shown], Example] = {}
        self._drawn: dict[tuple[str, Shown, Voice], Picture] = {}

    async def topic(self, kind: str, wanted: str = "") -> Layout:
        """A topic by its key or as somebody typed it; empty: the first one. Raises Unavailable."""
        if kind not in self._games:
            raise Unavailable(
                Text("I don't host {kind}, so I have no rules for it.", kind=quoted(kind))
            )
        game, topics = self._games[kind].game, pages.topics(kind)
        if not topics:
            raise Unavailable(Text("{game} has no rules page yet.", game=game.title))
        topic = _found(topics, wanted)
        buttons = others(f"lc:rules:{kind}:", topics, topic)
        if buttons and topic == topics[0]:
            if lessons_of(kind):
                buttons.append(Button(Text("Lessons"), f"lc:lesson:{kind}:1::open", "success"))
            buttons.append(Button(Text("Practise"), f"lc:practice:{kind}", "success"))
        if buttons:
            buttons.append(Button(Text("Help"), "lc:help:", "success"))
        text, rows = words(game.title, topic), in_rows(buttons)
        if topic.shown is None:
            return Layout(text, rows=rows)
        if (kind, topic.shown) not in self._examples:
            record, row = parse(seeds.record(topic.shown.record)), topic.shown.row
            there = await asyncio.to_thread(example, self._games.drawn(kind), record, row)
            self._examples[kind, topic.shown] = there
        turn = self._examples[kind, topic.shown]
        text = lines(
            text,
            Text("In the picture: {story}", story=turn.story),
            Text("In notation: {line}", line=Code(turn.line)),
        )
        picture = Drawing(self._picture, (kind, topic.shown))
        return Layout(text, picture, f"{kind}-{topic.key}.png", rows=rows)

    async def opened(self, kind: str, key: str) -> Layout:
        """The topic of a button; the first one if that topic is gone. Raises Unavailable."""
        known = key in [topic.key for topic in pages.topics(kind)]
        return await self.topic(kind, key if known else "")

    def named(self, kind: str, typed: str, voice: Voice) -> list[Choice]:
        """The topics with the typed words in their names, in the voice's language or English."""
        begun, wanted = pages.key(typed), typed.strip().casefold()
        found = (
            t
            for t in pages.topics(kind)
            if t.key and ((begun and begun in t.key) or wanted in voice.say(t.title).casefold())
        )
        return [Choice(topic.key, topic.title) for topic in islice(found, MOST_CHOICES)]

    def _picture(self, kind: str, shown: Shown, voice: Voice) -> Picture:
        """Draw a picture once in every language, in the one thread that draws."""
        key = kind, shown, voice
        if key not in self._drawn:
            hosted, there = self._games.drawn(kind), self._examples[kind, shown]
            self._drawn[key] = draw(hosted, there.seen, there.labels, voice)
        return self._drawn[key]


@cache
def _check(kind: str) -> None:
    """Check the pictures of a game's page when the bot starts, and not when somebody reads it."""
    for shown in filter(None, (topic.shown for topic in pages.topics(kind))):
        try:
            entries = parse(seeds.record(shown.record)).entries
        except (OSError, Corrupt) as broken:
            raise ValueError(f"{kind}.md shows {shown.record}: {broken}") from broken
        if not any(each.n == shown.row and each.seat >= 0 for each in entries):
            raise ValueError(f"{kind}.md shows {shown.record}: no turn is in row {shown.row}")


def _found(topics: Sequence[Topic], wanted: str) -> Topic:
    """The topic that somebody typed. Raises Unavailable, with a list of all topics."""
    asked = pages.key(wanted)
    if not asked:
        return topics[0]
    fitting = sorted((t for t in topics if asked in t.key), key=lambda t: t.key != asked)
    if fitting:
        return fitting[0]
    none = Text(
        "There's no topic {wanted}. Choose from {topics}.",
        wanted=quoted(wanted),
        topics=Listed([topic.title for topic in topics]),
    )
    raise Unavailable(none)


def feature(at: Services) -> Feature:
    rules_pages = RulesPages(at.games)
    topic = Field("topic", "[a-z0-9-]{0,60}")

    async def rules(session: Session) -> Layout:
        return await rules_pages.topic(session.found.kind)

    async def asked(wish: Intent, topic: str) -> Layout:
        return await rules_pages.topic(wish.target.kind or "", topic)

    async def page(wish: Intent, kind: str, topic: str) -> Layout:
        return await rules_pages.opened(kind, topic)

    async def named(wish: Intent, voice: Voice) -> list[Choice]:
        return rules_pages.named(wish.target.kind or "", wish.words, voice)

    about = Text("Topic (default: the first one)")
    slash = Slash(
        "each game",
        Text("/rules"),
        Text("Read the rules, topic by topic, with pictures"),
        (SlashOption("topic", about, complete=named),),
    )
    typed, more = ("rules", "how to play", "how do i play"), Behind(0, 3, Text("Rules"))
    own = partial(Verb, game=None, anywhere=True, instead="own", on_page=True)
    return Feature(
        verbs=(
            Verb("learn", rules, OF_A_ROW, typed=typed, more=more, on_page=True),
            own("rules", page, (KIND, topic), help=lambda game: Joined("", (game.title,))),
            Verb("topic", asked, slash=slash, game=None),
        )
    )

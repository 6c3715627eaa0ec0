"""Learning a game: its rules topic by topic (`lc:rules:logger:growth`), and its lessons. A lesson
is a position with a task that one turn solves. It is never stored: the ids hold the words so far
(bot/messages/turn_builder.py), such as `lc:lesson:logger:4:2.0:press:5`."""

import asyncio
from functools import cache, partial
from itertools import islice, takewhile
from typing import Any, NamedTuple

import seeds
from bot.features.feature import (
    KIND,
    OF_A_BUILDER,
    OF_A_ROW,
    Behind,
    Feature,
    Field,
    Slash,
    SlashOption,
    Verb,
    number,
)
from bot.features.services import Services
from bot.messages import layouts, pages, turn_builder
from bot.messages.layout import MOST_CHOICES, Button, Choice, Drawing, Layout
from bot.messages.pages import Shown
from bot.table.game import Games
from bot.table.intent import Intent, Session
from bot.table.lessons import Lesson, Scene, lessons_of, scene, solves
from bot.table.records import NO_TABLE
from renderer import Hosted, Labels, Picture, draw
from rules.drafting import Draft, Kind, draft
from rules.errors import Unavailable, quote
from rules.game import NATURE, NOBODY
from rules.history import effective
from rules.play import Seen, frames, look
from rules.record import Corrupt, Record, parse
from rules.text import Code, Joined, Listed, Name, Small, Strong, Text, lines, sentences
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
        raise LookupError(f"row {row} isn't a player's turn")
    chance = [*takewhile(lambda frame: frame.seat == NATURE, reversed(told[:-1]))]
    events = [event for frame in [*reversed(chance), last] for event in frame.events]
    seen = look(rules, last.after, events, None)
    rows = effective((e.n, e.seat, e.line, e.checksum) for e in record.entries if e.n <= row)
    turns = sum(seat >= 0 for _, seat, _, _ in rows)
    number = turns + (rules.actor(last.after) != NOBODY)  # of the next turn, or of the last one
    labels = Labels(f"{rules.letter}{NO_TABLE}", names, number)
    return Example(seen, labels, last.line, game.kind.texts.story(seen.events, [*map(Name, names)]))


class _Course(NamedTuple):
    """A lesson among the others of its game, and its first position."""

    hosted: Hosted
    lesson: Lesson
    begun: Scene
    number: int
    of: int

    @property
    def names(self) -> tuple[Text, ...]:
        """The people at the table of the lesson, by seat."""
        return tuple(map(Name, self.lesson.record.names))

    @property
    def learned(self) -> Text:
        """The point of the lesson, and how to type its turn."""
        line = Text("You'd type: {line}.", line=Code(self.lesson.say))
        return lines(self.lesson.learned, Small(line))

    @property
    def exercise(self) -> turn_builder.Exercise:
        key, n = self.hosted.kind.game.key, self.number
        head = Text(
            "{game}, lesson {n} of {of}: {title}",
            game=self.hosted.kind.game.title,
            n=n,
            of=self.of,
            title=self.lesson.title,
        )
        labels = Labels(f"{n}/{self.of}", self.lesson.record.names, self.begun.turn)
        file = f"{key}-lesson-{n}.png"
        told = self.names, f"lc:lesson:{key}:{n}", head, labels, file
        return turn_builder.Exercise(self.hosted, self.hosted.kind, self.begun, *told)

    @property
    def answer(self) -> Button:
        return Button(Text("Show Me"), self.exercise.part((), "show"))


class Learning:
    """Shows topics and lessons, and judges turns in lessons; changes nothing."""

    def __init__(self, games: Games) -> None:
        """Raises ValueError if a page shows a row that doesn't exist."""
        for kind in games:
            _check(kind)
        self._games = games
        self._begun: dict[tuple[str, int], Scene] = {}
        self._examples: dict[tuple[str, Shown], Example] = {}
        self._drawn: dict[tuple[str, Shown, Voice], Picture] = {}

    def _hosted(self, kind: str) -> Kind[Any]:
        if kind not in self._games:
            raise Unavailable.because(
                "I don't host {kind}, so I have no rules for it.", kind=quote(kind)
            )
        return self._games[kind]

    async def topic(self, kind: str, wanted: str = "") -> Layout:
        """A topic by its key or as somebody typed it; empty: the first one. Raises Unavailable."""
        game, topics = self._hosted(kind).game, pages.topics(kind)
        if not topics:
            raise Unavailable.because("{game} has no rules page yet.", game=game.title)
        asked = pages.key(wanted)
        fitting = [each for each in topics if asked in each.key] if asked else topics[:1]
        if not fitting:
            raise Unavailable.because(
                "There's no topic {wanted}. Choose from {topics}.",
                wanted=quote(wanted),
                topics=Listed([each.title for each in topics]),
            )
        topic = min(fitting, key=lambda each: each.key != asked)
        buttons = pages.others(f"lc:rules:{kind}:", topics, topic)
        if buttons and topic == topics[0]:
            if lessons_of(kind):
                buttons.append(Button(Text("Lessons"), f"lc:lesson:{kind}:1::open", "success"))
            buttons.append(Button(Text("Practise"), f"lc:practice:{kind}", "success"))
        if buttons:
            buttons.append(Button(Text("Help"), "lc:help:", "success"))
        text, rows = pages.words(game.title, topic), pages.in_rows(buttons)
        if topic.shown is None:
            return Layout(text, rows=rows)
        if (kind, topic.shown) not in self._examples:
            record, row = parse(seeds.record(topic.shown.record)), topic.shown.row
            there = await asyncio.to_thread(example, self._games.hosted_game(kind), record, row)
            self._examples[kind, topic.shown] = there
        turn = self._examples[kind, topic.shown]
        text = lines(
            text,
            Text("In the picture: {story}", story=turn.story),
            Text("In notation: {line}", line=Code(turn.line)),
        )
        picture = Drawing(self._picture, (kind, topic.shown))
        return Layout(text, picture, f"{kind}-{topic.key}.png", rows=rows)

    async def show_topic(self, wish: Intent, kind: str, topic: str) -> Layout:
        """The topic of a button; the first one if that topic is gone. Raises Unavailable."""
        known = topic in [each.key for each in pages.topics(kind)]
        return await self.topic(kind, topic if known else "")

    async def complete_topics(self, wish: Intent, voice: Voice) -> list[Choice]:
        """The topics with the typed words in their names, in the voice's language or English."""
        begun, wanted = pages.key(wish.words), wish.words.strip().casefold()
        found = (
            t
            for t in pages.topics(wish.target.kind or "")
            if t.key and ((begun and begun in t.key) or wanted in voice.say(t.title).casefold())
        )
        return [Choice(topic.key, topic.title) for topic in islice(found, MOST_CHOICES)]

    def _picture(self, kind: str, shown: Shown, voice: Voice) -> Picture:
        """Draw a picture once in every language, in the one thread that draws."""
        key = kind, shown, voice
        if key not in self._drawn:
            hosted, there = self._games.hosted_game(kind), self._examples[kind, shown]
            self._drawn[key] = draw(hosted, there.seen, there.labels, voice)
        return self._drawn[key]

    async def lesson(
        self,
        kind: str,
        number: int,
        path: turn_builder.Path = (),
        verb: str = "open",
        numbers: tuple[int, ...] = (),
        chosen: str = "",
    ) -> Layout:
        """A lesson after a press on a part of its builder (turn_builder.Press). A press on an older
        version starts it again. Raises Unavailable."""
        rules, found = self._hosted(kind), lessons_of(kind)
        title = rules.game.title
        if not found:
            raise Unavailable.because("There are no lessons for {game}.", game=title)
        if not 1 <= number <= len(found):
            raise Unavailable.because(
                "{game} has {n} lessons: pick one from 1 to {n}.", game=title, n=len(found)
            )
        lesson = found[number - 1]
        if (kind, number) not in self._begun:
            self._begun[kind, number] = scene(rules, lesson)
        begun = self._begun[kind, number]
        course = _Course(self._games.hosted_game(kind), lesson, begun, number, len(found))

        if verb == "show":
            said = draft(rules, begun.state, str(lesson.say))
            turn = Strong(rules.texts.plan(said.events, course.names))
            told = Text("Here's the turn: {plan}.", plan=turn), course.learned
            return course.exercise.panel(said, told, _ways_on(course))
        built = course.exercise.build(turn_builder.Press(path, verb, numbers, chosen))
        if built.drafted.complete:
            return _judged(course, built.path, built.drafted)
        player = Text("You're {name}.", name=course.names[begun.seat])
        ask = sentences(player, lesson.ask)
        return course.exercise.building(built, (ask,), (course.answer,))


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


def _judged(course: _Course, path: turn_builder.Path, drafted: Draft[Any]) -> Layout:
    """The verdict on a whole turn."""
    kind, lesson = course.hosted.kind, course.lesson
    story = kind.texts.story(drafted.events, course.names)
    if solves(kind.game, lesson, course.begun, drafted.state, drafted.events):
        told = sentences(Strong(Text("That's it!")), story), course.learned
        return course.exercise.panel(drafted, told, _ways_on(course))
    other = Text("That's a legal turn, but not the one we're after.")
    told = sentences(other, story), lesson.ask
    place = turn_builder.TurnPoint(partial(course.exercise.part, path), len(path), ())
    return course.exercise.panel(drafted, told, (*turn_builder.unsay(place), course.answer))


def _ways_on(course: _Course) -> tuple[Button, ...]:
    """After a solved lesson: the next one, or after the last one the rules; and once more."""
    if course.number < course.of:
        following = course._replace(number=course.number + 1)
        onward = Button(Text("Next Lesson"), following.exercise.part(), "success")
    else:
        onward = Button(Text("Rules"), f"lc:rules:{course.hosted.kind.game.key}:", "success")
    return onward, Button(Text("Try Again"), course.exercise.part())


def feature(at: Services) -> Feature:
    learning = Learning(at.games)

    async def rules(session: Session) -> Layout:
        return await learning.topic(session.found.kind)

    async def asked(wish: Intent, topic: str) -> Layout:
        return await learning.topic(wish.target.kind or "", topic)

    async def first(wish: Intent) -> Layout:
        return await learning.lesson(wish.target.kind or "", 1)

    async def here(session: Session) -> Layout:
        kind = session.found.kind
        if session.public and lessons_of(kind):
            return layouts.in_private(Text("Lessons"), f"lc:lesson:{kind}:1::open")
        return await learning.lesson(kind, 1)

    async def pressed(wish: Intent, **said: Any) -> Layout:
        return await learning.lesson(**said, chosen=wish.words)

    read = Text("Read the rules, topic by topic, with pictures")
    topic = SlashOption(
        "topic", Text("Topic (default: the first one)"), complete=learning.complete_topics
    )
    slash = partial(Slash, "each game")
    five = Text("Learn the game in five short lessons")
    learn = slash(Text("/learn"), five, only=lambda game: bool(lessons_of(game.key)))
    said = "rules", "how to play", "how do i play"
    lessons = "learn", "lesson", "lessons", "teach me"
    page = KIND, Field("topic", "[a-z0-9-]{0,60}")
    part = KIND, number("number", 2), *OF_A_BUILDER
    own = partial(Verb, game=None, anywhere=True, instead="own", on_page=True)
    more = Behind(0, 3, Text("Rules"))
    return Feature(
        verbs=(
            Verb("learn", rules, OF_A_ROW, typed=said, more=more, on_page=True),
            own("rules", learning.show_topic, page, help=lambda game: Joined("", (game.title,))),
            Verb("topic", asked, slash=slash(Text("/rules"), read, (topic,)), game=None),
            own("lesson", pressed, part),
            Verb("course", first, slash=learn, game=None),
            Verb("learn_typed", here, typed=lessons, on_page=True),
        )
    )

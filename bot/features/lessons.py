"""Lessons: a few positions of a game, each with a task that one turn solves. They are for one
person and never stored: the ids hold the words so far (bot/messages/turn_builder.py), such as
`lc:lesson:logger:4:2.0:press:5`.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from bot.features.feature import KIND, OF_A_BUILDER, Feature, Slash, Verb, number
from bot.features.services import Services
from bot.messages import layouts
from bot.messages import turn_builder as choices
from bot.messages.answers import so_far
from bot.messages.layout import Button, Layout
from bot.table.game import Games
from bot.table.intent import Intent, Session
from bot.table.lessons import Lesson, Scene, lessons_of, scene, solves
from renderer import Hosted, Labels
from rules.drafting import Draft, draft
from rules.errors import Refused, Unavailable, quoted
from rules.play import look
from rules.text import Code, Name, Small, Strong, Text, lines, sentences


class LessonPress(NamedTuple):
    """A part of a lesson's builder that was pressed. path, verb, numbers, chosen: see Press."""

    kind: str
    number: int
    path: choices.Path = ()
    verb: str = "open"
    numbers: tuple[int, ...] = ()
    chosen: str = ""


class LessonPlan(NamedTuple):
    """A lesson among the others of its game, and its first position."""

    hosted: Hosted
    lesson: Lesson
    begun: Scene
    number: int
    of: int

    def id(self, path: choices.Path = (), verb: str = "open", *numbers: int) -> str:
        """The id of a part of the lesson's builder."""
        key, said = self.hosted.kind.game.key, choices.said_by(path)
        return ":".join(map(str, ("lc", "lesson", key, self.number, said, verb, *numbers)))

    @property
    def names(self) -> tuple[Text, ...]:
        """The people at the table of the lesson, by seat."""
        return tuple(map(Name, self.lesson.record.names))

    @property
    def learned(self) -> Text:
        """The point of the lesson, and how to type its turn."""
        line = Text("You'd type: {line}.", line=Code(self.lesson.say))
        return lines(self.lesson.learned, Small(line))


class Lessons:
    """Shows lessons and judges turns in them; changes nothing."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._begun: dict[tuple[str, int], Scene] = {}

    async def at(self, pressed: LessonPress) -> Layout:
        """The lesson after a press. A press on an older version starts it again. Raises
        Unavailable."""
        key, number = pressed.kind, pressed.number
        if key not in self._games:
            raise Unavailable(
                Text("I don't host {kind}, so I have no rules for it.", kind=quoted(key))
            )
        title, found = self._games[key].game.title, lessons_of(key)
        if not found:
            raise Unavailable(Text("There are no lessons for {game}.", game=title))
        if not 1 <= number <= len(found):
            several = Text(
                "{game} has {n} lessons: pick one from 1 to {n}.", game=title, n=len(found)
            )
            raise Unavailable(several)
        kind, lesson = self._games[key], found[number - 1]
        if (key, number) not in self._begun:
            self._begun[key, number] = scene(kind, lesson)
        begun = self._begun[key, number]
        course = LessonPlan(self._games.drawn(key), lesson, begun, number, len(found))

        if pressed.verb == "show":
            said = draft(kind, begun.state, str(lesson.say))
            plan = Strong(kind.texts.plan(said.events, course.names))
            told = lines(Text("Here's the turn: {plan}.", plan=plan), course.learned)
            return _panel(course, said, told, _ways_on(course))
        press = choices.Press(pressed.path, pressed.verb, pressed.numbers, pressed.chosen)
        try:
            path, focus = choices.then(kind, begun, press)
            drafted = choices.built(kind, begun, path)
        except (Refused, LookupError, ValueError):
            path, focus, drafted = (), None, choices.built(kind, begun, ())
        if drafted.complete:
            return _judged(course, path, drafted)
        return _builder(course, path, drafted, focus)


def _builder(
    course: LessonPlan, path: choices.Path, drafted: Draft[Any], focus: choices.Focus | None
) -> Layout:
    """The task, and everything that can be said next."""
    offers = choices.offers(course.hosted.kind, course.begun, drafted)
    place = choices.TurnPoint(partial(course.id, path), len(path), offers)
    rows, menus, buttons = choices.controls(place, focus)
    plan = course.hosted.kind.texts.plan(drafted.events, course.names)
    player = Text("You're {name}.", name=course.names[course.begun.seat])
    told = lines(sentences(player, course.lesson.ask), so_far(plan))
    possible = [button for button in buttons if not button.off]
    buttons = (*possible[: choices.BUTTONS - 1], _answer(course))  # Start Over gives way
    marks = choices.targets(place, focus), choices.spots(place, focus)
    return _panel(course, drafted, told, buttons, *marks, menus=menus, rows=rows)


def _judged(course: LessonPlan, path: choices.Path, drafted: Draft[Any]) -> Layout:
    """The verdict on a whole turn."""
    kind, lesson = course.hosted.kind, course.lesson
    story = kind.texts.story(drafted.events, course.names)
    if solves(kind.game, lesson, course.begun, drafted.state, drafted.events):
        told = lines(sentences(Strong(Text("That's it!")), story), course.learned)
        return _panel(course, drafted, told, _ways_on(course))
    other = Text("That's a legal turn, but not the one we're after.")
    told = lines(sentences(other, story), lesson.ask)
    place = choices.TurnPoint(partial(course.id, path), len(path), ())
    return _panel(course, drafted, told, (*choices.unsay(place), _answer(course)))


def _answer(course: LessonPlan) -> Button:
    return Button(Text("Show Me"), course.id(verb="show"))


def _ways_on(course: LessonPlan) -> tuple[Button, ...]:
    """After a solved lesson: the next one, or after the last one the rules; and once more."""
    if course.number < course.of:
        following = course._replace(number=course.number + 1)
        onward = Button(Text("Next Lesson"), following.id(), "success")
    else:
        onward = Button(Text("Rules"), f"lc:rules:{course.hosted.kind.game.key}:", "success")
    return onward, Button(Text("Try Again"), course.id())


def _panel(
    course: LessonPlan,
    drafted: Draft[Any],
    told: Text,
    buttons: tuple[Button, ...],
    numbers: tuple[str, ...] = (),
    marked: tuple[str, ...] = (),
    **more: Any,
) -> Layout:
    """Text under the lesson's title, with the position after the draft; without a draft, with the
    turn before."""
    game, begun = course.hosted.kind.game, course.begun
    head = Text(
        "{game}, lesson {n} of {of}: {title}",
        game=game.title,
        n=course.number,
        of=course.of,
        title=course.lesson.title,
    )
    seen = look(game, drafted.state, drafted.events or begun.events, begun.seat)
    labels = Labels(
        f"{course.number}/{course.of}",
        course.lesson.record.names,
        begun.turn,
        numbers,
        spots=marked,
        ahead=bool(drafted.events) and not drafted.complete,
    )
    picture = layouts.painted(course.hosted, seen, labels)
    file = f"{game.key}-lesson-{course.number}.png"
    return Layout(lines(Strong(head), told), picture, file, buttons, **more)


def feature(at: Services) -> Feature:
    lessons = Lessons(at.games)

    async def first(wish: Intent) -> Layout:
        return await lessons.at(LessonPress(wish.target.kind or "", 1))

    async def here(session: Session) -> Layout:
        kind = session.found.kind
        if session.public and lessons_of(kind):
            return layouts.in_private(Text("Lessons"), f"lc:lesson:{kind}:1::open")
        return await lessons.at(LessonPress(kind, 1))

    async def pressed(wish: Intent, **said: Any) -> Layout:
        return await lessons.at(LessonPress(**said, chosen=wish.words))

    part = (KIND, number("number", 2), *OF_A_BUILDER)
    about, typed = Text("Learn the game in five short lessons"), ("learn", "lesson", "lessons")
    return Feature(
        verbs=(
            Verb("lesson", pressed, part, game=None, anywhere=True, instead="own", on_page=True),
            Verb("course", first, slash=Slash("each game", Text("/learn"), about), game=None),
            Verb("learn_typed", here, typed=(*typed, "teach me"), on_page=True),
        )
    )

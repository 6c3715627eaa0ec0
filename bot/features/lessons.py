"""Lessons: a few positions a game, in which one turn does what is asked. They are one person's
alone, and nothing of them is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.core.game import Games
from bot.core.intent import Intent
from bot.core.session import Session
from bot.domain.lessons import Lesson, Scene, lessons_of, scene
from bot.features.feature import KIND, OF_A_BUILDER, Feature, Slash, Verb, number
from bot.features.services import Services
from bot.messages import layouts
from bot.messages.built import Path, Press, built, then
from bot.messages.layout import Layout
from bot.messages.lesson_panels import ANSWER, Course, answered, lesson_id, panel
from bot.text import errors
from bot.text import lessons as texts
from rules.drafting import draft
from rules.errors import Refused, Unavailable
from rules.text import Text


@dataclass(frozen=True, slots=True)
class LessonPress:
    """A part of a lesson's builder that was pressed: the lesson, the places of the ways that had
    been picked, what it is for, and its numbers or (of a menu) what was chosen."""

    kind: str
    number: int
    path: Path = ()
    verb: str = "open"
    numbers: tuple[int, ...] = ()
    chosen: str = ""


class Lessons:
    """Shows lessons and says what a turn in them is worth; changes nothing."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._begun: dict[tuple[str, int], tuple[Lesson, Scene]] = {}

    async def first(self, kind: str) -> Layout:
        """The first lesson of a game. Raises Unavailable."""
        return await self.at(LessonPress(kind, 1))

    async def at(self, pressed: LessonPress) -> Layout:
        """The lesson after a part of it was pressed. What makes no sense any more, since a lesson
        has changed, begins it anew. Raises Unavailable."""
        course = self._course(pressed.kind, pressed.number)
        if pressed.verb == ANSWER:
            said = draft(course.hosted.kind, course.begun.state, str(course.lesson.say))
            return answered(course, said)
        kind, begun = course.hosted.kind, course.begun
        press = Press(pressed.path, pressed.verb, pressed.numbers, pressed.chosen)
        try:
            path, focus = then(kind, begun, press)
            drafted = built(kind, begun, path)
        except (Refused, LookupError, ValueError):
            path, focus, drafted = (), None, built(kind, begun, ())
        return panel(course, path, drafted, focus)

    def _course(self, kind: str, number: int) -> Course:
        if kind not in self._games:
            raise Unavailable(errors.no_rules(kind))
        if not (found := lessons_of(kind)):
            raise Unavailable(texts.none(self._games[kind].game))
        if not 1 <= number <= len(found):
            raise Unavailable(texts.gone(self._games[kind].game, len(found)))
        if (kind, number) not in self._begun:
            lesson = found[number - 1]
            self._begun[kind, number] = lesson, scene(self._games[kind], lesson)
        return Course(
            self._games.drawn(kind), *self._begun[kind, number], number=number, of=len(found)
        )


def feature(at: Services) -> Feature:
    lessons = Lessons(at.games)

    async def first(wish: Intent) -> Layout:
        return await lessons.first(wish.kind or "")

    async def here(session: Session) -> Layout:
        kind = session.found.kind
        if session.public and lessons_of(kind):
            return layouts.in_private(Text("Lessons"), lesson_id(kind, 1))
        return await lessons.first(kind)

    async def pressed(wish: Intent, **said: Any) -> Layout:
        return await lessons.at(LessonPress(**said, chosen=wish.words))

    part = (
        KIND,
        number("number", 2),
        *OF_A_BUILDER,
    )
    about = Text("Learn the game in five short lessons")
    return Feature(
        verbs=(
            Verb(
                "lesson",
                pressed,
                part,
                game=False,
                anywhere=True,
                instead_of_own=True,
                on_page=True,
            ),
            Verb("course", first, slash=Slash("each game", Text("/learn"), about), game=False),
            Verb(
                "learn_typed",
                here,
                typed=("learn", "lesson", "lessons", "teach me"),
                on_page=True,
            ),
        )
    )

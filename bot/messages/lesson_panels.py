"""A lesson in the turn builder: what can be said next, and what a whole turn was worth.

All that was said stands in the ids (bot/messages/built.py).

lc:lesson:logger:4::open         the fourth lesson, from its beginning
lc:lesson:logger:4:2.0:say1      a menu, after the third way and then the first were picked
lc:lesson:logger:4:2.0:press:5   the sixth way to go on
lc:lesson:logger:4::show         its answer, for whoever is stuck
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.domain.lessons import Lesson, Scene, solves
from bot.messages.built import Path, offers, said_by
from bot.messages.choices import BUTTONS, Focus, Place, controls, spots, targets, unsay
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import painted
from bot.text import lessons
from renderer import Hosted, Labels
from rules.drafting import Draft
from rules.play import look
from rules.text import Text

ANSWER = "show"


class Course(NamedTuple):
    """A lesson among those of its game, and where it begins."""

    hosted: Hosted
    lesson: Lesson
    begun: Scene
    number: int
    of: int

    @property
    def head(self) -> Text:
        return lessons.head(self.hosted.kind, self.lesson, self.number, self.of)


def lesson_id(kind: str, number: int, path: Path = (), verb: str = "open", *numbers: int) -> str:
    """What a part of a lesson's builder says."""
    return ":".join(map(str, ("lc", "lesson", kind, number, said_by(path), verb, *numbers)))


def panel(course: Course, path: Path, drafted: Draft[Any], focus: Focus | None = None) -> Layout:
    """The lesson where so much was said: the builder, or what the whole turn was worth."""
    if drafted.complete:
        return _judged(course, path, drafted)
    due = offers(course.hosted.kind, course.begun, drafted)
    place = Place(_ids(course, path), len(path), due)
    rows, menus, buttons = controls(place, focus)
    told = lessons.building(course.head, course.hosted.kind, course.lesson, course.begun, drafted)
    picture = _picture(course, drafted, targets(place, focus), spots(place, focus))
    possible = [button for button in buttons if not button.off]
    buttons = (*possible[: BUTTONS - 1], _go_on(course))  # Start Over gives way
    return Layout(told, picture, _file(course), buttons, menus=menus, rows=rows)


def _ids(course: Course, path: Path) -> Callable[..., str]:
    key, number = course.hosted.kind.game.key, course.number
    return lambda verb, *numbers: lesson_id(key, number, path, verb, *numbers)


def _judged(course: Course, path: Path, drafted: Draft[Any]) -> Layout:
    kind, lesson = course.hosted.kind, course.lesson
    if solves(kind.game, lesson, course.begun, drafted.state, drafted.events):
        return _solved(course, drafted, lessons.solved)
    told = lessons.missed(course.head, kind, lesson, drafted)
    back = unsay(Place(_ids(course, path), len(path), ()))
    return Layout(told, _picture(course, drafted), _file(course), (*back, _go_on(course)))


def answered(course: Course, said: Draft[Any]) -> Layout:
    """For who is stuck: the turn that is asked, and the way on."""
    return _solved(course, said, lessons.answer)


def _solved(course: Course, drafted: Draft[Any], tell: Callable[..., Text]) -> Layout:
    told = tell(course.head, course.hosted.kind, course.lesson, drafted)
    return Layout(told, _picture(course, drafted), _file(course), _onward(course))


def _go_on(course: Course) -> Button:
    return Button(Text("Show Me"), _ids(course, ())(ANSWER))


def _onward(course: Course) -> tuple[Button, ...]:
    """After a lesson that was solved: what follows it; and once more."""
    key, number = course.hosted.kind.game.key, course.number
    return _next(course), Button(Text("Try Again"), lesson_id(key, number))


def _next(course: Course) -> Button:
    """The next lesson, or after the last one the rules."""
    key, number = course.hosted.kind.game.key, course.number
    if number < course.of:
        return Button(Text("Next Lesson"), lesson_id(key, number + 1), "success")
    return Button(Text("Rules"), f"lc:rules:{key}:", "success")


def _picture(
    course: Course,
    drafted: Draft[Any],
    numbered: tuple[str, ...] = (),
    marked: tuple[str, ...] = (),
) -> Drawing:
    """Where what was said leads to; before anything is said, with the turn before."""
    game, begun = course.hosted.kind.game, course.begun
    events = drafted.events or begun.events
    seen = look(game, drafted.state, events, begun.seat)
    names, number = course.lesson.record.names, f"{course.number}/{course.of}"
    ahead = bool(drafted.events) and not drafted.complete
    labels = Labels(number, names, begun.turn, numbered, spots=marked, ahead=ahead)
    return painted(course.hosted, seen, labels)


def _file(course: Course) -> str:
    return f"{course.hosted.kind.game.key}-lesson-{course.number}.png"

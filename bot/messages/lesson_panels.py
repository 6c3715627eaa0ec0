"""A lesson in the turn builder: what can be said next, and what a whole turn was worth.

Nothing is stored: all that was said stands in the ids, as the places of the ways that were picked.

lc:lesson:logger:4::open         the fourth lesson, from its beginning
lc:lesson:logger:4:2.0:say1      a menu, after the third way and then the first were picked
lc:lesson:logger:4:2.0:press:5   the sixth way to go on
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from bot.domain.lessons import Lesson, Scene, solves
from bot.messages.choices import Focus, Place, asides, controls, offered, targets, unsay
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import painted
from bot.text import lessons
from renderer import Hosted, Labels
from rules.drafting import Draft
from rules.play import look
from rules.text import Text

Path = tuple[int, ...]


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
    said = ".".join(map(str, path))
    return ":".join(map(str, ("lc", "lesson", kind, number, said, verb, *numbers)))


def panel(course: Course, path: Path, drafted: Draft[Any], focus: Focus | None = None) -> Layout:
    """The lesson where so much was said: the builder, or what the whole turn was worth."""
    if drafted.complete:
        return _judged(course, path, drafted)
    kind = course.hosted.kind
    place = Place(_ids(course, path), len(path), offered(kind, drafted.state))
    rows, menus, buttons = controls(place, focus)
    told = lessons.building(
        course.head, kind, course.lesson, course.begun, drafted, list(asides(place.offers))
    )
    picture = _picture(course, drafted, targets(place))
    return Layout(told, picture, _file(course), buttons, menus=menus, rows=rows)


def _ids(course: Course, path: Path) -> Callable[..., str]:
    key, number = course.hosted.kind.game.key, course.number
    return lambda verb, *numbers: lesson_id(key, number, path, verb, *numbers)


def _judged(course: Course, path: Path, drafted: Draft[Any]) -> Layout:
    kind, lesson = course.hosted.kind, course.lesson
    done = solves(kind.game, lesson, course.begun, drafted.state, drafted.events)
    told = (lessons.solved if done else lessons.missed)(course.head, kind, lesson, drafted)
    back = unsay(Place(_ids(course, path), len(path), ()))
    buttons = _onward(course) if done else (*back, replace(_next(course), label=Text("Go On")))
    return Layout(told, _picture(course, drafted), _file(course), buttons)


def _onward(course: Course) -> tuple[Button, ...]:
    """After a lesson that was solved: what follows it; and once more."""
    key, number = course.hosted.kind.game.key, course.number
    return _next(course), Button(Text("Once More"), lesson_id(key, number))


def _next(course: Course) -> Button:
    """The next lesson, or after the last one the rules."""
    key, number = course.hosted.kind.game.key, course.number
    if number < course.of:
        return Button(Text("Next Lesson"), lesson_id(key, number + 1), "success")
    return Button(Text("Rules"), f"lc:rules:{key}:", "success")


def _picture(course: Course, drafted: Draft[Any], squares: tuple[str, ...] = ()) -> Drawing:
    """Where what was said leads to; before anything is said, with the turn before."""
    game, begun = course.hosted.kind.game, course.begun
    events = drafted.events or begun.events
    seen = look(game, drafted.state, events, begun.seat)
    names, number = course.lesson.record.names, f"{course.number}/{course.of}"
    return painted(course.hosted, seen, Labels(number, names, begun.turn, squares))


def _file(course: Course) -> str:
    return f"{course.hosted.kind.game.key}-lesson-{course.number}.png"

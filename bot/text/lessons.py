"""What somebody is told in a lesson: what is asked, how far they are, what they have reached."""

from __future__ import annotations

from typing import Any

from bot.domain.lessons import Lesson, Scene
from bot.text.plans import so_far
from rules.drafting import Draft, Kind
from rules.game import Game
from rules.text import Code, Name, Small, Strong, Text, lines, sentences
from rules.voice import Argument


def none(game: Game[Any]) -> Text:
    """Of a game for which nobody has written any."""
    return Text("There are no lessons for {game}.", game=game.title)


def gone(game: Game[Any], of: int) -> Text:
    """Of a lesson that there is no more, or was never."""
    return Text("{game} has {n} lessons: pick one from 1 to {n}.", game=game.title, n=of)


def head(kind: Kind[Any], lesson: Lesson, number: int, of: int) -> Text:
    """Which lesson of how many it is."""
    return Strong(
        Text(
            "{game}, lesson {n} of {of}: {title}",
            game=kind.game.title,
            n=number,
            of=of,
            title=lesson.title,
        )
    )


def names(lesson: Lesson) -> tuple[Argument, ...]:
    """Who sits at the table of a lesson, by seat."""
    return tuple(map(Name, lesson.record.names))


def building(
    head: Text, kind: Kind[Any], lesson: Lesson, begun: Scene, drafted: Draft[Any]
) -> Text:
    """What is asked, and what was said of it; what can be said next stands on the buttons."""
    plan = kind.texts.plan(drafted.events, names(lesson))
    player = Text("You're {name}.", name=names(lesson)[begun.seat])
    return lines(head, sentences(player, lesson.ask), so_far(plan))


def solved(head: Text, kind: Kind[Any], lesson: Lesson, drafted: Draft[Any]) -> Text:
    """The turn that was asked, and what is to be learned of it."""
    story = kind.texts.story(drafted.events, names(lesson))
    return lines(head, sentences(Strong(Text("That's it!")), story), *_learned(lesson))


def answer(head: Text, kind: Kind[Any], lesson: Lesson, drafted: Draft[Any]) -> Text:
    """The turn that was asked, shown to a reader who is stuck."""
    plan = kind.texts.plan(drafted.events, names(lesson))
    return lines(head, Text("Here's the turn: {plan}.", plan=Strong(plan)), *_learned(lesson))


def _learned(lesson: Lesson) -> tuple[Text, ...]:
    """What is to be learned, and how the turn is typed."""
    return lesson.learned, Small(Text("You'd type: {line}.", line=Code(lesson.say)))


def missed(head: Text, kind: Kind[Any], lesson: Lesson, drafted: Draft[Any]) -> Text:
    """Another turn: what came of it, and what is asked."""
    told = kind.texts.story(drafted.events, names(lesson))
    return lines(
        head, sentences(Text("That's a legal turn, but not the one we're after."), told), lesson.ask
    )

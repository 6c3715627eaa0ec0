"""What somebody is told in a lesson: what is asked, how far they are, what they have reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.domain.lessons import Lesson, Scene
from bot.text.fitting import Stacked
from bot.text.plans import so_far
from rules.drafting import Draft, Kind
from rules.game import Game
from rules.text import Name, Strong, Text, sentences
from rules.voice import Argument


def none(game: Game[Any]) -> Text:
    """Of a game for which nobody has written any."""
    return Text("There are no lessons for {game}.", game=game.title)


def gone(game: Game[Any], of: int) -> Text:
    """Of a lesson that there is no more, or was never."""
    return Text("{game} has the lessons 1 to {n}; pick one of them.", game=game.title, n=of)


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
    head: Text,
    kind: Kind[Any],
    lesson: Lesson,
    begun: Scene,
    drafted: Draft[Any],
    asides: Sequence[Text],
) -> Text:
    """What is asked, what was said of it, and what can be said next."""
    plan = kind.texts.plan(drafted.events, names(lesson))
    player = Text("You are {name}.", name=names(lesson)[begun.seat])
    parts = [
        head,
        sentences(player, lesson.ask),
        kind.texts.hand(drafted.state, begun.seat),
        so_far(plan),
        kind.texts.choices(drafted.state),
        *asides,
    ]
    return Stacked(parts, spare=parts[:-3:-1])


def solved(head: Text, kind: Kind[Any], lesson: Lesson, drafted: Draft[Any]) -> Text:
    """The turn that was asked, and what is to be learned of it."""
    story = kind.texts.story(drafted.events, names(lesson))
    well = Strong(Text("That is it!"))
    return Stacked([head, sentences(well, story), lesson.learned])


def missed(head: Text, kind: Kind[Any], lesson: Lesson, drafted: Draft[Any]) -> Text:
    """Another turn: what came of it, and what is asked."""
    told = kind.texts.story(drafted.events, names(lesson))
    good = Text("A good try, and a legal turn, but not yet the one that is asked.")
    asked = Text("It was asked: {ask}", ask=lesson.ask)
    again = Text(
        "{back} unsays the last part, {over} all of it.",
        back=Strong(Text("Step Back")),
        over=Strong(Text("Start Over")),
    )
    return Stacked([head, good, told, asked, again])

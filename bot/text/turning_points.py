"""What is said of the turns that changed a game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.looking_back import Point
from bot.text.fitting import Stacked
from bot.text.plans import planned
from bot.text.stories import parts
from rules.text import NOTHING, Code, Small, Strong, Text, lines, sentences


def turning_points(table: Table, points: Sequence[Point], *, sure: bool = True) -> Text:
    """What was played in each and what was better, in the order of the game. sure: the search is
    done."""
    name = Strong(game_name(table.game))
    if not sure:
        seems = Text("The turns that seem to have decided {game}:", game=name)
        head = lines(Small(LOOKING), seems if points else NOTHING)
    elif not points:
        head = Text("I found no mistakes in {game}.", game=name)
    else:
        head = Text("The turns that decided {game}:", game=name)
    return Stacked((head, *(_point(table, point) for point in points), Small(_CURVE)))


def _point(table: Table, point: Point) -> Text:
    return Text(
        "Turn {n}, {line}: {story} A better turn would have been {better}.",
        n=point.number,
        line=Code(table.kind.spelt(point.frame.line.split())),
        story=_story(table, point),
        better=_plan(table, point),
    )


def board(table: Table, point: Point, *, better: bool) -> Text:
    """Which board is shown: after the turn as it was played, or after what was better."""
    n, game = point.number, Strong(game_name(table.game))
    if better:
        return Text(
            "Turn {n} of {game}. A better turn would have been {better}.",
            n=n,
            game=game,
            better=_plan(table, point),
        )
    story = _story(table, point)
    return Text("Turn {n} of {game}, as it was played. {story}", n=n, game=game, story=story)


def _story(table: Table, point: Point) -> Text:
    _, events = point.tried(table.game.rules, better=False)
    return sentences(*parts(table.kind.texts.story(events, table.names)))


def _plan(table: Table, point: Point) -> Text:
    _, events = point.tried(table.game.rules, better=True)
    plan = table.kind.texts.plan(events, table.names)
    return planned(plan, table.kind.spelt(point.better.split()))


WAS_PLAYED, WAS_BETTER = Text("Show Actual Turn"), Text("Show Better Turn")


def heading(table: Table, *, better: bool) -> Text:
    """What the picture is called."""
    game = game_name(table.game)
    return (
        Text("{game}: better turn", game=game) if better else Text("{game}: turn played", game=game)
    )


LOOKING = Text("This is a quick first analysis. The full one takes about a minute.")
_CURVE = Text(
    "A computer judged these turns by what each player could see. It can be wrong. The curve "
    "shows who was likely to win, judging only by the board."
)


not_over = About("You can look back at {game} once it's over.")
not_followed = About("{game} was played under older rules, so I can't analyse it.")
no_point = About(
    "I found nothing better for the turn you picked in {game}. Press Turning Points under "
    "the result to see the turns that mattered."
)
nothing_found = About("I couldn't analyse {game} this time. Press the button again to retry.")

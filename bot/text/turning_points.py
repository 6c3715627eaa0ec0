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
from rules.game import Event
from rules.play import perform
from rules.text import Code, Small, Strong, Text, sentences


def turning_points(table: Table, points: Sequence[Point]) -> Text:
    """What was played in each and what was better, in the order of the game."""
    name = Strong(game_name(table.game))
    if not points:
        head = Text("In {game} no turn was found that gave anything away.", game=name)
    else:
        head = Text("The turns of {game} that changed most:", game=name)
    return Stacked((head, *(_point(table, point) for point in points), Small(_CURVE)))


def _point(table: Table, point: Point) -> Text:
    kind, played = table.kind, point.frame.line
    return Text(
        "Turn {n}, {line}: {story} Better was {better}.",
        n=point.number,
        line=Code(kind.spelt(played.split())),
        story=sentences(*parts(kind.texts.story(_events(table, point, played), table.names))),
        better=planned(
            kind.texts.plan(_events(table, point, point.better), table.names),
            kind.spelt(point.better.split()),
        ),
    )


def _events(table: Table, point: Point, line: str) -> list[Event]:
    """What comes of a turn, from what its player saw."""
    rules, frame = table.kind.game, point.frame
    _, events = perform(rules, rules.view(frame.before, frame.seat), line)
    return events


_CURVE = Text(
    "A computer that looks ahead has judged them by what each player saw then; it can be "
    "wrong. The curve is a guess at who would win, by the board alone."
)


not_over = About("{game} is not over: it is looked back at when it is.")
not_followed = About("These rules cannot follow {game} any more, so nobody can say.")
nothing_found = About(
    "Nothing came of looking back at {game} this time. Press again to try once more."
)

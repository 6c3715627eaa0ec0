"""What is said of the turns that changed a game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.looking_back import Point
from bot.text.fitting import Stacked
from rules.play import perform
from rules.text import Code, Small, Strong, Text


def turning_points(table: Table, points: Sequence[Point]) -> Text:
    """What was played in each and what was better, in the order of the game."""
    name = Strong(game_name(table.game))
    if not points:
        head = Text("In {game} no turn was found that gave anything away.", game=name)
    else:
        head = Text("The turns of {game} that changed most:", game=name)
    return Stacked((head, *(_point(table, point) for point in points), Small(_CURVE)))


def _point(table: Table, point: Point) -> Text:
    frame = point.frame
    return Text(
        "Turn {n}, {name}: {played}. Better was {better}.",
        n=point.number,
        name=table.names[frame.seat],
        played=_turn(table, point, frame.line),
        better=_turn(table, point, point.better),
    )


def _turn(table: Table, point: Point, line: str) -> Text:
    """A turn and what comes of it, from what its player saw."""
    rules, frame = table.kind.game, point.frame
    _, events = perform(rules, rules.view(frame.before, frame.seat), line)
    told = table.kind.texts.gist(events, table.names)
    return Text("{line} ({gain})", line=Code(table.kind.spelt(line.split())), gain=told)


_CURVE = Text(
    "A computer that looks ahead has judged them by what each player saw then; it can be "
    "wrong. The curve is a guess at who would win, by the board alone."
)


not_over = About("{game} is not over: it is looked back at when it is.")
not_followed = About("These rules cannot follow {game} any more, so nobody can say.")
nothing_found = About(
    "Nothing came of looking back at {game} this time. Press again to try once more."
)

"""What a whole turn of Logger gains, in a few words each: why a turn is advised."""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import Seat
from rules.logger.position import Phase, Position, reach
from rules.logger.whole import whole
from rules.text import Plural, Text

ROOMIER = 3  # squares more to walk to that are worth a word


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """See rules.game.Shortcuts: what comes at once, what it prepares, and what it spoils."""
    spoils = () if after.phase is Phase.OVER else _later(before, after, seat)
    return [*_now(before, after, seat), *spoils]


def _now(before: Position, after: Position, seat: Seat) -> Iterator[Text]:
    if points := after.points[seat] - before.points[seat]:
        yield Plural("wins {n} point", "wins {n} points", points)
    hand = after.supply[seat] - before.supply[seat]
    if hand > 0:
        yield Plural("takes {n} protester back", "takes {n} protesters back", hand)
    if hand < 0:
        yield Plural("guards {n} tree", "guards {n} trees", -hand)


def _later(before: Position, after: Position, seat: Seat) -> Iterator[Text]:
    if (row := longest(after, seat)) > 1:
        yield Text("makes a row of {n} next turn", n=row)
    elif row:
        yield Text("makes a tree to chop next turn")
    rivals = [n for n, cell in enumerate(after.loggers) if n != seat and cell >= 0]
    left = max((longest(after, rival) for rival in rivals), default=0)
    if left < max((longest(before, rival) for rival in rivals), default=0):
        yield _spoilt(left)
    if len(reach(after, after.loggers[seat])) >= len(reach(before, before.loggers[seat])) + ROOMIER:
        yield Text("has more room to walk")


def _spoilt(left: int) -> Text:
    if not left:
        return Text("leaves nobody else a tree to chop")
    return Plural(
        "leaves nobody else more than {n} tree", "leaves nobody else more than {n} trees", left
    )


def longest(s: Position, seat: Seat) -> int:
    """How many trees a seat would fell at most if it were its turn."""
    turn = s._replace(phase=Phase.WALK, mover=seat, owing=())
    return max((after.points[seat] for _, after in whole(turn)), default=0) - s.points[seat]

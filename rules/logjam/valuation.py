"""What a position of Logjam is worth to a seat, roughly; and a turn that is played offhand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules import races
from rules.game import Seat, Step
from rules.logjam.building import due
from rules.logjam.legal import in_question, in_the_way, led_to, legal
from rules.logjam.position import OFF, Phase, Position, lying, owners, seats_from
from rules.logjam.steps import NOTHING, Place, Run, Shift, words
from rules.logjam.water import bits, free, reach, squares, water
from rules.squares import Grid
from rules.text import Plural, Text

SAFE = 1.0  # steps that it is worth to be home, where nobody is captured or crushed


def worth(s: Position, seat: Seat) -> float:
    """How many steps a seat's loggers are ahead of a rival's, on average. Logs are gone round,
    loggers are not: they move on. One that is home is safe, which is worth a step more."""
    rivals = [other for other in seats_from(s, 0) if other != seat]
    behind = sum(_left_to_do(s, other) for other in rivals) / max(len(rivals), 1)
    return behind - _left_to_do(s, seat)


def liking(s: Position, seat: Seat) -> float:
    """How far the first of a seat's loggers has come. Who begins moves that one, and forgets those
    behind it, the others' and the logs that can be moved."""
    off = steps_off(s.terms.grid, s.logs)
    return -float(min((off[cell] for cell in s.loggers[seat]), default=0))


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """What a turn changes for a seat: who is home, its way, the ways of the
    others, and whom a one may take."""
    found = list[Text]()
    if (n := after.home[seat] - before.home[seat]) > 0:
        found.append(Plural("brings {n} logger home", "brings {n} loggers home", n=n))
    nearer = {x: steps_to_go(before, x) - steps_to_go(after, x) for x in seats_from(after, seat)}
    own = nearer.pop(seat)
    found += races.nearer(own, sum(nearer.values()))
    if (n := _beside(after, seat) - _beside(before, seat)) > 0:
        found.append(_more(n))
    elif n < 0:
        found.append(_fewer(-n))
    return found


def _more(n: int) -> Text:
    return Plural(
        "ends with {n} more logger next to a rival", "ends with {n} more loggers next to a rival", n
    )


def _fewer(n: int) -> Text:
    return Plural(
        "moves {n} logger out of a rival's reach", "moves {n} loggers out of a rival's reach", n
    )


def _beside(s: Position, seat: Seat) -> int:
    """Loggers of a seat that a rival may capture with a one."""
    rivals = {cell for cell, owner in owners(s).items() if owner != seat}
    near = s.terms.grid.neighbours
    return sum(not rivals.isdisjoint(near[cell]) for cell in s.loggers[seat])


def sent_back(before: Position, after: Position, seat: Seat) -> int:
    """How many loggers of rivals a seat's turn has put onto the starting row again."""
    return sum(
        _at_start(after, other) - _at_start(before, other)
        for other, _ in enumerate(before.home)
        if other != seat
    )


def _at_start(s: Position, seat: Seat) -> int:
    return s.hand[seat] + sum(cell < s.terms.columns for cell in s.loggers[seat])


def _left_to_do(s: Position, seat: Seat) -> float:
    return steps_to_go(s, seat) - SAFE * s.home[seat]


def steps_to_go(s: Position, seat: Seat) -> int:
    """Steps that a seat's loggers still need round the logs as they lie; those in hand begin
    where it is nearest."""
    off = steps_off(s.terms.grid, s.logs)
    start = min(off[: s.terms.columns])
    return start * s.hand[seat] + sum(off[cell] for cell in s.loggers[seat])


@lru_cache(maxsize=1024)
def steps_off(board: Grid, logs: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """From each square the steps off the open edge round the logs. Where there is no way, as
    many as twice the length of the river: it opens some day."""
    river = water(board)
    dry = river.everything & ~bits(cell for log in logs for cell in log)
    off, found, steps = [2 * board.rows] * len(board.cells), 0, 0
    fresh = river.edge & dry
    while fresh:
        steps += 1
        for cell in squares(fresh):
            off[cell] = steps
        found |= fresh
        fresh = river.step(fresh) & dry & ~found
    return tuple(off)


def offhand(s: Position) -> Step:
    """The run that brings a logger furthest, or what is worth more at first sight; who is sent
    back stands near the way home, and others far from it."""
    match s.phase:
        case Phase.MOVE:
            return _best(s)
        case Phase.RETURN:
            places = [step for step in legal(s) if isinstance(step, Place)]
            return min(places, key=lambda place: _further(s, place))
    return legal(s)[0]


def _best(s: Position) -> Step:
    return max([(0.0, NOTHING), *_found(s)], key=lambda way: way[0])[1]


def _found(s: Position) -> Iterator[tuple[float, Step]]:
    """Steps with what they gain."""
    yield from _runs(s)
    before, logs = worth(s, s.mover), lying(s.logs)
    for step in in_question(s):
        if isinstance(step, Shift) and not in_the_way(s, logs[step.at], step.side):
            continue
        if after := led_to(s, step):
            yield worth(after, s.mover) - before, step


def _runs(s: Position) -> Iterator[tuple[float, Run]]:
    """The best run of each logger."""
    runs, allowed, off = words(s.terms.grid).runs, free(s), steps_off(s.terms.grid, s.logs)
    river = water(s.terms.grid)
    for start in sorted(set(s.loggers[s.mover])):
        near = reach(s, start, s.roll - 1, allowed)
        if near & river.edge:
            yield off[start] + SAFE, runs[start][OFF]
        else:
            to = min(squares((near | river.step(near)) & allowed | 1 << start), key=off.__getitem__)
            if to != start:
                yield off[start] - off[to], runs[start][to]


def _further(s: Position, place: Place) -> int:
    """How much further from what the mover wants it is to stand there."""
    off = steps_off(s.terms.grid, s.logs)[place.to]
    return off if due(s)[place.seat] == s.mover else -off

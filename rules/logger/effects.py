"""What a legal step of Logger does, and the facts that come of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.game import Event, Leave, Seat, Step, Stop
from rules.logger.position import (
    CORNERS,
    CROSSES,
    EMPTY,
    GONE,
    MATURE,
    NAMES,
    NEIGHBOURS,
    PROTESTED,
    SEEDLING,
    Phase,
    Position,
    felled,
)
from rules.logger.steps import Chop, Plant, Protest, Seed, Walk
from rules.logger.targets import choppings, plantings, protests

GOAL = 10  # points that bring on the last round

Outcome = tuple[Position, list[Event]]


def apply(s: Position, step: Step) -> Outcome:
    """The position after a legal step, and its events."""
    match step:
        case Walk(to) if s.phase is Phase.CORNER:
            return _stand(s, to)
        case Walk(to):
            return _walk(s, to)
        case Seed(tree, to):
            return _seed(s, tree, to)
        case Plant(at):
            return _plant(s, at)
        case Chop(at):
            return _chop(s, at)
        case Protest(at):
            return _protest(s, at)
        case Leave(seat):
            return _leave(s, seat)
        case Stop():
            return _end_turn(s, [])
    raise TypeError(f"{type(step).__name__} is no step of Logger")


def _stand(s: Position, to: int) -> Outcome:
    """A corner for the mover. The last of four corners is nobody's choice, so it is taken
    along with the third (our ruling: no visit without a decision)."""
    s = s._replace(loggers=_set(s.loggers, s.mover, to))
    events = [Event("stands", s.mover, (NAMES[to],))]
    left = [c for c in CORNERS if c not in s.loggers]
    if len(left) == 1 and (seat := _next(s)) is not None:
        s = s._replace(mover=seat, loggers=_set(s.loggers, seat, left[0]))
        events.append(Event("stands", seat, (NAMES[left[0]],)))
    return _next_corner(s), events


def _next_corner(s: Position) -> Position:
    """The next seat chooses its corner; after the last one the first round begins."""
    if (seat := _next(s)) is not None:
        return s._replace(mover=seat)
    return s._replace(phase=Phase.WALK, mover=_first(s))


def _walk(s: Position, to: int) -> Outcome:
    """Walk, then the whole cross grows at once: no tree twice, and only the trees that were
    mature before may seed (2011 sheet, Growth)."""
    here = s.loggers[s.mover]
    walked = Event("stays", s.mover, (NAMES[here],))
    if to != here:
        walked = Event("walks", s.mover, (NAMES[here], NAMES[to]))
    loggers = _set(s.loggers, s.mover, to)
    before, trees, events = s.trees, list(s.trees), [walked]
    for cell in CROSSES[to]:
        if EMPTY < before[cell] < MATURE:
            trees[cell] += 1
            events.append(Event("grows", s.mover, (NAMES[cell],), trees[cell]))
    owing = _able([c for c in CROSSES[to] if before[c] >= MATURE], trees, loggers)
    phase, stirred = Phase.SEED if owing else Phase.ACT, s.stirred or len(events) > 1 or to != here
    changed = tuple(trees), loggers, s.points, s.supply, owing, stirred
    grown = Position(phase, s.mover, *changed)
    return _or_skip(grown, events)


def _seed(s: Position, tree: int, to: int) -> Outcome:
    trees = _put(s.trees, {to: SEEDLING})
    owing = _able((c for c in s.owing if c != tree), trees, s.loggers)
    phase = Phase.SEED if owing else Phase.ACT
    seeded = Position(phase, s.mover, trees, s.loggers, s.points, s.supply, owing, stirred=True)
    return _or_skip(seeded, [Event("seeds", s.mover, (NAMES[tree], NAMES[to]))])


def _able(owing: Iterable[int], trees: Sequence[int], loggers: tuple[int, ...]) -> tuple[int, ...]:
    """Trees without a free neighbour owe nothing more (2011 sheet, Action)."""
    able = []
    for tree in owing:
        for beside in NEIGHBOURS[tree]:
            if trees[beside] == EMPTY and beside not in loggers:
                able.append(tree)
                break
    return tuple(able)


def _or_skip(s: Position, events: list[Event]) -> Outcome:
    """A mover who can do nothing at all after the growth skips the action (2011 sheet,
    Action)."""
    if s.owing or plantings(s) or choppings(s) or protests(s):
        return s, events
    return _end_turn(s, [*events, Event("skips", s.mover)])


def _plant(s: Position, at: int) -> Outcome:
    events = [Event("plants", s.mover, (NAMES[at],))]
    return _end_turn(s, events, _put(s.trees, {at: SEEDLING}))


def _chop(s: Position, at: int) -> Outcome:
    fallen = felled(s, at)
    freed = [c for c in fallen if s.trees[c] == PROTESTED]
    events = [Event("chops", s.mover, tuple(NAMES[c] for c in fallen), len(fallen))]
    if freed:
        events.append(Event("frees", s.mover, tuple(NAMES[c] for c in freed), len(freed)))
    points = _with(s.points, s.mover, len(fallen))
    if s.points[s.mover] < GOAL <= points[s.mover]:
        events.append(Event("reaches", s.mover, (), points[s.mover]))
    trees = _put(s.trees, dict.fromkeys(fallen, EMPTY))
    supply = _with(s.supply, s.mover, len(freed))
    return _end_turn(s, events, trees, points, supply)


def _protest(s: Position, at: int) -> Outcome:
    placed = s._replace(
        phase=Phase.MORE,
        trees=_put(s.trees, {at: PROTESTED}),
        supply=_with(s.supply, s.mover, -1),
        stirred=True,
    )
    return placed, [Event("protests", s.mover, (NAMES[at],))]


def _end_turn(
    s: Position,
    events: list[Event],
    trees: tuple[int, ...] | None = None,
    points: tuple[int, ...] | None = None,
    supply: tuple[int, ...] | None = None,
) -> Outcome:
    """The turn is over. trees, points, supply: what the last word of it has changed."""
    points, stirred = points or s.points, s.stirred or trees is not None
    phase, mover, still = onward(s, max(points), stirred)
    if phase is Phase.OVER:
        events = [*events, Event("ends" if stirred else "stalls", s.mover)]
    # Whole, for that takes a quarter of the time of s._replace().
    changed = trees or s.trees, s.loggers, points, supply or s.supply, s.owing, still
    return Position(phase, mover, *changed), events


def onward(s: Position, most: int, stirred: bool) -> tuple[Phase, Seat, bool]:
    """Phase, mover and `stirred` after the mover's turn: the next seat, or at the end of a round
    the end of the game: somebody has enough points, or nothing on the board has changed in the
    whole round (our ruling). most: the points of who has most."""
    if (seat := _next(s)) is not None:
        return Phase.WALK, seat, stirred
    if most >= GOAL or not stirred:
        return Phase.OVER, 0, stirred
    return Phase.WALK, _first(s), False


def _leave(s: Position, seat: Seat) -> Outcome:
    """The logger leaves the board and the protesters in hand leave the game; trees and what is
    on them stay. A turn under way ends as it is, and the last one left has nobody to play with
    (our ruling)."""
    hand = _with(s.supply, seat, -s.supply[seat])
    s = s._replace(loggers=_set(s.loggers, seat, GONE), supply=hand, stirred=True)
    events = [Event("leaves", seat)]
    if sum(c != GONE for c in s.loggers) == 1:
        return s._replace(phase=Phase.OVER, mover=0, owing=()), events
    if seat != s.mover:
        return s, events
    if s.phase is Phase.CORNER:
        return _next_corner(s), events
    return _end_turn(s._replace(owing=()), events)


def _next(s: Position) -> Seat | None:
    """The next seat of this round that is still there, or None: the round is over."""
    for seat in range(s.mover + 1, len(s.loggers)):
        if s.loggers[seat] != GONE:
            return seat
    return None


def _first(s: Position) -> Seat:
    """The seat that begins a round: the first of the original order that is still there."""
    return next(seat for seat, cell in enumerate(s.loggers) if cell != GONE)


def _put(trees: tuple[int, ...], stages: dict[int, int]) -> tuple[int, ...]:
    """The trees with some squares changed."""
    new = list(trees)
    for cell, stage in stages.items():
        new[cell] = stage
    return tuple(new)


def _set(loggers: tuple[int, ...], seat: Seat, cell: int) -> tuple[int, ...]:
    """The loggers with one of them elsewhere."""
    return (*loggers[:seat], cell, *loggers[seat + 1 :])


def _with(numbers: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    """The numbers by seat with one of them changed by so much."""
    return (*numbers[:seat], numbers[seat] + change, *numbers[seat + 1 :])

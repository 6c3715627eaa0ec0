"""Logger for computers: a seat's worth, every whole turn, and a fast board.

A lead is the logarithm of the odds to win a game for two. `Machine` plays on the bits of one
number: the same whole turns as the rules, more than six times as fast. A board is five planes of 25
bits: seedlings, saplings, mature trees, guarded ones, loggers. A tree grows when its bit moves to
the next plane. docs/computers.md says how the weights were fitted.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import inf
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from rules.game import Seat, Step
from rules.logger.rules import (
    BOARD,
    CHOPS,
    CROSSES,
    GOAL,
    NEIGHBOURS,
    PLANTS,
    PROTESTS,
    SEEDLING,
    STOP,
    Phase,
    Position,
    after_chop,
    after_protest,
    apply,
    legal,
    onward,
    restage,
)
from rules.squares import bits, squares
from rules.text import Plural, Text


class Weights(NamedTuple):
    """The weights of a seat's worth."""

    points: tuple[float, ...]  # of each point, and of each from CLOSE on
    hand: tuple[float, ...]  # of the first protester, and of each more
    room: tuple[float, ...]  # of each square in reach, and of being shut in
    beside: tuple[float, ...]  # of a tree next to the logger, by stage from seedling to guarded


WAITS = Weights(
    points=(0.564, 0.374),
    hand=(0.156, 0.231),
    room=(0.029, -0.589),
    beside=(0.203, 0.094, 0.150, -0.510),
)
MOVES = Weights(
    points=(0.580, 0.461),
    hand=(0.230, 0.010),  # the second was fitted at -0.001, but it breaks ties
    room=(0.060, -0.726),
    beside=(0.130, 0.468, 0.443, -0.495),
)

CLOSE = 6  # points from which each further point counts more
_ROLES = (WAITS, MOVES)  # by whether it is the seat's turn


def worth(s: Position, seat: Seat) -> float:
    """A seat's holdings and the squares around its logger, weighted."""
    moves, cell = s.mover == seat, s.loggers[seat]
    value = _holdings(s.points[seat], s.supply[seat], moves)
    beside, trees = _ROLES[moves].beside, s.trees
    for near in NEIGHBOURS[cell]:
        if trees[near]:
            value += beside[trees[near] - 1]
    return value + roomy(len(s.reach(cell)), moves)


def appeal(s: Position, seat: Seat) -> float:
    """`worth` with points first, so an example shows how points are won."""
    return 10 * s.points[seat] + worth(s, seat)


def liking(s: Position, seat: Seat) -> float:
    """A seat's holdings. Beginners forget growing trees and where they can walk next."""
    return _holdings(s.points[seat], s.supply[seat], s.mover == seat)


@lru_cache(maxsize=1 << 10)
def _holdings(points: int, hand: int, moves: bool) -> float:
    """The worth of points and of protesters in hand."""
    weights = _ROLES[moves]
    each, close = weights.points
    value = each * points + close * max(0, points - CLOSE)
    if hand:
        first, more = weights.hand
        value += first + more * (hand - 1)
    return value


@lru_cache(maxsize=1 << 10)
def roomy(room: int, moves: bool) -> float:
    """The worth of squares in reach. room: their number with the logger's own."""
    each, shut = _ROLES[moves].room
    return each * room + shut * (room == 1)


Steps = tuple[Step, ...]


def prospects(s: Position) -> dict[Step, set[int]]:
    """Every action that a whole turn can end with, and the squares it can be done from."""
    found: dict[Step, set[int]] = {}
    due, known = [s], {s}
    while due:
        here = due.pop()
        for step in legal(here):
            if here.phase is Phase.ACT:
                found.setdefault(step, set()).add(here.loggers[s.mover])
            elif (after := apply(here, step)[0]) not in known:
                known.add(after)
                due += [after] if after.mover == s.mover and after.phase is not Phase.OVER else []
    return found


def whole(s: Position) -> Iterator[tuple[Steps, Position]]:
    """The whole turns of rules.play.turns, each position once. First steps take turns."""
    known = {s}
    due: deque[list[tuple[Steps, Position]]] = deque([[((), s)]])
    while due:
        begun = due.popleft()
        steps, here = begun.pop()
        if here.phase is Phase.ACT:
            # Positions differ: seedlings are planted beside the logger, and never seeded there.
            for last, after in _acted(here):
                yield steps + last, after
        else:
            for step in legal(here):
                there, _ = apply(here, step)
                if there in known:
                    continue
                known.add(there)
                so_far = *steps, step
                if there.mover != s.mover or there.phase is Phase.OVER:
                    yield so_far, there
                elif steps:
                    begun.append((so_far, there))
                else:
                    due.append([(so_far, there)])
        if begun:
            due.append(begun)


def _acted(s: Position) -> Iterator[tuple[Steps, Position]]:
    """Each legal action with the position after it, without events, for speed."""
    _, mover, trees, loggers, points, supply, _, _ = s
    phase, seat, stirred = onward(s, points, True)
    for cell in s.plantings():
        planted = restage(trees, [cell], SEEDLING)
        yield (PLANTS[cell],), Position(phase, seat, planted, loggers, points, supply, (), stirred)
    for cell in s.choppings():
        left, scored, hands = after_chop(s, s.falling_trees(cell))
        ending, turn, stir = onward(s, scored, True)
        yield (CHOPS[cell],), Position(ending, turn, left, loggers, scored, hands, (), stir)
    able = s.protests()
    for n in range(1, min(supply[mover], len(able)) + 1):
        for cells in combinations(able, n):
            steps = (*(PROTESTS[c] for c in cells), STOP)
            kept, hands = after_protest(s, cells)
            yield steps, Position(phase, seat, kept, loggers, points, hands, (), stirred)


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """The good points of a turn, see rules.game.Game: gains, preparations, and rivals' losses."""
    found = list[Text]()
    if points := after.points[seat] - before.points[seat]:
        found.append(Plural("wins {n} point", "wins {n} points", points))
    hand = after.supply[seat] - before.supply[seat]
    if hand > 0:
        found.append(Plural("frees {n} protester", "frees {n} protesters", hand))
    if hand < 0:
        found.append(Plural("guards {n} tree", "guards {n} trees", -hand))
    if after.phase is Phase.OVER:
        return found
    if (row := longest(after, seat)) > 1:
        found.append(Text("sets up a row of {n} trees for next turn", n=row))
    elif row:
        found.append(Text("sets up a tree to chop next turn"))
    rivals = [n for n, cell in enumerate(after.loggers) if n != seat and cell >= 0]
    left = max((longest(after, rival) for rival in rivals), default=0)
    if left < max((longest(before, rival) for rival in rivals), default=0):
        some = Plural(
            "leaves rivals at most {n} tree to chop",
            "leaves rivals at most {n} trees to chop",
            left,
        )
        found.append(some if left else Text("leaves rivals no trees to chop"))
    if len(after.reach(after.loggers[seat])) >= len(before.reach(before.loggers[seat])) + 3:
        found.append(Text("has more room to walk"))
    return found


def longest(s: Position, seat: Seat) -> int:
    """The most trees that a seat could fell if it were its turn."""
    turn = s._replace(phase=Phase.WALK, mover=seat, owing=())
    return max((after.points[seat] for _, after in whole(turn)), default=0) - s.points[seat]


_PLANE = len(BOARD.cells)
BOTTOM = (1 << _PLANE) - 1
AT_MATURE, AT_GUARDED, AT_LOGGERS = 2 * _PLANE, 3 * _PLANE, 4 * _PLANE


class TurnStart(NamedTuple):
    """A position at the beginning of a turn, as its mover sees it."""

    board: int
    me: int  # square of the mover's logger
    you: int  # square of the other logger
    mine: int  # points
    yours: int
    hand: int  # the mover's protesters
    others: int  # the other seat's protesters
    last: bool  # the mover ends the round
    stirred: bool  # something has changed in this round


OVER = -1  # the mover's square after the end of the game
# Value to the mover, its square, the board, its points, its protesters, and stirred.
Turn: TypeAlias = tuple[float, int, int, int, int, bool]

_BIT = [1 << cell for cell in BOARD.cells]
NEAR = [bits(cells) for cells in NEIGHBOURS]
# Squares at most two steps away on an empty board.
REACHED = [
    bits({c for near in NEIGHBOURS[cell] for c in (near, *NEIGHBOURS[near])} - {cell})
    for cell in BOARD.cells
]
_CROSS = [bits(cells) for cells in CROSSES]
# Growing trees, in the planes of both stages.
_YOUNG = [cross | cross << _PLANE for cross in _CROSS]
_WOODS = [sum(near << _PLANE * n for n in range(4)) for near in NEAR]  # the trees next to a square
LOGGER = [bit << AT_LOGGERS for bit in _BIT]
_GUARD = [bit << AT_MATURE | bit << AT_GUARDED for bit in _BIT]
_RAYS = [{ray[0]: ray for ray in rays.values() if ray} for rays in BOARD.rays]


@lru_cache(maxsize=1 << 14)
def walkable(cell: int, free: int) -> tuple[int, ...]:
    """The squares a logger may walk to. free: the free squares at most two steps away."""
    near = found = NEAR[cell] & free
    for square in squares(near):
        found |= NEAR[square] & free
    return tuple(squares(found | _BIT[cell]))


@lru_cache(maxsize=1 << 14)
def seedings(owing: int, free: int) -> tuple[int, ...]:
    """The sets of squares that these trees may seed, in any order. free: the free squares."""
    due, known, found = [(owing, free)], set[tuple[int, int]](), dict[int, None]()
    while due:
        here = trees, left = due.pop()
        if here in known:
            continue
        known.add(here)
        choices = [(tree, NEAR[tree] & left) for tree in squares(trees) if NEAR[tree] & left]
        if not choices:
            found[free ^ left] = None
        for tree, cells in choices:
            due += [(trees ^ _BIT[tree], left ^ _BIT[cell]) for cell in squares(cells)]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def neighbours_of(trees: int) -> int:
    """The squares next to some others."""
    found = 0
    for cell in squares(trees):
        found |= NEAR[cell]
    return found


@lru_cache(maxsize=1 << 12)
def guardings(mature: int, hand: int) -> tuple[tuple[int, int], ...]:
    """The ways to guard mature trees: the changed bits of the board, and the number of trees."""
    trees = [*squares(mature)]
    return tuple(
        (sum(_GUARD[cell] for cell in cells), n)
        for n in range(1, min(hand, len(trees)) + 1)
        for cells in combinations(trees, n)
    )


class Trees(dict[int, float]):
    """The worth of the trees next to a logger, by their bits."""

    def __init__(self, by_stage: Sequence[float]) -> None:
        self.by_stage = by_stage

    def __missing__(self, seen: int) -> float:
        value = self[seen] = sum(
            weight * (seen >> _PLANE * n & BOTTOM).bit_count()
            for n, weight in enumerate(self.by_stage)
        )
        return value


class Room(dict[int, float]):
    """The worth of a logger's room, by the bits of free squares."""

    def __init__(self, cell: int, moves: bool) -> None:
        self.cell, self.moves = cell, moves

    def __missing__(self, free: int) -> float:
        value = self[free] = roomy(len(walkable(self.cell, free)), self.moves)
        return value


class Machine:
    """See rules.game.Machine. Values are the mover's, from -inf (lost) to inf (won)."""

    def __init__(self) -> None:
        self.trees = [Trees(role.beside) for role in _ROLES]
        self.rooms = [[Room(cell, moves) for cell in BOARD.cells] for moves in (False, True)]

    def place(self, s: Position) -> TurnStart:
        """A position at the beginning of a turn."""
        me, you = s.mover, 1 - s.mover
        board = sum(1 << _PLANE * (tree - 1) + cell for cell, tree in enumerate(s.trees) if tree)
        board |= LOGGER[s.loggers[me]] | LOGGER[s.loggers[you]]
        (a, b), (c, d), (e, f) = (
            (by_seat[me], by_seat[you]) for by_seat in (s.loggers, s.points, s.supply)
        )
        return TurnStart(board, a, b, c, d, e, f, bool(me), s.stirred)

    def turns(self, here: TurnStart) -> list[Turn]:
        """Every whole turn, the best at first sight in front."""
        found = [*self.value_turns(here)]
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def after(self, here: TurnStart, turn: Turn) -> TurnStart | None:
        """The position after a turn, None if the game is over."""
        _, to, board, points, left, stirred = turn
        if to == OVER:
            return None
        _, _, you, _, yours, _, others, last, _ = here
        again = stirred and not last
        return TurnStart(board, you, to, yours, points, others, left, not last, again)

    def best(self, here: TurnStart, enough: float) -> tuple[float, int]:
        """The value of the best turn, or of the first worth `enough`, and the turns examined."""
        best, looked = -inf, 0
        for turn in self.value_turns(here):
            looked += 1
            if turn[0] > best:
                best = turn[0]
                if best >= enough:
                    break
        return best, looked

    def value_turns(self, here: TurnStart) -> Iterator[Turn]:
        """Every whole turn."""
        _, _, you, _, yours, _, others, last, _ = here
        theirs = _holdings(yours, others, True)
        (waiting, moving), (rooms, their_rooms) = self.trees, self.rooms
        near, reached, room = _WOODS[you], REACHED[you], their_rooms[you]
        for to, board, free, points, left, stirred in self.reachable_turns(here):
            if last and (points >= GOAL or yours >= GOAL or not stirred):
                mine, rival = (points, left), (yours, others)
                end = 0.0 if mine == rival else inf if mine > rival else -inf
                yield end, OVER, board, points, left, stirred
                continue
            value = _holdings(points, left, False) + waiting[board & _WOODS[to]]
            value += rooms[to][free & REACHED[to]]
            value -= theirs + moving[board & near] + room[free & reached]
            yield value, to, board, points, left, stirred

    def reachable_turns(self, here: TurnStart) -> Iterator[tuple[int, int, int, int, int, bool]]:
        """Every whole turn: square, board, free squares, points, protesters, and `stirred`."""
        before, me, _, points, _, hand, _, _, stirred = here
        full = (before | before >> _PLANE | before >> AT_MATURE) | before >> AT_GUARDED
        free_before = BOTTOM & ~(full | before >> AT_LOGGERS)
        tall_before = (before >> AT_MATURE | before >> AT_GUARDED) & BOTTOM
        for to in walkable(me, free_before & REACHED[me]):
            young = before & _YOUNG[to]
            grown = (before ^ young) | young << _PLANE
            free = free_before
            if to != me:
                grown ^= LOGGER[me] | LOGGER[to]
                free ^= _BIT[me] | _BIT[to]
            mature = grown >> AT_MATURE & BOTTOM
            near, chops = NEAR[to], NEAR[to] & mature
            tall = mature | grown >> AT_GUARDED & BOTTOM
            owing = tall_before & _CROSS[to]
            for seeded in seedings(owing, free & neighbours_of(owing)) if owing else (0,):
                board, left = grown | seeded, free ^ seeded
                plants = near & left
                if chops:
                    for at in squares(chops):
                        fallen = 0
                        for square in _RAYS[to][at]:
                            if not tall & _BIT[square]:
                                break
                            fallen |= _BIT[square]
                        freed = fallen & ~mature
                        chopped = board & ~(fallen << AT_MATURE | fallen << AT_GUARDED)
                        won = points + fallen.bit_count()
                        yield to, chopped, left | fallen, won, hand + freed.bit_count(), True
                if plants:
                    while plants:
                        low = plants & -plants
                        yield to, board | low, left ^ low, points, hand, True
                        plants ^= low
                elif not chops and not (hand and mature):
                    yield to, board, left, points, hand, stirred or board != before
                if hand and mature:
                    for change, n in guardings(mature, hand):
                        yield to, board ^ change, left, points, hand - n, True

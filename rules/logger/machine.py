"""Logger for two on the bits of one number, for looking ahead: the same whole turns as the rules
find, more than six times as fast. A test holds it in step with them.

A board is five planes of 25 bits: seedlings, saplings, mature trees, guarded ones, loggers. So a
tree grows by moving its bit to the next plane, and a whole cross does in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import inf
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from rules.logger.rules import (
    BOARD,
    CROSSES,
    GOAL,
    NEIGHBOURS,
    Position,
)
from rules.logger.valuation import ROLES, holdings, roomy

PLANE = len(BOARD.cells)
BOTTOM = (1 << PLANE) - 1
AT_MATURE, AT_GUARDED, AT_LOGGERS = 2 * PLANE, 3 * PLANE, 4 * PLANE


class Place(NamedTuple):
    """A turn's beginning as its mover sees it: the board, where they stand and the other stands,
    the points and protesters of both, whether the mover ends the round, and what has changed."""

    board: int
    me: int
    you: int
    mine: int
    yours: int
    hand: int
    others: int
    last: bool
    stirred: bool


OVER = -1  # where a mover stands after whose turn the game is over
# What it is worth to its mover, where they stand then, the board, their points and protesters, and
# whether something has changed in this round.
Turn: TypeAlias = tuple[float, int, int, int, int, bool]


def mask(cells: Iterable[int]) -> int:
    """The bits of some squares."""
    return sum(1 << cell for cell in cells)


def squares(bits: int) -> list[int]:
    """The squares of some bits, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


BIT = [1 << cell for cell in BOARD.cells]
NEAR = [mask(cells) for cells in NEIGHBOURS]
# All that two steps lead to where nothing stands.
REACHED = [
    mask({c for near in NEIGHBOURS[cell] for c in (near, *NEIGHBOURS[near])} - {cell})
    for cell in BOARD.cells
]
CROSS = [mask(cells) for cells in CROSSES]
YOUNG = [cross | cross << PLANE for cross in CROSS]  # what grows, in the planes of both stages
WOODS = [sum(near << PLANE * n for n in range(4)) for near in NEAR]  # the trees next to a square
LOGGER = [bit << AT_LOGGERS for bit in BIT]
GUARD = [bit << AT_MATURE | bit << AT_GUARDED for bit in BIT]
RAYS = [{ray[0]: ray for ray in rays.values() if ray} for rays in BOARD.rays]


@lru_cache(maxsize=1 << 14)
def reach(cell: int, free: int) -> tuple[int, ...]:
    """Where a logger may walk. free: those squares that it could come to and that are free."""
    near = squares(NEAR[cell] & free)
    found = NEAR[cell] & free
    for square in near:
        found |= NEAR[square] & free
    return tuple(squares(found | BIT[cell]))


@lru_cache(maxsize=1 << 14)
def seedings(owing: int, free: int) -> tuple[int, ...]:
    """The sets of squares that these trees may seed, in whatever order. free: what is free."""
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
            due += [(trees ^ BIT[tree], left ^ BIT[cell]) for cell in squares(cells)]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def beside(trees: int) -> int:
    """The squares next to some others."""
    found = 0
    for cell in squares(trees):
        found |= NEAR[cell]
    return found


@lru_cache(maxsize=1 << 12)
def guardings(mature: int, hand: int) -> tuple[tuple[int, int], ...]:
    """How a mover may guard mature trees: what changes on the board, and how many are guarded."""
    trees = squares(mature)
    return tuple(
        (sum(GUARD[cell] for cell in cells), n)
        for n in range(1, min(hand, len(trees)) + 1)
        for cells in combinations(trees, n)
    )


def felled(cell: int, at: int, tall: int) -> int:
    """The bits of the trees that fall when `at` is chopped from `cell`. tall: mature or guarded."""
    fallen = 0
    for square in RAYS[cell][at]:
        if not tall & BIT[square]:
            break
        fallen |= BIT[square]
    return fallen


class Trees(dict[int, float]):
    """What the trees next to a logger are worth to it, by their bits."""

    def __init__(self, by_stage: Sequence[float]) -> None:
        self.by_stage = by_stage

    def __missing__(self, seen: int) -> float:
        value = self[seen] = sum(
            weight * (seen >> PLANE * n & BOTTOM).bit_count()
            for n, weight in enumerate(self.by_stage)
        )
        return value


class Room(dict[int, float]):
    """What the free squares that a logger could come to are worth to it, by their bits."""

    def __init__(self, cell: int, moves: bool) -> None:
        self.cell, self.moves = cell, moves

    def __missing__(self, free: int) -> float:
        value = self[free] = roomy(len(reach(self.cell, free)), self.moves)
        return value


class Machine:
    """See rules.game.Machine. Values are the mover's, from -inf (lost) to inf (won)."""

    def __init__(self) -> None:
        self.trees = [Trees(role.beside) for role in ROLES]
        self.rooms = [[Room(cell, moves) for cell in BOARD.cells] for moves in (False, True)]

    def place(self, s: Position) -> Place:
        """A position at the beginning of a turn."""
        me, you = s.mover, 1 - s.mover
        board = sum(1 << PLANE * (tree - 1) + cell for cell, tree in enumerate(s.trees) if tree)
        board |= LOGGER[s.loggers[me]] | LOGGER[s.loggers[you]]
        (a, b), (c, d), (e, f) = (
            (by_seat[me], by_seat[you]) for by_seat in (s.loggers, s.points, s.supply)
        )
        return Place(board, a, b, c, d, e, f, bool(me), s.stirred)

    def turns(self, here: Place) -> list[Turn]:
        """Every whole turn, the best at first sight in front."""
        found = [*self.valued(here)]
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def after(self, here: Place, turn: Turn) -> Place | None:
        """Where a turn leads; None: the game is over."""
        _, to, board, points, left, stirred = turn
        if to == OVER:
            return None
        _, _, you, _, yours, _, others, last, _ = here
        again = stirred and not last
        return Place(board, you, to, yours, points, others, left, not last, again)

    def best(self, here: Place, enough: float) -> tuple[float, int]:
        """What the best turn is worth at first sight, or one that is worth enough; and how many
        turns were looked at."""
        best, looked = -inf, 0
        for turn in self.valued(here):
            looked += 1
            if turn[0] > best:
                best = turn[0]
                if best >= enough:
                    break
        return best, looked

    def valued(self, here: Place) -> Iterator[Turn]:
        """Every whole turn."""
        _, _, you, _, yours, _, others, last, _ = here
        theirs = holdings(yours, others, True)
        (waiting, moving), (rooms, their_rooms) = self.trees, self.rooms
        near, reached, room = WOODS[you], REACHED[you], their_rooms[you]
        for to, board, free, points, left, stirred in self.reached(here):
            if last and (points >= GOAL or yours >= GOAL or not stirred):
                yield ended(points, left, yours, others), OVER, board, points, left, stirred
                continue
            value = holdings(points, left, False) + waiting[board & WOODS[to]]
            value += rooms[to][free & REACHED[to]]
            value -= theirs + moving[board & near] + room[free & reached]
            yield value, to, board, points, left, stirred

    def reached(self, here: Place) -> Iterator[tuple[int, int, int, int, int, bool]]:
        """Every whole turn: where its mover stands then, the board and its free squares, their
        points and protesters, and whether anything has changed in this round."""
        before, me, _, points, _, hand, _, _, stirred = here
        full = (before | before >> PLANE | before >> AT_MATURE) | before >> AT_GUARDED
        free_before = BOTTOM & ~(full | before >> AT_LOGGERS)
        tall_before = (before >> AT_MATURE | before >> AT_GUARDED) & BOTTOM
        for to in reach(me, free_before & REACHED[me]):
            young = before & YOUNG[to]
            grown = (before ^ young) | young << PLANE
            free = free_before
            if to != me:
                grown ^= LOGGER[me] | LOGGER[to]
                free ^= BIT[me] | BIT[to]
            mature = grown >> AT_MATURE & BOTTOM
            near, chops = NEAR[to], NEAR[to] & mature
            tall = mature | grown >> AT_GUARDED & BOTTOM
            owing = tall_before & CROSS[to]
            for seeded in seedings(owing, free & beside(owing)) if owing else (0,):
                board, left = grown | seeded, free ^ seeded
                plants = near & left
                if chops:
                    for at in squares(chops):
                        fallen = felled(to, at, tall)
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


def ended(mine: int, hand: int, yours: int, others: int) -> float:
    """What an end is worth: the most points win, then the most protesters in hand."""
    if (mine, hand) == (yours, others):
        return 0.0
    return inf if (mine, hand) > (yours, others) else -inf

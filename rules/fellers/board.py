"""What moves on a river of Forest Fellers, on lists of numbers: the same steps, shoves and floats
as by the rules, many times as fast. For rules.fellers.machine; a test holds it in step with them.

    a thing     0 none, 1 to 10 a lumberjack (its place in FIGURES and one), LOG, WALL
    taken       by cell the thing that is there; the last three are BARRED, OFF and BANK, since
                where a step leads is a negative number then, and OFF is always free

What floats is taken in the order of the words, as who plays offhand does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from rules.fellers.moving import DOWNSTREAM
from rules.fellers.position import FIGURES, HOME, SHORE, Position, team
from rules.fellers.river import BANK, BARRED, OFF, Course
from rules.fellers.valuation import FURTHEST, Path, rests, turns, ways
from rules.game import Seat

LOG, WALL = len(FIGURES) + 1, len(FIGURES) + 2
ENTER = -1  # the direction of a first step

Plan: TypeAlias = tuple[float, Path]  # what a move leaves at least, and its steps: whither and how


class Tables:
    """What is worked out once for a course, by cell, and last by HOME and SHORE.

    needed: the turns to go; settled: those to go from where the current carries to; hops: the next
    cells with the directions; and by the steps of a card too, plans: the best move if nothing is in
    the way, reach: all cells that can be come to, as bits. empty: a river with nothing on it."""

    def __init__(self, course: Course) -> None:
        self.course, self.toward, self.currents = course, course.toward, course.currents
        self.needed = turns(course)
        plans = [[self._plan(course, way) for way in by_steps] for by_steps in ways(course)]
        entered = [
            min((plans[cell][n][0], ((cell, ENTER), *plans[cell][n][1])) for cell in course.starts)
            for n in range(FURTHEST)
        ]
        home: list[Plan] = [(0.0, ())] * (FURTHEST + 1)
        self.plans: list[list[Plan]] = [*plans, home, [(self.needed[SHORE], ()), *entered]]
        self.settled = [self.needed[cell] for cell in (*rests(course), HOME, SHORE)]
        self.hops = [
            [(to, way) for way, to in enumerate(toward) if to not in (BANK, BARRED)]
            for toward in course.toward
        ]
        self.hops += [[], [(cell, ENTER) for cell in course.starts]]
        self.reach = [self._reach(cell) for cell in range(len(course.places))]
        self.reach += [[], self._reach(SHORE)]
        walls = [WALL] * 3
        walls[OFF] = 0
        self.empty = [0] * len(course.places) + walls

    def _reach(self, start: int) -> list[int]:
        """By steps the cells that a lumberjack can come to, but for its own, as bits."""
        found, near = [0], {start}
        for _ in range(FURTHEST):
            near |= {to for cell in near for to, _ in self.hops[cell]}
            found.append(sum(1 << cell for cell in near if cell >= 0 and cell != start))
        return found

    @staticmethod
    def _plan(course: Course, way: tuple[float, Path]) -> Plan:
        return way[0], tuple((course.toward[cell][to], to) for cell, to in way[1])


@lru_cache(maxsize=8)
def tables(course: Course) -> Tables:
    """Those of a course."""
    return Tables(course)


class Board:
    """What moves on a river, to be altered.

    owners: by lumberjack; at: by lumberjack a cell, SHORE, HOME or ABSENT; away: by seat how many
    of its own are not home; drift: the cells of logs on currents."""

    __slots__ = ("at", "away", "drift", "owners", "taken", "water")

    def __init__(self, s: Position, water: Tables) -> None:
        self.water, self.owners = water, s.owners
        self.at, self.taken = list(s.figures), list(water.empty)
        for figure, cell in enumerate(s.figures):
            if cell >= 0:
                self.taken[cell] = figure + 1
        for cell in s.logs:
            self.taken[cell] = LOG
        self.drift = {cell for cell in s.logs if water.currents[cell] >= 0}
        self.away = [sum(self.at[i] != HOME for i in team(s, x)) for x in range(len(s.left))]

    def like(self) -> Board:
        """A copy: to move something on one leaves the other as it is."""
        board = Board.__new__(Board)
        board.water, board.owners = self.water, self.owners
        board.at, board.taken = self.at[:], self.taken[:]
        board.away, board.drift = self.away[:], self.drift.copy()
        return board

    def walk(self, figure: int, path: Path) -> bool:
        """A whole turn but the cards: the legal steps of a lumberjack, and what floats. False: its
        owner has won by it."""
        taken, at, walking = self.taken, self.at, set[int]()
        seat = self.owners[figure]
        for cell, way in path:
            if taken[cell]:
                self.shove(cell, DOWNSTREAM if way == ENTER else way, walking)
            self.shift(figure + 1, at[figure], cell)
            if not self.away[seat]:
                return False
        return self.carry(seat)

    def shift(self, thing: int, here: int, to: int) -> None:
        """What is on a cell, or on the shore, goes to a free one, or off over the finish."""
        if here >= 0:
            self.taken[here] = 0
        if to >= 0:
            self.taken[to] = thing
        if thing != LOG:
            self.at[thing - 1] = to  # OFF is HOME
            if to < 0:
                self.away[self.owners[thing - 1]] -= 1
            return
        self.drift.discard(here)
        if to >= 0 and self.water.currents[to] >= 0:
            self.drift.add(to)

    def shove(self, cell: int, way: int, due: set[int]) -> bool:
        """Shove what is on a taken cell, and one thing more behind it, if that is possible. due:
        the cells of what has still to try to float."""
        taken, toward = self.taken, self.water.toward
        thing, to = taken[cell], toward[cell][way]
        if (other := taken[to]) == WALL or thing == WALL:
            return False
        if other:
            end = toward[to][way]
            if taken[end]:
                return False
            self.shift(other, to, end)
            self.alter(due, to, end)
        self.shift(thing, cell, to)
        self.alter(due, cell, to)
        return True

    def alter(self, due: set[int], here: int, to: int) -> None:
        """What is shoved onto a current has to try to float, and what is shoved off one has not."""
        due.discard(here)
        if to >= 0 and self.water.currents[to] >= 0:
            due.add(to)

    def carry(self, seat: Seat) -> bool:
        """All that is on a current tries to float. False: the seat has won by it."""
        currents = self.water.currents
        due = {cell for cell in self.at if cell >= 0 and currents[cell] >= 0} | self.drift
        while due:
            self.afloat(self.first(due) if len(due) > 1 else next(iter(due)), due)
            if not self.away[seat]:
                return False
        return True

    def first(self, due: set[int]) -> int:
        """What floats next: lumberjacks, then logs."""
        for cell in self.at:
            if cell in due:
                return cell
        return min(due)

    def afloat(self, start: int, due: set[int]) -> None:
        """One thing floats from arrow to arrow, until it is on still water, blocked or off."""
        taken, water = self.taken, self.water
        thing, here = taken[start], start
        due.discard(start)
        taken[start] = 0
        while here >= 0 and (way := water.currents[here]) >= 0:
            to = water.toward[here][way]
            if taken[to] and not self.shove(to, way, due):
                break
            here = to
        self.drift.discard(start)
        self.shift(thing, -1, here)

    @property
    def calm(self) -> bool:
        """Nothing is on a current."""
        currents = self.water.currents
        return not self.drift and max([currents[c] for c in self.at if c >= 0], default=-1) < 0

    @property
    def crowd(self) -> int:
        """The cells where lumberjacks are, as bits."""
        found = 0
        for cell in self.at:
            if cell >= 0:
                found |= 1 << cell
        return found

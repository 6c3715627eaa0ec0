"""What a step or a float moves: what it meets, and the river while it is carried out.

. A B C .      a step onto A shoves A and B, if the space behind them is free; with C there
               it would be three, which cannot be shoved (Forest Fellers rules, Playing)
"""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise

from rules.fellers.position import FIGURES, HOME, NONE, Position, taken
from rules.fellers.river import BANK, BARRED, OFF, SHOVED, STILL, Course
from rules.game import Event
from rules.hexes import COMPASS

DOWNSTREAM = COMPASS.index("s")  # the way that a first step onto the river shoves


def ahead(course: Course, taken: Container[int], here: int, direction: int) -> list[int]:
    """What a step from a cell meets: the taken cells in a straight line, nearest first, and then
    what is not taken: a cell, OFF, BANK or BARRED."""
    row = [course.toward[here][direction]]
    while row[-1] in taken:
        row.append(course.toward[row[-1]][direction])
    return row


def entering(course: Course, taken: Container[int], start: int) -> list[int]:
    """What the first step of a lumberjack meets, from the shore onto a start space."""
    return [start, *ahead(course, taken, start, DOWNSTREAM)] if start in taken else [start]


def free(row: list[int]) -> bool:
    """The step can be made: two at most are shoved, and there is room behind them. Three cannot
    be shoved even where the first of them would leave the board (our ruling)."""
    return len(row) <= SHOVED + 1 and row[-1] not in (BANK, BARRED)


class Afloat:
    """A copy of what moves, to be altered, with the facts that come of it.

    figures, pending: as in a position; logs: a set of their cells; events: so far; moves: what
    went from which cell to which, in order."""

    def __init__(self, s: Position) -> None:
        assert s.course is not None, "nothing moves before there is a course"
        self.course, self.mover, self.owners = s.course, s.mover, s.owners
        self.figures, self.logs, self.pending = list(s.figures), set(s.logs), set(s.pending)
        self.taken = taken(s)
        self.events: list[Event] = []
        self.moves: list[tuple[int, int]] = []

    def tell(self, verb: str, *at: str, n: int = 0) -> None:
        """Note a fact of the mover's."""
        self.events.append(Event(verb, self.mover, at, n))

    def name(self, cell: int) -> str:
        return self.course.called[cell]

    def what(self, cell: int) -> str:
        """The code of the lumberjack on a taken cell, or `log`."""
        return FIGURES[self.figures.index(cell)] if cell in self.figures else "log"

    def shift(self, here: int, to: int) -> None:
        """What is on a cell goes to a free one, or off over the finish."""
        self.moves.append((here, to))
        self.land(self.lift(here), to)

    def lift(self, here: int) -> int:
        """What is on a cell is on none until it lands: as its place in FIGURES, or NONE: a log."""
        self.taken.discard(here)
        if here in self.logs:
            self.logs.discard(here)
            return NONE
        figure = self.figures.index(here)
        self.figures[figure] = HOME
        return figure

    def land(self, figure: int, to: int) -> None:
        """It comes down on a free cell, or is off over the finish."""
        if to == OFF:
            return
        self.taken.add(to)
        if figure == NONE:
            self.logs.add(to)
        else:
            self.figures[figure] = to

    def arrives(self, thing: str, here: int, to: int) -> None:
        """Note what it means that a thing has left the board, if it has."""
        if to == OFF and thing == "log":
            self.tell("loses", thing, self.name(here))
        elif to == OFF:
            owner = self.owners[FIGURES.index(thing)]
            self.events.append(Event("finishes", owner, (thing, self.name(here))))

    def shove(self, row: list[int], n: int = 0) -> None:
        """Shove all that a step meets by one space. What is shoved onto a current has to try
        to float, and what is shoved off one has not. n: which space of a float it is, from 1."""
        if len(row) == 1:
            return
        moves = list(pairwise(row))
        things = [self.what(here) for here, _ in moves]
        for here, to in reversed(moves):
            self.shift(here, to)
            self.pending.discard(here)
            if to != OFF and self.course.currents[to] != STILL:
                self.pending.add(to)
        for thing, (here, to) in zip(things, moves, strict=True):
            self.tell("shoves", thing, self.name(here), self.name(to), n=n)
            self.arrives(thing, here, to)

    def float(self, start: int) -> None:
        """One thing floats from arrow to arrow until it is on still water, blocked or off the
        board (Forest Fellers rules, Playing the Game: currents)."""
        thing, path, before = self.what(start), [start], len(self.events)
        self.pending.discard(start)
        figure, currents = self.lift(start), self.course.currents
        while path[-1] != OFF and (way := currents[path[-1]]) != STILL:
            row = ahead(self.course, self.taken, path[-1], way)
            if not free(row):
                break
            self.shove(row, len(path))
            self.moves.append((path[-1], row[0]))
            path.append(row[0])
        self.land(figure, path[-1])
        verb = "floats" if len(path) > 1 else "stuck"
        told = Event(verb, self.mover, (thing, *map(self.course.called.__getitem__, path)))
        self.events.insert(before, told)
        self.arrives(thing, path[-2] if path[-1] == OFF else start, path[-1])

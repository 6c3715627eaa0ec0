"""Forest Fellers on lists of numbers, for playing on: the same turns as the rules play them, seven
times as fast. A test holds it in step with them.

    a thing     0 none, 1 to 10 a lumberjack (its place in FIGURES and one), LOG, WALL
    taken       by cell the thing that is there; the last three are BARRED, OFF and BANK, since
                where a step leads is a negative number then, and OFF is always free
    a card      which lumberjack it is for, or ANY, and how many steps

What floats is taken in the order of the words, as who plays offhand does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, inf, sqrt
from typing import NamedTuple

from rules.fellers import steps
from rules.fellers.moving import DOWNSTREAM
from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    REACH,
    ROUNDS,
    SHORE,
    Position,
    team,
    worth,
)
from rules.fellers.river import BANK, BARRED, OFF, Course
from rules.fellers.valuation import FURTHEST, Path, rests, turns, ways
from rules.game import NOBODY, Luck, Seat

LOG, WALL = len(FIGURES) + 1, len(FIGURES) + 2
ANY = -1  # whom the beaver is for
ENTER = -1  # the direction of a first step

# What is sensible; by thousands of races against others who saw it otherwise.
PRICE = 0.38  # what a step of a card must save, in turns: who plays 5 for little has 1 left,
SOON = 15  # but where somebody has fewer turns to go, the less the fewer
BEHIND = 0.15  # how much more a lumberjack's way counts for each turn that is left to it
HOPE = 0.2  # turns that shoving somebody aside may save
FAR = 12  # steps of a way round

AHEAD = 12  # turns that are played on
BEGIN, TURN = 4, 2  # positions that a world and a turn in it cost as much as
# `make learn ONLY=fellers WITH="--games 600"`: by races that it ran against itself, on all courses.
LAST, HELD, DOUBT = 0.60, 0.12, 0.52

Card = tuple[int, int]
Plan = tuple[float, Path]  # what a move leaves at the least, and its steps: to which cell, and how


CARDS: Mapping[str, Card] = {
    word: (ANY if word == JOKER else FIGURES.index(word[:2]), worth(word)) for word in steps.CARDS
}


class Turn(NamedTuple):
    """A card, whom it moves, and the steps: to which cell, and in which direction or ENTER."""

    card: Card
    figure: int
    path: Path


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


class Race:
    """A race at the beginning of a turn, to be altered.

    at: by lumberjack a cell, SHORE, HOME or ABSENT; away: by seat how many of its own are not home;
    drift: the cells of logs on currents; hands, piles, gone: cards by seat."""

    __slots__ = (
        "at", "away", "crowd", "drift", "gone", "hands", "left", "mover", "owners", "piles",
        "round", "taken", "teams", "water", "winner",
    )  # fmt: skip

    def __init__(self, s: Position, water: Tables) -> None:
        self.water, self.owners, self.left = water, s.owners, s.left
        self.mover, self.winner, self.round = s.mover, s.winner, s.round
        self.teams = tuple(() if gone else team(s, seat) for seat, gone in enumerate(s.left))
        self.at, self.taken = list(s.figures), list(water.empty)
        for figure, cell in enumerate(s.figures):
            if cell >= 0:
                self.taken[cell] = figure + 1
        for cell in s.logs:
            self.taken[cell] = LOG
        self.drift = {cell for cell in s.logs if water.currents[cell] >= 0}
        self.away = [sum(self.at[i] != HOME for i in own) for own in self.teams]
        self.hands, self.piles, self.gone = (
            [[CARDS[card] for card in bag if card != HIDDEN] for bag in bags]
            for bags in (s.hands, s.decks, s.discards)
        )

    # A turn.

    def play(self, turn: Turn) -> bool:
        """All of a turn but the draw. False: the race is won by it."""
        card, figure, path = turn
        seat = self.mover
        self.hands[seat].remove(card)
        self.gone[seat].append(card)
        taken, at, walking = self.taken, self.at, set[int]()
        for cell, way in path:
            if taken[cell] and not self.shove(cell, DOWNSTREAM if way == ENTER else way, walking):
                break  # what was shoved on the way bars it
            self.shift(figure + 1, at[figure], cell)
            if not self.away[seat]:
                self.winner = seat
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
        """All that is on a current tries to float. False: the race is won by it."""
        currents = self.water.currents
        due = {cell for cell in self.at if cell >= 0 and currents[cell] >= 0} | self.drift
        while due:
            self.afloat(self.first(due) if len(due) > 1 else next(iter(due)), due)
            if not self.away[seat]:
                self.winner = seat
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

    def draw(self, lot: float) -> None:
        """A card of the mover's pile, by a number from 0 up to 1; when it was the last one, their
        discards are their pile. Then it is the next seat's turn."""
        seat = self.mover
        pile = self.piles[seat]
        at = int(lot * len(pile))
        self.hands[seat].append(pile[at])
        pile[at] = pile[-1]
        pile.pop()
        if not pile:
            self.piles[seat], self.gone[seat] = sorted(self.gone[seat]), pile
        self.onward()

    def onward(self) -> None:
        """It is the next seat's turn; who is home by then has won."""
        seats = len(self.left)
        seat = self.mover + 1
        while seat < seats and self.left[seat]:
            seat += 1
        if seat == seats:
            seat = self.left.index(False)
            self.round += 1
        self.mover = seat
        if not self.away[seat] and self.round <= ROUNDS:
            self.winner = seat

    @property
    def over(self) -> bool:
        """Somebody has won, or it has taken too long."""
        return self.winner != NOBODY or self.round > ROUNDS

    def shares(self) -> list[float]:
        """What every seat is taken to win: by the turns that each still needs, beside how many
        are needed at all."""
        if self.winner != NOBODY:
            return [float(seat == self.winner) for seat in range(len(self.left))]
        there = [seat for seat, left in enumerate(self.left) if not left]
        parts = [self.parts(seat) for seat in there]
        doubt = DOUBT * sqrt(1 + sum(needed for needed, *_ in parts) / len(there))
        homes = [
            needed + LAST * last - HELD * held + self.waits(seat)
            for seat, (needed, last, held) in zip(there, parts, strict=True)
        ]
        weights = [exp((min(homes) - home) / doubt) for home in homes]
        whole, found = sum(weights), [0.0] * len(self.left)
        for seat, weight in zip(there, weights, strict=True):
            found[seat] = weight / whole
        return found

    def parts(self, seat: Seat) -> tuple[float, float, int]:
        """What tells when a seat should be home: the turns that its lumberjacks need, those of the
        last of them, which only some cards move, and the steps that it has in hand."""
        needed = [self.water.needed[self.at[i]] for i in self.teams[seat]]
        return sum(needed), max(needed), sum(n for _, n in self.hands[seat])

    def waits(self, seat: Seat) -> float:
        """The part of a round until it is a seat's turn."""
        seats = len(self.left)
        return (seat - self.mover) % seats / seats

    # A turn that is sensible at first sight.

    def sensible(self) -> Turn:
        """The card and the move that save most turns, at a price for the steps of the card, and
        who is far behind first."""
        self.crowd = 0
        for cell in self.at:
            if cell >= 0:
                self.crowd |= 1 << cell
        best, saves, chosen = -inf, 0.0, None
        for most, besides, card, figure in sorted(self.options(), reverse=True):
            if most + HOPE <= best:
                break
            gain, path = self.move(figure, card[1])
            saves = max(saves, gain)
            if gain + besides > best:
                best, chosen = gain + besides, Turn(card, figure, path)
        return chosen if chosen is not None and saves > 0 else self.way_round()

    def options(self) -> list[tuple[float, float, Card, int]]:
        """Each card in hand with a lumberjack that it may move: how good that is if nothing is in
        the way, and what of that is not turns that are saved."""
        seat, at, found, price = self.mover, self.at, [], self.price()
        needed, plans = self.water.needed, self.water.plans
        for card in dict.fromkeys(self.hands[seat]):
            whom, steps = card
            for figure in self.teams[seat] if whom == ANY or at[whom] == HOME else (whom,):
                here = at[figure]
                if here != HOME:
                    besides = BEHIND * needed[here] - price * steps
                    most = needed[here] - plans[here][steps][0] + besides
                    found.append((most, besides, card, figure))
        return found

    def price(self) -> float:
        """What a step of a card must save: at the end of a race there is nothing to save it for."""
        needed, at = self.water.needed, self.at
        left = [sum(needed[at[i]] for i in team) for team in self.teams if team]
        return PRICE * min(1.0, min(left) / SOON)

    def way_round(self) -> Turn:
        """A turn of whoever cannot come closer at once: the furthest on a way round what bars
        them."""
        best, chosen = -inf, None
        for _, _, card, figure in self.options():
            gain, path = self.searched(self.at[figure], FAR, inf)
            gain -= max(0, len(path) - card[1]) / REACH
            if gain > best:
                best, chosen = gain, Turn(card, figure, path[: card[1]])
        assert chosen is not None, "nobody is without a card"
        return chosen

    def move(self, figure: int, steps: int) -> tuple[float, Path]:
        """The best move of a lumberjack: how many turns it saves, and its steps. Where nobody is
        in reach and the best way is free, that is it."""
        here, taken, water = self.at[figure], self.taken, self.water
        left, path = water.plans[here][steps]
        for cell, _ in path:
            if taken[cell]:
                return self.searched(here, steps, inf)
        if not water.reach[here][steps] & self.crowd:
            return water.needed[here] - left, path
        return self.searched(here, steps, left + HOPE)

    def searched(self, here: int, steps: int, enough: float) -> tuple[float, Path]:
        """The best move, with what is in the way and what is shoved aside. enough: how many turns
        it may leave at most, if nothing is shoved."""
        water, taken = self.water, self.taken
        settled, hops, plans = water.settled, water.hops, water.plans
        before = water.needed[here]
        most, best = before - settled[here], here
        came: dict[int, tuple[int, int, float]] = {here: (here, 0, 0.0)}
        front = [here]
        while front and steps:
            steps -= 1
            after = []
            for cell in front:
                given = came[cell][2]
                for to, way in hops[cell]:
                    if to in came:
                        continue
                    gain = given
                    if taken[to]:
                        shoved = self.given(to, DOWNSTREAM if way == ENTER else way)
                        if shoved is None:
                            continue
                        gain += shoved
                    came[to] = cell, way, gain
                    if enough == inf or plans[to][steps][0] - gain < enough:
                        after.append(to)
                    gain += before - settled[to]
                    if gain > most:
                        most, best = gain, to
            front = after
        path: list[tuple[int, int]] = []
        while best != here:
            origin, way, _ = came[best]
            path.append((best, way))
            best = origin
        path.reverse()
        return most, tuple(path)

    def given(self, cell: int, way: int) -> float | None:
        """What the mover gains by shoving aside what lies there; None: it cannot be shoved."""
        taken, toward = self.taken, self.water.toward
        to = toward[cell][way]
        if (other := taken[to]) == WALL:
            return None
        value = self.shoved(taken[cell], cell, to)
        if other:
            end = toward[to][way]
            if taken[end]:
                return None
            value += self.shoved(other, to, end)
        return value

    def shoved(self, thing: int, here: int, to: int) -> float:
        """What it is worth to the mover that a thing comes to lie elsewhere."""
        if thing == LOG:
            return 0.0
        water = self.water
        gain = water.needed[here] - water.settled[to]
        return gain if self.owners[thing - 1] == self.mover else -gain


class Playouts:
    """See rules.game.Playouts. A race is played on for some rounds: how it stands then tells more
    than who happens to win it in the end."""

    def __init__(self, water: Tables) -> None:
        self.water = water

    def ended(self, s: Position, luck: Luck) -> tuple[Sequence[float], int]:
        """See rules.game.Playouts."""
        race = Race(s, self.water)
        race.draw(next(luck))
        turns = 0
        while turns < AHEAD and not race.over:
            turns += 1
            if race.play(race.sensible()):
                race.draw(next(luck))
        return race.shares(), BEGIN + TURN * turns


def playouts(s: Position) -> Playouts | None:
    """See rules.game.Game. None where floats can go round for ever: that is left to the rules."""
    course = s.course
    if course is None or course.eddies != tuple(range(len(course.places))):
        return None
    return Playouts(tables(course))

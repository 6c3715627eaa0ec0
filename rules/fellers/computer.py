"""Forest Fellers for computers: a seat's worth, in turns it still needs, and a fast board.

The turns from every cell are counted as if nothing were in the way. A turn is a card and then the
current, so a cell from which every card ends on a current is worth more than another one with as
many steps to go. Cards come as often as in a deck.

`Playouts` plays on: each seat plays a sensible turn, found many times as fast as by the rules. The
board is lists of numbers:

    a card      its lumberjack, or ANY, and its number of steps
    a thing     0 none, 1 to 10 a lumberjack (its place in FIGURES and one), LOG, WALL
    taken       by cell its thing; the last three are BARRED, OFF and BANK, since the end of a step
                is a negative number then, and OFF is always free

Things float in the order of the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, inf, sqrt
from typing import Final, NamedTuple, TypeAlias

from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    REACH,
    ROUNDS,
    SHORE,
    VALUES,
    Position,
    worth,
)
from rules.fellers.river import BANK, BARRED, OFF, STILL, Course
from rules.fellers.rules import CARDS as CARD_WORDS
from rules.fellers.rules import DOWNSTREAM
from rules.game import NOBODY, Luck, Seat, closer_home
from rules.text import Plural, Text

STEPS = (*VALUES, REACH)  # of the cards in a deck
FURTHEST = max(STEPS)  # steps in a turn

Path = tuple[tuple[int, int], ...]  # of each step its start and direction
Ways = tuple[tuple[float, Path], ...]  # by steps: the least turns that a turn leaves, and its path


@lru_cache(maxsize=32)
def turns(course: Course) -> tuple[float, ...]:
    """By cell the turns to go; the last two are for HOME and SHORE, which are -2 and -1."""
    rest = rests(course)
    found = [1 + steps / REACH for steps in course.steps] + [0.0, 0.0]

    def ends(start: int) -> list[set[int]]:
        """Where a turn may end, by the number of steps."""
        seen, front, by_steps = {start}, {start}, [{rest[start]}]
        for _ in range(FURTHEST):
            near = {end for cell in front for end in course.toward[cell]} - seen
            front = {end for end in near if end >= 0}
            seen |= front
            home = {HOME} if OFF in near else set[int]()
            by_steps.append(by_steps[-1] | home | {rest[cell] for cell in front})
        return by_steps

    def mean(ends: list[set[int]]) -> float:
        """The turns from there, counting this one, with a random card each."""
        return 1 + sum(min(found[end] for end in ends[n]) for n in STEPS) / len(STEPS)

    near = [ends(cell) for cell in range(len(course.places))]
    order = sorted(range(len(near)), key=course.steps.__getitem__)
    change, rounds = inf, 0
    while change >= 1e-3 and rounds < 60:
        before, rounds = list(found), rounds + 1
        for cell in order:
            found[cell] = mean(near[cell])
        change = max(abs(old - new) for old, new in zip(before, found, strict=True))
    # From the shore, the first step of a card leads onto the start.
    found[SHORE] = min(mean(near[cell][:1] + near[cell][:-1]) for cell in course.starts)
    return tuple(found)


@lru_cache(maxsize=32)
def rests(course: Course) -> tuple[int, ...]:
    """Where a thing that stops on a cell comes to rest, if nothing is in its way; OFF is home."""
    found = list[int]()
    for start in range(len(course.places)):
        cell = start
        while cell != OFF and (current := course.currents[cell]) != STILL:
            if (to := course.toward[cell][current]) < 0 and to != OFF:
                break
            cell = to
        found.append(cell)
    return tuple(found)


@lru_cache(maxsize=32)
def ways(course: Course) -> tuple[Ways, ...]:
    """The best ways from each cell, if nothing is in the way."""
    needed, rest = turns(course), rests(course)

    def best(start: int) -> Ways:
        paths, front = dict[int, Path]({start: ()}), [start]
        found: list[tuple[float, Path]] = [(needed[rest[start]], ())]
        for _ in range(FURTHEST):
            front, before = list[int](), front
            for cell in before:
                for direction, end in enumerate(course.toward[cell]):
                    if end not in (BANK, BARRED, *paths):
                        paths[end] = (*paths[cell], (cell, direction))
                        front.append(end)
            ends = [(needed[HOME if end == OFF else rest[end]], paths[end]) for end in front]
            found.append(min([found[-1], *ends], key=lambda way: way[0]))
            front = [end for end in front if end != OFF]
        return tuple(found)

    return tuple(map(best, range(len(course.places))))


def turns_ahead(s: Position, seat: Seat) -> float:
    """The turns by which a seat is ahead of its rivals on average, by the cards and currents still
    to come. Shoving a rival back is worth as much as an own step. None without a course."""
    if seat == s.winner:
        return inf
    if s.course is None:
        return 0.0
    needed, rivals = turns(s.course), _rivals(s, seat)
    own, *others = (sum(needed[s.figures[i]] for i in s.team(x)) for x in (seat, *rivals))
    return sum(others) / max(1, len(rivals)) - own


def liking(s: Position, seat: Seat) -> float:
    """How far a seat's first lumberjack has come. Beginners move that one and forget the others."""
    assert s.course is not None  # it is a player's turn
    needed, away = turns(s.course), [s.figures[i] for i in s.team(seat) if s.figures[i] != HOME]
    return -min((needed[cell] for cell in away), default=0.0)


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """The changes of a turn for a seat: lumberjacks home, its own way and its rivals' ways."""
    found = list[Text]()
    if n := after.homecomers(seat) - before.homecomers(seat):
        found.append(Plural("brings {n} lumberjack home", "brings {n} lumberjacks home", n=n))
    own = before.to_go(seat) - after.to_go(seat)
    rivals = sum(before.to_go(x) - after.to_go(x) for x in _rivals(after, seat))
    return [*found, *closer_home(own, rivals)]


def _rivals(s: Position, seat: Seat) -> list[Seat]:
    return [other for other, left in enumerate(s.left) if other != seat and not left]


LOG, WALL = len(FIGURES) + 1, len(FIGURES) + 2
ENTER = -1  # the direction of a first step

Plan: TypeAlias = tuple[float, Path]  # the least turns that a move leaves, and its steps


class CourseTables:
    """Data of a course, by cell; the last two entries are HOME and SHORE."""

    def __init__(self, course: Course) -> None:
        self.course, self.toward, self.currents = course, course.toward, course.currents
        self.needed = turns(course)  # turns to go
        plans: list[list[Plan]] = [
            [(left, tuple((course.toward[c][to], to) for c, to in path)) for left, path in by_steps]
            for by_steps in ways(course)
        ]
        entered = [
            min((plans[cell][n][0], ((cell, ENTER), *plans[cell][n][1])) for cell in course.starts)
            for n in range(FURTHEST)
        ]
        home: list[Plan] = [(0.0, ())] * (FURTHEST + 1)
        # by the steps of a card, the best move if nothing is in the way
        self.plans: list[list[Plan]] = [*plans, home, [(self.needed[SHORE], ()), *entered]]
        # turns to go after the current
        self.settled = [self.needed[cell] for cell in (*rests(course), HOME, SHORE)]
        self.hops = [  # the next cells with the directions
            [(to, way) for way, to in enumerate(toward) if to not in (BANK, BARRED)]
            for toward in course.toward
        ]
        self.hops += [[], [(cell, ENTER) for cell in course.starts]]
        self.reach = [self._reach(cell) for cell in range(len(course.places))]
        self.reach += [[], self._reach(SHORE)]
        walls = [WALL] * 3
        walls[OFF] = 0
        # a river with nothing on it
        self.empty = [0] * len(course.places) + walls

    def _reach(self, start: int) -> list[int]:
        """By steps, the other cells that a lumberjack can reach, as bits."""
        found, near = [0], {start}
        for _ in range(FURTHEST):
            near |= {to for cell in near for to, _ in self.hops[cell]}
            found.append(sum(1 << cell for cell in near if cell >= 0 and cell != start))
        return found


tables = lru_cache(maxsize=8)(CourseTables)


class FastRiver:
    """A changeable copy of the river and the things that move on it."""

    __slots__ = ("at", "away", "drift", "owners", "taken", "water")

    def __init__(self, s: Position, water: CourseTables) -> None:
        self.water, self.owners = water, s.owners
        self.at, self.taken = list(s.figures), list(water.empty)
        for figure, cell in enumerate(s.figures):
            if cell >= 0:
                self.taken[cell] = figure + 1
        for cell in s.logs:
            self.taken[cell] = LOG
        # the cells of logs on currents, and by seat its lumberjacks that aren't home
        self.drift = {cell for cell in s.logs if water.currents[cell] >= 0}
        self.away = [sum(self.at[i] != HOME for i in s.team(x)) for x in range(len(s.left))]

    def like(self) -> FastRiver:
        """Copy it."""
        board = FastRiver.__new__(FastRiver)
        board.water, board.owners = self.water, self.owners
        board.at, board.taken = self.at[:], self.taken[:]
        board.away, board.drift = self.away[:], self.drift.copy()
        return board

    def walk(self, figure: int, path: Path) -> bool:
        """Walk a whole turn, then float everything that is on a current. False if the owner of the
        lumberjack has won by it."""
        taken, at, due = self.taken, self.at, set[int]()
        seat, currents = self.owners[figure], self.water.currents
        for cell, way in path:
            if taken[cell]:
                self.shove(cell, DOWNSTREAM if way == ENTER else way, due)
            self.shift(figure + 1, at[figure], cell)
            if not self.away[seat]:
                return False
        due = {cell for cell in at if cell >= 0 and currents[cell] >= 0} | self.drift
        while due:
            self.afloat(self.first(due) if len(due) > 1 else next(iter(due)), due)
            if not self.away[seat]:
                return False
        return True

    def shift(self, thing: int, here: int, to: int) -> None:
        """Move a thing from a cell, or from the shore, to a free cell or over the finish."""
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
        """Shove the thing on a cell, and one more behind it, if possible, and update `due`."""
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
        """Note that a thing shoved onto a current must try to float, one shoved off needn't."""
        due.discard(here)
        if to >= 0 and self.water.currents[to] >= 0:
            due.add(to)

    def first(self, due: set[int]) -> int:
        """The cell that floats next: lumberjacks, then logs."""
        for cell in self.at:
            if cell in due:
                return cell
        return min(due)

    def afloat(self, start: int, due: set[int]) -> None:
        """Float one thing until it is on still water, blocked or off."""
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


ANY = -1  # the lumberjack of a beaver card
STAY = -2  # the direction of a lumberjack that has made no step

# The weights of a sensible turn, tuned in thousands of races against other weights.
_PRICE = 0.5  # turns that a step of a card must save: a 5 played for little leaves a 1,
SOON = 8  # but less if a seat has fewer turns to go than this
BEHIND = 0.05  # how much more a lumberjack's way counts for each turn left to it
HOPE = 0.3  # turns that shoving a rival aside may save
BARS, NEAR = 1.0, 0.4  # turns behind the best in sight, and the best found, still searched
TRIED, ENDS = 4, 2  # turns tried out; and most of one card and lumberjack

# By 1,500 races of the machine against itself, on all courses: on the held-back ones, its log loss
# was 0.515 nats a position, and 0.534 by the turns needed alone.
LAST, HELD, MOVE, DOUBT = 0.68, 0.19, 1.5, 0.56
_SAVED = 0.35  # at first sight, the worth of a step in hand; near the end as PRICE

GAIN: Final = 2  # places in a Node
SHOVED: Final = 3
Card: TypeAlias = tuple[int, int]
_Shoved: TypeAlias = dict[int, int]  # things by cell, as changed by a walk
Met: TypeAlias = tuple[float, _Shoved]  # a step's gain by shoving, and all changes
# A step: cell, direction, the gain of shoves, their changes, and the step before.
Node: TypeAlias = "tuple[int, int, float, _Shoved | None, Node | None]"

CARDS: Mapping[str, Card] = {
    word: (ANY if word == JOKER else FIGURES.index(word[:2]), worth(word)) for word in CARD_WORDS
}


class FastTurn(NamedTuple):
    """A card, its lumberjack, and the steps: each a cell, and a direction or ENTER."""

    card: Card
    figure: int
    path: Path


# How good a card is for a lumberjack if nothing is in the way, the part of that which isn't turns
# saved, the card, and the lumberjack's number.
CardChoice: TypeAlias = tuple[float, float, Card, int]
# The turns that a walk seems to save, its steps, and whether that is sure without floats: nothing
# is shoved and it ends on still water.
Walk: TypeAlias = tuple[float, Path, bool]
# A turn worth a closer look: how good it seems, the part that isn't turns saved, if that is sure.
Prospect: TypeAlias = tuple[float, float, bool, FastTurn]


class _Walks:
    """Where a seat's lumberjacks may end as a turn begins, by shoves on the way, without floats."""

    def __init__(self, board: FastRiver, seat: Seat) -> None:
        self.board, self.water, self.seat = board, board.water, seat
        self.crowd = sum([1 << cell for cell in board.at if cell >= 0])  # lumberjacks, as bits
        self.known = dict[tuple[int, int], Met | None]()

    def best(self, figure: int, steps: int, enough: float) -> list[Walk]:
        """The moves of a lumberjack that seem to gain most, best first, or just the best way if
        nobody is near. A cell counts if it leaves at most `enough` more turns than now, before
        shoves."""
        here, water, taken = self.board.at[figure], self.water, self.board.taken
        left, path = water.plans[here][steps]
        before, settled = water.needed[here], water.settled
        if not (water.reach[here][steps] & self.crowd or any(taken[cell] for cell, _ in path)):
            return [(before - left, path, bool(path) and self.still(path[-1][0]))]
        lifted = taken[here]
        if here != SHORE:
            taken[here] = 0
        nodes = self.spread(here, steps, before + enough)
        taken[here] = lifted
        ends = [(node[GAIN] + before - settled[cell], cell) for cell, node in nodes.items()]
        ends.sort(reverse=True)
        best = ((gain, cell, nodes[cell]) for gain, cell in ends[:ENDS])
        return [
            (gain, path_to(x), x[SHOVED] is None and self.still(cell)) for gain, cell, x in best
        ]

    def still(self, cell: int) -> bool:
        """True for a cell of still water."""
        return cell >= 0 and self.water.currents[cell] < 0

    def spread(self, here: int, steps: int, enough: float) -> dict[int, Node]:
        """By cell, the step there that gains most by shoves, within `enough` turns left."""
        taken, hops, plans = self.board.taken, self.water.hops, self.water.plans
        root: Node = (here, STAY, 0.0, None, None)
        nodes, front = {here: root}, [root]
        while steps and front:
            steps -= 1
            after = list[Node]()
            for node in front:
                cell, _, gain, shoved, _ = node
                if nodes[cell] is not node:
                    continue  # there is a better way by now
                for to, way in hops[cell]:
                    more, now = gain, shoved
                    if taken[to] if shoved is None or to not in shoved else shoved[to]:
                        met = self.met(to, way, shoved)
                        if met is None:
                            continue
                        more, now = gain + met[0], met[1]
                    known = nodes.get(to)
                    if known is None or more > known[GAIN] + 1e-9:
                        nodes[to] = step = (to, way, more, now, node)
                        if plans[to][steps][0] - more <= enough:
                            after.append(step)
            front = after
        return nodes

    def met(self, cell: int, way: int, shoved: _Shoved | None) -> Met | None:
        """What stepping onto a taken cell after these changes brings; None: it is barred."""
        if shoved is not None:
            return self.pushed(cell, way, shoved)
        if (cell, way) not in self.known:
            self.known[cell, way] = self.pushed(cell, way, {})
        return self.known[cell, way]

    def pushed(self, cell: int, way: int, shoved: _Shoved) -> Met | None:
        """Work out the result of stepping onto a taken cell; None: it is barred."""
        taken, toward, now = self.board.taken, self.water.toward, shoved.copy()
        if way == ENTER:
            way = DOWNSTREAM
        thing, to = now.get(cell, taken[cell]), toward[cell][way]
        if thing == WALL or (other := now.get(to, taken[to])) == WALL:
            return None
        gain = 0.0
        if other:
            end = toward[to][way]
            if now.get(end, taken[end]):
                return None
            gain = self.gained(other, to, end, now)
        return gain + self.gained(thing, cell, to, now), now

    def gained(self, thing: int, here: int, to: int, now: _Shoved) -> float:
        """Note a shove and return the seat's gain by it."""
        water, gain = self.water, 0.0
        if thing != LOG:
            gain = (water.settled if here in now else water.needed)[here] - water.settled[to]
            if self.board.owners[thing - 1] != self.seat:
                gain = -gain
        now[here] = 0
        if to != OFF:
            now[to] = thing
        return gain


def path_to(node: Node) -> Path:
    """The steps that led there."""
    found, before = list[tuple[int, int]](), node[-1]
    while before is not None:
        found.append((node[0], node[1]))
        node, before = before, before[-1]
    return tuple(found[::-1])


class Race:
    """A changeable race at the beginning of a turn."""

    __slots__ = (
        "board", "gone", "hands", "left", "mover", "piles", "round", "teams", "water", "winner",
    )  # fmt: skip

    def __init__(self, s: Position, water: CourseTables) -> None:
        self.water, self.board, self.left = water, FastRiver(s, water), s.left
        self.mover, self.winner, self.round = s.mover, s.winner, s.round
        self.teams = tuple(() if gone else s.team(seat) for seat, gone in enumerate(s.left))
        self.hands, self.piles, self.gone = (
            [[CARDS[card] for card in bag if card != HIDDEN] for bag in bags]
            for bags in (s.hands, s.decks, s.discards)
        )

    def turn(self) -> bool:
        """Play a sensible turn. False if it wins the race."""
        return self.take(*self.chosen())

    def take(self, turn: FastTurn, board: FastRiver, on: bool) -> bool:
        """Note that a turn has led to this board."""
        self.hands[self.mover].remove(turn.card)
        self.gone[self.mover].append(turn.card)
        self.board = board
        if not on:
            self.winner = self.mover
        return on

    def draw(self, lot: float) -> None:
        """Draw a card by a number from 0 up to 1, refill an empty pile from the discards, and pass
        the turn to the next seat, which wins if all of its lumberjacks are home."""
        seat = self.mover
        pile = self.piles[seat]
        at = int(lot * len(pile))
        self.hands[seat].append(pile[at])
        pile[at] = pile[-1]
        pile.pop()
        if not pile:
            self.piles[seat], self.gone[seat] = sorted(self.gone[seat]), pile
        seats = len(self.left)
        seat += 1
        while seat < seats and self.left[seat]:
            seat += 1
        if seat == seats:
            seat = self.left.index(False)
            self.round += 1
        self.mover = seat
        if not self.board.away[seat] and self.round <= ROUNDS:
            self.winner = seat

    @property
    def over(self) -> bool:
        """Whether a seat has won, or the race has taken too long."""
        return self.winner != NOBODY or self.round > ROUNDS

    def shares(self) -> list[float]:
        """Each seat's chance of winning, by the turns it still needs."""
        if self.winner != NOBODY:
            return [float(seat == self.winner) for seat in range(len(self.left))]
        homes, whole = dict[Seat, float](), 0.0
        for seat, gone in enumerate(self.left):
            if not gone:
                needed, last, held = self.parts(seat)
                homes[seat] = needed + LAST * last - HELD * held + MOVE * self.waits(seat)
                whole += needed
        return chances(homes, whole, len(self.left))

    def parts(self, seat: Seat) -> tuple[float, float, int]:
        """A seat's turns to go, those of its last lumberjack, and the steps on its cards."""
        needed = [self.water.needed[self.board.at[i]] for i in self.teams[seat]]
        return sum(needed), max(needed), sum(n for _, n in self.hands[seat])

    def waits(self, seat: Seat) -> float:
        """The part of a round until a seat's turn."""
        seats = len(self.left)
        return (seat - self.mover) % seats / seats

    def lead(self, board: FastRiver) -> float:
        """How many turns the mover is ahead of the others on a board, on average."""
        needed, at = self.water.needed, board.at
        mine = others = 0.0
        for seat, own in enumerate(self.teams):
            left = 0.0
            for figure in own:
                left += needed[at[figure]]
            if seat == self.mover:
                mine = left
            else:
                others += left
        return others / max(1, self.left.count(False) - 1) - mine

    def chosen(self) -> tuple[FastTurn, FastRiver, bool]:
        """The turn that gains most of some promising ones, tried out on a board, at a price for the
        steps of its card. Also that board, and whether the race continues."""
        board, currents, now = self.board, self.water.currents, self.lead(self.board)
        calm = not board.drift and all(c < 0 or currents[c] < 0 for c in board.at)
        most, best, there = -inf, None, None
        for seems, besides, still, turn in self.promising():
            tried = None
            if not (calm and still):
                tried = board.like()
                if not tried.walk(turn.figure, turn.path):
                    return turn, tried, False
                seems = self.lead(tried) - now + besides
            if seems > most:
                most, best, there = seems, turn, tried
        assert best is not None, "nobody is without a card"
        if there is None:
            there = board.like()
            there.walk(best.figure, best.path)
        return best, there, True

    def promising(self) -> list[Prospect]:
        """Turns worth a closer look, the most promising first."""
        walks, found = _Walks(self.board, self.mover), list[Prospect]()
        options = sorted(self.options(), reverse=True)
        least = options[0][0] - BARS
        for most, besides, card, figure in options:
            if most + HOPE <= least:
                break
            for gain, path, still in walks.best(figure, card[1], besides + HOPE - least):
                found.append((gain + besides, besides, still, FastTurn(card, figure, path)))
            found.sort(reverse=True)
            del found[TRIED:]
            least = found[0][0] - NEAR
        return found

    def options(self) -> list[CardChoice]:
        """Each card in hand with a lumberjack that it may move, at a price for its steps. At the
        end of a race, saving them is useless."""
        at, found = self.board.at, list[CardChoice]()
        needed, plans, own = self.water.needed, self.water.plans, self.teams[self.mover]
        soonest = min([sum([needed[at[i]] for i in jacks]) for jacks in self.teams if jacks])
        price = _PRICE * min(1.0, soonest / SOON)
        for card in dict.fromkeys(self.hands[self.mover]):
            whom, steps = card
            for figure in own if whom == ANY or at[whom] == HOME else (whom,):
                if (here := at[figure]) != HOME:
                    besides = BEHIND * needed[here] - price * steps
                    most = needed[here] - plans[here][steps][0] + besides
                    found.append((most, besides, card, figure))
        return found


def chances(homes: Mapping[Seat, float], whole: float, seats: int) -> list[float]:
    """Each seat's chance, by when each should be home; `whole` is the turns all need together."""
    doubt, soonest = DOUBT * sqrt(1 + whole / len(homes)), min(homes.values())
    weights = [0.0] * seats
    for seat, home in homes.items():
        weights[seat] = exp((soonest - home) / doubt)
    total = sum(weights)
    return [weight / total for weight in weights]


class Playouts:
    """Play a race on for some rounds. The position then says more than a lucky win. See
    rules.game.Playouts."""

    to_the_end, sight = False, 3

    def __init__(self, water: CourseTables) -> None:
        self.water = water

    def seems(self, s: Position) -> list[float]:
        """Count the steps left in hand too, since a played card is gone. A hidden card counts as
        the beaver, which is about average."""
        needed, homes = self.water.needed, dict[Seat, float]()
        left = {
            seat: [needed[s.figures[i]] for i in s.team(seat)]
            for seat, gone in enumerate(s.left)
            if not gone
        }
        saved = _SAVED * min(1.0, min(map(sum, left.values())) / SOON)
        for seat, own in left.items():
            held = sum(REACH if card == HIDDEN else worth(card) for card in s.hands[seat])
            homes[seat] = sum(own) + LAST * max(own) - saved * held
        return chances(homes, sum(map(sum, left.values())), len(s.left))

    def play_out(self, s: Position, luck: Luck) -> tuple[Sequence[float], int]:
        race = Race(s, self.water)
        race.draw(next(luck))
        seats, turns, found = race.left.count(False), 0, list[list[float]]()
        for rounds in (2, 4, 6):  # after these the standing of the race counts
            while turns < rounds * seats and not race.over:
                turns += 1
                if race.turn():
                    race.draw(next(luck))
            found.append(race.shares())
        won = [sum(shares) / len(found) for shares in zip(*found, strict=True)]
        return won, 4 + 10 * turns  # the positions that a world, and a turn in it, cost

"""Logjam for computers: a seat's worth, a quick good turn, and a fast board.

`Playouts` plays games to their end on the bits of a few numbers, many times as fast as the rules.
Each seat plays the turn that looks best at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import exp, sqrt
from typing import NamedTuple, TypeAlias

from rules.game import Luck, Seat, Step, closer_home
from rules.logjam.position import (
    CAPTURE,
    DIE,
    NOTHING,
    OFF,
    PUSH,
    SHIFT,
    Phase,
    Placement,
    Position,
    Run,
    Shift,
    Water,
    water,
)
from rules.logjam.rules import due, in_question, in_the_way, led_to, legal
from rules.squares import Grid, bits, squares
from rules.text import Plural, Text

_SAFE = 1.0  # steps that a logger at home is worth: it can't be captured or crushed


def worth(s: Position, seat: Seat) -> float:
    """How many steps a seat's loggers are ahead of a rival's, on average. Ways lead round logs, but
    not round loggers, which move on. Home is safe, which is worth a step more."""
    rivals = [other for other in s.seats_from(0) if other != seat]
    behind = sum(_left_to_do(s, other) for other in rivals) / max(len(rivals), 1)
    return behind - _left_to_do(s, seat)


def liking(s: Position, seat: Seat) -> float:
    """How far a seat's first logger has come. Beginners move that one and forget the others."""
    off = _steps_off(s.grid, s.logs)
    return -float(min((off[cell] for cell in s.loggers[seat]), default=0))


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """The changes of a turn for a seat: homecomers, the ways to go, loggers that a 1 captures."""
    found = list[Text]()
    if (n := after.home[seat] - before.home[seat]) > 0:
        found.append(Plural("brings {n} logger home", "brings {n} loggers home", n=n))
    nearer = {x: steps_to_go(before, x) - steps_to_go(after, x) for x in after.seats_from(seat)}
    own = nearer.pop(seat)
    found += closer_home(own, sum(nearer.values()))
    if (n := _beside(after, seat) - _beside(before, seat)) > 0:
        near = Plural(
            "ends with {n} more logger next to a rival",
            "ends with {n} more loggers next to a rival",
            n,
        )
        found.append(near)
    elif n < 0:
        away = Plural(
            "moves {n} logger out of a rival's reach",
            "moves {n} loggers out of a rival's reach",
            -n,
        )
        found.append(away)
    return found


def _beside(s: Position, seat: Seat) -> int:
    """Loggers of a seat that a rival may capture with a one."""
    rivals = {cell for cell, owner in s.owners.items() if owner != seat}
    near = s.grid.neighbours
    return sum(not rivals.isdisjoint(near[cell]) for cell in s.loggers[seat])


def sent_back(before: Position, after: Position, seat: Seat) -> int:
    """How many rivals' loggers a seat's turn has sent back to the starting row."""
    return sum(
        _at_start(after, other) - _at_start(before, other)
        for other, _ in enumerate(before.home)
        if other != seat
    )


def _at_start(s: Position, seat: Seat) -> int:
    return s.hand[seat] + sum(cell < s.terms.columns for cell in s.loggers[seat])


def _left_to_do(s: Position, seat: Seat) -> float:
    return steps_to_go(s, seat) - _SAFE * s.home[seat]


def steps_to_go(s: Position, seat: Seat) -> int:
    """The steps a seat still needs round the logs; loggers in hand begin at the best square."""
    off = _steps_off(s.grid, s.logs)
    start = min(off[: s.terms.columns])
    return start * s.hand[seat] + sum(off[cell] for cell in s.loggers[seat])


@lru_cache(maxsize=1024)
def _steps_off(board: Grid, logs: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The steps off the open edge from each square, round the logs. Without a way it counts as
    twice the length of the river: it opens some day."""
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
    """The run that brings a logger furthest, or anything better at first sight. Own loggers sent
    back stand near the way home, others far from it."""
    match s.phase:
        case Phase.MOVE:
            ways: list[tuple[float, Step]] = [(0.0, NOTHING), *_runs(s)]
            before = worth(s, s.mover)
            for step in in_question(s):
                if isinstance(step, Shift) and not in_the_way(s, step):
                    continue
                if after := led_to(s, step):
                    ways.append((worth(after, s.mover) - before, step))
            return max(ways, key=lambda way: way[0])[1]
        case Phase.RETURN:
            places = [step for step in legal(s) if isinstance(step, Placement)]
            off, seats = _steps_off(s.grid, s.logs), due(s)
            return min(places, key=lambda x: off[x.to] * (1 if seats[x.seat] == s.mover else -1))
    return legal(s)[0]


def _runs(s: Position) -> Iterator[tuple[float, Run]]:
    """The best run of each logger."""
    runs, allowed, off = s.words.runs, s.free, _steps_off(s.grid, s.logs)
    river = s.water
    for start in sorted(set(s.loggers[s.mover])):
        near = s.reach(start, s.roll - 1, allowed)
        if near & river.edge:
            yield off[start] + _SAFE, runs[start][OFF]
        else:
            to = min(squares((near | river.step(near)) & allowed | 1 << start), key=off.__getitem__)
            if to != start:
                yield off[start] - off[to], runs[start][to]


_CROSSING = 4  # steps that getting onto a log counts as, since it can be pushed away
_SPECIAL = (CAPTURE, PUSH, SHIFT)
# The worth of each special action against one rival, in steps beyond its own gain.
_BESIDES = {CAPTURE: 4.0, PUSH: 1.0, SHIFT: 2.0}
LEAD = 1.25  # how sure a lead of one step is to win, with one step to go
NEXT = 1.9  # steps that being next to roll is worth
LONGEST = 64  # most rounds played on
MOST = 20_000  # the most cached rivers of a search
_HOME_TOO = 4  # extra steps for a run that ends at home, if the next roll is foreseen

# The end of a run, its gain, the squares it crosses, and the squares in reach.
Way: TypeAlias = tuple[int, float, int, int]


class LogMove(NamedTuple):
    """A log's move: the river after it, the squares entered, and the side."""

    river: River
    entered: int
    by: int


class Crushing(NamedTuple):
    """A move of a log that crushes a logger."""

    back: int  # the squares from which it is pushed
    hit: int  # those where it crushes
    by: int  # the side


class Gains(NamedTuple):
    """The most that each roll gains from a square, and how many rolls don't lead home."""

    steps: tuple[int, ...]
    short: int


class Steps(dict[int, int]):
    """The steps off the board by square, found on demand; `levels` has the squares by steps."""

    def __init__(self, levels: list[int]) -> None:
        self.levels = levels

    def __missing__(self, cell: int) -> int:
        found = next(steps for steps, level in enumerate(self.levels) if level >> cell & 1)
        self[cell] = found
        return found


class River:
    """Logs as they lie. `levels` has squares by steps off the board, some more across a log; `off`
    has those steps by square."""

    def __init__(self, board: Water, logs: tuple[int, ...], known: dict[tuple[int, ...], River]):
        self.board, self.logs, self.known = board, logs, known
        self.taken = sum(logs)
        self.dry = board.everything & ~self.taken
        self.levels = self._levels()
        self.off = Steps(self.levels)
        self.runs = [dict[int, Way]() for _ in range(len(DIE) + 1)]
        self.around = dict[tuple[int, int, int], Way]()
        self.moves = dict[tuple[int, int], LogMove | None]()
        self.near = dict[int, int]()
        self.ahead = dict[tuple[int, int], Gains]()

    @cached_property
    def nearest(self) -> int:
        """The steps off the board from the best square of the starting row."""
        return min(self.off[cell] for cell in range(self.board.columns))

    @cached_property
    def fronts(self) -> list[tuple[int, int, int]]:
        """For each log and side, the squares it would enter if nothing barred it."""
        sides = [(log, by) for log in self.logs for by in self.board.shifts]
        return [(_lowest(log), by, _toward(log, by) & self.dry) for log, by in sides]

    @cached_property
    def crushing(self) -> list[Crushing]:
        """The moves of logs that can crush a logger, as if no logger were in the way."""
        found, board, taken = list[Crushing](), self.board, self.taken
        for log in self.logs:
            for by in board.sides:
                if log & (board.barred[by] | board.bounds[by]):
                    continue
                entered = _toward(log, by) & ~log
                hit = entered & (board.wall[by] | _toward(taken, -by))
                if hit and not entered & taken:
                    found.append(Crushing(_toward(log, -by) & self.dry, hit, by))
        return found

    def reach(self, cell: int) -> int:
        """All squares in reach of the highest roll, without loggers in the way."""
        if cell not in self.near:
            found = 1 << cell
            for _ in DIE:
                found |= self.board.step(found) & self.dry
            self.near[cell] = found
        return self.near[cell]

    def gains(self, cell: int, rivals: int) -> Gains:
        """What rolls gain from a square, with rivals on these squares within the highest roll."""
        known = self.ahead.get((cell, rivals))
        if known is not None:
            return known
        now = steps = self.off[cell]
        here, free, found = 1 << cell, self.dry & ~rivals, list[int]()
        while len(found) < len(DIE) and not here & self.board.edge:
            free &= ~here
            here = self.board.step(here) & free
            steps -= bool(self.levels[steps - 1] & here)
            found.append(now - steps)
        short = len(found)
        gains = Gains((*found, *[now + _HOME_TOO] * (len(DIE) - short)), short)
        self.ahead[cell, rivals] = gains
        return gains

    def _levels(self) -> list[int]:
        left = self.board.everything
        step, dry, taken = self.board.step, self.dry, self.taken
        levels = [self.board.edge << self.board.columns]
        while left:
            here = step(levels[-1]) & dry
            if len(levels) >= _CROSSING:
                here |= step(levels[-_CROSSING]) & taken
            here &= left
            levels.append(here)
            left ^= here
        return levels

    def run(self, cell: int, roll: int, rivals: int) -> Way:
        """The best run from a square."""
        way = self.runs[roll].get(cell)
        if way is None:
            way = self.runs[roll][cell] = self._run(cell, roll, self.dry)
        if not way[2] & rivals:
            return way
        near = way[3] & rivals
        around = self.around.get((cell, roll, near))
        if around is None:
            around = self.around[cell, roll, near] = self._run(cell, roll, self.dry & ~near)
        return around

    def _run(self, cell: int, roll: int, free: int) -> Way:
        """The best run from a square through free ones."""
        step, edge = self.board.step, self.board.edge
        here = 1 << cell
        left, rings = free & ~here, [here]
        for _ in range(roll - 1):
            here = step(here) & left
            left ^= here
            rings.append(here)
        found = free & ~left | rings[0]
        if found & edge:
            within = found | step(here) & left
            return OFF, self.off[cell] + _SAFE, self._path(found & edge, rings), within
        here = step(here) & left
        rings.append(here)
        found |= here
        now = self.off[cell]
        steps = max(now - roll, 1)
        while not (best := self.levels[steps] & found):
            steps += 1
        if steps == now:
            return cell, 0.0, 0, found
        path = self._path(best & -best, rings)
        return _lowest(best), float(now - steps), path, found

    def _path(self, goals: int, rings: Sequence[int]) -> int:
        """A shortest way to one of some squares, without its start; `rings`: by distance."""
        n, step = 0, self.board.step
        while not rings[n] & goals:
            n += 1
        here = rings[n] & goals
        path = here = here & -here
        for ring in rings[n - 1 : 0 : -1]:
            here = step(here) & ring
            here &= -here
            path |= here
        return path if n else 0

    def move_log(self, at: int, by: int) -> LogMove | None:
        """The result of moving the log on a square; None if it can't move that way."""
        if (at, by) in self.moves:
            return self.moves[at, by]
        log = next(log for log in self.logs if log >> at & 1)
        others = tuple(other for other in self.logs if other != log)
        to, found = _toward(log, by), None
        if log & self.board.bounds[by] & ~self.board.barred[by]:
            found = LogMove(self.like(others), 0, by)
        elif not (log & self.board.barred[by] or to & self.taken & ~log):
            found = LogMove(self.like(tuple(sorted((*others, to)))), to & ~log, by)
        self.moves[at, by] = found
        return found

    def like(self, logs: tuple[int, ...]) -> River:
        """The river with these logs in it."""
        if logs not in self.known:
            if len(self.known) > MOST:
                self.known.clear()
            self.known[logs] = River(self.board, logs, self.known)
        return self.known[logs]


def _lowest(found: int) -> int:
    return (found & -found).bit_length() - 1


def _toward(found: int, by: int) -> int:
    return found << by if by > 0 else found >> -by


class FastGame:
    """A changeable game between two turns."""

    __slots__ = (
        "cells", "each", "following", "hand", "home", "masks", "mover", "over", "rivals", "river",
    )  # fmt: skip

    def __init__(self, river: River, s: Position) -> None:
        self.river, self.mover, self.each = river, s.mover, s.terms.each
        self.cells = [list(stack) for stack in s.loggers]
        self.masks = [bits(stack) for stack in s.loggers]
        self.home, self.hand = list(s.home), list(s.hand)
        self.following = [s.after(seat) for seat in range(len(s.home))]  # the next seat, by seat
        self.rivals = max(len(set(self.following)) - 1, 1)  # of each
        self.over = self.each in self.home

    def like(self) -> FastGame:
        """Copy it."""
        race = FastGame.__new__(FastGame)
        race.river, race.mover, race.each = self.river, self.mover, self.each
        race.cells, race.masks = list(map(list, self.cells)), self.masks[:]
        race.home, race.hand, race.over = self.home[:], self.hand[:], self.over
        race.following, race.rivals = self.following, self.rivals
        return race

    def turn(self, roll: int) -> FastGame:
        """The position after the turn that looks best at once. It may be this object, changed."""
        gain, start, to = self.run(roll)
        best = self
        if roll in _SPECIAL:
            now = self.lead() - _BESIDES[roll] / self.rivals
            for race in self.specials(roll):
                if (more := race.lead() - now) > gain:
                    best, gain = race, more
        if best is not self:
            best.send_back()
        elif gain:
            self.go(start, to)
        return best.pass_turn()

    def pass_turn(self) -> FastGame:
        """Pass the turn to the next seat."""
        self.mover = self.following[self.mover]
        return self

    def lead(self) -> float:
        """How many steps the mover is ahead of the others, on average."""
        mine, others, off = 0.0, 0.0, self.river.off
        for seat, cells in enumerate(self.cells):
            steps = -_SAFE * self.home[seat]
            if hand := self.hand[seat]:
                steps += hand * self.river.nearest
            for cell in cells:
                steps += off[cell]
            if seat == self.mover:
                mine = steps
            else:
                others += steps
        return others / self.rivals - mine

    def steps_left(self, seat: Seat) -> int:
        """The steps a seat still has to go between two turns, when no logger is in hand."""
        off = self.river.off
        return sum([off[cell] for cell in self.cells[seat]])

    def others(self, seat: Seat) -> int:
        """The squares of other seats' loggers."""
        standing = sum(self.masks)  # no square has two seats' loggers
        return standing if seat == OFF else standing - self.masks[seat]

    def run(self, roll: int) -> tuple[float, int, int]:
        """The gain of the best run, its start and its end."""
        best, start, end, rivals = 0.0, OFF, OFF, self.others(self.mover)
        runs, run = self.river.runs[roll], self.river.run
        for cell in self.cells[self.mover]:
            way = runs.get(cell) or run(cell, roll, 0)
            if way[1] > best:
                if way[2] & rivals:
                    way = run(cell, roll, rivals)
                    if way[1] <= best:
                        continue
                end, best, start = way[0], way[1], cell
        return best, start, end

    def specials(self, roll: int) -> Iterator[FastGame]:
        """The roll's special actions before loggers are sent back; shifts only with a hit."""
        if roll not in _SPECIAL:
            return
        found = {CAPTURE: self.captures, PUSH: self.pushes, SHIFT: self.shifts}[roll]
        for race in found():
            if race.room():
                yield race

    def captures(self) -> Iterator[FastGame]:
        rivals = self.others(self.mover)
        if not self.river.board.step(self.masks[self.mover]) & rivals:
            return
        for start in self.cells[self.mover]:
            for to in self.river.board.near[start]:
                if rivals >> to & 1:
                    race = self.like()
                    race.crush(next(n for n, mask in enumerate(self.masks) if mask >> to & 1), to)
                    race.go(start, to)
                    yield race

    def pushes(self) -> Iterator[FastGame]:
        taken = self.river.taken
        if not self.river.board.step(self.masks[self.mover]) & taken:
            return
        for start in self.cells[self.mover]:
            for to in self.river.board.near[start]:
                if taken >> to & 1 and (moved := self.river.move_log(to, to - start)):
                    race = self.drift(moved)
                    race.go(start, to)
                    yield race

    def shifts(self) -> Iterator[FastGame]:
        standing = self.others(OFF)
        for at, by, front in self.river.fronts:
            if front & standing and (moved := self.river.move_log(at, by)) and moved.entered:
                yield self.drift(moved)

    def drift(self, moved: LogMove) -> FastGame:
        """The position after a log has moved, and the stacks in its way."""
        race = self.like()
        race.river = moved.river
        if moved.entered & self.others(OFF):
            for seat, mask in enumerate(self.masks):
                for cell in squares(mask & moved.entered):
                    self._meet(race, seat, cell, moved.by)
        return race

    def _meet(self, race: FastGame, seat: Seat, cell: int, by: int) -> None:
        """Move or crush a stack in the way of a log."""
        board = self.river.board
        blocked = self.river.taken | self.others(seat)
        if by == board.columns and board.edge >> cell & 1:
            while cell in race.cells[seat]:
                race.go_as(seat, cell, OFF)
        elif board.bounds[by] >> cell & 1 or blocked >> (cell + by) & 1:
            race.crush(seat, cell)
        else:
            for _ in range(self.cells[seat].count(cell)):
                race.go_as(seat, cell, cell + by)

    def go(self, start: int, to: int) -> None:
        """Move the mover's logger to another square, or home."""
        self.go_as(self.mover, start, to)

    def go_as(self, seat: Seat, start: int, to: int) -> None:
        cells, mask = self.cells[seat], self.masks[seat]
        cells.remove(start)
        if start not in cells:
            mask ^= 1 << start
        if to == OFF:
            self.home[seat] += 1
            self.over |= self.home[seat] == self.each
        else:
            cells.append(to)
            mask |= 1 << to
        self.masks[seat] = mask

    def crush(self, seat: Seat, cell: int) -> None:
        """Take a whole stack into the hand."""
        left = [other for other in self.cells[seat] if other != cell]
        self.hand[seat] += len(self.cells[seat]) - len(left)
        self.cells[seat], self.masks[seat] = left, bits(left)

    def room(self) -> bool:
        """True if all loggers in hand can stand on the starting row."""
        return not any(self.hand) or self._short() <= self._empty()

    def _short(self) -> int:
        """Seats with loggers in hand and none on the starting row."""
        start, found = self.river.board.start, 0
        for n, mask in zip(self.hand, self.masks, strict=True):
            if n and not mask & start:
                found += 1
        return found

    def _empty(self) -> int:
        return (self.river.board.start & ~self.others(OFF)).bit_count()

    def send_back(self) -> None:
        """Stand loggers in hand on row 1, the mover's near the way home, others far from it."""
        off = self.river.off
        for seat, n in enumerate(self.hand):
            if n:
                allowed = self.river.board.start & ~self.others(seat)
                if self._short() == self._empty() and self.masks[seat] & allowed:
                    allowed &= self.masks[seat]
                best = min if seat == self.mover else max
                self.cells[seat] += [best(squares(allowed), key=off.__getitem__)] * n
                self.masks[seat], self.hand[seat] = bits(self.cells[seat]), 0


class Playouts:
    """See rules.game.Playouts."""

    to_the_end, sight = True, 16

    def __init__(self, s: Position) -> None:
        self.rivers = dict[tuple[int, ...], River]()
        self.begun = dict[Position, FastGame]()
        self.told = dict[tuple[Seat, ...], Sequence[float]]()
        self.seats = s.seats_from(0)
        self.none = River(s.water, (), self.rivers)

    def seems(self, s: Position) -> Sequence[float] | None:
        return None

    def play_out(self, s: Position, luck: Luck) -> tuple[Sequence[float], int]:
        """The average chances after one round, two, four and so on, and at the end. Early ones are
        less a matter of luck, later ones tell more."""
        race, turns, seats = self.place(s).like(), 0, len(self.seats)
        found, goal = list[Sequence[float]](), seats
        while not race.over and turns < LONGEST * seats:
            race = race.turn(1 + int(next(luck) * len(DIE)))
            turns += 1
            if turns == goal:
                found.append(self.shares(race))
                goal *= 2
        found.append(self.shares(race))
        return [sum(won) / len(found) for won in zip(*found, strict=True)], turns

    def place(self, s: Position) -> FastGame:
        """A position between two turns."""
        if s not in self.begun:
            logs = tuple(sorted(bits(log) for log in s.logs))
            self.begun[s] = FastGame(self.none.like(logs), s)
        return self.begun[s]

    def shares(self, race: FastGame) -> Sequence[float]:
        """Each seat's chance. The more steps are left, the less sure is a lead. Fitted to games."""
        left = [race.steps_left(seat) for seat in self.seats]
        key = (race.mover, *left)
        if key not in self.told:
            sure = LEAD / sqrt(max(1.0, 2 * sum(left) / len(left)))
            weights = [0.0] * len(race.home)
            for seat, steps in zip(self.seats, left, strict=True):
                weights[seat] = exp((min(left) - steps + NEXT * (seat == race.mover)) * sure)
            whole = sum(weights)
            self.told[key] = [weight / whole for weight in weights]
        return self.told[key]

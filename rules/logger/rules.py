"""The rules of Logger.

Only `corners`, `reach`, `seedings`, `plantings`, `choppings` and `protests` decide on legality.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import ClassVar, NamedTuple

from rules.game import Event, Leave, Seat, Step, Stop, Vocabulary, WrongPhase, put
from rules.squares import Grid
from rules.text import Code, Text

BOARD = Grid(5, 5)
NAMES, NEIGHBOURS, CROSSES, CORNERS = BOARD.names, BOARD.neighbours, BOARD.crosses, BOARD.corners
EMPTY, SEEDLING, SAPLING, MATURE, PROTESTED = range(5)
SIGNS = b".sTMG".ljust(256)  # of the stages
# By square and neighbour: the ray away from the square that begins with the neighbour.
AWAY = {(c, ray[0]): ray for c in BOARD.cells for ray in BOARD.rays[c].values() if ray}
UNPLACED = -1  # the square of a logger before its corner is chosen
GONE = -2  # the square of a logger whose player has left
_PLACES = {UNPLACED: "-", GONE: "gone", **dict(enumerate(NAMES))}


class Phase(StrEnum):
    """The mover's next decision."""

    CORNER = "corner"
    WALK = "walk"
    SEED = "seed"
    ACT = "act"
    MORE = "more"
    OVER = "over"


class Position(NamedTuple):
    """A whole position."""

    phase: Phase
    mover: Seat
    trees: tuple[int, ...]  # stages of the 25 squares from a1 to e5
    loggers: tuple[int, ...]  # squares by seat
    points: tuple[int, ...]  # by seat
    supply: tuple[int, ...]  # protesters in hand by seat
    owing: tuple[int, ...] = ()  # the trees that must still seed, in order
    stirred: bool = False  # something on the board has changed in this round

    def __str__(self) -> str:
        signs = bytes(self.trees).translate(SIGNS).decode()
        rows = "/".join([signs[r : r + 5] for r in (20, 15, 10, 5, 0)])
        loggers = ",".join([_PLACES[c] for c in self.loggers])
        points = ",".join([str(n) for n in self.points])
        supply = ",".join([str(n) for n in self.supply])
        owing = ",".join([NAMES[c] for c in self.owing]) or "-"
        stirred = "stirred" if self.stirred else "calm"
        return f"{rows} {loggers} {points} {supply} {self.mover} {self.phase} {owing} {stirred}"

    def free_around(self, cell: int) -> list[int]:
        """The free orthogonal neighbours, in order."""
        trees, loggers = self.trees, self.loggers
        return [c for c in NEIGHBOURS[cell] if not trees[c] and c not in loggers]

    def reach(self, cell: int) -> set[int]:
        """The squares a logger on `cell` may walk to: none, one or two steps over free squares."""
        trees, loggers = self.trees, self.loggers
        found = {cell}
        for near in NEIGHBOURS[cell]:
            if not trees[near] and near not in loggers:
                found.add(near)
                for far in NEIGHBOURS[near]:
                    if not trees[far] and far not in loggers:
                        found.add(far)
        return found

    def falling_trees(self, at: int) -> list[int]:
        """The trees that fall when the mover chops `at`: the unbroken run of mature ones away
        from them, protested or not (pyramid rules sheet, Knocking Down By Chopping)."""
        return [*takewhile(lambda c: self.trees[c] >= MATURE, AWAY[self.loggers[self.mover], at])]

    def corners(self) -> list[int]:
        """The free corners."""
        return [c for c in CORNERS if c not in self.loggers]

    def seedings(self, tree: int) -> list[int]:
        """The squares a tree that must still seed may drop its seed on."""
        return self.free_around(tree) if tree in self.owing else []

    def plantings(self) -> list[int]:
        """The free squares beside the mover."""
        return self.free_around(self.loggers[self.mover])

    def choppings(self) -> list[int]:
        """The mature, unprotested trees beside the mover."""
        return [c for c in NEIGHBOURS[self.loggers[self.mover]] if self.trees[c] == MATURE]

    def protests(self) -> list[int]:
        """The trees that the mover could still protect: mature, unprotested, anywhere."""
        if not self.supply[self.mover]:
            return []
        return [c for c, tree in enumerate(self.trees) if tree == MATURE]


@dataclass(frozen=True, slots=True)
class Walk(Step):
    to: int

    def __str__(self) -> str:
        return NAMES[self.to]


@dataclass(frozen=True, slots=True)
class Seed(Step):
    tree: int
    to: int

    def __str__(self) -> str:
        return f"{NAMES[self.tree]}>{NAMES[self.to]}"


@dataclass(frozen=True, slots=True)
class TreeAction(Step):
    """The end of a turn, on a square; its sign says which."""

    sign: ClassVar[str]
    at: int

    def __str__(self) -> str:
        return f"{self.sign}{NAMES[self.at]}"


class Plant(TreeAction):
    __slots__ = ()
    sign = "+"


class Chop(TreeAction):
    __slots__ = ()
    sign = "x"


class Protest(TreeAction):
    __slots__ = ()
    sign, open_ended = "!", True


WALKS = tuple(Walk(c) for c in BOARD.cells)
SEEDS = {(t, c): Seed(t, c) for t in BOARD.cells for c in NEIGHBOURS[t]}
PLANTS = tuple(Plant(c) for c in BOARD.cells)
CHOPS = tuple(Chop(c) for c in BOARD.cells)
PROTESTS = tuple(Protest(c) for c in BOARD.cells)
STOP = Stop()
WORDS = Vocabulary((*WALKS, *SEEDS.values(), *PLANTS, *CHOPS, *PROTESTS, STOP))


def legal(s: Position) -> list[Step]:
    """Every legal step in the order of the words."""
    match s.phase:  # the most frequent first
        case Phase.WALK:
            return [WALKS[c] for c in sorted(s.reach(s.loggers[s.mover]))]
        case Phase.ACT:
            plants: list[Step] = [PLANTS[c] for c in s.plantings()]
            chops: list[Step] = [CHOPS[c] for c in s.choppings()]
            return plants + chops + [PROTESTS[c] for c in s.protests()]
        case Phase.SEED:
            return [SEEDS[t, c] for t in s.owing for c in s.seedings(t)]
        case Phase.MORE:
            return [*[PROTESTS[c] for c in s.protests()], STOP]
        case Phase.CORNER:
            return [WALKS[c] for c in s.corners()]
    return []


def unattended_step(s: Position) -> Step:
    """Stay; grow; plant, or else protest, or else chop; always on the lowest square (Logger 19)."""
    match s.phase:
        case Phase.WALK:
            return WALKS[s.loggers[s.mover]]
        case Phase.SEED:
            tree = min(tree for tree in s.owing if s.seedings(tree))
            return SEEDS[tree, min(s.seedings(tree))]
        case Phase.ACT:
            ways = ((PLANTS, s.plantings()), (PROTESTS, s.protests()), (CHOPS, s.choppings()))
            return next(words[min(cells)] for words, cells in ways if cells)
        case Phase.MORE:
            return STOP
    return legal(s)[0]


def forced_step(s: Position) -> Step | None:
    """The only legal step, or a tree's only square that no other tree could seed either."""
    match s.phase:
        case Phase.WALK if s.plantings():
            return None  # staying is possible too
        case Phase.ACT if len(s.plantings()) > 1:
            return None
        case Phase.SEED:
            ways = {tree: s.seedings(tree) for tree in s.owing}
            for tree, cells in ways.items():
                if len(cells) == 1 and sum([cells[0] in others for others in ways.values()]) == 1:
                    return SEEDS[tree, cells[0]]
            return None
    options = legal(s)
    return options[0] if len(options) == 1 else None


NOT_YET = {
    Phase.CORNER: WrongPhase("choose a corner first"),
    Phase.WALK: WrongPhase("walk first: name a square, or your own to stay"),
    Phase.SEED: WrongPhase("the trees have to grow first"),
    Phase.ACT: WrongPhase("now plant, chop or protest"),
    Phase.MORE: WrongPhase(
        "you're placing protesters: name another tree, or type {stop}", stop=Code(".")
    ),
    Phase.OVER: WrongPhase("the game is over"),
}


def why_not(s: Position, step: Step) -> Text | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match step:  # naming the fields in a pattern would take three times as long
        case Walk() if s.phase is Phase.CORNER:
            to = step.to
            no_corner = Text("{square} isn't a corner", square=NAMES[to])
            return None if to in s.corners() else _taken(to) if to in CORNERS else no_corner
        case Walk() if s.phase is Phase.WALK:
            to = step.to
            if to in s.reach(s.loggers[s.mover]):
                return None
            if s.trees[to]:
                return Text("there's a tree on {square}", square=NAMES[to])
            out_of_reach = Text(
                "{square} is out of reach: a logger walks at most two spaces,"
                " not diagonally, and not through trees or loggers",
                square=NAMES[to],
            )
            return _taken(to) if to in s.loggers else out_of_reach
        case Seed() if s.phase is Phase.SEED:
            tree, to = step.tree, step.to
            if to in s.seedings(tree):
                return None
            if not s.trees[tree]:
                return _unfit(s, tree)
            if tree not in s.owing:
                return Text(
                    "the tree on {square} has nowhere left to drop a seed", square=NAMES[tree]
                )
            here, there = NAMES[tree], NAMES[to]
            far = Text("{square} isn't next to the tree on {tree}", square=there, tree=here)
            return _not_free(to) if to in NEIGHBOURS[tree] else far
        case Plant() if s.phase is Phase.ACT:
            at = step.at
            return None if at in s.plantings() else _not_beside(s, at) or _not_free(at)
        case Chop() if s.phase is Phase.ACT:
            at = step.at
            return None if at in s.choppings() else _not_beside(s, at) or _unfit(s, at)
        case Protest() if s.phase in (Phase.ACT, Phase.MORE):
            at = step.at
            return None if at in s.protests() else _empty_hand(s) or _unfit(s, at)
        case Stop() if s.phase is Phase.MORE:
            return None
    return NOT_YET[s.phase]


def why_none(s: Position, kind: type[TreeAction]) -> Text:
    """Why no step of this kind is legal."""
    timely = s.phase is Phase.ACT or (s.phase is Phase.MORE and kind is Protest)
    if not timely:
        return NOT_YET[s.phase]
    if kind is Plant:
        return Text("no square next to you is free")
    if kind is Chop:
        return Text("no unguarded mature tree is next to you")
    return _empty_hand(s) or Text("there's no unguarded mature tree")


def _taken(at: int) -> Text:
    return Text("another logger stands on {square}", square=NAMES[at])


def _not_free(at: int) -> Text:
    return Text("{square} isn't free", square=NAMES[at])


def _not_beside(s: Position, at: int) -> Text | None:
    near = at in NEIGHBOURS[s.loggers[s.mover]]
    return None if near else Text("{square} isn't next to you", square=NAMES[at])


def _empty_hand(s: Position) -> Text | None:
    return None if s.supply[s.mover] else Text("you have no protester in hand")


def _unfit(s: Position, at: int) -> Text:
    """Why the tree on a square cannot be felled or protected."""
    stage, square = s.trees[at], NAMES[at]
    if stage == PROTESTED:
        return Text("a protester guards the tree on {square}", square=square)
    if stage == SAPLING:
        return Text("the tree on {square} is only a sapling", square=square)
    if stage == SEEDLING:
        return Text("the tree on {square} is only a seedling", square=square)
    return Text("there's no tree on {square}", square=square)


GOAL = 10  # points that start the last round

Outcome = tuple[Position, list[Event]]
Numbers = tuple[int, ...]


def apply(s: Position, step: Step) -> Outcome:
    """The position after a legal step, and its events."""
    match step:
        case Walk() if s.phase is Phase.WALK:
            return _walk(s, step.to)
        case Walk():
            # The last of four corners isn't a choice, so it is taken with the third (our ruling: no
            # visit without a decision).
            s = s._replace(loggers=put(s.loggers, s.mover, step.to))
            events = [Event("stands", s.mover, (NAMES[step.to],))]
            left = s.corners()
            if len(left) == 1 and (seat := _next(s)) is not None:
                s = s._replace(mover=seat, loggers=put(s.loggers, seat, left[0]))
                events.append(Event("stands", seat, (NAMES[left[0]],)))
            return _next_corner(s), events
        case Seed():
            trees = restage(s.trees, [step.to], SEEDLING)
            owing = _able([c for c in s.owing if c != step.tree], trees, s.loggers)
            phase = Phase.SEED if owing else Phase.ACT
            seeded = Position(phase, s.mover, trees, s.loggers, s.points, s.supply, owing, True)
            return _or_skip(seeded, [Event("seeds", s.mover, (NAMES[step.tree], NAMES[step.to]))])
        case Plant():
            planted = restage(s.trees, [step.at], SEEDLING)
            return _end_turn(s, [Event("plants", s.mover, (NAMES[step.at],))], planted)
        case Chop():
            fallen = s.falling_trees(step.at)
            freed = tuple([NAMES[c] for c in fallen if s.trees[c] == PROTESTED])
            events = [Event("chops", s.mover, tuple([NAMES[c] for c in fallen]), len(fallen))]
            if freed:
                events.append(Event("frees", s.mover, freed, len(freed)))
            trees, points, supply = after_chop(s, fallen)
            if s.points[s.mover] < GOAL <= points[s.mover]:
                events.append(Event("reaches", s.mover, (), points[s.mover]))
            return _end_turn(s, events, trees, points, supply)
        case Protest():
            trees, supply = after_protest(s, [step.at])
            placed = Position(Phase.MORE, s.mover, trees, s.loggers, s.points, supply, (), True)
            return placed, [Event("protests", s.mover, (NAMES[step.at],))]
        case Leave(seat):
            return _leave(s, seat)
        case Stop():
            return _end_turn(s, [])
    raise TypeError(f"{type(step).__name__} is no step of Logger")


def _next_corner(s: Position) -> Position:
    """The next seat's corner, or the first round after the last one."""
    if (seat := _next(s)) is not None:
        return s._replace(mover=seat)
    return s._replace(phase=Phase.WALK, mover=_first(s))


def _walk(s: Position, to: int) -> Outcome:
    """Walk, then grow the whole cross at once: no tree twice, and only trees that were mature
    before may seed (2011 sheet, Growth)."""
    here, trees = s.loggers[s.mover], list(s.trees)
    mature: list[int] = []
    verb, way = ("stays", (NAMES[here],)) if to == here else ("walks", (NAMES[here], NAMES[to]))
    events, loggers = [Event(verb, s.mover, way)], put(s.loggers, s.mover, to)
    for cell in CROSSES[to]:
        if (stage := trees[cell]) >= MATURE:
            mature.append(cell)
        elif stage:
            trees[cell] += 1
            events.append(Event("grows", s.mover, (NAMES[cell],), stage + 1))
    owing = _able(mature, trees, loggers)
    phase, stirred = Phase.SEED if owing else Phase.ACT, s.stirred or len(events) > 1 or to != here
    grown = Position(phase, s.mover, tuple(trees), loggers, s.points, s.supply, owing, stirred)
    return _or_skip(grown, events)


def _able(owing: list[int], trees: Sequence[int], loggers: tuple[int, ...]) -> tuple[int, ...]:
    """The trees with a free neighbour; the others need not seed (2011 sheet, Action)."""
    able = []
    for tree in owing:
        for beside in NEIGHBOURS[tree]:
            if trees[beside] == EMPTY and beside not in loggers:
                able.append(tree)
                break
    return tuple(able)


def _or_skip(s: Position, events: list[Event]) -> Outcome:
    """Skip the action if the mover has none after the growth (2011 sheet, Action)."""
    if s.owing or s.plantings() or s.choppings() or s.protests():
        return s, events
    return _end_turn(s, [*events, Event("skips", s.mover)])


def after_chop(s: Position, fallen: Sequence[int]) -> tuple[Numbers, Numbers, Numbers]:
    """Trees, points and protesters in hand after these trees fall."""
    freed = sum([s.trees[c] == PROTESTED for c in fallen])
    points = _with(s.points, s.mover, len(fallen))
    return restage(s.trees, fallen, EMPTY), points, _with(s.supply, s.mover, freed)


def after_protest(s: Position, cells: Sequence[int]) -> tuple[Numbers, Numbers]:
    """Trees and protesters in hand after the mover puts one on each of these squares."""
    return restage(s.trees, cells, PROTESTED), _with(s.supply, s.mover, -len(cells))


def _end_turn(
    s: Position,
    events: list[Event],
    trees: Numbers | None = None,
    points: Numbers | None = None,
    supply: Numbers | None = None,
) -> Outcome:
    """End the turn. trees, points, supply: new values, None if unchanged."""
    points, stirred = points or s.points, s.stirred or trees is not None
    phase, mover, still = onward(s, points, stirred)
    if phase is Phase.OVER:
        events = [*events, Event("ends" if stirred else "stalls", s.mover)]
    # A new Position takes a quarter of the time of s._replace().
    trees, supply = trees or s.trees, supply or s.supply
    return Position(phase, mover, trees, s.loggers, points, supply, s.owing, still), events


def onward(s: Position, points: Numbers, stirred: bool) -> tuple[Phase, Seat, bool]:
    """Phase, mover and `stirred` after the mover's turn.

    The game ends at the end of a round with enough points, or without any change on the board (our
    ruling)."""
    if (seat := _next(s)) is not None:
        return Phase.WALK, seat, stirred
    if max(points) >= GOAL or not stirred:
        return Phase.OVER, 0, stirred
    return Phase.WALK, _first(s), False


def _leave(s: Position, seat: Seat) -> Outcome:
    """Take a seat's logger off the board and its protesters in hand out of the game (our ruling).

    Trees and protesters on them stay. Its turn ends as it is, and the game with one seat left."""
    hand = _with(s.supply, seat, -s.supply[seat])
    s = s._replace(loggers=put(s.loggers, seat, GONE), supply=hand, stirred=True)
    events = [Event("leaves", seat)]
    if sum(c != GONE for c in s.loggers) == 1:
        return s._replace(phase=Phase.OVER, mover=0, owing=()), events
    if seat != s.mover:
        return s, events
    if s.phase is Phase.CORNER:
        return _next_corner(s), events
    return _end_turn(s._replace(owing=()), events)


def _next(s: Position) -> Seat | None:
    """The next seat of this round, None at its end."""
    seat = s.mover + 1
    while seat < len(s.loggers) and s.loggers[seat] == GONE:
        seat += 1
    return seat if seat < len(s.loggers) else None


def _first(s: Position) -> Seat:
    """The seat that begins a round: the first one that was not given up."""
    return [cell != GONE for cell in s.loggers].index(True)


def restage(trees: Numbers, cells: Iterable[int], stage: int) -> Numbers:
    """The trees with another stage on some squares."""
    changed = list(trees)
    for cell in cells:
        changed[cell] = stage
    return tuple(changed)


def _with(numbers: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    """The numbers by seat with one of them changed."""
    return (*numbers[:seat], numbers[seat] + change, *numbers[seat + 1 :])

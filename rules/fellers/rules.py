"""The rules of Forest Fellers: what a step meets, the words, which are legal, and what each does.

`jacks`, `entries` and `ways` alone decide what a kind of step may name; `why_not` words a reason
for the others. It is worded for the mover, and tells of no hand but theirs.

. A B C .      a step onto A shoves A and B, if the space behind them is free; with C there
               it would be three, which cannot be shoved (Forest Fellers rules, Playing)
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HAND,
    HIDDEN,
    HOME,
    JOKER,
    NONE,
    ROUNDS,
    SHORE,
    VALUES,
    Phase,
    Position,
    lumberjack_name,
    worth,
)
from rules.fellers.river import BANK, BARRED, COMPASS, OFF, SHOVED, SPELT, STILL, Course
from rules.game import Event, Leave, Seat, Step, Stop, Vocabulary, WrongPhase, put
from rules.text import Code, Listed, Text

DOWNSTREAM = COMPASS.index("s")  # the direction in which a first step onto the river shoves


def ahead(course: Course, taken: Container[int], here: int, direction: int) -> list[int]:
    """What a step meets: taken cells in a straight line, then a free cell, OFF, BANK or BARRED."""
    row = [course.toward[here][direction]]
    while row[-1] in taken:
        row.append(course.toward[row[-1]][direction])
    return row


def _entering(course: Course, taken: Container[int], start: int) -> list[int]:
    """What a step from the shore onto a start space meets."""
    return [start, *ahead(course, taken, start, DOWNSTREAM)] if start in taken else [start]


def free(row: list[int]) -> bool:
    """True if the step can be made: it shoves at most two things, with room behind them. Three
    can't be shoved even if the first would leave the board (our ruling)."""
    return len(row) <= SHOVED + 1 and row[-1] not in (BANK, BARRED)


class _Afloat:
    """A changeable copy of everything that moves, with the events of the changes."""

    def __init__(self, s: Position) -> None:
        self.course, self.mover, self.owners = water(s), s.mover, s.owners
        self.figures, self.logs, self.pending = list(s.figures), set(s.logs), set(s.pending)
        self.taken = s.occupied_cells()
        self.events: list[Event] = []

    def tell(self, verb: str, *at: str, n: int = 0) -> None:
        """Note a fact of the mover's."""
        self.events.append(Event(verb, self.mover, at, n))

    def name(self, cell: int) -> str:
        return self.course.called[cell]

    def what(self, cell: int) -> str:
        """The code of the lumberjack on a taken cell, or `log`."""
        return FIGURES[self.figures.index(cell)] if cell in self.figures else "log"

    def shift(self, here: int, to: int) -> None:
        """Move a thing to a free cell, or off over the finish."""
        self.land(self.lift(here), to)

    def lift(self, here: int) -> int:
        """Take a thing off its cell; return its place in FIGURES, or NONE for a log."""
        self.taken.discard(here)
        if here in self.logs:
            self.logs.discard(here)
            return NONE
        figure = self.figures.index(here)
        self.figures[figure] = HOME
        return figure

    def land(self, figure: int, to: int) -> None:
        """Put a lifted thing on a free cell, or off over the finish."""
        if to == OFF:
            return
        self.taken.add(to)
        if figure == NONE:
            self.logs.add(to)
        else:
            self.figures[figure] = to

    def arrives(self, thing: str, here: int, to: int) -> None:
        """Note that a thing has left the board, if it has."""
        if to == OFF and thing == "log":
            self.tell("loses", thing, self.name(here))
        elif to == OFF:
            owner = self.owners[FIGURES.index(thing)]
            self.events.append(Event("finishes", owner, (thing, self.name(here))))

    def shove(self, row: list[int], n: int = 0) -> None:
        """Shove everything a step meets by one space. A thing shoved onto a current must try to
        float, one shoved off it needn't. `n` is the space of a float, from 1."""
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
        """Float one thing to still water, a block or off the board (rules, Playing: currents)."""
        thing, path, before = self.what(start), [start], len(self.events)
        self.pending.discard(start)
        figure, currents = self.lift(start), self.course.currents
        while path[-1] != OFF and (way := currents[path[-1]]) != STILL:
            row = ahead(self.course, self.taken, path[-1], way)
            if not free(row):
                break
            self.shove(row, len(path))
            path.append(row[0])
        self.land(figure, path[-1])
        verb = "floats" if len(path) > 1 else "stuck"
        told = Event(verb, self.mover, (thing, *map(self.course.called.__getitem__, path)))
        self.events.insert(before, told)
        self.arrives(thing, path[-2] if path[-1] == OFF else start, path[-1])


def water(s: Position) -> Course:
    """The course, which there is from the deal on."""
    assert s.course is not None, "nothing moves before there is a course"
    return s.course


def jacks(s: Position) -> list[int]:
    """The mover's lumberjacks that aren't home (Forest Fellers rules, Playing)."""
    return [i for i in s.team(s.mover) if s.figures[i] != HOME]


def entries(s: Position) -> list[int]:
    """The start spaces that the lumberjack in hand can enter."""
    if s.figures[s.figure] != SHORE:
        return []
    course, blocked = water(s), s.occupied_cells()
    return [cell for cell in course.starts if free(_entering(course, blocked, cell))]


def ways(s: Position) -> Iterator[int]:
    """The directions in which the moving lumberjack can step."""
    here = s.figures[s.figure]
    if here == SHORE:
        return iter(())
    course, blocked = water(s), s.occupied_cells()
    return (x for x in range(len(COMPASS)) if free(ahead(course, blocked, here, x)))


@dataclass(frozen=True, slots=True)
class Choose(Step):
    """Nature: the segments of the course, A+C, written `a+c`."""

    segments: str

    def __str__(self) -> str:
        return self.segments.casefold()


@dataclass(frozen=True, slots=True)
class CardStep(Step):
    """A card: `gm4`, or `j` for the joker."""

    card: str

    def __str__(self) -> str:
        return self.card


class Draw(CardStep):
    """Nature: a card for a hand."""

    __slots__ = ()


class Play(CardStep):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """The lumberjack that a joker, or the card of one that is home, is for: `gw`."""

    figure: str

    def __str__(self) -> str:
        return self.figure


@dataclass(frozen=True, slots=True)
class Go(Step):
    """One space in a direction: `se`."""

    open_ended: ClassVar[bool] = True
    direction: int

    def __str__(self) -> str:
        return COMPASS[self.direction]


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """The first step of a lumberjack, from the shore onto a start space: `d1`."""

    open_ended: ClassVar[bool] = True
    cell: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Float(Step):
    """What floats next: a lumberjack, `:gw`, or the log on a cell, `:e12`."""

    thing: str

    def __str__(self) -> str:
        return f":{self.thing}"


CARDS = (*(f"{code}{n}" for code in FIGURES for n in sorted(set(VALUES))), JOKER)
_draw_of = cache(Draw)
_PLAYS = tuple(Play(card) for card in CARDS)
_PICKS = tuple(Pick(code) for code in FIGURES)
GOES = tuple(Go(direction) for direction in range(len(COMPASS)))
_AFLOAT = tuple(Float(code) for code in FIGURES)
STOP = Stop()


@lru_cache(maxsize=128)
def words(course: Course) -> Vocabulary:
    """All words of players on a course."""
    enters = (Enter(cell, name) for cell, name in enumerate(course.names))
    logs = map(Float, course.names)
    return Vocabulary((*_PLAYS, *_PICKS, *GOES, *enters, *_AFLOAT, *logs, STOP))


def draws(s: Position) -> list[Step]:
    """Nature's possible cards: the deck, each card as often as it has it."""
    return [*map(_draw_of, s.decks[s.mover])]


def legal(s: Position) -> list[Step]:
    """Every legal step in the order of the words, except nature's choice of a course."""
    match s.phase:
        case Phase.PLAY:
            hand = s.hands[s.mover]
            return [play for play in _PLAYS if play.card in hand]
        case Phase.PICK:
            return [_PICKS[i] for i in jacks(s)]
        case Phase.MOVE:
            enters = [Enter(cell, water(s).names[cell]) for cell in entries(s)]
            return [*enters, *[GOES[way] for way in ways(s)], STOP]
        case Phase.FLOAT:
            swimmers = [_AFLOAT[i] for i, at in enumerate(s.figures) if at in s.pending]
            return [*swimmers, *(Float(water(s).names[at]) for at in s.pending if at in s.logs)]
        case Phase.DEAL | Phase.DRAW:
            return draws(s)
    return []


def unattended_step(s: Position) -> Step:
    """The lowest card, the beaver last; no step; floats in the order of the words (Fellers 25)."""
    options = legal(s)
    if s.phase is Phase.MOVE:
        return STOP
    plays = [step for step in options if isinstance(step, Play)]
    return min(plays, key=lambda step: step.card[2:] or step.card) if plays else options[0]


NOT_YET = {
    Phase.COURSE: WrongPhase("the course hasn't been chosen yet"),
    Phase.DEAL: WrongPhase("the cards haven't been dealt yet"),
    Phase.PLAY: WrongPhase("play a card first"),
    Phase.FLOAT: WrongPhase("your move is over: choose what floats next"),
    Phase.DRAW: WrongPhase("the turn is over"),
    Phase.OVER: WrongPhase("the game is over"),
}


def why_not(s: Position, step: Step) -> Text | None:
    """The reason, without capital or full stop, or None if the step is legal."""
    match step:
        case Play(card) if s.phase is Phase.PLAY:
            if HIDDEN in s.hands[s.mover]:
                return Text("only its player can see this hand")
            held = card in s.hands[s.mover]
            return None if held else Text("you don't have {card}", card=card)
        case Pick(code) if s.phase is Phase.PICK:
            figure, jack = FIGURES.index(code), lumberjack_name(code)
            if figure in jacks(s):
                return None
            if s.figures[figure] == ABSENT:
                return Text("{jack} isn't in this race", jack=jack)
            if s.owners[figure] != s.mover:
                return Text("{jack} isn't yours", jack=jack)
            return Text("{jack} is already home", jack=jack)
        case Enter(cell) if s.phase is Phase.MOVE:
            return None if cell in entries(s) else _no_entry(s, cell)
        case Go(direction) if s.phase is Phase.MOVE:
            return None if direction in ways(s) else _no_way(s, direction)
        case Stop() if s.phase is Phase.MOVE:
            return None
        case Float(thing) if s.phase is Phase.FLOAT:
            at = s.where(thing)
            due = at in s.pending and (thing in FIGURES or at in s.logs)
            return None if due else _no_float(s, thing)
        case Draw() | Choose() if s.phase in (Phase.DRAW, Phase.DEAL, Phase.COURSE):
            return None  # nature's candidates are all possible
    if s.phase is Phase.MOVE:
        return WrongPhase(
            "you're moving {jack}: choose a direction, or type {stop}",
            jack=lumberjack_name(FIGURES[s.figure]),
            stop=Code("."),
        )
    if s.phase is not Phase.PICK:
        return NOT_YET[s.phase]
    if s.card == JOKER:
        return WrongPhase("first, choose who moves with the beaver")
    return WrongPhase(
        "{jack} is already home: choose who moves with this card", jack=lumberjack_name(s.card[:2])
    )


def _no_entry(s: Position, cell: int) -> Text:
    course, jack = water(s), lumberjack_name(FIGURES[s.figure])
    if s.figures[s.figure] != SHORE:
        return Text("{jack} is already on the river: choose a direction", jack=jack)
    if cell not in course.starts:
        return Text(
            "{place} isn't a start space: {jack} can enter at {starts}",
            place=course.names[cell],
            jack=jack,
            starts=_starts(course),
        )
    return _blocked(s, _entering(course, s.occupied_cells(), cell))


def _no_way(s: Position, direction: int) -> Text:
    course, here, jack = water(s), s.figures[s.figure], lumberjack_name(FIGURES[s.figure])
    if here == SHORE:
        return Text(
            "{jack} isn't on the river yet: choose a start space ({starts})",
            jack=jack,
            starts=_starts(course),
        )
    row = ahead(course, s.occupied_cells(), here, direction)
    if row[0] == BARRED and course.segment[here]:
        return Text("you can't step back up the rapids")
    if row[0] == BARRED:
        return Text("you can't step back over the start")
    if row[0] == BANK:
        way, place = SPELT[direction], course.names[here]
        return Text("there's a bank or a rock {way} of {place}", way=way, place=place)
    return _blocked(s, row)


def _starts(course: Course) -> Listed:
    return Listed([course.names[cell] for cell in course.starts], "or")


def _blocked(s: Position, row: list[int]) -> Text:
    """Why a step can't shove the things of this row."""
    if len(row) > SHOVED + 1:
        return Text("you can't shove more than two things at once")
    last = _named(s, row[-2])
    if row[-1] != BARRED:
        return Text("{thing} has the bank or a rock behind it", thing=last)
    if water(s).segment[row[-2]]:
        return Text("{thing} can't go back up the rapids", thing=last)
    return Text("{thing} can't go back over the start", thing=last)


def _no_float(s: Position, thing: str) -> Text:
    at, jack = s.where(thing), thing in FIGURES
    if jack and at < 0:
        return Text("{jack} isn't on the river", jack=lumberjack_name(thing))
    if not jack and at not in s.logs:
        return Text("there's no log on {place}", place=thing)
    if water(s).currents[at] == STILL:
        return Text("{thing} isn't on a current", thing=_named(s, at))
    return Text("{thing} has already tried to float", thing=_named(s, at))


def _named(s: Position, cell: int) -> Text:
    """The thing on a taken cell: `the log on e5`, `grass man on e5`."""
    place = water(s).names[cell]
    if cell not in s.figures:
        return Text("the log on {place}", place=place)
    return Text(
        "{jack} on {place}", jack=lumberjack_name(FIGURES[s.figures.index(cell)]), place=place
    )


Outcome = tuple[Position, list[Event]]
_Bag = tuple[str, ...]  # of cards, in alphabetical order


def apply(s: Position, step: Step) -> Outcome:
    """The position after a legal step and its events, except nature's choice of a course."""
    match step:
        case Draw():
            return _draw(s, step.card)
        case Play():
            # For a joker, or the card of a lumberjack at home, the mover then names another.
            card, seat = step.card, s.mover
            hand, gone = _without(s.hands[seat], card), _with(s.discards[seat], card)
            s = _cards(s, seat, hand, s.decks[seat], gone, card=card)
            own = NONE if card == JOKER else FIGURES.index(card[:2])
            if own == NONE or s.figures[own] == HOME:
                return s._replace(phase=Phase.PICK), []
            return _take_up(s, own)
        case Pick():
            return _take_up(s, FIGURES.index(step.figure))
        case Enter():
            river = _Afloat(s)
            row = _entering(river.course, river.taken, step.cell)
            river.tell("enters", FIGURES[s.figure], river.name(step.cell))
            river.shove(row)
            river.figures[s.figure] = step.cell
            return _stepped(s, river)
        case Go():
            river, here, code = _Afloat(s), s.figures[s.figure], FIGURES[s.figure]
            row = ahead(river.course, river.taken, here, step.direction)
            river.tell("steps", code, river.name(here), river.name(row[0]))
            river.shove(row)
            river.shift(here, row[0])
            river.arrives(code, here, row[0])
            return _stepped(s, river)
        case Float():
            river = _Afloat(s)
            river.float(s.where(step.thing))
            there = _settled(s, river, pending=tuple(sorted(river.pending)))
            if there.all_home(s.mover):
                return _win(there, river.events)
            return _next_float(there, river.events, pending=there.pending)
        case Leave(seat):
            return _leave(s, seat)
        case Stop():
            return _currents(s, [])
    raise TypeError(f"{type(step).__name__} is no step of Forest Fellers")


def set_out(s: Position, course: Course) -> Position:
    """Put a log on every marked space (Forest Fellers rules, Preparation), and begin the deal."""
    return s._replace(course=course, logs=course.marked, phase=Phase.DEAL, mover=_first(s))


def _draw(s: Position, card: str) -> Outcome:
    """Draw a card for the mover. After the last one, their discards become their deck at once, the
    card of this turn among them (Forest Fellers rules, Draw Cards)."""
    seat = s.mover
    hand, deck = _with(s.hands[seat], card), _without(s.decks[seat], card)
    events = [Event("draws", seat, (), len(hand)), Event("gets", seat, (card,), only=seat)]
    discards = s.discards[seat]
    if not deck:
        deck, discards = discards, ()
        events.append(Event("reshuffles", seat))
    s = _cards(s, seat, hand, deck, discards)
    if len(hand) < HAND:
        return s, events
    return _dealt(s, events) if s.phase is Phase.DEAL else _next_turn(s, events)


def _dealt(s: Position, events: list[Event]) -> Outcome:
    """Deal to the next seat; after the last one begin the first turn."""
    if (seat := _next(s)) is not None:
        return s._replace(mover=seat), events
    return s._replace(mover=_first(s), phase=Phase.PLAY), events


def _take_up(s: Position, figure: int) -> Outcome:
    """Note which lumberjack the card moves."""
    moving = s._replace(phase=Phase.MOVE, figure=figure, steps=worth(s.card))
    return moving, [Event("plays", s.mover, (s.card, FIGURES[figure]))]


def _stepped(s: Position, river: _Afloat) -> Outcome:
    """Count a step; after the last one, or off the board, the move is over."""
    s = _settled(s, river, steps=s.steps - 1, moved=True, pending=())
    if s.all_home(s.mover):
        return _win(s, river.events)
    if s.steps and s.figures[s.figure] != HOME:
        return s, river.events
    return _currents(s, river.events)


def _settled(s: Position, river: _Afloat, **others: Any) -> Position:
    """The position with everything's place from the river, and other changes."""
    return s._replace(figures=tuple(river.figures), logs=tuple(sorted(river.logs)), **others)


def _currents(s: Position, events: list[Event]) -> Outcome:
    """End the move: everything on a current must try to float."""
    if not s.moved:
        events.append(Event("stays", s.mover, (FIGURES[s.figure],)))
    currents = water(s).currents
    pending = sorted(at for at in (*s.figures, *s.logs) if at >= 0 and currents[at] != STILL)
    return _next_float(s, events, steps=0, pending=tuple(pending))


def _next_float(
    s: Position, events: list[Event], *, pending: tuple[int, ...], **besides: Any
) -> Outcome:
    """Ask the mover for the next float, or draw if nothing is left to float."""
    if pending:
        return s._replace(phase=Phase.FLOAT, pending=pending, **besides), events
    return s._replace(phase=Phase.DRAW, pending=(), **besides), events


def _next_turn(s: Position, events: list[Event]) -> Outcome:
    """Begin the next seat's turn, or end the game: after the last round (our ruling), or because
    all lumberjacks of that seat are home (Forest Fellers rules, Game End)."""
    seat, n = _next(s), s.round
    if seat is None and n == ROUNDS:
        return _cleared(s, phase=Phase.OVER), [*events, Event("ends", s.mover)]
    if seat is None:
        seat, n = _first(s), n + 1
    s = _cleared(s, mover=seat, phase=Phase.PLAY, round=n)
    if s.all_home(seat):
        return _win(s, events)
    return s, events


def _win(s: Position, events: list[Event]) -> Outcome:
    won = _cleared(s, phase=Phase.OVER, winner=s.mover)
    return won, [*events, Event("wins", s.mover)]


def _leave(s: Position, seat: Seat) -> Outcome:
    """Take the lumberjacks off the river and the cards out of the game. The turn under way ends as
    it is, and a last seat left has nobody to race with (our ruling)."""
    figures = tuple(
        ABSENT if owner == seat else at for at, owner in zip(s.figures, s.owners, strict=True)
    )
    left = tuple(gone or i == seat for i, gone in enumerate(s.left))
    pending = tuple(at for at in s.pending if at in figures or at in s.logs)
    s = _cards(s, seat, (), (), (), pending=pending, figures=figures, left=left)
    events = [Event("leaves", seat)]
    if left.count(False) == 1:
        return _cleared(s, phase=Phase.OVER), events
    if s.phase is Phase.FLOAT and seat != s.mover:
        return _next_float(s, events, pending=s.pending)
    if s.phase is Phase.COURSE or seat != s.mover:
        return s, events
    return _dealt(s, events) if s.phase is Phase.DEAL else _next_turn(s, events)


def _cleared(s: Position, **others: Any) -> Position:
    """Clear what belongs to the turn, and make other changes."""
    return s._replace(card="", figure=NONE, steps=0, moved=False, pending=(), **others)


def _next(s: Position) -> Seat | None:
    """The next seat of this round that is still there, or None if the round is over."""
    later = range(s.mover + 1, len(s.left))
    return next((seat for seat in later if not s.left[seat]), None)


def _first(s: Position) -> Seat:
    """The first seat that is still there; it begins a round."""
    return s.left.index(False)


def _cards(s: Position, seat: Seat, hand: _Bag, deck: _Bag, gone: _Bag, **others: Any) -> Position:
    return s._replace(
        hands=put(s.hands, seat, hand),
        decks=put(s.decks, seat, deck),
        discards=put(s.discards, seat, gone),
        **others,
    )


def _with(bag: _Bag, card: str) -> _Bag:
    return tuple(sorted((*bag, card)))


def _without(bag: _Bag, card: str) -> _Bag:
    at = bag.index(card)
    return bag[:at] + bag[at + 1 :]
